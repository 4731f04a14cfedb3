"""The strengths of the computer, as data."""

import zlib

import msgspec

from raccord.jarnac.errors import JarnacError
from raccord.jarnac.everyday import is_everyday
from raccord.lexicon import fold
from raccord.quoting import quoted

RARE = frozenset("HJKQWXYZ")


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """Force: what a computer player knows, sees and weighs.

    Everyday words all levels know. ``known`` is the share of the others it knows, by length from 3
    to 9 letters; ``rare`` what is left of that share for a word with a rare letter. ``sight`` is
    the chance that it notices a word it knows, ``jarnac`` that it looks at the opponent's mat when
    the bag comes. ``contest`` is the chance that it stops a bad word, ``doubt`` that it stops a
    good one it does not know. ``foresight``: it weighs what a play allows next and what a pass
    exposes, rather than points alone.
    """

    name: str
    label: str
    known: tuple[float, float, float, float, float, float, float]
    rare: float
    sight: float
    jarnac: float
    contest: float
    doubt: float
    foresight: bool
    pace: int

    def knows(self, word: str) -> bool:
        """Whether the level knows a word; always the same answer for the same word."""
        if is_everyday(word):
            return True
        share = self.known[len(word) - 3] * (self.rare if RARE & set(word) else 1.0)
        # A hash instead of chance: a player who knew a word yesterday knows it today.
        return zlib.crc32(word.encode()) % 10_000 < share * 10_000

    @property
    def perfect(self) -> bool:
        """Whether no word is missed."""
        return min(*self.known, self.rare, self.sight, self.jarnac) >= 1


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level(
            name="debutant",
            label="débutant",
            known=(0.28, 0.22, 0.12, 0.05, 0.01, 0.0, 0.0),
            rare=0.3,
            sight=0.5,
            jarnac=0.25,
            contest=0.3,
            doubt=0.02,
            foresight=False,
            pace=14_000,
        ),
        Level(
            name="amateur",
            label="amateur",
            known=(0.4, 0.35, 0.25, 0.14, 0.07, 0.03, 0.01),
            rare=0.5,
            sight=0.55,
            jarnac=0.3,
            contest=0.5,
            doubt=0.01,
            foresight=False,
            pace=12_000,
        ),
        Level(
            name="confirme",
            label="confirmé",
            known=(0.52, 0.47, 0.36, 0.22, 0.13, 0.07, 0.03),
            rare=0.7,
            sight=0.6,
            jarnac=0.38,
            contest=0.75,
            doubt=0.005,
            foresight=False,
            pace=10_000,
        ),
        Level(
            name="expert",
            label="expert",
            known=(0.75, 0.7, 0.6, 0.48, 0.36, 0.25, 0.16),
            rare=0.85,
            sight=0.72,
            jarnac=0.58,
            contest=0.9,
            doubt=0.0,
            foresight=False,
            pace=9_000,
        ),
        Level(
            name="maitre",
            label="maître",
            known=(0.92, 0.9, 0.86, 0.78, 0.68, 0.57, 0.45),
            rare=0.95,
            sight=0.87,
            jarnac=0.8,
            contest=0.97,
            doubt=0.0,
            foresight=True,
            pace=8_000,
        ),
        Level(
            name="oeil-parfait",
            label="œil parfait",
            known=(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
            rare=1.0,
            sight=1.0,
            jarnac=1.0,
            contest=1.0,
            doubt=0.0,
            foresight=True,
            pace=6_000,
        ),
    )
}


def level(name: str) -> Level:
    """The level of this name, accents welcome; :class:`JarnacError` names those there are."""
    try:
        return LEVELS[fold(name).lower().replace(" ", "-")]
    except KeyError:
        names = ", ".join(LEVELS)
        raise JarnacError(f"niveau inconnu : {quoted(name)} (attendu : {names})", name) from None
