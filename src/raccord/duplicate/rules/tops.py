"""Tops: every tie, which of them may be kept, and which opens the game most.

========================================  ==================================================
T7  2017 3.4 · 2010, undated 2.4          joker-free ties are mandatory: ``_joker_free``
T7  2017 3.6 · 2010, undated 2.7          then a move that ends the game: ``_ending``
    2017 7.1                              joker formula, a move preserving the joker
    2017 3.4 · 2010 2.4                   the first word lies across: ``lies_wrong``
========================================  ==================================================

What « opens most » is for the referee to say; the measure offered here is the mean of the next
top over draws made from the leave and the bag, by a race among the ties:

- Each tie promises something before any draw: the top that its board leads one to expect, and what
  the letters it keeps are worth. That counts as six draws. ``core/README.md`` tells how it is
  estimated, and ``tools/fit_promise.py`` where its seven numbers come from.
- The bag is emptied by handfuls of as many tiles as any tie needs, and filled again where it holds
  less than one. Every tie meets every handful and takes its first tiles, as many as it needs.
- A top counts no less than two fifths of the largest bonus (20 points) below the best of the same
  draw: one scrabble that suits one of the ties does not decide.
- All meet one handful, the six best go on, up to ``SAMPLES`` of them. From the second on, after
  each, a tie leaves that has little hope of being better than the best: what it lacks, draw by
  draw, and 2.5 points a draw more are summed, and the square of that is four times the sum of the
  squares of what it lacks, or more. The promise goes into the sum, and into the squares as six
  draws that told the ties apart by a quarter of the largest bonus, or by an eighth where they keep
  the same letters.
- The best tie's value is the mean of its tops. One that left is as far behind as it was by what
  both promise and by the draws that both met, so that values can be compared, and by 0.01 at
  least.

Where there is one move, or one draw, nothing is promised and all of them are met.

The handfuls come from a public stream labelled with the board and the rack, so that anybody with
the same lexicon finds the same values.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

import msgspec

from raccord.board import (
    Direction,
    Move,
    Outlook,
    Reference,
    Solution,
    Solutions,
    alphabetical,
    moves,
    next_tops,
    tiles_used,
)
from raccord.board import score as count
from raccord.duplicate.files import fair_draws
from raccord.duplicate.rules.ends import EndReason, Frame, best_moves, end_of
from raccord.duplicate.rules.position import Position, played, preserves_joker
from raccord.regulation import Citation, article

SAMPLES = 40
"""Draws that a tie meets at most."""


class Tie(msgspec.Struct, frozen=True, omit_defaults=True):
    """Top ex aequo: a move, whether it may be kept, and how far it opens the game."""

    move: str
    jokers: int = 0
    ends: bool = False
    opening: float | None = None
    barred: str = ""
    """Why the move may not be kept, in French; empty when it may."""
    citation: Citation | None = None
    """The article that bars the move."""

    @property
    def is_eligible(self) -> bool:
        """Whether the referee may keep this move."""
        return not self.barred


class Tops(msgspec.Struct, frozen=True):
    """Tops: the best score and its ties, the move kept by default first, the barred last."""

    points: int
    ties: tuple[Tie, ...]
    citations: tuple[Citation, ...] = ()
    """The articles that decided among the ties."""

    @property
    def eligible(self) -> tuple[Tie, ...]:
        """The moves the referee may keep, the default first."""
        return tuple(t for t in self.ties if t.is_eligible)


class _Sorting:
    """The ties still eligible, and why the others are not."""

    def __init__(self, ties: Sequence[Solution]) -> None:
        self.eligible = [t.move for t in ties]
        self.barred: dict[Move, tuple[str, Citation]] = {}
        self.citations: list[Citation] = []

    def prefer(self, keep: Callable[[Move], bool], reason: str, citation: Citation) -> None:
        """If some eligible ties pass the test, the others are barred."""
        kept = [m for m in self.eligible if keep(m)]
        if not kept or len(kept) == len(self.eligible):
            return
        self.barred |= {m: (reason, citation) for m in self.eligible if m not in kept}
        self.eligible = kept
        self.citations.append(citation)


def find_tops(
    position: Position, rack: str, turn: int, frame: Frame, samples: int = SAMPLES
) -> Tops | None:
    """The tops of a rack, ranked; None where nothing can be played.

    ``position.bag`` no longer holds the rack, ``position.leave`` is not looked at.
    """
    found = best_moves(position, rack, frame)
    if found is None:
        return None
    ties = found[:]
    # Most turns: nothing to prefer, and no sampling to pay for.
    if len(ties) == 1:
        return _alone(ties[0], position)
    sorting = _Sorting(ties)
    jokers = {t.move: tiles_used(position.board, t.move).count("?") for t in ties}
    # The order is the rule: joker-free first (3.4), then preserving (7.1), then ending (3.6).
    _joker_free(sorting, jokers, frame)
    _joker_preserved(sorting, position, frame)
    ending = _ending(sorting, position, rack, turn, frame)
    openings = _openings(sorting.eligible, ending, position, rack, frame, samples)
    # Reading: where every tie takes a joker « fewer jokers » only ranks the default.
    ranked = sorted(sorting.eligible, key=lambda m: (jokers[m], -(openings.get(m) or 0.0)))
    listed = [Tie(str(m), jokers[m], bool(ending.get(m)), openings.get(m)) for m in ranked] + [
        Tie(str(m), jokers[m], barred=reason, citation=cited)
        for m, (reason, cited) in sorting.barred.items()
    ]
    return Tops(found.best, tuple(listed), tuple(dict.fromkeys(sorting.citations)))


def _alone(top: Solution, position: Position) -> Tops:
    jokers = tiles_used(position.board, top.move).count("?")
    return Tops(top.score, (Tie(str(top.move), jokers),))


@article("3.4", edition="2023")
@article("3.4", edition="2017")
@article("2.4", edition="2010")
@article("2.4", edition="undated")
def _joker_free(sorting: _Sorting, jokers: dict[Move, int], frame: Frame) -> None:
    """If any tie spares the joker, one of those must be kept."""
    if frame.edition.joker_free.value:
        cited = frame.edition.cite(frame.edition.joker_free)
        reason = "un autre top n'utilise pas de joker"
        sorting.prefer(lambda m: jokers[m] == 0, reason, cited)


@article("3.8.1", edition="2023")
@article("7.1", edition="2017")
def _joker_preserved(sorting: _Sorting, position: Position, frame: Frame) -> None:
    """In the joker formula, a tie that leaves the joker in service must be kept."""
    if frame.formula.joker and position.reserve and frame.edition.joker_preserved.value:
        cited = frame.edition.cite(frame.edition.joker_preserved)
        reason = "un autre top préserve le joker"
        sorting.prefer(lambda m: preserves_joker(position, m), reason, cited)


@article("3.4", edition="2023")
@article("3.6", edition="2017")
@article("2.7", edition="2010")
@article("2.7", edition="undated")
def _ending(
    sorting: _Sorting, position: Position, rack: str, turn: int, frame: Frame
) -> dict[Move, EndReason | None]:
    """Among the eligible, a move that ends the game must be kept."""
    ends = {m: end_of(played(position, rack, m), turn + 1, frame) for m in sorting.eligible}
    cited = frame.edition.cite(frame.edition.ending_move)
    sorting.prefer(lambda m: ends[m] is not None, "un autre top met fin à la partie", cited)
    return ends


def tie_for(tops: Tops, move: Move, position: Position, frame: Frame) -> Tie | None:
    """The tie that puts the same tiles on the same squares; ``BoardError`` if none could."""
    board = position.board
    wanted = board.place(move).cells
    for tie in tops.ties:
        if board.place(Move.parse(tie.move)).cells == wanted:
            return tie
    if lies_wrong(move, position, frame) or not _lies_down_first(move, position):
        return None
    return _mirrored(tops, move, position, frame)


@article("3.4", edition="2023")
@article("3.4", edition="2017")
@article("2.4", edition="2010")
def lies_wrong(move: Move, position: Position, frame: Frame) -> bool:
    """The first word lies across where the edition says so."""
    return frame.edition.first_across.value and _lies_down_first(move, position)


def _lies_down_first(move: Move, position: Position) -> bool:
    return position.board.is_empty and move.reference.direction is Direction.DOWN


def _mirrored(tops: Tops, move: Move, position: Position, frame: Frame) -> Tie | None:
    """The tie of which a first word is the mirror image: the solver only looks across."""
    place = Reference(move.reference.column, move.reference.row, Direction.ACROSS)
    mirror = str(Move(place, move.word))
    tie = next((tie for tie in tops.ties if tie.move == mirror), None)
    same = count(position.board, move, frame.formula.rules).total == tops.points
    return msgspec.structs.replace(tie, move=str(move)) if tie and same else None


def _openings(
    eligible: list[Move],
    ending: dict[Move, EndReason | None],
    position: Position,
    rack: str,
    frame: Frame,
    samples: int,
) -> dict[Move, float]:
    if len(eligible) < 2 or not samples or any(ending[m] for m in eligible):
        return {}
    return dict(zip(eligible, openings(position, rack, eligible, frame, samples), strict=True))


def opening(
    position: Position, rack: str, move: Move, frame: Frame, samples: int = SAMPLES
) -> float:
    """How far one move opens the game."""
    return openings(position, rack, [move], frame, samples)[0]


def openings(
    position: Position, rack: str, eligible: Sequence[Move], frame: Frame, samples: int = SAMPLES
) -> list[float]:
    """The stated measure of « opens the game »: the mean next top, by a race among the moves."""
    outlooks = [_outlook(played(position, rack, move), frame) for move in eligible]
    # Labelled by the board before the move: each tie meets the same luck.
    luck = fair_draws.public_luck(position.board.cells + alphabetical(rack))
    return next_tops(outlooks, luck, samples, frame.lexicon, frame.formula.rules)


def _outlook(after: Position, frame: Frame) -> Outlook:
    needed = after.needed(frame.formula)
    return Outlook(after.board, after.leave + after.serving, after.bag, needed)


class Survey(msgspec.Struct, frozen=True):
    """Examen du tirage: scrabbles available, the second-best score, the best sub-tops."""

    scrabbles: tuple[str, ...]
    """The different words that earn a bonus, alphabetically."""
    second: int | None
    sub_tops: tuple[tuple[str, int], ...]


def survey(position: Position, rack: str, frame: Frame, sub_tops: int = 10) -> Survey:
    """Look at everything the rack can play; on request only, jokers make it long."""
    found = moves(position.board, rack, frame.lexicon, frame.formula.rules)
    scrabbles = {s.move.text for s in _scrabbles(position, found, frame)}
    below = [s for s in found if s.score < found.best]
    listed = tuple((str(s.move), s.score) for s in below[:sub_tops])
    return Survey(tuple(sorted(scrabbles)), below[0].score if below else None, listed)


def offers_scrabble(position: Position, rack: str, frame: Frame) -> bool:
    """Whether some move of the rack earns a bonus; the first one answers."""
    found = moves(position.board, rack, frame.lexicon, frame.formula.rules)
    return any(True for _ in _scrabbles(position, found, frame))


def _scrabbles(position: Position, found: Solutions, frame: Frame) -> Iterator[Solution]:
    rules = frame.formula.rules
    least = min((bonus for _, bonus in rules.bonuses), default=None)
    if least is None:
        return
    # The score is known, the bonus must be counted: most moves are ruled out by the first test.
    for solution in takewhile(lambda each: each.score >= least, found):
        if count(position.board, solution.move, rules).bonus:
            yield solution
