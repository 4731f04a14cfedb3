"""A synchronous standby: the primary lost, what was acknowledged is there and play goes on."""

import asyncio
from collections.abc import Iterator

import pytest

from raccord.network.doorbell import Doorbell
from raccord.network.leases import Leases
from raccord.store.store import Store
from tests.network.standby import Standby
from tests.network.test_coherence import counters, decide
from tests.store.postgres import PostgresServer

pytestmark = pytest.mark.slow
GAME = "hall:K7QX"


@pytest.fixture
def primary() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.stop()


def test_promoting_a_synchronous_standby_loses_nothing_acknowledged(
    primary: PostgresServer,
) -> None:
    standby = Standby(primary)
    try:
        asyncio.run(_play(primary, standby))
    finally:
        standby.stop()


async def _play(primary: PostgresServer, standby: Standby) -> None:
    address = f"postgresql+psycopg://raccord@/postgres?host={primary.folder},{standby.folder}"
    address += "&target_session_attrs=read-write"
    store = await asyncio.to_thread(Store.open, address, patience=60)
    bell = Doorbell(store)
    store.tenure = leases = Leases(store, bell)
    bell.start()
    leases.start()
    repository = counters(store)
    acknowledged: list[str] = []
    promoted = asyncio.Event()

    async def write() -> None:
        number = 0
        while not promoted.is_set() or number < 40:
            number += 1
            await repository.execute(GAME, 1, decide, key=f"k{number}")
            acknowledged.append(f"k{number}")

    writing = asyncio.create_task(write())
    while len(acknowledged) < 20:
        await asyncio.sleep(0.01)
    # In the middle of a stream of writes, each of which waits for the standby's disk.
    await asyncio.to_thread(primary.kill)
    await asyncio.to_thread(standby.promote)
    promoted.set()
    await writing
    await leases.close()
    await bell.close()
    there = await store.load(GAME)
    assert len(there) == len(acknowledged) == (await repository.get(GAME)).state
    assert [event.version for event in there] == list(range(1, len(there) + 1))
    await store.aclose()
