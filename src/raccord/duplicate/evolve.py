"""``evolve``: the state after one more fact. It takes events as they are and never refuses."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from raccord.board import Move
from raccord.duplicate import events as ev
from raccord.duplicate.errors import NotARecordError
from raccord.duplicate.rules.position import Position, played
from raccord.duplicate.state import Entrant, Mark, Phase, State, Turn, begin
from raccord.regulation import Flag, Slip

_UNTOLD = (ev.SlipHandedIn, ev.Ruled, ev.Proposed, ev.Withdrawn, ev.Excluded)
"""What the public is not told when it happens."""


def evolve(state: State, event: ev.Event) -> State:
    """The state after one more fact."""
    after: State = _EVOLVE[type(event)](state, event)
    if event.master:
        after = replace(after, followed=event.master)
    # Once the game is over everybody sees its rulings, and those that are corrected.
    untold = isinstance(event, _UNTOLD) and state.end is None
    return after if untold else replace(after, told=state.told + 1)


def fold(events: Iterable[ev.Event]) -> State:
    """The state that a whole list of events tells."""
    iterator = iter(events)
    opened = next(iterator, None)
    if not isinstance(opened, ev.Opened):
        raise NotARecordError("le premier événement d'une partie est son ouverture")
    state = begin(opened)
    for event in iterator:
        state = evolve(state, event)
    return state


def _section_added(state: State, event: ev.SectionAdded) -> State:
    moving = {**state.moving, **dict.fromkeys(event.tables, event.game)}
    return replace(state, sections=(*state.sections, event), moving=moving)


def _registered(state: State, event: ev.Registered) -> State:
    entrant = Entrant(event.table, event.players, event.first_turn)
    return replace(state, entrants={**state.entrants, event.table: entrant})


def _renumbered(state: State, event: ev.Renumbered) -> State:
    entrant = replace(state.entrants[event.table], table=event.to)
    moving = _staying(state, event.table)
    others = _others(state, event.table)
    return replace(state, entrants={**others, event.to: entrant}, moving=moving)


def _unregistered(state: State, event: ev.Unregistered) -> State:
    return replace(state, entrants=_others(state, event.table), moving=_staying(state, event.table))


def _staying(state: State, table: int) -> Mapping[int, str]:
    """The tables on their way, without one that has arrived, or has another number now."""
    return {number: game for number, game in state.moving.items() if number != table}


def _others(state: State, table: int) -> dict[int, Entrant]:
    return {number: entrant for number, entrant in state.entrants.items() if number != table}


def _tables_merged(state: State, event: ev.TablesMerged) -> State:
    double, kept = state.entrants[event.table], state.entrants[event.into]
    first = min(double.first_turn, kept.first_turn)
    entrants = {**_others(state, event.table), event.into: replace(kept, first_turn=first)}
    marks = {turn: _given(row, event.table, event.into) for turn, row in state.marks.items()}
    conduct = tuple((t, event.into if who == event.table else who) for t, who in state.conduct)
    return replace(state, entrants=entrants, marks=marks, conduct=conduct)


def _given(row: Mapping[int, Mark], table: int, into: int) -> dict[int, Mark]:
    """The marks of a turn with those of one table given to another."""
    return {into if number == table else number: mark for number, mark in row.items()}


def _withdrawn(state: State, event: ev.Withdrawn) -> State:
    entrant = replace(state.entrants[event.table], last_turn=event.last_turn)
    return replace(state, entrants={**state.entrants, event.table: entrant})


def _excluded(state: State, event: ev.Excluded) -> State:
    entrant = replace(state.entrants[event.table], is_excluded=True)
    return replace(state, entrants={**state.entrants, event.table: entrant})


def _draw_rejected(state: State, event: ev.DrawRejected) -> State:
    rack = event.leave + event.new + state.position.serving
    cleared = _cleared(state, state.before.put_back())
    return replace(
        cleared,
        before=state.before,
        rejected=(*state.rejected, rack),
        draws=state.draws + 1,
    )


def _drawn(state: State, event: ev.Drawn) -> State:
    return replace(
        state,
        phase=Phase.DRAWN,
        position=replace(state.position.take(event.new), leave=""),
        rack=event.leave + event.new + event.joker,
        leave=event.leave,
        new=event.new,
        origin=event.origin,
        drawn_at=event.at,
        draw_citations=event.citations,
        draws=state.draws + 1,
    )


def _draw_declined(state: State, _: ev.DrawDeclined) -> State:
    cleared = _cleared(state, state.before.put_back())
    return replace(cleared, before=state.before, rejected=(*state.rejected, state.rack))


def _draw_corrected(state: State, event: ev.DrawCorrected) -> State:
    # The rack is leave, new letters, serving joker, in this order (see ``_drawn``).
    joker = state.rack[len(state.leave + state.new) :]
    whole = replace(state.position, leave=state.new).put_back()
    return replace(
        state,
        position=whole.take(event.new),
        rack=state.leave + event.new + joker,
        new=event.new,
    )


def _started(state: State, event: ev.Started) -> State:
    return replace(state, phase=Phase.RUNNING, started=event.at, paused=0)


def _time_up(state: State, event: ev.TimeUp) -> State:
    return replace(state, phase=Phase.TIME_UP, ended=event.at)


def _time_reopened(state: State, event: ev.TimeReopened) -> State:
    stood = event.at - (event.at if state.ended is None else state.ended)
    clean = _unruled(state, event.turn)
    return replace(clean, phase=Phase.RUNNING, ended=None, paused=state.paused + stood)


def _unruled(state: State, turn: int) -> State:
    """With the slips of a turn still to be ruled on; one noted late may come again in time."""
    row = state.marks.get(turn, {})
    kept = {t: mark for t, mark in row.items() if mark.slip and not _is_late(mark.slip)}
    warned = tuple((turn, t) for t, mark in row.items() if _is_warned_beside(mark))
    marks = {**state.marks, turn: {t: replace(m, ruling=None) for t, m in kept.items()}}
    return replace(state, marks=marks, conduct=(*state.conduct, *warned))


def _is_late(slip: Slip) -> bool:
    return Flag.LATE in slip.flags


def _is_warned_beside(mark: Mark) -> bool:
    """A disciplinary warning that the slip does not tell of: ruled on again, it would be lost."""
    told = mark.slip is not None and Flag.MISCONDUCT in mark.slip.flags
    return mark.ruling is not None and mark.ruling.disciplinary and not told


def _marked(state: State, turn: int, table: int, mark: Mark) -> State:
    row = {**state.marks.get(turn, {}), table: mark}
    return replace(state, marks={**state.marks, turn: row})


def _slip(state: State, event: ev.SlipHandedIn) -> State:
    standing = state.mark(event.turn, event.table)
    mark = Mark(event.slip, standing.ruling, event.picture or standing.picture, event.machine)
    return _marked(state, event.turn, event.table, mark)


def _ruled(state: State, event: ev.Ruled) -> State:
    standing = state.mark(event.turn, event.table)
    return _marked(state, event.turn, event.table, replace(standing, ruling=event.ruling))


def _proposed(state: State, event: ev.Proposed) -> State:
    return replace(state, proposals=(*state.proposals, event))


def _retained(state: State, event: ev.Retained) -> State:
    move = Move.parse(event.move)
    turn = Turn(
        number=state.turn,
        draw=state.rack,
        leave=state.leave,
        rejected=state.rejected,
        move=move,
        points=event.points,
        total=state.total + event.points,
        ties=event.ties,
        citations=tuple(dict.fromkeys((*state.draw_citations, *event.citations))),
        before=state.before,
        best=event.best,
        # Multitops compares with the best set (undated annex 4), every other game with the top.
        reference=sum(points for _, points in event.best) or event.points,
        discarded=state.discarded,
        started=state.started,
        ended=state.ended,
        drawn_at=state.drawn_at,
        retained_at=event.at,
    )
    after = played(state.position, state.rack, move)
    return replace(
        _cleared(state, after),
        turn=state.turn + 1,
        turns=(*state.turns, turn),
        banned="",
        discarded=(),
        cancelled=None,
    )


def _no_solution(state: State, event: ev.NoSolution) -> State:
    again = _cleared(_unmarked(state, event.turn), state.before.put_back())
    # Not banned: nothing forbids the same draw after a turn without solution (2017 6.2).
    return replace(again, discarded=(*state.discarded, state.rack))


def _turn_cancelled(state: State, event: ev.TurnCancelled) -> State:
    clean = replace(_unmarked(state, event.turn), end=None, cancelled=event, published=None)
    if event.turn == state.turn:
        again = _cleared(clean, state.before.put_back())
        return replace(again, banned=state.rack, discarded=(*state.discarded, state.rack))
    last = state.turns[-1]
    again = _cleared(clean, last.before.put_back())
    return replace(
        again,
        turn=last.number,
        turns=state.turns[:-1],
        banned=last.draw,
        discarded=(*last.discarded, last.draw),
    )


def _unmarked(state: State, turn: int) -> State:
    """Without the slips and points of a turn to be played again; conduct is not played again."""
    row = state.marks.get(turn, {})
    warned = tuple((turn, t) for t, mark in row.items() if mark.ruling and mark.ruling.disciplinary)
    marks = {number: row for number, row in state.marks.items() if number != turn}
    kept = tuple(p for p in state.proposals if p.turn != turn)
    return replace(state, marks=marks, proposals=kept, conduct=(*state.conduct, *warned))


def _cleared(state: State, position: Position) -> State:
    """Ready for a draw from that position."""
    return replace(
        state,
        phase=Phase.DRAWING,
        position=position,
        before=position,
        rack="",
        leave="",
        new="",
        origin=None,
        rejected=(),
        draw_citations=(),
        started=None,
        ended=None,
        paused=0,
    )


def _interrupted(state: State, event: ev.Interrupted) -> State:
    return replace(state, interrupted=event.at)


def _resumed(state: State, event: ev.Resumed) -> State:
    # Never refuse: a resumption without interruption, from a record of others, lasts 0.
    stood = event.at - (event.at if state.interrupted is None else state.interrupted)
    # A pause between turns costs no thinking time.
    paused = state.paused + (stood if state.phase is Phase.RUNNING else 0)
    return replace(state, interrupted=None, paused=paused)


def _game_ended(state: State, event: ev.GameEnded) -> State:
    return replace(state, phase=Phase.OVER, end=event)


def _secret_revealed(state: State, event: ev.SecretRevealed) -> State:
    return replace(state, secret=event.secret)


def _number_given(state: State, event: ev.PublicNumberGiven) -> State:
    return replace(state, number=event)


def _published(state: State, event: ev.ResultsPublished) -> State:
    return replace(state, published=event)


def _opened(_: State, event: ev.Opened) -> State:
    return begin(event)


_EVOLVE: dict[type[ev.Event], Callable[[State, Any], State]] = {
    ev.Opened: _opened,
    ev.PublicNumberGiven: _number_given,
    ev.SectionAdded: _section_added,
    ev.Registered: _registered,
    ev.Renumbered: _renumbered,
    ev.Unregistered: _unregistered,
    ev.TablesMerged: _tables_merged,
    ev.Withdrawn: _withdrawn,
    ev.Excluded: _excluded,
    ev.DrawRejected: _draw_rejected,
    ev.Drawn: _drawn,
    ev.DrawDeclined: _draw_declined,
    ev.DrawCorrected: _draw_corrected,
    ev.Started: _started,
    ev.TimeUp: _time_up,
    ev.TimeReopened: _time_reopened,
    ev.SlipHandedIn: _slip,
    ev.Proposed: _proposed,
    ev.Ruled: _ruled,
    ev.Retained: _retained,
    ev.NoSolution: _no_solution,
    ev.TurnCancelled: _turn_cancelled,
    ev.Interrupted: _interrupted,
    ev.Resumed: _resumed,
    ev.GameEnded: _game_ended,
    ev.SecretRevealed: _secret_revealed,
    ev.ResultsPublished: _published,
}
