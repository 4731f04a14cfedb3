"""A slow and obvious judge of slips with a whole word, a reference and a score, to check ours."""

from dataclasses import dataclass
from functools import cache

from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from raccord.board import (
    Board,
    Direction,
    Move,
    Reference,
    Square,
    faults,
    is_legal,
    placing_faults,
    score,
)
from raccord.regulation import EditionId, Slip
from raccord.regulation.marking import judge
from tests.regulation.marking.positions import EDITIONS, Position, direction_of, lexicon
from tests.regulation.marking.test_properties import SOME, printed

ALL = [Reference(r, c, d) for d in Direction for r in range(15) for c in range(15)]
ARTICLES = {
    "undated": {"warning": "4.3", "nullity": "4.2"},
    "2010": {"warning": "4.4", "penalty": "4.3", "nullity": "4.2"},
    "2023": {"warning": "5.5", "penalty": "5.6"},
    "2017": {"warning": "5.2", "penalty": "5.3.1", "nullity": "5.4", "commission": "5.3.2"},
}


@dataclass(frozen=True)
class Expected:
    points: int
    sanction: str


@cache
def worth(position: Position, word: str, reference: Reference) -> int | None:
    move = Move(reference, word)
    squares = reference.squares(len(word))
    if squares is None or not any(touches(position.board, s) for s in squares):
        return None
    if not is_legal(position.board, move, position.draw, lexicon()):
        return None
    return score(position.board, move).total


def touches(board: Board, square: Square) -> bool:
    near = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))
    return any(board.letter(square.row + r, square.column + c) != "." for r, c in near)


def runs(board: Board, reference: Reference, length: int) -> int:
    squares = reference.squares(length) or []
    text = "".join("." if board.is_free(s) else "x" for s in squares)
    return max(len(part) for part in text.split("."))


def spoils(position: Position, word: str, reference: Reference) -> bool:
    move = Move(reference, word)
    wrong = {fault.kind.value for fault in placing_faults(position.board, move)}
    if wrong & {"off-board", "collision", "no-tile"}:
        return False
    return any(
        formed.word not in lexicon()
        and runs(position.board, formed.reference, len(formed.word)) >= 2
        for formed in score(position.board, move).words
    )


def tempts(position: Position, word: str, reference: Reference, claimed: int) -> bool:
    """A side word not admitted there: a board word of two letters or more, and an S behind."""
    move = Move(reference, word)
    squares = reference.squares(len(word))
    if squares is None or not any(touches(position.board, s) for s in squares):
        return False
    wrong = {f.kind.value for f in faults(position.board, move, position.draw, lexicon())}
    if wrong != {"not-admitted"} or score(position.board, move).total != claimed:
        return False
    formed = [w for w in score(position.board, move).words if w.reference != reference]
    return any(
        w.word not in lexicon()
        and w.word.endswith("S")
        and runs(position.board, w.reference, len(w.word) - 1) == len(w.word) - 1 > 1
        for w in formed
    )


def best_of_2023(
    position: Position, word: str, reference: Reference, claimed: int, fitting: list[Reference]
) -> Expected:
    """The right score with a warning, or the claimed one less five; zero for a false link."""
    way = [r for r in ALL if r.direction is reference.direction]
    at = worth(position, word, reference)
    found = [Expected(at, "warning")] if at is not None else []
    if fitting and any(tempts(position, word, r, claimed) for r in way):
        return Expected(0, "nullity")
    if fitting and claimed > 4:
        found.append(Expected(claimed - 5, "penalty"))
    return max(found, key=lambda e: e.points, default=Expected(0, "nullity"))


def expected(
    position: Position, edition: EditionId, word: str, reference: Reference, claimed: int
) -> Expected:
    at = worth(position, word, reference)
    way = [r for r in ALL if r.direction is reference.direction]
    fitting = [r for r in way if worth(position, word, r) == claimed]
    if at == claimed:
        return Expected(at, "none")
    if edition == "2023":
        return best_of_2023(position, word, reference, claimed, fitting)
    if at is not None and (edition != "2017" or not fitting):
        return Expected(at, "warning")
    if at is not None:
        return Expected(max(0, claimed - 5), "commission")
    if spoils(position, word, reference) or edition == "undated":
        return Expected(0, "nullity")
    if edition == "2010":
        near = [
            r
            for r in fitting
            if abs(r.row - reference.row) <= 1 and abs(r.column - reference.column) <= 1
        ]
        return Expected(max(0, claimed - 5), "penalty") if near else Expected(0, "nullity")
    if len(fitting) > 1:
        return Expected(max(0, claimed - 5), "commission")
    return Expected(max(0, claimed - 5), "penalty") if fitting else Expected(0, "nullity")


@settings(SOME, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
@given(printed(), EDITIONS, st.sampled_from(ALL), st.integers(-2, 2), st.booleans(), st.data())
def test_the_marker_agrees_with_a_slow_judge(
    case: tuple[Position, object],
    edition: EditionId,
    anywhere: Reference,
    shift: int,
    near: bool,
    data: st.DataObject,
) -> None:
    position = case[0]
    solution = data.draw(st.sampled_from(position.found))
    move = solution.move
    word = move.text
    assume("?" not in position.draw and not position.board.is_empty)
    reference = Reference(anywhere.row, anywhere.column, move.reference.direction)
    if near:
        row = min(14, max(0, move.reference.row + shift))
        reference = Reference(row, move.reference.column, move.reference.direction)
    least = 2 if edition in ("undated", "2023") else 3
    legal = [r for r in ALL if worth(position, word, r) is not None]
    assume(all(runs(position.board, r, len(word)) < least for r in legal))
    # RES is also how PRES is written behind PRE, by its links: this judge knows no links.
    longer = [s.move for s in position.found if word in s.move.text and word != s.move.text]
    assume(all(runs(position.board, m.reference, len(m.text)) < 2 for m in longer))
    turned = worth(position, word, reference.turned)
    assume(turned is None or edition in ("2017", "2023"))
    after = position.board.letter(
        reference.row + len(word) * reference.direction.step[0],
        reference.column + len(word) * reference.direction.step[1],
    )
    assume(after == ".")
    claimed = data.draw(st.sampled_from([solution.score, solution.score + 1, 1999]))
    slip = Slip(word=word, direction=direction_of(move), reference=str(reference), score=claimed)
    ruling = judge(position.situation(edition), slip)
    wanted = expected(position, edition, word, reference, claimed)
    assert Expected(ruling.points, ruling.sanction.value) == wanted
    if wanted.sanction in ARTICLES[edition]:
        assert ARTICLES[edition][wanted.sanction] in ruling.articles
