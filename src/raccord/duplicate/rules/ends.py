"""Ends of game that the tiles decide, tested before each draw (2017 3.6 · 2010, undated 2.7).

« No letter can be placed » is read as: no valid draw from the pool has a move worth the least
score a turn needs.
"""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from raccord.board import (
    JOKER,
    Solutions,
    alphabetical,
    moves,
    tiles_used,
    top_scores,
    tops,
)
from raccord.duplicate.rules.draws import completes, counted, every_draw, is_valid
from raccord.duplicate.rules.formula import Formula
from raccord.duplicate.rules.position import Position
from raccord.lexicon import Lexicon
from raccord.regulation import article
from raccord.regulation.editions import Edition


class EndReason(StrEnum):
    """Motif de fin; the value is a stable identifier."""

    ALL_PLACED = "all-placed"
    ONE_LEFT = "one-letter-left"
    ONE_KIND = "one-kind-left"
    NOTHING_FITS = "nothing-can-be-placed"
    NO_OTHER_DRAW = "cancelled-without-other-draw"
    INTERRUPTED = "interrupted"
    WINNER = "one-player-left"
    STOPPED = "stopped"

    @property
    def french(self) -> str:
        """The reason in French, without a full stop."""
        return _FRENCH[self]


_FRENCH = {
    EndReason.ALL_PLACED: "toutes les lettres sont placées",
    EndReason.ONE_LEFT: "il ne reste qu'une lettre",
    EndReason.ONE_KIND: "il ne reste que des voyelles ou que des consonnes",
    EndReason.NOTHING_FITS: "plus aucune lettre ne peut être placée",
    EndReason.NO_OTHER_DRAW: "coup annulé sans autre tirage possible",
    EndReason.INTERRUPTED: "interruption trop longue",
    EndReason.WINNER: "il ne reste qu'un joueur en lice",
    EndReason.STOPPED: "partie arrêtée par le juge-arbitre",
}

# A first draw settles nearly every case, so batches grow; past the last, words are tried instead.
_BATCHES = (1, 4, 16, 64, *(256 for _ in range(64)))
# So few words are sooner tried one by one than the draws of a full bag.
_FEW_WORDS = 500


@article("3.7", edition="2023")
@article("3.6", edition="2017")
@article("2.7", edition="2010")
@article("2.7", edition="undated")
def end_of_pool(pool: str, edition: Edition) -> EndReason | None:
    """Nothing left, one letter left, or all of one kind and neither joker nor Y among them."""
    if not pool:
        return EndReason.ALL_PLACED
    # A single letter ends the game whatever it is, joker and Y included (2017 3.6).
    if len(pool) <= edition.end.value:
        return EndReason.ONE_LEFT
    vowels, consonants, wild = counted(pool)
    return EndReason.ONE_KIND if not wild and not (vowels and consonants) else None


@dataclass(frozen=True, slots=True)
class Frame:
    """Cadre: what a decision about a game needs beside its position."""

    lexicon: Lexicon
    edition: Edition
    formula: Formula


@article("3.7", edition="2023")
@article("3.6", edition="2017")
@article("2.7", edition="2010")
@article("2.7", edition="undated")
def end_of(position: Position, turn: int, frame: Frame) -> EndReason | None:
    """Why the game ends before the draw of that turn, or None if it goes on."""
    ended = end_of_pool(position.pool, frame.edition)
    if ended:
        return ended
    return None if can_play(position, turn, frame) else EndReason.NOTHING_FITS


def can_play(position: Position, turn: int, frame: Frame) -> bool:
    """Whether some valid draw has a move.

    A guess settles nearly every case; then the draws one by one; where they are too many, or the
    words few, the words one by one.
    """
    guess = _guess(position, frame.formula)
    if is_valid(guess, position.pool, turn, frame.edition) and (
        # Without its jokers first: that is much the quicker question.
        _playable(position, [guess.replace(JOKER, "") or guess], frame)
        or _playable(position, [guess], frame)
    ):
        return True
    if len(frame.lexicon) > _FEW_WORDS:
        draws = every_draw(position, frame.formula, turn, frame.edition)
        for size in _BATCHES:
            batch = list(islice(draws, size))
            if not batch or _playable(position, batch, frame):
                return bool(batch)
    return _some_word_fits(position, turn, frame)


def has_solution(position: Position, rack: str, frame: Frame) -> bool:
    """Whether the rack has a move worth the least score a turn needs."""
    return best_moves(position, rack, frame) is not None


def best_moves(position: Position, rack: str, frame: Frame) -> Solutions | None:
    """Every tie for the best score; None if that is below the least score a turn needs."""
    found = tops(position.board, rack, frame.lexicon, frame.formula.rules)
    enough = len(found) > 0 and found.best >= frame.edition.least_score.value
    return found if enough else None


def _guess(position: Position, formula: Formula) -> str:
    letters = alphabetical(position.bag + position.leave)
    size = position.draw_size(formula) - len(position.serving)
    # Letters at even steps of the alphabet: as mixed as the pool is.
    return "".join(letters[i * len(letters) // size] for i in range(size)) + position.serving


def _playable(position: Position, draws: list[str], frame: Frame) -> bool:
    scores = top_scores(position.board, draws, frame.lexicon, frame.formula.rules)
    if max(scores) > 0:
        return True
    # A move of jokers alone scores nothing but is a solution where the edition asks for none.
    return frame.edition.least_score.value == 0 and any(
        has_solution(position, rack, frame) for rack in draws if JOKER in rack
    )


def _some_word_fits(position: Position, turn: int, frame: Frame) -> bool:
    """Try each word with its own letters as rack: any move that makes it takes its tiles there."""
    pool = Counter(position.pool)
    racks = filter(None, dict.fromkeys(_own_rack(word, pool) for word in frame.lexicon))
    while batch := list(islice(racks, _BATCHES[-1])):
        found = top_scores(position.board, batch, frame.lexicon, frame.formula.rules)
        for rack, best in zip(batch, found, strict=True):
            if (best > 0 or JOKER in rack) and _completes(position, rack, turn, frame):
                return True
    return False


def _own_rack(word: str, pool: Counter[str]) -> str:
    wanted = Counter(word)
    taken = wanted & pool
    jokers = min(pool[JOKER], (wanted - taken).total())
    return "".join(taken.elements()) + JOKER * jokers


def _completes(position: Position, rack: str, turn: int, frame: Frame) -> bool:
    """Whether some move of the rack is worth enough and its tiles can come in a valid draw."""
    formula, edition = frame.formula, frame.edition
    return any(
        found.score >= edition.least_score.value
        and completes(position, tiles_used(position.board, found.move), formula, turn, edition)
        for found in moves(position.board, rack, frame.lexicon, formula.rules)
    )
