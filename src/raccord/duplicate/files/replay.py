"""Re-play a game already told and report every turn that cannot be reproduced.

A failure is a draw the bag cannot give, or a leave, a move, points or a total that do not come
out. A word the lexicon does not know is a remark: published games were played with other lists.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from raccord.board import (
    JOKER,
    BoardError,
    FaultKind,
    Move,
    alphabetical,
    contains,
    faults,
    score,
    without,
)
from raccord.duplicate.files.table import Row
from raccord.duplicate.rules.draws import is_valid
from raccord.duplicate.rules.ends import Frame
from raccord.duplicate.rules.position import Position, played


@dataclass(frozen=True, slots=True)
class Remark:
    """Remarque: what was seen on a turn; ``kind`` is a stable identifier."""

    turn: int
    kind: str
    message: str


@dataclass(slots=True)
class Replay:
    """Compte rendu: turns re-played, the total found, failures and remarks."""

    turns: int = 0
    total: int = 0
    moves: list[Move] = field(default_factory=list)
    """The moves as read, their jokers marked."""
    failures: list[Remark] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    @property
    def is_faithful(self) -> bool:
        """Whether everything came out as told."""
        return not self.failures

    def fail(self, turn: int, kind: str, message: str) -> None:
        """Note a failure."""
        self.failures.append(Remark(turn, kind, message))

    def note(self, turn: int, kind: str, message: str) -> None:
        """Note a remark."""
        self.remarks.append(Remark(turn, kind, message))


class _Lost(Exception):  # noqa: N818
    """The game cannot be followed any further."""


def replay_rows(rows: Sequence[Row], frame: Frame, *, strict: bool = False) -> Replay:
    """Re-play a published table."""
    found = Replay()
    position = Position.start(frame.formula)
    expected = 0
    try:
        for place, row in enumerate(rows):
            expected += 1
            if not row.word and _stops(found, rows[place:]):
                break
            if not row.word and row is not rows[-1]:
                found.fail(row.turn, "move", "aucun mot")
                raise _Lost
            if row.turn != expected:
                found.fail(row.turn, "turn", f"coup {expected} attendu, coup {row.turn} lu")
                expected = row.turn
            position = _replay_row(found, position, row, frame, strict)
    except _Lost:
        left = len(rows) - rows.index(row) - 1
        if left:
            found.fail(row.turn, "lost", f"la suite ne peut être suivie ({left} coups)")
    return found


def _stops(found: Replay, rest: Sequence[Row]) -> bool:
    """Whether the table has no word any more, the draw that closes a game apart."""
    is_closing = len(rest) == 1 and not rest[0].stop
    if is_closing or any(row.word for row in rest):
        return False
    why = next((row.stop for row in rest if row.stop), "plus aucun mot")
    found.note(rest[0].turn, "partial", f"la table s'arrête avant ce coup : {why}")
    return True


def _replay_row(
    found: Replay, position: Position, row: Row, frame: Frame, strict: bool
) -> Position:
    drawn, rack = _take(found, position, row, frame)
    if not row.word:
        return position
    move = _move(found, drawn, rack, row, frame)
    _check_faults(found, drawn, rack, move, row, frame, strict)
    _check_points(found, drawn, move, row, frame)
    found.turns += 1
    found.moves.append(move)
    return played(drawn, rack, move)


def _take(found: Replay, position: Position, row: Row, frame: Frame) -> tuple[Position, str]:
    """The letters of the row out of the pool, its leave checked."""
    rack = row.letters
    if position.serving and JOKER not in rack:
        rack += JOKER
    _check_leave(found, position, row)
    if not contains(position.pool, rack):
        over = "".join(c for c in dict.fromkeys(rack) if rack.count(c) > position.pool.count(c))
        found.fail(row.turn, "draw", f"le sac ne peut pas donner {rack} : {over} en trop")
        raise _Lost
    size = position.draw_size(frame.formula)
    if row.word and len(rack) != size:
        found.fail(row.turn, "draw", f"tirage de {len(rack)} lettres, {size} attendues")
    if row.word and not is_valid(rack, position.pool, row.turn, frame.edition):
        cited = frame.edition.cite(frame.edition.late_minimum)
        found.note(row.turn, "invalid-draw", f"tirage {rack} à rejeter selon {cited}")
    own = rack.replace(JOKER, "", 1) if position.serving else rack
    bag = without(alphabetical(position.bag + position.leave), own)
    return replace(position, bag=bag, leave=""), rack


def _check_leave(found: Replay, position: Position, row: Row) -> None:
    if row.redrawn:
        if row.leave:
            found.fail(row.turn, "leave", f"reliquat {row.leave} gardé après un rejet")
        return
    told = row.leave
    if told is None:
        if not contains(row.letters, position.leave):
            message = f"le reliquat {position.leave} manque dans le tirage {row.letters}"
            found.fail(row.turn, "leave", message)
        return
    told = told.replace(JOKER, "", 1) if position.serving else told
    if alphabetical(told) != alphabetical(position.leave):
        message = f"reliquat {told or '–'} annoncé, {position.leave or '–'} attendu"
        found.fail(row.turn, "leave", message)


def _move(found: Replay, position: Position, rack: str, row: Row, frame: Frame) -> Move:
    """The move told, board letters in upper case, unmarked jokers found from the points."""
    move = row.move
    squares = move.reference.squares(len(move.word))
    if squares is None:
        found.fail(row.turn, "move", f"{move} sort de la grille")
        raise _Lost
    board = position.board
    word = "".join(
        c if board.is_free(s) else c.upper() for s, c in zip(squares, move.word, strict=True)
    )
    move = Move(move.reference, word)
    for candidate in _marked(position, rack, move):
        if score(board, candidate, frame.formula.rules).total == row.points:
            found.note(row.turn, "joker", f"joker non marqué : lu {candidate}")
            return candidate
    return move


def _marked(position: Position, rack: str, move: Move) -> Iterator[Move]:
    """The ways to mark jokers in a move that is short of letters and marks none."""
    squares = move.reference.squares(len(move.word)) or []
    free = [i for i, s in enumerate(squares) if position.board.is_free(s)]
    needed = "".join(move.word[i] for i in free)
    if not needed.isupper() or contains(rack, needed) or JOKER not in rack:
        return
    for count in range(1, rack.count(JOKER) + 1):
        for places in combinations(free, count):
            word = "".join(c.lower() if i in places else c for i, c in enumerate(move.word))
            tiles = "".join(JOKER if i in places else move.word[i] for i in free)
            if contains(rack, tiles):
                try:
                    position.board.place(Move(move.reference, word))
                except BoardError:
                    return
                yield Move(move.reference, word)


def _check_faults(
    found: Replay,
    position: Position,
    rack: str,
    move: Move,
    row: Row,
    frame: Frame,
    strict: bool,
) -> None:
    lost = False
    for fault in faults(position.board, move, rack, frame.lexicon, frame.formula.rules):
        if fault.kind is FaultKind.NOT_ADMITTED:
            message = f"{fault.detail} est inconnu du lexique {frame.lexicon.name}"
            (found.fail if strict else found.note)(row.turn, "unknown-word", message)
        else:
            found.fail(row.turn, "move", f"{move} : {fault.french}")
            lost = True
    if lost:
        raise _Lost


def _check_points(found: Replay, position: Position, move: Move, row: Row, frame: Frame) -> None:
    points = score(position.board, move, frame.formula.rules).total
    if points != row.points:
        found.fail(row.turn, "points", f"{move} : {row.points} points annoncés, {points} comptés")
    told = row.points or 0
    if row.total is None:
        found.total += told
        return
    if row.total not in (found.total + points, found.total + told):
        message = f"total {row.total} annoncé, {found.total + points} compté"
        found.fail(row.turn, "total", message)
    found.total = row.total
