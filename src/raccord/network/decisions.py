"""Decisions of the event's commission: folded over the rulings of the sections, never into them."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec

from raccord.network.errors import Refusal

Where = tuple[str, int, int, int]
"""Centre, game, turn, table."""
Decisions = Mapping[Where, "Overruled"]


class Overrule(msgspec.Struct, frozen=True, kw_only=True):
    """Réformer une décision: other points for one table on one turn, with their reason."""

    centre: str
    game: int
    turn: Annotated[int, msgspec.Meta(ge=1, le=200)]
    table: int
    points: Annotated[int, msgspec.Meta(ge=-1000, le=5000)]
    reason: Annotated[str, msgspec.Meta(max_length=400)]
    by: Annotated[str, msgspec.Meta(max_length=80)] = ""
    at: int = 0


class DecisionEvent(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"
):
    """Base of what a commission decides."""

    at: int = 0


class Overruled(DecisionEvent, frozen=True, tag="overruled"):
    """Décision réformée, by the commission of the event."""

    centre: str
    game: int
    turn: int
    table: int
    points: int
    reason: str
    by: str = ""

    @property
    def where(self) -> Where:
        """What it is about."""
        return (self.centre, self.game, self.turn, self.table)


class Restored(DecisionEvent, frozen=True, tag="restored"):
    """Décision de la salle rétablie: the commission takes back what it had decided."""

    centre: str
    game: int
    turn: int
    table: int
    reason: str


AnyDecisionEvent = Overruled | Restored


def evolve_decisions(state: Decisions | None, event: DecisionEvent) -> Decisions:
    """The decisions that stand after one more."""
    before = state or {}
    if isinstance(event, Overruled):
        return {**before, event.where: event}
    assert isinstance(event, Restored)
    gone = (event.centre, event.game, event.turn, event.table)
    return {where: one for where, one in before.items() if where != gone}


def overrule(state: Decisions | None, command: Overrule) -> Sequence[DecisionEvent]:
    """Decide otherwise than the hall."""
    if not command.reason.strip():
        raise Refusal("une décision de la commission dit son motif")
    decided = Overruled(
        at=command.at,
        centre=command.centre,
        game=command.game,
        turn=command.turn,
        table=command.table,
        points=command.points,
        reason=command.reason,
        by=command.by,
    )
    standing = (state or {}).get(decided.where)
    if standing and (standing.points, standing.reason) == (decided.points, decided.reason):
        return ()
    return (decided,)


def restore(state: Decisions | None, where: Where, reason: str, at: int) -> Sequence[DecisionEvent]:
    """Let the hall's own ruling stand again."""
    if where not in (state or {}):
        raise Refusal("la commission n'a rien décidé là")
    centre, game, turn, table = where
    return (Restored(at=at, centre=centre, game=game, turn=turn, table=table, reason=reason),)
