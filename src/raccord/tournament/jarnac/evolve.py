"""The fold of a tournament of Jarnac: a state and one more fact."""

from dataclasses import replace

from raccord.tournament.jarnac import events as ev
from raccord.tournament.jarnac.state import JarnacState, Round, RoundTable


def evolve(state: JarnacState | None, event: ev.AnyJarnacEvent) -> JarnacState:
    """The state after one more event; it never refuses."""
    if isinstance(event, ev.Opened):
        return JarnacState(event)
    assert state is not None
    if isinstance(event, ev.Entered):
        return replace(state, late=(*state.late, event.player))
    if isinstance(event, ev.RoundPaired):
        tables = tuple(RoundTable(pair) for pair in event.pairs)
        return replace(state, rounds=(*state.rounds, Round(event.round, tables, event.bye)))
    if isinstance(event, ev.TableSeated):
        return _changed(state, event, name=event.name)
    if isinstance(event, ev.ResultNoted):
        return _changed(
            state, event, outcome=event.outcome, source=event.source, reason=event.reason
        )
    if isinstance(event, ev.Withdrawn):
        return replace(state, withdrawn=state.withdrawn | {event.number})
    return replace(state, is_closed=True)


def _changed(
    state: JarnacState, event: ev.TableSeated | ev.ResultNoted, **changes: object
) -> JarnacState:
    def table(one: RoundTable) -> RoundTable:
        return replace(one, **changes) if one.pair.table == event.table else one  # type: ignore[arg-type]

    rounds = tuple(
        replace(one, tables=tuple(map(table, one.tables))) if one.number == event.round else one
        for one in state.rounds
    )
    return replace(state, rounds=rounds)
