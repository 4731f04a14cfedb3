"""The plain table that clubs publish: ``coup|tirage|mot|référence|points|total``, a line a turn.

The draw is ``LEAVE+NEW``; ``-`` before it means that a draw was rejected or given up and all its
letters are new; ``?`` is a joker. A joker's letter stands in parentheses in the word; ``*`` behind
it says that the word is new in the list. Some sheets print each word one line below its draw: the
first line then has no word, the last no draw. A sheet may stop anywhere, or end in other text.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from raccord.board import BoardError, Move, Reference, format_word, parse_rack, parse_word
from raccord.duplicate import events as ev
from raccord.duplicate.errors import NotATableError
from raccord.duplicate.evolve import fold
from raccord.duplicate.files.columns import COLUMNS, columns_of
from raccord.duplicate.state import State, Turn
from raccord.quoting import quoted

A = TypeVar("A")
B = TypeVar("B")
_KEYS = {"édition": "edition", "edition": "edition", "formule": "formula", "lexique": "lexicon"}
_NOTE = re.compile(r"#\s*(\w+)\s*[:=]\s*(.+?)\s*")
_NUMBER = re.compile(r"\D*(\d+)\D*")


@dataclass(frozen=True, slots=True)
class Row:
    """Ligne: a turn as published; an empty word is the draw that closes the sheet."""

    line: int
    turn: int
    leave: str | None
    """None when the sheet does not tell leave from new letters."""
    letters: str
    """The whole draw."""
    redrawn: bool
    word: str
    reference: str
    points: int | None
    total: int | None
    stop: str = ""
    """Why the sheet cannot be read from here on, in French."""

    @property
    def move(self) -> Move:
        """The move, its joker letters in lower case."""
        return Move(Reference.parse(self.reference), _word(self.word))


@dataclass(frozen=True, slots=True)
class Sheet:
    """Feuille de partie: its rows, and what its comments say of edition, formula, lexicon."""

    rows: tuple[Row, ...]
    notes: dict[str, str]


def dumps(events: Sequence[ev.Event]) -> str:
    """Write a game as a table that ``loads`` reads back."""
    state = fold(events)
    opened = state.opened
    lines = [
        f"# édition : {opened.edition}",
        f"# formule : {opened.formula.name}",
        f"# lexique : {opened.lexicon}",
        "# " + "|".join(COLUMNS),
    ]
    lines += [_line(turn) for turn in state.turns]
    lines += _closing(state)
    return "\n".join(lines) + "\n"


def _line(turn: Turn) -> str:
    new = turn.draw[len(turn.leave) :]
    again = "-" if turn.rejected or turn.discarded else ""
    draw = f"{turn.leave}+{new}" if turn.leave else again + new
    word, reference = format_word(turn.move.word), turn.move.reference
    return f"{turn.number}|{draw}|{word}|{reference}|{turn.points}|{turn.total}"


def _closing(state: State) -> list[str]:
    position = state.position
    rest = position.bag + position.serving
    if state.rack or not (position.leave + rest):
        return []
    draw = f"{position.leave}+{rest}" if position.leave and rest else position.leave + rest
    return [f"{state.turn}|{draw}||||"] if state.end else []


def loads(text: str) -> Sheet:
    """Read a table; ``NotATableError`` names the line and what was expected there."""
    notes: dict[str, str] = {}
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith("#"):
            if (found := _NOTE.fullmatch(stripped)) and found[1].lower() in _KEYS:
                notes[_KEYS[found[1].lower()]] = found[2]
        elif stripped:
            lines.append((number, line))
    if not lines:
        raise NotATableError(f"aucun coup lu (attendu : des lignes {'|'.join(COLUMNS)})")
    cells, after = _as_far(lines, columns_of([line for _, line in lines]).split)
    if cells and not any(c.isdigit() for c in cells[0][1][0]):
        cells = cells[1:]
    if not cells:
        raise NotATableError(f"aucun coup lu (attendu : des lignes {'|'.join(COLUMNS)})")
    rows, within = _as_far(_unshift(cells), _row)
    return Sheet((*rows, *_stop(rows, within or after)), notes)


def _as_far(
    lines: Sequence[tuple[int, A]], read: Callable[[int, A], B]
) -> tuple[list[B], NotATableError | None]:
    """What can be read up to the first line that cannot; it is an error where others follow it."""
    found: list[B] = []
    broken: NotATableError | None = None
    for number, line in lines:
        try:
            one = read(number, line)
        except NotATableError as error:
            broken = broken or error
            continue
        if broken is not None:
            raise broken
        found.append(one)
    if broken is not None and not found:
        raise broken
    return found, broken


def _stop(rows: list[Row], broken: NotATableError | None) -> list[Row]:
    """Where the sheet cannot be read any further: a row without word."""
    if broken is None:
        return []
    last = rows[-1]
    bare = replace(last, line=last.line + 1, turn=last.turn + 1, leave=None, letters="")
    return [replace(bare, word="", reference="", points=None, total=None, stop=str(broken))]


def _unshift(cells: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Bring each word back beside its draw where the sheet prints it a line below."""
    first, last = cells[0][1], cells[-1][1]
    if len(cells) < 2 or any(first[2:]) or last[1].strip("-") or not last[2]:
        return cells
    below = [row[2:] for _, row in cells[1:]]
    return [(n, row[:2] + word) for (n, row), word in zip(cells, below, strict=False)]


def _row(number: int, cells: list[str]) -> Row:
    turn, draw, word, reference, points, total = cells
    row = Row(
        line=number,
        turn=_integer(number, "numéro de coup", turn),
        leave=None,
        letters="",
        redrawn=draw.startswith("-"),
        word=word.rstrip("* "),
        reference=reference,
        points=_integer(number, "points", points) if points else None,
        total=_integer(number, "total", total) if total else None,
    )
    leave, plus, new = draw.lstrip("- ").partition("+")
    try:
        letters = parse_rack(leave + new)
        kept = parse_rack(leave) if plus else ("" if row.redrawn else None)
    except BoardError as error:
        raise NotATableError(f"ligne {number} : tirage illisible {quoted(draw)}") from error
    row = replace(row, letters=letters, leave=kept)
    if row.word:
        _check_move(row)
    return row


def _check_move(row: Row) -> None:
    if row.points is None or not row.reference:
        raise NotATableError(f"ligne {row.line} : il manque la référence ou les points")
    try:
        _ = row.move
    except BoardError as error:
        raise NotATableError(
            f"ligne {row.line} : coup illisible {row.reference} {row.word} "
            "(attendu par exemple H4 et RET(I)NAS)"
        ) from error


def _integer(number: int, what: str, text: str) -> int:
    found = _NUMBER.fullmatch(text)
    if not found or "-" in text:
        raise NotATableError(
            f"ligne {number} : {what} illisible {quoted(text)} (attendu : un nombre)"
        )
    return int(found[1])


def _word(text: str) -> str:
    """Joker letters in parentheses; else, in a word of mixed case, the lower-case letters."""
    if "(" in text or text.isupper() or text.islower():
        return parse_word(text)
    return parse_word("".join(f"({c})" if c.islower() else c for c in text))


def rows_of(turns: Sequence[object]) -> tuple[Row, ...]:
    """Rows from the turns of a summary."""
    if not turns:
        raise NotATableError("aucun coup lu")
    return tuple(_summary_row(n, turn) for n, turn in enumerate(turns, 1))


def _summary_row(number: int, turn: object) -> Row:
    if not isinstance(turn, Mapping):
        raise NotATableError(f"coup {number} illisible (attendu : un objet)")
    for key in ("draw", "retained", "points", "total"):
        if key not in turn:
            raise NotATableError(f"coup {number} : il manque « {key} »")
    reference, _, word = str(turn["retained"]).partition(" ")
    leave, draw = str(turn.get("leave", "")), str(turn["draw"])
    again = bool(turn.get("rejected") or turn.get("discarded"))
    cells = [str(turn.get("turn", number)), f"{'-' if again else ''}{leave}+{_rest(draw, leave)}"]
    cells += [word, reference, str(turn["points"]), str(turn["total"])]
    return _row(number, cells)


def _rest(draw: str, leave: str) -> str:
    return draw[len(leave) :] if draw.startswith(leave) else draw
