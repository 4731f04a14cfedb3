"""Two stores on one PostgreSQL, as two processes have them: nobody is stale, nothing is told twice.

The domain is a counter that may not go below zero.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec
import pytest

from raccord.network.doorbell import Doorbell
from raccord.store.codec import Codec
from raccord.store.repository import Change, Repository
from raccord.store.store import Store
from tests.store.postgres import PostgresServer

PATIENCE = 60


class Added(msgspec.Struct, frozen=True, tag="added"):
    amount: int


class RefusedError(Exception):
    pass


Counters = Repository[int, Added]


def counters(store: Store) -> Counters:
    return Repository(
        store, "counter", Codec[Added](Added), initial=0, evolve=lambda n, event: n + event.amount
    )


def decide(balance: int, amount: int) -> Sequence[Added]:
    if balance + amount < 0:
        raise RefusedError
    return [Added(amount)]


@asynccontextmanager
async def process(address: str, *, hears: bool = True) -> AsyncIterator[Counters]:
    store = await asyncio.to_thread(Store.open, address)
    bell = Doorbell(store)
    made = counters(store)
    if hears:
        bell.start()
    try:
        yield made
    finally:
        await bell.close()
        await store.aclose()


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.01)


def test_what_one_process_writes_the_other_knows_and_tells_its_listeners(
    postgres: PostgresServer,
) -> None:
    async def play(address: str) -> None:
        async with process(address) as one, process(address) as two:
            told: list[Change[int, Added]] = []
            two.subscribe(told.append)
            await two.get("c")
            for amount in (1, 2, 3):
                await one.execute("c", amount, decide)
            await until(lambda: (found := two.known("c")) is not None and found.state == 6)
            assert [event.amount for change in told for event in change.events] == [1, 2, 3]
            assert all(change.foreign for change in told)

    asyncio.run(play(postgres.new_database()))


def test_a_refusal_rests_on_what_is_in_the_database_not_on_what_was_heard(
    postgres: PostgresServer,
) -> None:
    async def play(address: str) -> None:
        async with process(address) as one, process(address, hears=False) as deaf:
            assert (await deaf.get("c")).state == 0
            await one.execute("c", 5, decide)
            # It has not heard of the five: refused on what it knows, allowed on what there is.
            assert (await deaf.execute("c", -4, decide)).state == 1
            with pytest.raises(RefusedError):
                await deaf.execute("c", -4, decide)

    asyncio.run(play(postgres.new_database()))


def test_a_key_used_in_one_process_is_known_in_the_other(postgres: PostgresServer) -> None:
    async def play(address: str) -> None:
        async with process(address) as one, process(address, hears=False) as deaf:
            await deaf.get("c")
            await one.execute("c", 5, decide, key="k")
            again = await deaf.execute("c", 5, decide, key="k")
            assert again.repeated
            assert (again.state, again.version) == (5, 1)
            await one.execute("c", 1, decide, key="l")
            await deaf.execute("c", 1, decide)
            assert (await deaf.execute("c", 1, decide, key="l")).repeated
            # It is told of what the other wrote, in its own time.
            async with asyncio.timeout(PATIENCE):
                while (await one.get("c")).state != 7:
                    await asyncio.sleep(0.01)
            repeated = await one.execute("c", 1, decide, key="k")
            assert (repeated.repeated, repeated.state) == (True, 7)

    asyncio.run(play(postgres.new_database()))


def test_processes_that_write_the_same_stream_at_once_lose_nothing(
    postgres: PostgresServer,
) -> None:
    async def play(address: str) -> None:
        async with process(address) as one, process(address) as two:
            await asyncio.gather(
                *(
                    each.execute("c", 1, decide, key=f"{name}{n}")
                    for n in range(40)
                    for name, each in (("a", one), ("b", two))
                )
            )
            for each in (one, two):
                await until(lambda each=each: (f := each.known("c")) and f.state == 80)  # type: ignore[misc]
            assert len(await one.store.load("c")) == 80

    asyncio.run(play(postgres.new_database()))


def test_a_listener_that_was_cut_off_catches_up(postgres: PostgresServer) -> None:
    async def play(address: str) -> None:
        async with process(address) as one, process(address) as two:
            await two.get("c")
            await one.execute("c", 1, decide)
            await until(lambda: (found := two.known("c")) is not None and found.state == 1)
            await asyncio.to_thread(postgres.kill)
            await asyncio.to_thread(postgres.start)
            await one.execute("c", 1, decide)
            await until(lambda: (found := two.known("c")) is not None and found.state == 2)

    asyncio.run(play(postgres.new_database()))


def test_what_nobody_follows_is_read_when_it_is_asked_for(postgres: PostgresServer) -> None:
    async def play(address: str) -> None:
        async with process(address) as one, process(address) as two:
            two.follow(lambda _: False)
            await two.get("c")
            await one.execute("c", 4, decide)
            await until(lambda: two.known("c") is None)
            assert (await two.get("c")).state == 4

    asyncio.run(play(postgres.new_database()))


def test_a_reader_that_follows_hears_events_of_other_processes(postgres: PostgresServer) -> None:
    async def play(address: str) -> None:
        async with process(address) as one, process(address) as two:
            found: list[int] = []

            async def follow() -> None:
                async for event in two.store.follow("c"):
                    found.append(event.version)

            task = asyncio.create_task(follow())
            await one.execute("c", 1, decide)
            await one.execute("c", 1, decide)
            await until(lambda: found == [1, 2])
            task.cancel()

    asyncio.run(play(postgres.new_database()))
