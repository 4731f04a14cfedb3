"""Weighing a play by what it allows next, and a pass by what it exposes to Jarnac.

Values are in points. The weights were chosen by games between variants of the perfect eye;
``bench/JARNAC.md`` tells what they are worth against one that takes the most points at once.
"""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import islice

from raccord.jarnac.letters import without
from raccord.jarnac.mat import Mat, Play
from raccord.jarnac.outcome import winner
from raccord.jarnac.settings import SWAPPED, Formula, Seat, other
from raccord.jarnac.solver import best, words_of
from raccord.jarnac.state import State
from raccord.lexicon import Lexicon

WIDTH = 32
"""Plays weighed, from the one that gains most."""
NEXT = 6.0
"""Weight of the play that can follow: each word brings a letter, so a run of small steps beats one
long word."""
OPENING = 4.0
"""What opening a line costs, for each line already filled, while the game is not won."""
LOST_END = 300.0
"""What ending a game that is not won costs."""
SAMPLES = 6


def choose_play(state: State, seat: Seat, lexicon: Lexicon, seen: Iterable[Play]) -> Play | None:
    """The play worth most, or None when passing is worth more than any."""
    mat = state.mat(seat)
    weighed = [(_worth(state, seat, lexicon, mat, play), play) for play in islice(seen, WIDTH)]
    if not weighed:
        return None
    value, play = max(weighed, key=lambda pair: pair[0])
    # Passing leaves the same play to the opponent, and makes it a Jarnac.
    return play if value >= -exposure(mat, play) else None


def exposure(mat: Mat, play: Play) -> float:
    """What a pass that leaves this play gives away: the word, its line, and a Jarnac."""
    return worth_of_jarnac(mat, play)


def worth_of_jarnac(victim: Mat, play: Play) -> float:
    """What taking a play is worth: the word gained and the word the opponent loses."""
    return len(play.word) ** 2 + len(victim.old(play)) ** 2


def _worth(state: State, seat: Seat, lexicon: Lexicon, mat: Mat, play: Play) -> float:
    after = mat.after(play)
    prospect = _prospect(lexicon, after, state)
    value = mat.gain(play) + NEXT * prospect
    ahead = _wins(state, seat, after.points)
    if play.line is None and not ahead:
        value -= OPENING * len(mat.lines)
    if after.full and not ahead and prospect < 1:
        value -= LOST_END
    return value


def _prospect(lexicon: Lexicon, mat: Mat, state: State) -> float:
    """The points the best next play gains, on average over the letter that comes."""
    words = words_of(lexicon, state.settings.formula)
    return words.prospect(mat.lines, mat.loose, state.bag)


def _wins(state: State, seat: Seat, mine: int) -> bool:
    rival = other(seat)
    # Seen from ``seat``: « A » is the one who plays, whatever his seat.
    points = (mine + state.side(rival).penalties, state.points(rival))
    jarnacs = (state.side(seat).jarnacs, state.side(rival).jarnacs)
    return winner(points, jarnacs)[0] == "A"


def choose_swap(state: State, seat: Seat, lexicon: Lexicon, stream: random.Random) -> str:
    """Three letters worth changing rather than drawing one, or nothing.

    Both mats are open, so the content of the bag is known to whoever counts.
    """
    mat, formula = state.mat(seat), state.settings.formula
    given = _least_wanted(mat, state.bag)
    kept = Mat(mat.lines, without(mat.loose, given))
    most = min(len(state.bag), SWAPPED + max(state.extra, state.swap_extra))
    draws = ["".join(stream.sample(state.bag, most)) for _ in range(SAMPLES)]
    one = sum(_gain(lexicon, mat.with_letters(d[: 1 + state.extra]), formula) for d in draws)
    swapped = SWAPPED + state.swap_extra
    three = sum(_gain(lexicon, kept.with_letters(d[:swapped]), formula) for d in draws)
    return given if three > one else ""


def _gain(lexicon: Lexicon, mat: Mat, formula: Formula) -> int:
    play = best(lexicon, mat, formula)
    return mat.gain(play) if play else 0


def _least_wanted(mat: Mat, bag: str) -> str:
    """Three loose letters: those held twice or more, then those the bag holds fewest of."""
    held, left = Counter(mat.loose), Counter(bag)
    seen: Counter[str] = Counter()
    ranked = []
    for letter in mat.loose:
        seen[letter] += 1
        # False sorts first: the second and third of a letter go before any first one.
        ranked.append((seen[letter] == 1, left[letter] / held[letter], letter))
    return "".join(letter for *_, letter in sorted(ranked)[:SWAPPED])
