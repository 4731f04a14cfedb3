"""What hostile phones do, all at once, from the same address as the hall."""

import asyncio
import json
import time
from contextlib import suppress
from itertools import count

from storm.client import HOST, CutError, Visitor
from storm.plan import GRACE_MS
from storm.told import Told

HALF_SENT, STREAMS, GUESSERS, STUDENTS = 80, 60, 3, 4
HEAVY = (
    "/api/words/study?tirage=" + "?" * 15,
    "/schema/openapi.yaml",
    "/mots?tirage=" + "?" * 15,
    "/partie/{}/feuille",
    "/partie/{}/classement.pdf",
    "/partie/{}/route.pdf",
)


class Attackers:
    """Seatless strangers, and one seat that sends its slips too late."""

    def __init__(self, port: int, told: Told) -> None:
        self._port = port
        self._told = told
        self.visitors = [Visitor(f"stranger {n}", port, 3.0) for n in range(GUESSERS + STUDENTS)]
        self._lines: list[asyncio.StreamWriter] = []
        self._seats = count(1)

    async def strike(self) -> None:
        """Everything, until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._half_sent())
                group.create_task(self._streams())
                for visitor in self.visitors[:GUESSERS]:
                    group.create_task(self._guess(visitor))
                for visitor in self.visitors[GUESSERS:]:
                    group.create_task(self._study(visitor))
        finally:
            for line in self._lines:
                line.transport.abort()

    async def _half_sent(self) -> None:
        """Posts that stop in the middle, opened anew when they are cut off."""
        head, data = self.visitors[0].request(
            "POST", self._path("slip"), {"turn": 1, "entered": {}}
        )
        while True:
            for _ in range(HALF_SENT):
                await self._open(head + data[:5])
            await asyncio.sleep(3)

    async def _streams(self) -> None:
        """Live streams that nobody reads."""
        request = b"".join(self.visitors[0].request("GET", f"/live/{self._told.code}/public"))
        for _ in range(STREAMS):
            await self._open(request)

    async def _open(self, sent: bytes) -> None:
        with suppress(OSError):
            _, writer = await asyncio.open_connection(HOST, self._port)
            writer.write(sent)
            self._lines.append(writer)

    async def _guess(self, visitor: Visitor) -> None:
        """Wrong PINs, from ever new sessions."""
        while True:
            visitor.cookie = visitor.token = ""
            with suppress(CutError, KeyError, json.JSONDecodeError):
                visitor.token = (await visitor.ask("GET", "/api/session")).json["csrf"]
                for number in range(8):
                    body = {"table": 1 + number % 6, "pin": f"{next(self._seats):06}"}
                    await visitor.ask("POST", self._path("join"), body)
            await asyncio.sleep(0.02)

    async def _study(self, visitor: Visitor) -> None:
        """The heaviest things that anybody may ask for."""
        while True:
            for path in HEAVY:
                with suppress(CutError):
                    await visitor.ask("GET", path.format(self._told.code))
            await asyncio.sleep(0.02)

    def _path(self, action: str) -> str:
        return f"/api/games/{self._told.code}/{action}"


async def send_body_late(seat: Visitor, told: Told) -> None:
    """Head in time, the end of the body after time: the slip must be late, whatever it holds."""
    turn = told.turns[-1]
    if turn.ends is None:
        return
    sent = {"turn": turn.number, "entered": {"word": "WWWW", "reference": "H8"}, "key": "hostile"}
    head, data = seat.request("POST", f"/api/games/{told.code}/slip", sent)
    with suppress(OSError, EOFError, TimeoutError):
        async with asyncio.timeout(20):
            reader, writer = await asyncio.open_connection(HOST, seat.port)
            writer.write(head + data[:-2])
            await asyncio.sleep(max(0.0, turn.ends + GRACE_MS / 1000 + 0.3 - time.time()))
            writer.write(data[-2:])
            answer = (await reader.read(65536)).decode("utf-8", "replace")
            writer.close()
            if '"late":false' in answer:
                told.findings.append("a body sent after time counts")
