"""Games and competitions in the store: a stream each, of their own kind.

A game that was never opened has no state: its repository gives None at version 0. The first event
opens it.
"""

from collections.abc import Sequence

from raccord import duplicate, jarnac, tournament
from raccord.duplicate import record
from raccord.store.codec import Codec
from raccord.store.kinds import Kind


def evolve_duplicate(state: duplicate.State | None, event: duplicate.Event) -> duplicate.State:
    """The state after an event, the opening one included."""
    if state is not None:
        return duplicate.evolve(state, event)
    assert isinstance(event, duplicate.events.Opened)
    return duplicate.begin(event)


def evolve_jarnac(state: jarnac.State | None, event: jarnac.Event) -> jarnac.State:
    """The state after an event, the opening one included."""
    if state is not None:
        return jarnac.evolve(state, event)
    assert isinstance(event, jarnac.Opened)
    return jarnac.begin(event)


def evolve_tournament(state: tournament.State | None, event: tournament.Event) -> tournament.State:
    """The state after an event, the opening one included."""
    return tournament.fold((event,), state)


def audit_draws(events: Sequence[duplicate.Event]) -> str:
    """A draw that its secret does not give; who seals a log anew still cannot choose its draws."""
    if not any(isinstance(event, duplicate.events.SecretRevealed) for event in events):
        return ""
    try:
        wrong = record.verify(record.Record(events=tuple(events)))  # type: ignore[arg-type]
    except duplicate.NotARecordError as error:
        return str(error)
    return "".join(
        f"tirage {one.told} au coup {one.turn}, le secret donne {one.expected}" for one in wrong[:1]
    )


DUPLICATE: Kind[duplicate.State, duplicate.Event] = Kind(
    "duplicate",
    Codec(duplicate.AnyEvent),
    evolve_duplicate,
    audit_draws,
    frozenset({"registered"}),
)
JARNAC: Kind[jarnac.State, jarnac.Event] = Kind("jarnac", Codec(jarnac.AnyEvent), evolve_jarnac)
TOURNAMENT: Kind[tournament.State, tournament.Event] = Kind(
    "tournament",
    Codec(tournament.AnyEvent),
    evolve_tournament,
    naming=frozenset({"entered", "commission-named"}),
)
