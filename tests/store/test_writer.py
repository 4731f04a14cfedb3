"""Group commit, back-pressure, news: the asyncio face of the store."""

import asyncio
from collections.abc import Callable, Sequence

import pytest
from sqlalchemy import Connection, event, insert, text

from raccord.store.errors import ConflictError, NoStreamError, StoreError, UnavailableError
from raccord.store.records import Appended, NewEvent, StoredEvent
from raccord.store.schema import streams
from raccord.store.store import Store

ONE = [NewEvent("word", '"un"')]


def count_commits(store: Store) -> Callable[[], int]:
    commits: list[int] = []
    event.listen(store.engine, "commit", lambda _: commits.append(1))
    return lambda: len(commits)


async def hold(store: Store, task: Callable[[], object]) -> None:
    """Run ``task`` while the writer is busy, so that what it queues forms one group."""
    gate = asyncio.Event()
    loop = asyncio.get_running_loop()
    busy = loop.create_future()

    def wait(_: Connection) -> None:
        loop.call_soon_threadsafe(busy.set_result, None)
        asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()

    work = asyncio.ensure_future(store.write(wait))
    await busy
    task()
    await asyncio.sleep(0)
    gate.set()
    await work


def test_what_gathers_while_the_writer_is_busy_is_committed_at_once(store: Store) -> None:
    async def play() -> int:
        commits = count_commits(store)
        tasks: list[asyncio.Task[Appended]] = []

        def queue() -> None:
            tasks.extend(
                asyncio.ensure_future(store.append(f"s{n}", 0, ONE, kind="game"))
                for n in range(200)
            )

        await hold(store, queue)
        await asyncio.gather(*tasks)
        return commits()

    assert asyncio.run(play()) == 2
    assert len(store.blocking.streams()) == 200


def test_in_one_group_only_the_append_at_fault_hears_of_it(store: Store) -> None:
    async def play() -> Sequence[Appended | BaseException]:
        tasks: list[asyncio.Task[Appended]] = []

        def queue() -> None:
            for job in (
                store.append("s", 0, ONE, kind="game", key="k"),
                store.append("s", 0, ONE),
                store.append("nowhere", 0, ONE),
                store.append("s", 1, ONE),
                store.append("s", 0, ONE, key="k"),
            ):
                tasks.append(asyncio.ensure_future(job))

        await hold(store, queue)
        return await asyncio.gather(*tasks, return_exceptions=True)

    first, taken, absent, second, again = asyncio.run(play())
    assert isinstance(first, Appended)
    assert first.version == 1
    assert isinstance(taken, ConflictError)
    assert isinstance(absent, NoStreamError)
    assert isinstance(second, Appended)
    assert second.version == 2
    assert isinstance(again, Appended)
    assert again.repeated
    assert again.version == 1
    assert len(store.blocking.load("s")) == 2


def test_a_statement_the_database_rejects_does_not_spoil_its_group(store: Store) -> None:
    # Half a surrogate pair has no UTF-8: only the driver finds out.
    poison = NewEvent("word", "\ud800")

    async def play() -> Sequence[Appended | BaseException]:
        tasks: list[asyncio.Task[Appended]] = []

        def queue() -> None:
            tasks.append(asyncio.ensure_future(store.append("a", 0, ONE, kind="game")))
            tasks.append(asyncio.ensure_future(store.append("b", 0, [poison], kind="game")))
            tasks.append(asyncio.ensure_future(store.append("c", 0, ONE, kind="game")))

        await hold(store, queue)
        return await asyncio.gather(*tasks, return_exceptions=True)

    good, bad, fine = asyncio.run(play())
    assert isinstance(good, Appended)
    assert isinstance(bad, Exception)
    assert isinstance(fine, Appended)
    assert {stream.id for stream in store.blocking.streams()} == {"a", "c"}


def test_a_full_queue_makes_callers_wait_and_loses_nothing(address: str) -> None:
    async def play(store: Store) -> int:
        highest = 0

        async def one(n: int) -> None:
            nonlocal highest
            await store.append(f"s{n}", 0, ONE, kind="game")
            highest = max(highest, store._writer.unsettled)

        await asyncio.gather(*(one(n) for n in range(300)))
        return highest

    with Store.open(address, limit=8) as store:
        assert asyncio.run(play(store)) <= 8
        assert len(store.blocking.streams()) == 300


def test_nobody_is_answered_before_the_commit(store: Store) -> None:
    answered: list[str] = []

    def seen_by_others(_: Connection) -> None:
        assert not answered

    event.listen(store.engine, "commit", seen_by_others)

    async def play() -> None:
        await store.append("s", 0, ONE, kind="game")
        answered.append("s")

    asyncio.run(play())
    event.remove(store.engine, "commit", seen_by_others)
    assert answered == ["s"]


def test_a_failed_commit_is_a_failure_for_the_caller(address: str) -> None:
    with Store.open(address, patience=0.0) as store:
        store.blocking.append("s", 0, ONE, kind="game")

        def absent(_: Connection) -> None:
            raise UnavailableError("disk")

        event.listen(store.engine, "commit", absent)
        with pytest.raises(UnavailableError):
            store.blocking.append("s", 1, ONE)
        event.remove(store.engine, "commit", absent)
        assert len(store.blocking.load("s")) == 1
        assert store.blocking.append("s", 1, ONE).version == 2


def test_an_append_whose_answer_was_lost_is_recognised_when_tried_again(store: Store) -> None:
    append = store.new_append("s", 0, ONE, kind="game")

    async def play() -> list[Appended]:
        return [await store.begin(append), await store.begin(append)]

    first, second = asyncio.run(play())
    assert first == second
    assert len(store.blocking.load("s")) == 1


def test_an_append_decided_after_another_event_than_the_one_on_disk_conflicts(
    store: Store,
) -> None:
    store.blocking.append("s", 0, ONE, kind="game")
    append = store.new_append("s", 1, ONE, after="0" * 32)

    async def play() -> Appended:
        return await store.begin(append)

    with pytest.raises(ConflictError):
        asyncio.run(play())


def test_listeners_hear_every_commit_in_order_and_only_their_stream(store: Store) -> None:
    heard: list[StoredEvent] = []
    mine: list[StoredEvent] = []
    on_loop: list[StoredEvent] = []

    async def play() -> None:
        stop = store.subscribe(on_loop.extend)
        for n in range(5):
            await store.append("a", n, ONE, kind="game")
            assert len(on_loop) == n * 2 + 1
            await store.append("b", n, ONE, kind="game")
        stop()
        await store.append("a", 5, ONE)

    store.subscribe(heard.extend)
    store.subscribe(mine.extend, "b")
    asyncio.run(play())
    assert [(e.stream, e.version) for e in on_loop] == [(s, n) for n in range(1, 6) for s in "ab"]
    assert [e.version for e in mine] == [1, 2, 3, 4, 5]
    assert len(heard) == 11


def test_a_listener_that_fails_disturbs_nobody(store: Store) -> None:
    heard: list[StoredEvent] = []

    def fail(_: Sequence[StoredEvent]) -> None:
        raise RuntimeError("listener")

    store.subscribe(fail)
    store.subscribe(heard.extend)
    store.blocking.append("s", 0, ONE, kind="game")
    assert len(heard) == 1


def test_a_repeated_request_is_no_news(store: Store) -> None:
    heard: list[StoredEvent] = []
    store.subscribe(heard.extend)
    store.blocking.append("s", 0, ONE, kind="game", key="k")
    store.blocking.append("s", 0, ONE, kind="game", key="k")
    assert len(heard) == 1


def test_following_gives_past_and_future_without_gap_or_repetition(store: Store) -> None:
    store.blocking.append("s", 0, ONE * 3, kind="game")

    async def follow() -> list[int]:
        seen = []
        async for stored in store.follow("s", 1):
            seen.append(stored.version)
            if stored.version == 40:
                break
        return seen

    async def play() -> list[int]:
        follower = asyncio.create_task(follow())
        for version in range(3, 40):
            await store.append("s", version, ONE)
        return await follower

    assert asyncio.run(play()) == list(range(2, 41))


def test_a_caller_who_goes_away_does_not_stop_the_write(store: Store) -> None:
    async def play() -> None:
        task = asyncio.create_task(store.append("s", 0, ONE, kind="game"))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await store.append("t", 0, ONE, kind="game")

    asyncio.run(play())
    assert {stream.id for stream in store.blocking.streams()} == {"s", "t"}


def test_work_of_a_group_fails_alone(store: Store) -> None:
    def good(connection: Connection) -> int:
        connection.execute(insert(streams).values(id="x", kind="k", title="", created=0))
        return 7

    def broken(connection: Connection) -> None:
        connection.execute(text("SELECT nothing FROM nowhere"))

    def refused(_: Connection) -> None:
        raise StoreError("no")

    async def play() -> Sequence[object]:
        tasks: list[asyncio.Task[object]] = []

        def queue() -> None:
            tasks.extend(
                asyncio.ensure_future(store.write(work)) for work in (good, broken, refused)
            )

        await hold(store, queue)
        return await asyncio.gather(*tasks, return_exceptions=True)

    seven, error, refusal = asyncio.run(play())
    assert seven == 7
    assert isinstance(error, Exception)
    assert isinstance(refusal, StoreError)
    assert [stream.id for stream in store.blocking.streams()] == ["x"]
