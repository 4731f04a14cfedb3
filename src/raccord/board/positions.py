"""Positions: boards with a rack, as the benchmark files list them.

A file repeats a line ``pos NAME …``, 15 board lines and a line ``rack LETTERS``. Blank lines and
``#`` comments between positions are passed over.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from raccord.board.errors import BoardError, NotABoardError, NotAPositionError, NotARackError
from raccord.board.grid import Board
from raccord.board.layout import SIZE
from raccord.board.tiles import solver_rack

_HEAD, _RACK = "pos", "rack"


@dataclass(frozen=True, slots=True)
class Position:
    """Position: a board and the rack to play on it, under a name that may be empty."""

    name: str
    board: Board
    rack: str

    def __post_init__(self) -> None:
        if self.name != self.name.strip() or "\n" in self.name:
            raise NotAPositionError(
                self.name, "a name on one line, no space around it", "un nom d'une seule ligne"
            )

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Read exactly one position."""
        listed = parse_positions(text)
        if len(listed) != 1:
            raise NotAPositionError(
                f"{len(listed)} positions", "one position", "une seule position"
            )
        return listed[0]

    def __str__(self) -> str:
        return f"{_HEAD} {self.name}".rstrip() + f"\n{self.board}\n{_RACK} {self.rack}"


def parse_positions(text: str) -> list[Position]:
    """Read a file of positions; the error names the line at fault."""
    return list(_positions(text))


def format_positions(positions: Iterable[Position]) -> str:
    """Write positions in the form ``parse_positions`` reads."""
    return "".join(f"{position}\n" for position in positions)


def _positions(text: str) -> Iterator[Position]:
    lines = text.split("\n")
    start = 0
    while start < len(lines):
        if not lines[start].strip() or lines[start].startswith("#"):
            start += 1
            continue
        yield _position(start + 1, [line.rstrip() for line in lines[start : start + SIZE + 2]])
        start += SIZE + 2


def _position(number: int, lines: list[str]) -> Position:
    keyword, name = _keyword(lines[0])
    if keyword != _HEAD:
        raise NotAPositionError(lines[0], f"'{_HEAD} NAME'", f"« {_HEAD} NOM »", line=number)
    if len(lines) < SIZE + 2:
        raise NotAPositionError(lines[0], line=number)
    keyword, letters = _keyword(lines[-1])
    last = number + SIZE + 1
    if keyword != _RACK:
        raise NotAPositionError(lines[-1], f"'{_RACK} LETTERS'", f"« {_RACK} LETTRES »", line=last)
    try:
        return Position(name, Board.parse("\n".join(lines[1:-1])), solver_rack(letters))
    except NotABoardError as error:
        raise _relocated(error, number + (error.line or 1)) from error
    except NotARackError as error:
        raise _relocated(error, last) from error


def _keyword(line: str) -> tuple[str, str]:
    keyword, *rest = line.split(maxsplit=1) or [""]
    return keyword, "".join(rest).strip()


def _relocated(error: BoardError, line: int) -> NotAPositionError:
    return NotAPositionError(error.value, error.wanted, error.french_wanted, line=line)
