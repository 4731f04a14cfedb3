"""A game told by a file, whatever its form: our records, summaries, GCG, a club's table."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from raccord.board import Board, BoardError, contains, format_word, gcg, parse_rack, without
from raccord.board import tiles_used as used
from raccord.duplicate import record as records
from raccord.duplicate.errors import NotARecordError, NotATableError
from raccord.duplicate.evolve import fold
from raccord.duplicate.files import reading, table
from raccord.duplicate.state import State

FORMS = "JSON, GCG ou table de club"
_GCG = re.compile(r"^\s*(?:#(?:character-encoding|player\d)\b|>[^:\n]+:)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Told:
    """Partie racontée: its rows, what it says of its terms, and its record where it has one."""

    rows: tuple[table.Row, ...] = ()
    notes: dict[str, str] = field(default_factory=dict)
    record: records.Record | None = None


def read(text: str) -> Told:
    """Read a game; the error says what is wrong in the form the file seems to have."""
    if not text.strip("\ufeff \t\r\n"):
        raise NotATableError(f"ce fichier est vide (attendu : {FORMS})")
    if reading.is_json(text):
        return _of_json(text)
    if _GCG.search(text):
        return Told(_of_gcg(text))
    sheet = table.loads(text)
    return Told(sheet.rows, sheet.notes)


def _of_json(text: str) -> Told:
    head = reading.head_of(text)
    if not reading.is_summary(head):
        return Told(record=records.loads(text))
    keys = ("edition", "formula", "lexicon")
    notes = {key: str(head[key]) for key in keys if head.get(key)}
    return Told(table.rows_of(head["turns"]), notes)


def state_of(found: records.Record) -> State:
    """The game of a record; events that do not follow from each other are no record."""
    try:
        return fold(found.events)
    except (ValueError, KeyError, IndexError, AttributeError, AssertionError) as error:
        raise NotARecordError(f"partie illisible : {error}") from error


def _of_gcg(text: str) -> tuple[table.Row, ...]:
    try:
        turns = gcg.kept(gcg.loads(text.lstrip("\ufeff")))
        racks = [parse_rack(turn.rack) for turn in turns]
        return _rows(turns, racks)
    except BoardError as error:
        raise NotATableError(error.french) from error


def _rows(turns: Sequence[gcg.GcgTurn], racks: Sequence[str]) -> tuple[table.Row, ...]:
    board, leave, rows = Board.empty(), "", []
    for number, (turn, rack) in enumerate(zip(turns, racks, strict=True), 1):
        assert turn.move is not None
        # GCG does not tell a rejected leave: it is one that the next rack does not hold.
        redrawn = not contains(rack, leave)
        word, place = format_word(turn.move.word), str(turn.move.reference)
        row = table.Row(
            *(number, number, "" if redrawn else None, rack, redrawn),
            *(word, place, turn.points, turn.total),
        )
        rows.append(row)
        tiles = used(board, turn.move)
        leave = without(rack, tiles) if contains(rack, tiles) else ""
        board = board.place(turn.move)
    if not rows:
        raise NotATableError("cette partie GCG ne contient aucun coup")
    return tuple(rows)
