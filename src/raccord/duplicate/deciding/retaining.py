"""Retaining a top with all that rests on it: last rulings before it, correction notes after it."""

import msgspec

from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.deciding import turns
from raccord.duplicate.deciding.averaging import averages_since
from raccord.duplicate.deciding.context import Context, Events
from raccord.duplicate.deciding.marking import collected
from raccord.duplicate.files.prepared import prepared_move
from raccord.duplicate.slips.judging import AUTOMATIC, judged
from raccord.duplicate.slips.situation import situation_of
from raccord.duplicate.state import Mark, Phase
from raccord.regulation import Ruling

_REASON = "billet revu : un autre top ex aequo est retenu"


def retain(context: Context, command: cmd.Retain) -> Events:
    """The top, after the rulings that still wait for it and before the notes that follow it."""
    if command.move is None and context.beside.script:
        move = prepared_move(context.beside.script, context.state)
        command = msgspec.structs.replace(command, move=move)
    return closed(context, turns.retain(context, command), command.at)


def closed(context: Context, placed: Events, at: int) -> Events:
    """A turn whose top is placed, by this game or by its master, with the rulings around it."""
    ruled = _last_rulings(context, at)
    return (*ruled, *placed, *_notes(context.after(ruled), placed, at))


def _last_rulings(context: Context, at: int) -> Events:
    # In topping nobody hands in a slip: who has not found the top pays in time (2017 7.4).
    if context.state.phase is not Phase.TIME_UP or context.state.formula.topping:
        return ()
    ruled = collected(context, at, missing=True)
    return (*ruled, *averages_since(context.after(ruled), context.state.turn, at, closing=True))


def _notes(context: Context, placed: Events, at: int) -> Events:
    """The rulings whose note follows another tie: they were given by the one kept by default."""
    if not any(_is_another_tie(event) for event in placed):
        return ()
    turn, state = context.state.turn, context.after(placed).state
    row = sorted(state.marks.get(turn, {}).items())
    slips = [(table, mark.slip) for table, mark in row if mark.slip and mark.ruling]
    situation = situation_of(state, turn, context.lexicon)
    return tuple(
        ev.Ruled(at=at, turn=turn, table=table, ruling=ruling, by=AUTOMATIC, reason=_REASON)
        for table, _, ruling in judged(situation, slips, state.formula.solutions)
        if _only_the_note_changes(state.mark(turn, table), ruling)
    )


def _is_another_tie(event: ev.Event) -> bool:
    if not isinstance(event, ev.Retained):
        return False
    return event.move != next((tie.move for tie in event.ties if tie.is_eligible), event.move)


def _only_the_note_changes(mark: Mark, ruling: Ruling) -> bool:
    """Not for what a referee has decided otherwise, nor for averages."""
    if mark.ruling is None or mark.ruling == ruling:
        return False
    return msgspec.structs.replace(mark.ruling, note_due=ruling.note_due) == ruling
