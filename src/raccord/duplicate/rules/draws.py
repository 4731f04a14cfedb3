"""Draws: what makes one valid, and what the bag can give.

================================  =====================================================
T3  2017 3.2 · 2010, undated 2.2  ``minimum``, ``is_valid``
T4  the same articles             ``counted``: Y and jokers, as the pool allows
T11 2017 6.2, 3.6 · 2010 5.2      ``has_other``: a draw that differs from a cancelled one
================================  =====================================================
"""

from collections import Counter
from collections.abc import Iterator

from raccord.board import JOKER, alphabetical, contains
from raccord.duplicate.errors import Refusal
from raccord.duplicate.rules.formula import Formula
from raccord.duplicate.rules.position import Position
from raccord.regulation import article
from raccord.regulation.editions import Edition

PURE_VOWELS = "AEIOU"
WILD = "Y" + JOKER


def counted(letters: str) -> tuple[int, int, int]:
    """How many vowels, consonants and wild letters (Y, jokers) there are."""
    vowels = sum(map(letters.count, PURE_VOWELS))
    wild = sum(map(letters.count, WILD))
    return vowels, len(letters) - vowels - wild, wild


@article("3.2", edition="2023")
@article("3.2", edition="2017")
@article("2.2", edition="2010")
@article("2.2", edition="undated")
def has_minimum(letters: str, pool: str, least: int) -> bool:
    """Whether the letters hold that many vowels and consonants, Y and jokers at will.

    Once the rest of the pool is all of one kind, each Y or joker counts as the other kind.
    """
    vowels, consonants, wild = counted(letters)
    pool_vowels, pool_consonants, _ = counted(pool)
    # Both absent (jokers and Y alone): each may still count as either, a reading of T4.
    if (pool_vowels == 0) != (pool_consonants == 0):
        if pool_vowels == 0:
            vowels, wild = vowels + wild, 0
        else:
            consonants, wild = consonants + wild, 0
    lacking = max(0, least - vowels) + max(0, least - consonants)
    return lacking <= wild


def can_give(pool: str, size: int, least: int) -> bool:
    """Whether some draw of that size from the pool holds the minimum."""
    # Reading of « si le reliquat le permet »: two and two are asked only if the pool can give them.
    return size >= 2 * least and has_minimum(pool, pool, least)


@article("3.2", edition="2023")
@article("3.2", edition="2017")
@article("2.2", edition="2010")
@article("2.2", edition="undated")
def minimum(turn: int, pool: str, size: int, edition: Edition) -> int:
    """Two vowels and two consonants in the first fifteen turns if the pool allows, then one."""
    early = turn <= edition.early_turns.value
    if early and can_give(pool, size, edition.early_minimum.value):
        return edition.early_minimum.value
    return edition.late_minimum.value


def is_valid(draw: str, pool: str, turn: int, edition: Edition) -> bool:
    """Whether a draw stands; ``pool`` includes its letters."""
    return has_minimum(draw, pool, minimum(turn, pool, len(draw), edition))


@article("3.2", edition="2023")
@article("3.2", edition="2017")
@article("2.2", edition="2010")
@article("2.2", edition="undated")
def counts_on_wild(draw: str, pool: str, turn: int, edition: Edition) -> bool:
    """Whether a valid draw would not be, did its Y and jokers count as the other kind.

    Once the rest of the pool is all of one kind they have no choice.
    """
    pool_vowels, pool_consonants, _ = counted(pool)
    vowels, consonants, wild = counted(draw)
    if not wild or (pool_vowels == 0) != (pool_consonants == 0):
        return False
    least = minimum(turn, pool, len(draw), edition)
    return min(vowels, consonants) < least


def check_new(position: Position, new: str, formula: Formula) -> None:
    """Refuse letters the bag cannot give, or too many or too few of them."""
    wanted = position.needed(formula)
    if len(new) != wanted:
        raise Refusal(f"il faut {wanted} lettres nouvelles, {len(new)} annoncées : {new or '–'}")
    missing = Counter(new) - Counter(position.bag)
    if missing:
        listed = ", ".join(_missing(c, n, position.bag) for c, n in sorted(missing.items()))
        raise Refusal(f"le sac ne peut pas donner ce tirage : {listed}")


def _missing(letter: str, lacking: int, bag: str) -> str:
    name = "joker" if letter == JOKER else letter
    left = bag.count(letter)
    return f"{name} (il en reste {left}, il en manque {lacking})"


def every_draw(position: Position, formula: Formula, turn: int, edition: Edition) -> Iterator[str]:
    """Every valid draw the pool can give, leave returned, each multiset once."""
    # The serving joker comes with every draw of the joker formula (2017 7.1): it is not drawn.
    size = position.draw_size(formula) - len(position.serving)
    pool = position.pool
    least = minimum(turn, pool, size + len(position.serving), edition)
    for letters in _multisets(alphabetical(position.bag + position.leave), size):
        if has_minimum(letters + position.serving, pool, least):
            yield letters + position.serving


def has_other(position: Position, formula: Formula, turn: int, edition: Edition, draw: str) -> bool:
    """Whether the pool can give a valid draw that is another multiset."""
    key = alphabetical(draw)
    return any(alphabetical(d) != key for d in every_draw(position, formula, turn, edition))


def _multisets(letters: str, size: int) -> Iterator[str]:
    counts = sorted(Counter(letters).items())

    def extend(index: int, left: int, chosen: str) -> Iterator[str]:
        if left == 0:
            yield chosen
        elif index < len(counts):
            letter, available = counts[index]
            # From many to none: draws come in alphabetical order, whatever the order of the bag.
            for taken in range(min(available, left), -1, -1):
                yield from extend(index + 1, left - taken, chosen + letter * taken)

    yield from extend(0, size, "")


def completes(
    position: Position, tiles: str, formula: Formula, turn: int, edition: Edition
) -> bool:
    """Whether some valid draw holds the tiles."""
    pool, size = position.pool, position.draw_size(formula)
    if len(tiles) > size or not contains(pool, tiles):
        return False
    least = minimum(turn, pool, size, edition)
    vowels, consonants, wild = counted(tiles)
    rest = counted(pool)
    free = size - len(tiles)
    spare = (rest[0] - vowels, rest[1] - consonants, rest[2] - wild)
    return any(
        # Only the kinds matter: any vowel, any consonant, any wild letter stands for its like.
        has_minimum(tiles + "A" * v + "B" * c + JOKER * w, pool, least)
        for v in range(min(spare[0], free) + 1)
        for c in range(min(spare[1], free - v) + 1)
        for w in (free - v - c,)
        if 0 <= w <= spare[2]
    )
