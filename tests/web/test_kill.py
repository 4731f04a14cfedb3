"""kill -9 of the server under load: what was acknowledged is there, once; the clock goes on.

Tables hand in slip after slip while a referee conducts turns; everyone sends a request again, with
the same key, until it is answered. ``RACCORD_KILL_ROUNDS`` asks for more deaths than the few of an
ordinary run.
"""

import asyncio
import os
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from raccord.duplicate import events as ev
from raccord.hall.kinds import KINDS
from raccord.store.checking import check
from raccord.store.store import Store
from tests.store.postgres import PostgresServer
from tests.web.served import Served

pytestmark = pytest.mark.slow
ROUNDS = int(os.environ.get("RACCORD_KILL_ROUNDS", "3"))
TABLES = 16
PACE = 4
"""Seconds a turn: some end while the server is dead."""


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/base.sqlite"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()


@dataclass
class Told:
    """What the server has answered over all its lives."""

    slips: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)
    """By table and number of the slip, its receipt."""
    refused: set[tuple[int, int]] = field(default_factory=set)
    repeated: int = 0
    retained: int = 0
    ends: dict[int, int] = field(default_factory=dict)
    """By turn, when its clock is to end."""
    over: bool = False


class Caller:
    """A browser that never gives up."""

    def __init__(self, url: str, code: str = "") -> None:
        self.code = code
        self._client = httpx.AsyncClient(base_url=url, timeout=20)

    async def sign_in(self) -> None:
        token = (await self.send("GET", "/api/session")).json()["csrf"]
        self._client.headers["x-csrf-token"] = token

    async def send(self, method: str, path: str, body: Any = None, key: str = "") -> httpx.Response:
        """Send until answered by something else than a fault of the server, or a word to wait."""
        headers = {"idempotency-key": key} if key else {}
        while True:
            try:
                reply = await self._client.request(method, path, json=body, headers=headers)
            except httpx.TransportError:
                await asyncio.sleep(0.1)
                continue
            if reply.status_code < 500 and reply.status_code != 429:
                return reply
            await asyncio.sleep(float(reply.headers.get("retry-after", 0.1)))

    async def ask(self, path: str, body: Any = None, key: str = "") -> httpx.Response:
        method = "GET" if body is None else "POST"
        return await self.send(method, f"/api/games/{self.code}/{path}".rstrip("/"), body, key)

    async def close(self) -> None:
        await self._client.aclose()


async def hand_in(caller: Caller, table: int, told: Told) -> None:
    """Slip after slip, some twice; the score of a slip tells its number."""
    number = 0
    while not told.over:
        number += 1
        turn = (await caller.ask("")).json()["turn"]
        receipt = await send_slip(caller, table, number, turn)
        if receipt is None:
            told.refused.add((table, number))
            await asyncio.sleep(0.2)
            continue
        told.slips[table, number] = receipt
        if number % 3 == 0:
            again = await send_slip(caller, table, number, turn)
            assert again is not None
            assert (again["repeated"], again["at"]) == (True, receipt["at"])
            told.repeated += 1


async def send_slip(caller: Caller, table: int, number: int, turn: int) -> dict[str, Any] | None:
    """The receipt, or None if the slip is refused."""
    slip = {"turn": turn, "entered": {"word": "MOT", "reference": "H8", "score": number}}
    reply = await caller.ask("slip", slip, f"{table}-{number}")
    assert reply.status_code in {200, 409}, reply.text
    return reply.json() if reply.status_code == 200 else None


async def conduct(caller: Caller, told: Told, chance: random.Random) -> None:
    """Turn after turn, until all deaths are over and the turn is finished."""
    while not told.over:
        turn = told.retained + 1
        for path in ("draw", "start"):
            view = await caller.ask(path, {}, f"{path}-{turn}")
            assert view.status_code == 200, view.text
        clock = (await caller.ask("")).json()["clock"]
        if clock["ends"] is not None:
            told.ends[turn] = clock["ends"]
        if chance.random() < 0.5:
            await asyncio.sleep(chance.uniform(0.2, 1.5))
            ended = await caller.ask("end-time", {}, f"end-{turn}")
            assert ended.status_code in {200, 409}, ended.text
        while (await caller.ask("")).json()["phase"] != "time-up":
            await asyncio.sleep(0.1)
        retained = await caller.ask("retain", {}, f"retain-{turn}")
        assert retained.status_code == 200, retained.text
        assert len(retained.json()["game"]["turns"]) == turn
        told.retained = turn


async def kill_again_and_again(server: Served, told: Told, chance: random.Random) -> None:
    for _ in range(ROUNDS):
        before = len(told.slips)
        while len(told.slips) < before + TABLES:
            await asyncio.sleep(0.05)
        await asyncio.sleep(chance.uniform(0.0, 1.0))
        server.kill()
        await asyncio.to_thread(server.start)
    before, turns = len(told.slips), told.retained
    while len(told.slips) < before + TABLES or told.retained == turns:
        await asyncio.sleep(0.05)
    told.over = True


async def under_load(server: Served, told: Told) -> str:
    chance = random.Random(20260503)
    desk = Caller(server.url)
    await desk.sign_in()
    wish = {"time": f"{PACE}", "settings": {"entry": "strict"}}
    code: str = (await desk.send("POST", "/api/games", wish)).json()["code"]
    desk.code = code
    players = "\n".join(f"{table} Joueur{table}" for table in range(1, TABLES + 1))
    await desk.ask("tables", {"text": players})
    pins = {line["table"]: line["pin"] for line in (await desk.ask("pins")).json()}
    callers = [Caller(server.url, code) for _ in pins]
    for caller, (table, pin) in zip(callers, pins.items(), strict=True):
        await caller.sign_in()
        assert (await caller.ask("join", {"table": table, "pin": pin})).status_code < 300
    async with asyncio.TaskGroup() as work:
        work.create_task(conduct(desk, told, chance))
        work.create_task(kill_again_and_again(server, told, chance))
        for table, caller in enumerate(callers, 1):
            work.create_task(hand_in(caller, table, told))
    for caller in (desk, *callers):
        await caller.close()
    return code


def test_a_server_killed_at_random_loses_nothing_and_counts_nothing_twice(
    address: str, tmp_path: Path
) -> None:
    server = Served(tmp_path, address)
    told = Told()
    server.start()
    try:
        code = asyncio.run(under_load(server, told))
    finally:
        server.stop()
    with Store.open(address) as store:
        assert store.blocking.read(lambda connection: check(connection, KINDS)).faults == ()
        codec = KINDS["duplicate"].codec
        events = [codec.decode(event) for event in store.blocking.load(f"hall:{code}")]
    _verify_slips(events, told)
    _verify_turns(events, told)
    assert len(told.slips) > TABLES * ROUNDS
    assert told.repeated > TABLES / 2


def _verify_slips(events: Sequence[ev.Event], told: Told) -> None:
    handed = [event for event in events if isinstance(event, ev.SlipHandedIn)]
    counted = Counter((event.table, event.slip.score or 0) for event in handed)
    assert [slip for slip, times in counted.items() if times > 1] == []
    assert told.slips.keys() - counted.keys() == set(), "acknowledged and lost"
    assert told.refused & counted.keys() == set(), "refused and counted"
    places = {(e.table, e.slip.score or 0): (e.turn, e.at) for e in handed}
    for slip, receipt in told.slips.items():
        assert places[slip] == (receipt["turn"], receipt["at"])


def _verify_turns(events: Sequence[ev.Event], told: Told) -> None:
    for kind in (ev.Drawn, ev.Started, ev.TimeUp, ev.Retained):
        turns = [event.turn for event in events if isinstance(event, kind)]
        assert turns == list(range(1, told.retained + 1)), kind.__name__
    started = {e.turn: e.at for e in events if isinstance(e, ev.Started)}
    ended = {e.turn: e.at for e in events if isinstance(e, ev.TimeUp)}
    for turn, ends in told.ends.items():
        assert ends == started[turn] + PACE * 1000
    assert all(at <= started[turn] + PACE * 1000 for turn, at in ended.items())
    by_clock = [turn for turn, at in ended.items() if at == started[turn] + PACE * 1000]
    assert by_clock, "the clock never ended a turn"
    ruled = Counter((e.turn, e.table) for e in events if isinstance(e, ev.Ruled))
    assert [mark for mark, times in ruled.items() if times > 1] == []
