"""The machines of an event as their people know them: its hub, the wire, the laptops of centres."""

from collections.abc import Callable, Set
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from storm.oracle import read_events
from tests.network.world import START, script

from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.slips.handing_in import Entered
from raccord.network.kinds import section_stream
from storm_network.actors import Actor, DeadError, RefusedError
from storm_network.checks import Identity, Sending
from storm_network.houses import CentreHouse, HubHouse
from storm_network.plan import TURNS


class Machine:
    """A process that may be killed: who asks a dead one finds it started again the next time."""

    def __init__(self) -> None:
        self._actor: Actor | None = None
        self._post: Callable[[bytes], bytes] | None = None
        self.deaths = 0

    def _start(self) -> Actor:
        raise NotImplementedError

    def ask(self, what: str, *args: Any) -> Any:
        """Ask once."""
        if self._actor is None:
            self._actor = self._start()
        try:
            return self._actor.ask(what, *args, post=self._post)
        except DeadError:
            self._actor, self.deaths = None, self.deaths + 1
            raise

    def insist(self, what: str, *args: Any) -> Any:
        """Ask until it lives long enough to answer."""
        for _ in range(20):
            try:
                return self.ask(what, *args)
            except DeadError:
                continue
        raise RuntimeError(f"{type(self).__name__} never answers: {what}")


class Hub(Machine):
    """The hub's process."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.code = ""

    def _start(self) -> Actor:
        return Actor(lambda _: HubHouse(self.folder, self.code))

    def doom(self, seconds: float) -> None:
        """Have it killed after so much work."""
        self.insist("check")
        assert self._actor is not None
        self._actor.doom(seconds)

    def stop(self) -> None:
        """Kill it."""
        if self._actor is not None:
            self._actor.kill()
            self._actor = None

    def events(self, centre: str, install: str) -> list[dict[str, Any]]:
        """What is on its disk of a laptop's game."""
        stream = section_stream(self.code, centre, install, 1)
        return read_events(f"sqlite:///{self.folder}/raccord.sqlite", stream)


class Wire:
    """The way to the hub; a bad one cuts before or after the hub has heard, doubles, reorders."""

    def __init__(self, hub: Hub, chance: Random) -> None:
        self._hub, self._chance = hub, chance
        self.is_bad = False
        self.is_cut = False
        self._kept: list[bytes] = []
        self.harmed = 0

    def __call__(self, message: bytes) -> bytes:
        """Carry a message, and its answer back."""
        self._kept.append(message)
        fate = self._chance.random() if self.is_bad else 1.0
        self.harmed += fate < 0.7
        if fate < 0.2 or self.is_cut:
            raise OSError("cut before")
        if fate < 0.35:
            self._again()
        answer: bytes = self._hub.ask("take", message)
        if fate < 0.5:
            raise OSError("cut after")
        if fate < 0.7:
            self._again()
        return answer

    def _again(self) -> None:
        """An old message comes once more: one it may have had, out of its order."""
        try:
            self._hub.ask("take", self._chance.choice(self._kept))
        except RefusedError:
            # Of a laptop that was not known then, or is known by another name now.
            return


class Laptop(Machine):
    """A laptop and its people, who ask again until they are answered."""

    def __init__(
        self, folder: Path, invitation: bytes, wire: Wire, tables: int, chance: Random
    ) -> None:
        super().__init__()
        self.folder, self._post = folder, wire
        self.ahead = 0.0
        self.invitation = invitation
        self._tables, self._chance = tables, chance
        self.name, self.code = "", ""
        self.acknowledged: list[Sending] = []
        self.later: dict[int, list[Sending]] = {}
        self.is_told = False
        """Whether its game is published and the hub was told."""

    def _start(self) -> Actor:
        now = START / 1000 + self.ahead

        def make(line: Connection) -> CentreHouse:
            return CentreHouse(line, self.folder, now)

        return Actor(make)

    def begin(self) -> None:
        """Join and open the game."""
        self.name = self.insist("join", self.invitation)
        players = "\n".join(f"{n} J{n}" for n in range(1, self._tables + 1))
        self.code = self.insist("open", self.name, players)

    def step(self) -> None:
        """The next thing that its people do; who dies in the midst is asked how far he is."""
        phase, turn, closed, published = self.insist("state", self.code)
        try:
            if published:
                self.is_told = bool(self.ask("sync", self.name))
            elif phase == "over":
                self.ask("act", self.code, "publish")
            elif closed == TURNS:
                self.ask("act", self.code, "stop")
            elif phase == "running":
                self._running(turn)
            else:
                self._act({"drawing": "draw", "drawn": "start", "time-up": "retain"}[phase])
        except DeadError:
            return

    def _act(self, what: str) -> None:
        try:
            self.ask("act", self.code, what)
        except RefusedError as refusal:
            if "enveloppe" not in str(refusal):
                raise
            self.ask("sync", self.name)
        if what == "retain" and self._chance.random() < 0.7:
            self.ask("sync", self.name)

    def _running(self, turn: int) -> None:
        waiting = self.later.setdefault(turn, self._slips(turn))
        if not waiting:
            self.ask("act", self.code, "end")
            return
        sending = waiting[0]
        entered = Entered(word=sending.word, reference=sending.reference, score=sending.score)
        slip = cmd.SendSlip(turn=turn, entered=entered, key=sending.key)
        waiting.pop(0)
        try:
            self.insist("slip", self.code, sending.table, slip)
        except RefusedError as refusal:
            # A clock that was put forward has ended the turn.
            if "temps est écoulé" not in str(refusal):
                raise
            return
        self.acknowledged.append(sending)

    def _slips(self, turn: int) -> list[Sending]:
        """Most tables hand in one slip, some none, some two."""
        top = next(e for e in script(1, TURNS) if isinstance(e, ev.Retained) and e.turn == turn)
        reference, word = top.move.split(" ", 1)
        found = []
        for table in range(1, self._tables + 1):
            fate = self._chance.random()
            right = self._chance.random() < 0.3
            sending = Sending(turn, table, word, reference, top.points if right else table)
            found += [sending] if fate > 0.1 else []
            found += [sending.again(f"{'WXZ'[table % 3]}{word}", 1)] if fate > 0.8 else []
        return found

    def take_over(self, lost: "Laptop", known: Set[Identity]) -> None:
        """Go on where another laptop was; what the hub never had of it is handed in anew."""
        self.acknowledged = [one for one in lost.acknowledged if one.identity in known]
        waiting = [one for one in lost.acknowledged if one.identity not in known]
        for turn, slips in lost.later.items():
            mine = [one for one in waiting if one.turn == turn] + slips
            self.later[turn] = sorted(mine, key=lambda one: (one.table, one.number))

    def doom(self, seconds: float) -> None:
        """Have it killed after so much work."""
        self.insist("check")
        assert self._actor is not None
        self._actor.doom(seconds)

    def stop(self) -> None:
        """Kill it."""
        if self._actor is not None:
            self._actor.kill()
            self._actor = None
