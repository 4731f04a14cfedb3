"""Commands on streams, with a toy domain: a purse that may not go below zero."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import pytest

from raccord.store.codec import Codec
from raccord.store.errors import (
    ConflictError,
    NoStreamError,
    UnavailableError,
    UnreadableError,
)
from raccord.store.records import NewEvent, StoredEvent
from raccord.store.repository import Change, Repository
from raccord.store.store import Store


class Paid(msgspec.Struct, frozen=True, tag="paid"):
    amount: int


@dataclass(frozen=True, slots=True)
class Spent:
    amount: int


PurseEvent = Paid | Spent
CODEC = Codec[PurseEvent](PurseEvent)


class RefusedError(Exception):
    pass


def evolve(balance: int, event: PurseEvent) -> int:
    return balance + event.amount if isinstance(event, Paid) else balance - event.amount


def decide(balance: int, command: int) -> Sequence[PurseEvent]:
    if command == 0:
        return []
    if command > 0:
        return [Paid(command)]
    if balance + command < 0:
        raise RefusedError(balance)
    return [Spent(-command)]


def purses(store: Store, **options: object) -> Repository[int, PurseEvent]:
    return Repository(store, "purse", CODEC, initial=0, evolve=evolve, **options)  # type: ignore[arg-type]


def test_decisions_that_take_their_time_are_each_taken_once_however_many_come_together(
    store: Store,
) -> None:
    taken: list[int] = []

    def think(balance: int, command: int) -> Sequence[PurseEvent]:
        taken.append(command)
        return decide(balance, command)

    async def play() -> None:
        repository = purses(store)
        await repository.execute("p", 1000, decide, title="Bourse")
        wishes = range(1000, 1012)
        await asyncio.gather(*(repository.deliberate("p", wish, think) for wish in wishes))
        assert sorted(taken) == list(wishes)
        assert (await repository.get("p")).state == 1000 + sum(wishes)

    asyncio.run(play())


def test_a_command_changes_the_state_and_is_in_the_log(store: Store) -> None:
    async def play() -> None:
        repository = purses(store)
        await repository.execute("p", 10, decide, title="Bourse")
        change = await repository.execute("p", -4, decide)
        assert change == Change("p", 2, 6, (Spent(4),))
        assert (await repository.get("p")).state == 6
        assert (await repository.at("p", 1)).state == 10
        assert (await purses(store).get("p")).state == 6
        assert (await repository.get("absent")).version == 0

    asyncio.run(play())
    assert [event.type for event in store.blocking.load("p")] == ["paid", "Spent"]
    assert [stream.title for stream in store.blocking.streams("purse")] == ["Bourse"]


def test_a_refusal_writes_nothing(store: Store) -> None:
    async def play() -> None:
        repository = purses(store)
        with pytest.raises(RefusedError):
            await repository.execute("p", -1, decide)
        assert (await repository.execute("p", 0, decide)).version == 0

    asyncio.run(play())
    assert store.blocking.streams() == []


def test_hundreds_of_commands_at_once_are_decided_one_after_the_other(store: Store) -> None:
    async def play() -> int:
        repository = purses(store)
        await repository.execute("p", 100, decide)
        results = await asyncio.gather(
            *(repository.execute("p", -1, decide) for _ in range(300)), return_exceptions=True
        )
        assert sum(isinstance(result, Change) for result in results) == 100
        assert sum(isinstance(result, RefusedError) for result in results) == 200
        return (await repository.get("p")).state

    assert asyncio.run(play()) == 0
    assert [e.version for e in store.blocking.load("p")] == list(range(1, 102))


def test_a_command_sent_again_under_its_key_gets_the_first_answer(store: Store) -> None:
    async def play() -> None:
        repository = purses(store)
        await repository.execute("p", 5, decide)
        first = await repository.execute("p", -5, decide, key="k")
        again = await repository.execute("p", -5, decide, key="k")
        assert (first.events, first.repeated) == ((Spent(5),), False)
        assert (again.events, again.repeated) == ((Spent(5),), True)
        elsewhere = await purses(store).execute("p", -5, decide, key="k")
        assert elsewhere.repeated

    asyncio.run(play())
    assert len(store.blocking.load("p")) == 2


def test_a_command_sent_twice_at_the_same_time_counts_once(store: Store) -> None:
    async def play() -> None:
        repository = purses(store)
        both = await asyncio.gather(*(repository.execute("p", 5, decide, key="k") for _ in "ab"))
        assert sorted(change.repeated for change in both) == [False, True]
        assert {change.events for change in both} == {(Paid(5),)}

    asyncio.run(play())
    assert len(store.blocking.load("p")) == 1


def test_a_command_sent_again_waits_for_the_first_that_a_lost_database_holds_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first is decided again, later than the second comes: the second must not be refused."""

    async def play() -> None:
        repository = purses(store)
        await repository.execute("p", 5, decide)
        lost, first = (asyncio.get_running_loop().create_future() for _ in range(2))
        held = iter((lost, first))
        begin = store.begin
        monkeypatch.setattr(store, "begin", lambda append: next(held, None) or begin(append))
        other = asyncio.create_task(repository.execute("p", 1, decide))
        sent = asyncio.create_task(repository.execute("p", -5, decide, key="k"))
        await asyncio.sleep(0.01)
        lost.set_exception(UnavailableError("gone"))
        with pytest.raises(UnavailableError):
            await other
        again = asyncio.create_task(repository.execute("p", -9, decide, key="k"))
        await asyncio.sleep(0.1)
        first.set_exception(ConflictError("p", 2, 1))
        assert (await sent).events == (Spent(5),)
        repeated = await again
        assert (repeated.events, repeated.repeated) == ((Spent(5),), True)

    asyncio.run(play())


def test_a_stranger_in_the_log_makes_the_command_be_decided_again(store: Store) -> None:
    async def play() -> None:
        repository = purses(store)
        await repository.execute("p", 5, decide)
        store.blocking.append("p", 1, [CODEC.encode(Spent(4))])
        # Decided on 5 it would pass; the append conflicts, and on the 1 that is left it may not.
        with pytest.raises(RefusedError):
            await repository.execute("p", -3, decide)
        results = await asyncio.gather(*(repository.execute("p", 1, decide) for _ in range(50)))
        assert sorted(change.version for change in results) == list(range(3, 53))
        store.blocking.append("p", 52, [CODEC.encode(Spent(51))])
        results_ = await asyncio.gather(
            *(repository.execute("p", -1, decide) for _ in range(20)), return_exceptions=True
        )
        assert all(isinstance(result, RefusedError) for result in results_)

    asyncio.run(play())
    balance = 0
    for stored in store.blocking.load("p"):
        balance = evolve(balance, CODEC.decode(stored))
        assert balance >= 0


def test_two_repositories_that_race_keep_the_rule(store: Store) -> None:
    async def play() -> None:
        one, two = purses(store), purses(store)
        await one.execute("p", 30, decide)
        jobs = [side.execute("p", -1, decide) for _ in range(20) for side in (one, two)]
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert sum(isinstance(result, Change) for result in results) == 30

    asyncio.run(play())
    balance = 0
    for stored in store.blocking.load("p"):
        balance = evolve(balance, CODEC.decode(stored))
        assert balance >= 0
    assert balance == 0


def test_listeners_get_each_change_with_its_state_in_order(store: Store) -> None:
    seen: list[tuple[int, int]] = []

    async def play() -> None:
        repository = purses(store)
        repository.subscribe(lambda change: seen.append((change.version, change.state)))
        await asyncio.gather(*(repository.execute("p", 2, decide) for _ in range(30)))

    asyncio.run(play())
    assert seen == [(n, 2 * n) for n in range(1, 31)]


def test_a_caller_who_goes_away_leaves_the_state_right(store: Store) -> None:
    async def play() -> None:
        repository = purses(store)
        await repository.execute("p", 1, decide)
        task = asyncio.create_task(repository.execute("p", 1, decide))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        change = await repository.execute("p", 1, decide)
        assert change.version == len(store.blocking.load("p"))
        assert change.state == change.version

    asyncio.run(play())


def test_states_beyond_the_cache_are_read_again(store: Store) -> None:
    async def play() -> None:
        repository = purses(store, cached=3)
        for _ in range(2):
            for n in range(10):
                await repository.execute(f"p{n}", 1, decide)
        assert [(await repository.get(f"p{n}")).state for n in range(10)] == [2] * 10
        assert len(repository._shelf._live) <= 4

    asyncio.run(play())


def test_a_stream_of_another_kind_is_not_opened(store: Store) -> None:
    store.blocking.append("g", 0, [NewEvent("x", "1")], kind="game")
    with pytest.raises(NoStreamError):
        asyncio.run(purses(store).get("g"))


@pytest.mark.parametrize(
    ("type_", "payload"),
    [("lost", "{}"), ("paid", "{}"), ("paid", "not json"), ("Spent", '{"amount": "many"}')],
)
def test_an_event_that_does_not_decode_is_named(store: Store, type_: str, payload: str) -> None:
    store.blocking.append("p", 0, [NewEvent(type_, payload)], kind="purse")
    with pytest.raises(UnreadableError, match="p 1"):
        asyncio.run(purses(store).get("p"))


def test_two_event_classes_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two event classes"):
        Codec[object](Paid, Paid)
    with pytest.raises(TypeError, match="not an event class"):
        Codec[object]("Paid")
    assert CODEC.types == {"paid", "Spent"}


def test_encoding_and_decoding_gives_the_event_back(store: Store) -> None:
    for event in (Paid(3), Spent(4)):
        new = CODEC.encode(event)
        stored = StoredEvent("p", 1, "0", new.type, store.clock(), new.payload)
        assert CODEC.decode(stored) == event
