"""One writer for each section: asked for, handed over, taken from the dead, fenced."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from raccord.network import leases as module
from raccord.network.doorbell import Doorbell
from raccord.network.leases import Leases, section_of
from raccord.store.errors import FencedError
from raccord.store.records import Fence, NewEvent
from raccord.store.store import Store
from tests.network.test_coherence import Counters, counters, decide
from tests.store.postgres import PostgresServer

GAME = "hall:K7QX"


@asynccontextmanager
async def member(address: str, *, keeps: bool = True) -> AsyncIterator[tuple[Leases, Counters]]:
    """A process; one that does not ``keep`` is as good as dead once it has taken something."""
    store = await asyncio.to_thread(Store.open, address)
    bell = Doorbell(store)
    leases = Leases(store, bell)
    if keeps:
        bell.start()
        leases.start()
    store.tenure = leases
    try:
        yield leases, counters(store)
    finally:
        if keeps:
            await leases.close()
        await bell.close()
        await store.aclose()


def test_a_game_and_its_companion_are_one_section_and_other_streams_are_anybodys() -> None:
    assert section_of("hall:K7QX") == section_of("hall-companion:K7QX") == "K7QX"
    assert section_of("tournament:K7QX") == ""


def test_whoever_must_write_asks_and_is_given_the_section(postgres: PostgresServer) -> None:
    async def play(address: str) -> None:
        async with member(address) as (one, here), member(address) as (two, there):
            first = await one.hold(GAME)
            await here.execute(GAME, 5, decide)
            assert not await two.take(GAME)
            # Five is what the other wrote last: it is known before anything is decided.
            assert (await there.execute(GAME, -5, decide)).state == 0
            second = await two.hold(GAME)
            assert first is not None
            assert second is not None
            assert second.epoch > first.epoch
            assert not one.holds(GAME)
            assert (await here.execute(GAME, 1, decide)).state == 1

    asyncio.run(play(postgres.new_database()))


def test_the_section_of_a_dead_process_is_another_s_within_seconds_and_the_dead_is_fenced(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LASTS", 1.0)

    async def play(address: str) -> None:
        async with member(address, keeps=False) as (dead, ghost), member(address) as (two, there):
            await ghost.execute(GAME, 5, decide)
            fence = await dead.hold(GAME)
            async with asyncio.timeout(30):
                while not await two.dead():
                    await asyncio.sleep(0.05)
            assert (await there.execute(GAME, 1, decide)).state == 6
            # It comes back to life and knows nothing: what it was about to write is refused.
            append = ghost.store.new_append(GAME, 2, [NewEvent("added", "{}")], fence=fence)
            with pytest.raises(FencedError):
                await ghost.store.begin(append)
            assert len(await there.store.load(GAME)) == 2

    asyncio.run(play(postgres.new_database()))


def test_a_process_that_stops_lets_go_at_once(postgres: PostgresServer) -> None:
    async def play(address: str) -> None:
        async with member(address) as (two, there):
            async with member(address) as (_, here):
                await here.execute(GAME, 1, decide)
                assert not await two.take(GAME)
            assert await two.dead() == ["K7QX"]
            assert await two.take(GAME)
            assert (await there.execute(GAME, 1, decide)).state == 2

    asyncio.run(play(postgres.new_database()))


def test_two_processes_that_write_one_section_in_turn_lose_nothing(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AT_LEAST", 0.05)
    monkeypatch.setattr(module, "POLITE", 0.02)

    async def play(address: str) -> None:
        async with member(address) as (_, here), member(address) as (_, there):
            for number in range(6):
                for each in (here, there):
                    await each.execute(GAME, 1, decide, key=f"{number}{id(each)}")
            assert (await here.get(GAME)).state <= 12
            assert len(await here.store.load(GAME)) == 12

    asyncio.run(play(postgres.new_database()))


def test_a_fence_of_another_section_holds_nobody_up(postgres: PostgresServer) -> None:
    async def play(address: str) -> None:
        async with member(address) as (one, here):
            await one.hold("hall:AAAA")
            wrong = Fence("AAAA", 99)
            append = here.store.new_append(
                "hall:AAAA", 0, [NewEvent("added", "{}")], kind="counter", fence=wrong
            )
            with pytest.raises(FencedError):
                await here.store.begin(append)
            assert (await here.execute("hall:BBBB", 1, decide)).version == 1

    asyncio.run(play(postgres.new_database()))
