"""Slips ruled on: collected when time is up, entered by markers, corrected by referees."""

import msgspec

from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.averaging import averages_since
from raccord.duplicate.deciding.context import Context, Events
from raccord.duplicate.deciding.turns import best_solutions
from raccord.duplicate.errors import ReasonNeeded, Refusal
from raccord.duplicate.slips.handing_in import flagged, top_slip
from raccord.duplicate.slips.judging import AUTOMATIC, NO_SLIP, decision, overridden, warned
from raccord.duplicate.slips.situation import (
    check_plays,
    marked_turn,
    missing_tables,
    unruled,
)
from raccord.duplicate.state import Mark, Phase, State
from raccord.regulation import Ruling, Slip

_WARNED = "avertissement disciplinaire"
_FOUND_LATER = "bulletin saisi après la validation du top"


def collect(context: Context, command: cmd.Collect) -> Events:
    """Rule on the slips that wait; before the end of the time there is nothing to collect."""
    return collected(context, command.at)


def collected(context: Context, at: int, *, missing: bool = False) -> Events:
    """The rulings on the waiting slips of the turn under way; ``missing``: on absent ones too."""
    state, turn = context.state, context.state.turn
    if state.phase is not Phase.TIME_UP:
        return ()
    waiting = list(unruled(state, turn))
    if missing:
        absent = missing_tables(state, turn)
        waiting += [(t, NO_SLIP) for t in absent if not context.beside.on_paper(t)]
    if not waiting:
        return ()
    situation, asked = context.situation(turn), _asked(state)
    return tuple(
        ev.Ruled(at=at, turn=turn, table=t, ruling=decision(situation, slip, asked), by=AUTOMATIC)
        for t, slip in waiting
    )


def mark(context: Context, command: cmd.Mark) -> Events:
    """A slip as a marker read it."""
    turn = marked_turn(context.state, command.turn, command.draw)
    ruling = ruling_on(context, turn, command.slip)
    entered = _entered(context.state, command, turn, command.table, command.slip, ruling)
    return _with_averages(context, entered, turn, command.at)


def mark_top(context: Context, command: cmd.MarkTop) -> Events:
    """The top for these tables, or for all of which nothing is known."""
    turn = marked_turn(context.state, command.turn, command.draw)
    slip = flagged(top_of(context, turn), command.flags)
    return _many(context, command, turn, slip, ruling_on(context, turn, slip))


def mark_missing(context: Context, command: cmd.MarkMissing) -> Events:
    """No slip from these tables, or from all of which nothing is known."""
    turn = marked_turn(context.state, command.turn, command.draw)
    ruling = ruling_on(context, turn, flagged(NO_SLIP, command.flags))
    return _many(context, command, turn, None, ruling)


def _many(
    context: Context, command: cmd.MarkMany, turn: int, slip: Slip | None, ruling: Ruling
) -> Events:
    entered: list[ev.Event] = []
    for table in named_tables(context.state, command, turn):
        entered += _entered(context.state, command, turn, table, slip, ruling)
    return _with_averages(context, tuple(entered), turn, command.at)


def named_tables(state: State, command: cmd.MarkMany, turn: int) -> tuple[int, ...]:
    """The tables an entry means."""
    if not command.rest:
        return command.tables
    among = command.among
    return tuple(t for t in missing_tables(state, turn) if not among or t in among)


def warn(context: Context, command: cmd.Warn) -> Events:
    """A disciplinary warning beside the ruling given to a table."""
    turn = marked_turn(context.state, command.turn, command.draw)
    ruling = warned(context.state, turn, command.table)
    return (_ruled(command, turn, command.table, ruling, _WARNED),)


def correct(context: Context, command: cmd.Correct) -> Events:
    """A decision in place of the standing one, with its reason."""
    state, turn, table = context.state, command.turn, command.table
    if not command.reason.strip():
        raise Refusal("une décision ne se rectifie qu'avec son motif")
    check_plays(state, turn, table)
    standing = state.mark(turn, table).ruling
    ruling = overridden(standing, state.edition.id, command, _most(context, turn))
    events = (_ruled(command, turn, table, ruling, command.reason),)
    return _with_averages(context, events, turn, command.at)


def _most(context: Context, turn: int) -> int | None:
    """The most a slip of a turn can earn, where that is known."""
    state = context.state
    if turn < state.turn:
        return state.turns[turn - 1].reference
    tops = context.tops() if _asked(state) == 1 else None
    return tops.points if tops else None


def ruling_on(context: Context, turn: int, slip: Slip) -> Ruling:
    """The ruling a slip gets on a turn."""
    return decision(context.situation(turn), slip, _asked(context.state))


def top_of(context: Context, turn: int) -> Slip:
    """The slip of somebody who found the top, or in multitops the best solutions."""
    state = context.state
    if turn < state.turn:
        played = state.turns[turn - 1]
        return top_slip(played.best or ((str(played.move), played.points),))
    tops = context.tops()
    if tops is None:
        raise Refusal("ce tirage n'a pas de solution")
    return top_slip(best_solutions(context) or ((tops.eligible[0].move, tops.points),))


def _asked(state: State) -> int:
    return state.formula.solutions


def _entered(
    state: State,
    command: cmd.Mark | cmd.MarkMany,
    turn: int,
    table: int,
    slip: Slip | None,
    ruling: Ruling,
) -> Events:
    """The slip and its ruling; nothing where both stand already."""
    check_plays(state, turn, table)
    standing = state.mark(turn, table)
    if standing.ruling == ruling and standing.slip == slip:
        return _confirmed(command, turn, table, standing)
    reason = command.reason if isinstance(command, cmd.Mark) else ""
    if standing.ruling and not reason.strip():
        if standing.slip is not None:
            raise ReasonNeeded(
                f"la table {table} a déjà sa décision au coup {turn} : rectifiez-la avec un motif"
            )
        reason = _FOUND_LATER
    ruled = _ruled(command, turn, table, ruling, reason)
    if slip is None:
        return (ruled,)
    return _handed_in(command, turn, table, slip), ruled


def _confirmed(command: cmd.Mark | cmd.MarkMany, turn: int, table: int, standing: Mark) -> Events:
    """The same slip once more: what a machine had read is now confirmed, or has its photograph."""
    if not isinstance(command, cmd.Mark) or standing.slip is None:
        return ()
    is_new = command.picture not in ("", standing.picture)
    if not is_new and (command.machine or not standing.machine):
        return ()
    return (_handed_in(command, turn, table, standing.slip),)


def _handed_in(
    command: cmd.Mark | cmd.MarkMany, turn: int, table: int, slip: Slip
) -> ev.SlipHandedIn:
    """The slip, with its photograph where it was read from one."""
    bare = ev.SlipHandedIn(at=command.at, turn=turn, table=table, slip=slip)
    if not isinstance(command, cmd.Mark):
        return bare
    return msgspec.structs.replace(bare, picture=command.picture, machine=command.machine)


def _ruled(command: cmd.Command, turn: int, table: int, ruling: Ruling, reason: str) -> ev.Ruled:
    return ev.Ruled(
        at=command.at, turn=turn, table=table, ruling=ruling, by=command.by, reason=reason
    )


def _with_averages(context: Context, events: Events, turn: int, at: int) -> Events:
    """What was entered, and the averages of the turns played that it changes."""
    return (*events, *averages_since(context.after(events), turn, at))
