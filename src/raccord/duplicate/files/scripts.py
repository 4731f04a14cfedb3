"""Prepared games: draws and tops from a record, a summary, GCG or a club's table.

A prepared formula follows what was published; any other asks for tops of the list at hand.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import msgspec

from raccord.board import Move
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.auto import autoplay
from raccord.duplicate.decide import decide, open_game
from raccord.duplicate.errors import NotARecordError, NotATableError, Refusal
from raccord.duplicate.evolve import evolve, fold
from raccord.duplicate.files import reading, table, told
from raccord.duplicate.files.seeing import replay_seen
from raccord.duplicate.record import Record
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.formula import Formula
from raccord.duplicate.state import State
from raccord.lexicon import Lexicon
from raccord.regulation import EditionId
from raccord.regulation.editions import edition as edition_named

Script = tuple[ev.AnyEvent, ...]
_NO_TOP = (
    " ; choisissez la liste avec laquelle elle fut jouée, ou jouez-la seul : elle y est suivie "
    "telle qu'elle fut publiée"
)
_TOLD = (
    *(ev.Drawn, ev.DrawRejected, ev.DrawDeclined),
    *(ev.Retained, ev.NoSolution, ev.TurnCancelled),
)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a game is played with where its sheet says nothing of it."""

    lexicon: Lexicon
    edition: EditionId
    formula: Formula


def drawn_script(secret: str, terms: Terms) -> Script:
    """A game that the software draws beforehand, every turn at its top; takes a second."""
    played = autoplay(terms.lexicon, secret, edition=terms.edition, formula=terms.formula)
    found = Record(events=tuple(played))  # type: ignore[arg-type]
    return _of_record(found, terms.lexicon)


def read_script(text: str, terms: Terms) -> Script:
    """The game to play again, without the players of that day; slow enough for a thread."""
    read = told.read(text)
    if read.record is None:
        return _of_rows(read.rows, read.notes, terms)
    return _of_record(read.record, terms.lexicon)


def _of_record(found: Record, lexicon: Lexicon) -> Script:
    if found.opened.lexicon_digest != lexicon.digest:
        raise NotARecordError(
            f"cette partie a été préparée avec le lexique {found.opened.lexicon}, "
            "qui n'est pas celui choisi ici"
        )
    opening = cmd.Open(edition=found.opened.edition, formula=found.opened.formula)
    opened: Any = open_game(opening, lexicon)[0]
    return (opened, *(event for event in found.events[1:] if isinstance(event, _TOLD)))


def _of_rows(rows: Sequence[table.Row], notes: dict[str, str], terms: Terms) -> Script:
    named = reading.noted(edition_named, notes.get("edition"))
    edition = named or edition_named(terms.edition)
    asked = reading.noted(formulas.parse, notes.get("formula"))
    usual = terms.formula
    formula, seen = replay_seen(rows, terms.lexicon, edition, told=asked, usual=usual)
    if usual.prepared:
        formula = msgspec.structs.replace(formula, prepared=True)
    opening = cmd.Open(edition=edition.id, formula=formula)
    events: list[Any] = list(open_game(opening, terms.lexicon))
    state = fold(events)
    for row, move in zip_longest(rows, seen.moves):
        if not row.word:
            break
        for event in _turn(state, row, move or row.move, terms.lexicon):
            events.append(event)
            state = evolve(state, event)
    if not state.turns:
        raise NotATableError("cette feuille ne contient aucun coup à rejouer")
    return tuple(events)


def _turn(state: State, row: table.Row, move: Move, lexicon: Lexicon) -> list[ev.Event]:
    """The draw and the top of a row, if this lexicon and this edition give them too."""
    found: list[ev.Event] = []
    try:
        for command in _commands(state, row, move):
            for event in decide(state, command, lexicon):
                found.append(event)
                state = evolve(state, event)
    except Refusal as refusal:
        reason = f"{refusal}{_NO_TOP}" if isinstance(command, cmd.Retain) else refusal
        raise NotATableError(f"coup {row.turn} : {reason}") from refusal
    points = state.turns[-1].points
    if row.points != points:
        raise NotATableError(f"coup {row.turn} : {row.points} points annoncés, {points} comptés")
    return found


def _commands(state: State, row: table.Row, move: Move) -> Iterator[cmd.Command]:
    leave = state.position.leave
    if row.redrawn and leave:
        yield cmd.RejectUntold()
        leave = ""
    left = Counter(row.letters)
    left.subtract(leave + state.position.serving)
    yield cmd.DrawLetters(letters="".join(left.elements()), origin="prepared")
    prepared = state.formula.prepared
    yield cmd.Follow(move=str(move), goes_on=True) if prepared else cmd.Retain(move=str(move))
