"""Players who write slips: right ones, and the faults that markers see."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from handwriting.photographs import Rng, Written, across, down
from raccord.board import SIZE, BoardError, Direction, Move, Reference, Solution, score
from raccord.duplicate import autoplay
from raccord.duplicate.evolve import fold
from raccord.duplicate.files import fair_draws
from raccord.lexicon import Lexicon
from raccord.reading.playable import Playable
from raccord.regulation import Slip
from raccord.regulation.marking import Cell, slip_of_cells

Fault = Literal["right", "score", "shifted", "missing", "non-word", "uncircled"]
FAULTS: tuple[Fault, ...] = ("score", "shifted", "missing", "non-word", "uncircled")
LINKS = 0.3
"""How often the letters of the board beside the word are copied."""


@dataclass(frozen=True)
class Handed:
    """A slip as it was meant: what is drawn, what a reader should find, and the fault in it."""

    written: Written
    slip: Slip
    fault: Fault


def turns(lexicon: Lexicon, games: int) -> Iterator[Playable]:
    """The turns of whole games played by the software, one after the other."""
    for seed in range(games):
        state = fold(list(autoplay(lexicon, fair_draws.secret_of_seed(seed), samples=0)))
        for played in state.turns:
            yield Playable(played.before.board, played.draw, lexicon, state.formula.rules)


def hand_in(playable: Playable, rng: Rng, *, fault: Fault, turn: int = 1, table: int = 0) -> Handed:
    """A slip of a turn with the fault asked for, or another where the move has no joker."""
    found = sorted((s for placed in playable.moves.values() for s in placed), key=_order)
    chosen = found[min(int(rng.exponential(len(found) / 6)), len(found) - 1)]
    if fault == "uncircled":
        jokers = [s for s in found if playable.jokers(s.move)]
        if jokers:
            chosen = jokers[int(rng.integers(min(len(jokers), 40)))]
        else:
            fault = "score"
    return _handed(playable, rng, chosen, fault, turn, table)


def _order(solution: Solution) -> tuple[int, str]:
    return -solution.score, str(solution.move)


def _handed(
    playable: Playable, rng: Rng, chosen: Solution, fault: Fault, turn: int, table: int
) -> Handed:
    move, points = chosen
    word = move.word.upper() if fault == "uncircled" else move.word
    if fault == "non-word":
        word = _misspelt(playable, word, rng)
        points = _counted(playable, Move(move.reference, word), points)
    reference = "" if playable.board.is_empty and fault != "shifted" else str(move.reference)
    if fault == "shifted":
        reference = str(_shifted(move.reference, rng))
    elif fault == "missing":
        reference = ""
    written_score = (
        points + int(rng.choice([-10, -4, -2, -1, 1, 2, 3, 8])) if fault == "score" else points
    )
    letters = _letters(playable, move, word, rng)
    drawn = Written(
        letters=[(c.row, c.column, c.letter, c.circled) for c in letters],
        reference=reference,
        score=str(max(written_score, 0)),
        turn=str(turn) if turn else "",
        table=str(table) if table else "",
    )
    slip = _with_fields(slip_of_cells(letters, move.reference.direction.value), drawn)
    return Handed(drawn, slip, fault)


def _with_fields(slip: Slip, drawn: Written) -> Slip:
    return Slip(
        word=slip.word,
        direction=slip.direction,
        grid=slip.grid,
        reference=drawn.reference or None,
        score=int(drawn.score),
    )


def _letters(playable: Playable, move: Move, word: str, rng: Rng) -> list[Cell]:
    """The word somewhere in the little grid, with its links now and then."""
    way = move.reference.direction
    links = playable.links(move) if rng.random() < LINKS else {}
    before = max((-step for _, step in links if step < 0), default=0)
    after = max((step for _, step in links if step > 0), default=0)
    along = int(rng.integers(0, SIZE - len(word) + 1))
    beside = int(rng.integers(before, SIZE - after)) if before + after < SIZE else before
    row, column = (beside, along) if way is Direction.ACROSS else (along, beside)
    laid = (across if way is Direction.ACROSS else down)(word, row, column)
    own = [Cell(r, c, letter, circled) for r, c, letter, circled in laid]
    down_, right = way.step
    copied = [
        Cell(row + i * down_ + step * right, column + i * right + step * down_, letter, link=True)
        for (i, step), letter in links.items()
    ]
    return own + [cell for cell in copied if 0 <= cell.row < SIZE and 0 <= cell.column < SIZE]


def _misspelt(playable: Playable, word: str, rng: Rng) -> str:
    letters = sorted(set(playable.draw.replace("?", "")) or {"E"})
    for _ in range(60):
        at = int(rng.integers(len(word)))
        other = word[:at] + str(rng.choice(letters)) + word[at + 1 :]
        if other.upper() not in playable.lexicon and other.upper() not in playable.moves:
            return other
    return word[:-1] + "W"


def _counted(playable: Playable, move: Move, otherwise: int) -> int:
    """What a player counts for a word that does not exist: its letters where it lies."""
    try:
        return score(playable.board, move, playable.rules).total
    except BoardError:
        return otherwise


def _shifted(reference: Reference, rng: Rng) -> Reference:
    if rng.random() < 0.3:
        return reference.turned
    step = int(rng.choice([-1, 1]))
    row, column = reference.row, reference.column
    if rng.random() < 0.5:
        row = row + step if 0 <= row + step < SIZE else row - step
    else:
        column = column + step if 0 <= column + step < SIZE else column - step
    return Reference(row, column, reference.direction)


def generator(seed: int) -> Rng:
    """Chance that can be had again."""
    return np.random.default_rng(seed)
