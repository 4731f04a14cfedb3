"""The referee and his marker: they conduct a short game and ask again until they are answered."""

import asyncio
import time
from typing import Any

from storm.client import PAUSE, Reply, StuckError, Visitor
from storm.plan import GRACE_MS, TURNS, Plan
from storm.told import Told, Turn

_LATE_CLOCK = 120.0
"""Seconds after which a turn that the clock has not ended is a finding; no fault lasts so long."""


class Desk:
    """Opens a game and plays its turns."""

    def __init__(self, plan: Plan, told: Told, referee: Visitor, marker: Visitor) -> None:
        self._plan = plan
        self._told = told
        self._referee = referee
        self._marker = marker
        self.pins: dict[int, str] = {}

    def path(self, action: str = "") -> str:
        """An address of the game in the API."""
        return f"/api/games/{self._told.code}/{action}".rstrip("/")

    async def open(self, organiser: str) -> None:
        """Come in by the link, make the game, invite the marker."""
        await self._referee.insist("GET", organiser)
        await self._referee.sign_in()
        settings = {"entry": "strict", "grace_ms": GRACE_MS, "paper_tables": [self._plan.paper]}
        wish = {"time": str(self._plan.pace), "edition": "2017", "settings": settings}
        self._told.code = (await self._done("POST", "/api/games", wish)).json["code"]
        names = "\n".join(f"{table} Joueur{table}" for table in range(1, self._plan.paper + 1))
        await self._done("POST", self.path("tables"), {"text": names})
        pins = (await self._done("GET", self.path("pins"))).json
        self.pins = {line["table"]: line["pin"] for line in pins}
        invited = await self._done("POST", self.path("invitations"), {"role": "marker"})
        await self._marker.insist("GET", "/" + invited.json["link"].split("/", 3)[3])
        await self._marker.sign_in()

    async def _done(self, method: str, path: str, body: Any = None, key: str = "") -> Reply:
        """An action that nothing but a fault of the server can refuse."""
        reply = await self._referee.insist(method, path, body, key)
        if reply.status >= 300:
            raise StuckError(f"referee: {reply.status} for {path}: {reply.body[:200]!r}")
        return reply

    async def begin_turn(self, number: int) -> Turn:
        """Draw and start the clock."""
        drawn = time.monotonic()
        await self._done("POST", self.path("draw"), {}, f"draw-{number}")
        view = (await self._done("GET", self.path("referee"))).json
        tops, draw = view["tops"], view["game"]["draw"]
        turn = Turn(number, [tie["move"] for tie in tops["ties"]], tops["sub_tops"], drawn)
        turn.draw, turn.new = draw["letters"], draw["letters"][draw["leave"] :]
        self._told.turns.append(turn)
        await self._done("POST", self.path("start"), {}, f"start-{number}")
        turn.started = time.monotonic()
        ends = (await self._done("GET", self.path())).json["clock"]["ends"]
        turn.ends = ends / 1000 if ends is not None else None
        return turn

    async def await_end(self, turn: Turn) -> None:
        """Until the clock has ended the turn by itself."""
        patience = time.monotonic() + _LATE_CLOCK
        while (await self._done("GET", self.path())).json["phase"] == "running":
            if time.monotonic() > patience:
                raise StuckError(f"the clock never ended turn {turn.number}")
            await asyncio.sleep(PAUSE / 2)

    async def mark(self, turn: Turn) -> None:
        """The marker enters the table on paper: the top, or what is just below it."""
        moves = [*((move, None) for move in turn.tops), *turn.below]
        move, points = moves[self._plan.how % len(moves)]
        reference, word = move.split(" ", 1)
        slip = {"word": word, "reference": reference, "score": points}
        body = {"table": self._plan.paper, "slip": slip, "turn": turn.number}
        await self._marker.insist("POST", self.path("marks"), body)

    async def retain(self, turn: Turn) -> None:
        """Announce the top, at once: slips on their way are the server's to wait for."""
        turn.retained = time.monotonic()
        await self._done("POST", self.path("retain"), {}, f"retain-{turn.number}")

    async def correct(self) -> None:
        """A decision of the first turn is put right; the server may find it impossible."""
        body = {"turn": 1, "table": 1, "points": 0, "sanction": "nullity", "reason": "relu"}
        await self._marker.insist("POST", self.path("rulings"), body)

    async def close(self) -> None:
        """Stop the game; the ranking is public, then the secret of its draws."""
        await self._done("POST", self.path("stop"), {"reason": "fin"}, "stop")
        self._told.ranking = (await self._done("GET", self.path("ranking"))).json
        self._told.revealed = time.monotonic()
        await self._done("POST", self.path("reveal"), {})


TURN_NUMBERS = range(1, TURNS + 1)
