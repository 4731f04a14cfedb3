"""Real games in the store: every event comes back equal, and so does the state."""

import asyncio
from collections.abc import Sequence
from typing import Any

from raccord import duplicate, jarnac
from raccord.lexicon import Lexicon
from raccord.store.checking import check
from raccord.store.games import DUPLICATE, JARNAC
from raccord.store.repository import Repository
from raccord.store.store import Store

WORDS = (
    "AI AIE AIR ARE ART AS AU EAU EN ES ET ETE EU IL ILE IRE LA LE LES LIE LU MA MER NE NI NU OR "
)
WORDS += "OS OU PI RE RAI RIE RU SA SE SEL SI SU TA TE THE TU UN UNE US UT VA VU"
LEXICON = Lexicon.of(WORDS.split())
KINDS = {kind.name: kind for kind in (DUPLICATE, JARNAC)}


def accept(_: Any, events: Sequence[Any]) -> Sequence[Any]:
    return events


async def write_and_read(
    repository: Repository[Any, Any], again: Repository[Any, Any], events: list[Any]
) -> tuple[Any, Any, list[Any]]:
    """The state after writing, the state read back, and the events read back."""
    assert (await repository.get("g")).state is None
    for event in events:
        change = await repository.execute("g", [event], accept)
    read = await again.get("g")
    assert read.version == len(events)
    stored = [again.codec.decode(one) for one in await again.store.load("g")]
    return change.state, read.state, stored


def test_a_whole_duplicate_game_is_read_back_as_it_was(store: Store) -> None:
    events = list(duplicate.autoplay(LEXICON, "5a" * 32, samples=1))
    written, read, stored = asyncio.run(
        write_and_read(DUPLICATE.repository(store), DUPLICATE.repository(store), events)
    )
    assert stored == events
    assert written == read == duplicate.fold(events)
    assert store.blocking.read(lambda c: check(c, KINDS)).faults == ()


def test_a_whole_jarnac_game_is_read_back_as_it_was(store: Store) -> None:
    level = next(iter(jarnac.LEVELS.values()))
    game = jarnac.play_out(jarnac.Settings(), LEXICON, (level, level), 4)
    events = list(game.events)[:150]
    written, read, stored = asyncio.run(
        write_and_read(JARNAC.repository(store), JARNAC.repository(store), events)
    )
    assert stored == events
    assert written == read == jarnac.fold(events)
    assert store.blocking.read(lambda c: check(c, KINDS)).faults == ()
