"""Slips as they are keyed on a screen, turned into what a player would have written."""

from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from raccord.board import (
    Board,
    BoardError,
    Direction,
    Move,
    NotAReferenceError,
    PlayRules,
    Reference,
    format_word,
)
from raccord.board import score as count
from raccord.duplicate.errors import Refusal
from raccord.duplicate.state import State
from raccord.regulation import Arrival, Flag, Slip
from raccord.regulation.marking import Situation
from raccord.regulation.marking.first import opening


class Entered(msgspec.Struct, frozen=True, kw_only=True):
    """Saisie d'un joueur: ``move`` (« H4 LUSTRE(R) ») in assisted entry, else as on paper.

    ``others`` holds the solutions after the first, in multitops.
    """

    move: Annotated[str, msgspec.Meta(max_length=60)] = ""
    word: Annotated[str, msgspec.Meta(max_length=80)] = ""
    direction: Literal["across", "down"] | None = None
    reference: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    score: Annotated[int, msgspec.Meta(ge=-99_999, le=99_999)] | None = None
    others: Annotated[tuple["Entered", ...], msgspec.Meta(max_length=2)] = ()


def assisted_slip(state: State, entered: Entered) -> Slip:
    """A slip keyed on a screen that gives place, joker and score: no clerical fault is possible."""
    return several(tuple(_assisted(state, one.move) for one in _solutions(state, entered)))


def strict_slip(state: State, entered: Entered) -> Slip:
    """A slip as written; without a direction of its own it is written as its reference lies."""
    return several(tuple(_strict(one) for one in _solutions(state, entered)))


def late_slip(entered: Entered, arrival: Arrival | None) -> Slip:
    """A slip come after the end: whatever it holds, as written."""
    written = several(tuple(_as_written(one) for one in (entered, *entered.others)))
    return msgspec.structs.replace(flagged(written, (Flag.LATE,)), arrival=arrival)


def flagged(slip: Slip, flags: tuple[Flag, ...]) -> Slip:
    """The same slip with what else was seen."""
    return msgspec.structs.replace(slip, flags=(*slip.flags, *flags))


def _solutions(state: State, entered: Entered) -> tuple[Entered, ...]:
    """As many solutions as the game asks for."""
    return (entered, *entered.others[: state.formula.solutions - 1])


def _assisted(state: State, text: str) -> Slip:
    board, rules = state.position.board, state.formula.rules
    try:
        slip = _counted(board, text, rules)
    except BoardError as error:
        raise Refusal("ce mot ne tient pas à cette place sur la grille") from error
    if not board.is_empty:
        return slip
    best = _best_opening(board, slip.word, state.rack, rules)
    return msgspec.structs.replace(slip, score=max(best, slip.score or 0))


@lru_cache(maxsize=4096)
def _counted(board: Board, text: str, rules: PlayRules) -> Slip:
    """The slip of a move; in the last seconds of a turn many tables send the same."""
    move = Move.parse(text)
    return slip_of(move, count(board, move, rules).total)


@lru_cache(maxsize=4096)
def _best_opening(board: Board, word: str, draw: str, rules: PlayRules) -> int:
    """The score to claim on turn 1, where the word counts at its best place (S5)."""
    letters = word.replace("(", "").replace(")", "")
    situation = Situation(board=board, draw=draw, turn=1, lexicon=(), rules=rules)
    table = opening(situation, letters, frozenset())
    return max((table.best(choice).points for choice in table.by_choice), default=0)


def _strict(entered: Entered) -> Slip:
    direction = entered.direction or _lies(entered.reference)
    return Slip(
        word=entered.word,
        direction=direction,
        reference=entered.reference or None,
        score=entered.score,
    )


def _lies(reference: str | None) -> Literal["across", "down"] | None:
    try:
        found = Reference.parse(reference or "")
    except NotAReferenceError:
        return None
    return "across" if found.direction is Direction.ACROSS else "down"


def _as_written(entered: Entered) -> Slip:
    place, _, word = entered.move.partition(" ")
    return _strict(
        msgspec.structs.replace(
            entered, word=entered.word or word, reference=entered.reference or place or None
        )
    )


def slip_of(move: Move, points: int) -> Slip:
    """The slip of somebody who plays that move without a fault."""
    return Slip(
        word=format_word(move.word),
        direction=move.reference.direction.value,
        reference=str(move.reference),
        score=points,
    )


def top_slip(solutions: tuple[tuple[str, int], ...]) -> Slip:
    """The slip of somebody who found the top, or the best solutions where there are several."""
    return several(tuple(slip_of(Move.parse(text), points) for text, points in solutions))


def several(solutions: tuple[Slip, ...]) -> Slip:
    """One slip with all these solutions."""
    return solutions[0] if len(solutions) == 1 else Slip(solutions=solutions)
