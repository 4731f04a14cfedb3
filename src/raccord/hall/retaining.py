"""Retaining a top, and the notes that rest on it, decided together and written in one commit."""

from collections.abc import Callable, Sequence

import msgspec

from raccord.duplicate import Mark, State, decide, evolve
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.hall.games import Game, MovedError
from raccord.hall.rulings import judged, ruled_event, situation_of
from raccord.regulation import Ruling, Slip

_REASON = "billet revu : un autre top ex aequo est retenu"


def retention(game: Game, command: cmd.Retain) -> Callable[[State], Sequence[ev.Event]]:
    """The events of a retained top, and the rulings whose note follows another tie.

    Rulings were given by the tie kept by default. What is given is asked for events on the very
    last state: rulings that have come meanwhile must be judged too.
    """
    events = decide(game.state, command, game.lexicon)
    if not any(_is_another_tie(event) for event in events):
        return lambda _: events
    state = game.state
    for event in events:
        state = evolve(state, event)
    turn = game.state.turn
    ruled = _ruled(state, turn)
    situation = situation_of(state, turn, game.lexicon)
    rulings = judged(situation, ruled, state.formula.solutions)

    def settled(last: State) -> Sequence[ev.Event]:
        if _ruled(last, turn) != ruled:
            raise MovedError
        notes = [
            ruled_event(command.at, turn, table, ruling, reason=_REASON)
            for table, slip, ruling in rulings
            if _only_the_note_changes(last.mark(turn, table), slip, ruling)
        ]
        return (*events, *notes)

    return settled


def _is_another_tie(event: ev.Event) -> bool:
    if not isinstance(event, ev.Retained):
        return False
    return event.move != next(tie.move for tie in event.ties if tie.is_eligible)


def _ruled(state: State, turn: int) -> list[tuple[int, Slip]]:
    row = sorted(state.marks.get(turn, {}).items())
    return [(table, mark.slip) for table, mark in row if mark.slip and mark.ruling]


def _only_the_note_changes(mark: Mark, slip: Slip, ruling: Ruling) -> bool:
    """Not for what a referee has decided otherwise, nor for averages."""
    if mark.ruling is None or mark.slip != slip or mark.ruling == ruling:
        return False
    return msgspec.structs.replace(mark.ruling, note_due=ruling.note_due) == ruling
