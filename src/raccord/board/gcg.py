"""Games in GCG, the exchange format of the anagram and training programs.

GCG writes ``8D`` for a word across row 8 from column D: rows are numbers there and columns
letters, the transpose of the French convention. Jokers are lower case, letters already on the
board are dots.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from raccord.board.errors import BoardError, NotGcgError
from raccord.board.grid import Board, off_the_grid
from raccord.board.move import Move
from raccord.board.reference import Direction, Reference

_SCORES = r"\s+(?P<points>[+-]\d{1,6})\s+(?P<total>-?\d{1,6})\s*"
_PLAY = re.compile(
    r">(?P<player>[^:]+):\s+(?P<rack>\S+)\s+(?P<place>\S+)\s+(?P<word>\S+)" + _SCORES, re.ASCII
)
_OTHER = re.compile(
    r">(?P<player>[^:]+):\s+(?:(?P<rack>\S+)\s+)?(?P<note>-\S*|\([^)\s]*\))" + _SCORES, re.ASCII
)
_ACROSS = re.compile(r"(\d{1,2})([A-Oa-o])", re.ASCII)
_DOWN = re.compile(r"([A-Oa-o])(\d{1,2})", re.ASCII)
_WITHDRAWN = "--"


@dataclass(frozen=True, slots=True)
class GcgTurn:
    """A line of a GCG game: a move; or a pass, an exchange, a bonus when ``move`` is None.

    ``note`` then tells which, as GCG does: ``--`` the move before is withdrawn, ``-AE`` these
    letters are exchanged, ``(AE)`` or ``(time)`` points for a reason; nothing for a pass.
    """

    player: str
    rack: str
    move: Move | None
    points: int
    total: int
    note: str = ""


def format_place(reference: Reference) -> str:
    """A reference as GCG writes it."""
    row, column = str(reference.row + 1), chr(65 + reference.column)
    return row + column if reference.direction is Direction.ACROSS else column + row


def parse_place(text: str) -> Reference:
    """Read a GCG place."""
    try:
        if found := _ACROSS.fullmatch(text):
            return Reference(int(found[1]) - 1, ord(found[2].upper()) - 65, Direction.ACROSS)
        if found := _DOWN.fullmatch(text):
            return Reference(int(found[2]) - 1, ord(found[1].upper()) - 65, Direction.DOWN)
    except BoardError as error:
        raise NotGcgError(
            text, "a place such as '8D' or 'D8'", "une place comme 8D ou D8"
        ) from error
    raise NotGcgError(text, "a place such as '8D' or 'D8'", "une place comme 8D ou D8")


def dumps(turns: Iterable[GcgTurn], title: str = "") -> str:
    """Write a game."""
    listed = list(turns)
    nicknames = {p: f"j{n}" for n, p in enumerate(dict.fromkeys(t.player for t in listed), 1)}
    lines = ["#character-encoding UTF-8"]
    lines += [f"#player{n[1:]} {n} {_one_line(p)}" for p, n in nicknames.items()]
    if title:
        lines.append(f"#title {_one_line(title)}")
    boards = [Board.empty()]
    for turn in listed:
        done = _told(boards, turn)
        lines.append(f">{nicknames[turn.player]}: {done} {turn.points:+d} {turn.total}")
    return "\n".join(lines) + "\n"


def _told(boards: list[Board], turn: GcgTurn) -> str:
    """The rack and what was done with it; the board that follows goes on top of ``boards``."""
    if turn.move is None:
        _withdraw(boards, turn.note)
        rack = turn.rack or ("" if turn.note.startswith("(") else "-")
        return f"{rack} {turn.note or '-'}".lstrip()
    word = _dotted(boards[-1], turn.move)
    boards.append(boards[-1].place(turn.move))
    return f"{turn.rack or '-'} {format_place(turn.move.reference)} {word}"


def _withdraw(boards: list[Board], note: str) -> None:
    if note == _WITHDRAWN and len(boards) > 1:
        boards.pop()


def loads(text: str) -> list[GcgTurn]:
    """Read a game; lines that are no turn are passed over, a withdrawn move leaves the board."""
    names: dict[str, str] = {}
    boards = [Board.empty()]
    turns: list[GcgTurn] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#player"):
            _, _, rest = line.partition(" ")
            nickname, _, name = rest.partition(" ")
            names[nickname] = name.strip() or nickname
        elif line.startswith(">"):
            turn = _parse_line(boards, line, number, names)
            turns.append(turn)
    return turns


def kept(turns: Iterable[GcgTurn]) -> list[GcgTurn]:
    """The turns whose move stayed on the board."""
    played: list[GcgTurn] = []
    for turn in turns:
        if turn.move is not None:
            played.append(turn)
        elif turn.note == _WITHDRAWN and played:
            played.pop()
    return played


def _parse_line(boards: list[Board], line: str, number: int, names: dict[str, str]) -> GcgTurn:
    """Read a turn and put the board it leaves on top of ``boards``."""
    found = _OTHER.fullmatch(line) or _PLAY.fullmatch(line)
    if not found:
        raise NotGcgError(line, line=number)
    player = names.get(found["player"], found["player"])
    rack = "" if found["rack"] in (None, "-") else found["rack"].upper()
    points, total = int(found["points"]), int(found["total"])
    if found.re is _OTHER:
        note = "" if found["note"] == "-" else found["note"]
        _withdraw(boards, note)
        return GcgTurn(player, rack, None, points, total, note)
    try:
        place = parse_place(found["place"])
        move = Move(place, _undotted(boards[-1], place, found["word"]))
        boards.append(boards[-1].place(move))
    except BoardError as error:
        wanted = f"a move that fits: {error}"
        raise NotGcgError(line, wanted, error.french_wanted, line=number) from error
    return GcgTurn(player, rack, move, points, total)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _dotted(board: Board, move: Move) -> str:
    squares = move.reference.squares(len(move.word))
    if squares is None:
        raise off_the_grid(move)
    cells = zip(squares, move.word, strict=True)
    return "".join(letter if board.is_free(square) else "." for square, letter in cells)


def _undotted(board: Board, place: Reference, word: str) -> str:
    squares = place.squares(len(word))
    if squares is None:
        raise NotGcgError(word, "a word that stays on the grid", "un mot qui reste dans la grille")
    cells = list(zip(squares, word, strict=True))
    if any(letter == "." and board.is_free(square) for square, letter in cells):
        raise NotGcgError(
            word, "a tile under every dot", "une lettre déjà placée sous chaque point"
        )
    return "".join(board[square].upper() if letter == "." else letter for square, letter in cells)
