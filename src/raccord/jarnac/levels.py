"""The strengths of the computer, as data.

Each is meant to beat the one before two or three times in four: see ``bench/JARNAC.md``.
"""

import random
import zlib
from typing import Literal

import msgspec

from raccord.jarnac.errors import JarnacError
from raccord.lexicon import Lexicon, fold
from raccord.lexicon.frequency import commonness
from raccord.quoting import quoted

_MOST_COMMON = 9
# A conjugated form is less at hand than its verb.
_CONJUGATED = 2
_FIRST_WORDS = (0.95, 0.85, 0.65, 0.35, 0.12, 0.02)
"""Share of the words a player without mastery knows, by index: 9, 8, 7, 6, 5, and those rarer."""
_FIRST_SIGHT, _FIRST_FADE, _FIRST_JARNACS = 0.5, 0.7, 0.3
FORM = 0.12
STRATEGIST, CHAMPION = 64, 3_000
"""Games tried out for a choice."""
NEAR, FAR = 12, 30
"""Turns that such a game is played for: after thirty nearly every one is over."""


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """Force: what a computer player knows, sees and weighs.

    ``mastery`` goes from nought, for the common words and a fair eye, to one, for every word and no
    oversight. ``form`` is how far it is above or below that in a game: nobody plays the same every
    day. ``contest`` is the chance that it stops a bad word, ``doubt`` that it stops a good one it
    does not know, ``blunder`` that it lays a bad one. ``foresight``: it weighs what a play allows
    next and what a pass exposes, rather than points alone. ``trials``: games it tries each choice
    out in, for ``turns`` where every word and lengthening is allowed, else for ``strict_turns``:
    fewer words leave less to chance, so that looking further tells more.
    """

    name: str
    label: str
    mastery: float = 1.0
    form: float = 0.0
    contest: float = 1.0
    doubt: float = 0.0
    blunder: float = 0.0
    swaps: Literal["never", "badly", "well"] = "well"
    foresight: bool = False
    trials: int = 0
    turns: int = NEAR
    strict_turns: int = NEAR
    pace: int = 6_000

    def today(self, chance: random.Random) -> "Level":
        """The level as it plays one game."""
        shift = self.form * chance.uniform(-1, 1)
        return msgspec.structs.replace(self, mastery=min(1.0, max(0.0, self.mastery + shift)))

    def knows(self, word: str, lexicon: Lexicon) -> bool:
        """Whether the level knows a word; always the same answer for the same word."""
        if self.mastery >= 1:
            return True
        index = commonness(lexicon, word)
        if word in lexicon and lexicon.is_only_conjugated(word):
            index -= _CONJUGATED
        share = self._from(_FIRST_WORDS[min(_MOST_COMMON - index, len(_FIRST_WORDS) - 1)])
        # A hash instead of chance: a player who knew a word yesterday knows it today.
        return zlib.crc32(word.encode()) % 10_000 < share * 10_000

    def notices(self, word: str, old: str) -> float:
        """The chance that it sees a word it knows, laid new or in place of ``old``.

        Letters put before or behind a word are seen most easily; each one more to shuffle is a
        trouble.
        """
        plain = bool(old) and (word.startswith(old) or word.endswith(old))
        sight = self._from(_FIRST_SIGHT)
        return sight if plain else sight * self._from(_FIRST_FADE) ** (len(word) - 3)

    @property
    def jarnac(self) -> float:
        """The chance that it looks at the opponent's mat when the bag comes."""
        return self._from(_FIRST_JARNACS)

    @property
    def perfect(self) -> bool:
        """Whether no word is missed."""
        return self.mastery >= 1

    def _from(self, first: float) -> float:
        return first + (1 - first) * self.mastery


def _person(
    name: str, label: str, mastery: float, *, blunder: float = 0.0, doubt: float = 0.0
) -> Level:
    """A level that misses words; from half mastery on it looks ahead."""
    return Level(
        name=name,
        label=label,
        mastery=mastery,
        form=FORM,
        contest=0.4 + 0.6 * mastery,
        doubt=doubt,
        blunder=blunder,
        swaps="badly" if blunder else "well",
        foresight=mastery > 0.5,
        pace=14_000 - int(8_000 * mastery),
    )


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        _person("debutant", "débutant", 0.05, blunder=0.04, doubt=0.03),
        _person("novice", "novice", 0.155, blunder=0.02, doubt=0.02),
        _person("amateur", "amateur", 0.26, blunder=0.01, doubt=0.01),
        _person("initie", "initié", 0.367),
        _person("confirme", "confirmé", 0.462),
        _person("aguerri", "aguerri", 0.555),
        _person("expert", "expert", 0.658),
        _person("as", "as", 0.755),
        _person("maitre", "maître", 0.852),
        _person("grand-maitre", "grand maître", 0.942),
        Level(name="oeil-parfait", label="œil parfait", foresight=True),
        Level(name="stratege", label="stratège", foresight=True, trials=STRATEGIST),
        Level(name="champion", label="champion", foresight=True, trials=CHAMPION, strict_turns=FAR),
    )
}
DEFAULT_LEVEL = "amateur"
"""What the page, the API and the command propose."""


def level(name: str) -> Level:
    """The level of this name, accents welcome; :class:`JarnacError` names those there are."""
    try:
        return LEVELS[fold(name).lower().replace(" ", "-")]
    except KeyError:
        names = ", ".join(LEVELS)
        raise JarnacError(f"niveau inconnu : {quoted(name)} (attendu : {names})", name) from None
