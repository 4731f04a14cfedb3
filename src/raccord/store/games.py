"""Games in the store: a stream each, of kind ``duplicate`` or ``jarnac``.

A game that was never opened has no state: its repository gives None at version 0. The first event
opens it.
"""

from typing import Any

from raccord import duplicate, jarnac
from raccord.store.codec import Codec
from raccord.store.repository import Repository
from raccord.store.store import Store

DUPLICATE, JARNAC = "duplicate", "jarnac"

DuplicateGames = Repository[duplicate.State | None, duplicate.AnyEvent]
JarnacGames = Repository[jarnac.State | None, jarnac.Event]

DUPLICATE_CODEC = Codec[duplicate.AnyEvent](duplicate.AnyEvent)
JARNAC_CODEC = Codec[jarnac.Event](jarnac.Event)
CODECS: dict[str, Codec[Any]] = {DUPLICATE: DUPLICATE_CODEC, JARNAC: JARNAC_CODEC}


def duplicate_games(store: Store) -> DuplicateGames:
    """The duplicate games of a database."""
    return Repository(store, DUPLICATE, DUPLICATE_CODEC, initial=None, evolve=evolve_duplicate)


def jarnac_games(store: Store) -> JarnacGames:
    """The Jarnac games of a database."""
    return Repository(store, JARNAC, JARNAC_CODEC, initial=None, evolve=evolve_jarnac)


def evolve_duplicate(state: duplicate.State | None, event: duplicate.AnyEvent) -> duplicate.State:
    """The state after an event, the opening one included."""
    if state is not None:
        return duplicate.evolve(state, event)
    assert isinstance(event, duplicate.events.Opened)
    return duplicate.begin(event)


def evolve_jarnac(state: jarnac.State | None, event: jarnac.Event) -> jarnac.State:
    """The state after an event, the opening one included."""
    if state is not None:
        return jarnac.evolve(state, event)
    assert isinstance(event, jarnac.GameOpened)
    return jarnac.begin(event)
