"""The lists that players learn by heart: short words, dear letters, endings, benjamins."""

import re
from dataclasses import dataclass
from functools import lru_cache

from raccord.lexicon.errors import NotAWordError
from raccord.lexicon.letters import LONGEST
from raccord.lexicon.lexicon import Lexicon
from raccord.quoting import quoted

DEAR = "JKQWXYZ"
VOWELS = "AEIOUY"
BENJAMIN = 3
"""Letters that a benjamin adds in front of a word."""


@dataclass(frozen=True, slots=True)
class StudyList:
    """Liste d'étude: the words of some lengths and of a pattern, whatever the lexicon."""

    code: str
    title: str
    shortest: int
    longest: int
    pattern: str = "*"
    lengthens: int = 0
    """So many letters in front of another word, where it is not zero."""
    consonants: int = LONGEST
    """At most so many."""
    conjugated: bool = True
    """Whether words that are nothing but conjugated forms belong to it."""

    def words(self, lexicon: Lexicon) -> tuple[str, ...]:
        """Its words in a lexicon."""
        return _words(self, lexicon)

    def _shapes(self) -> tuple[str, ...]:
        """Without a pattern, one shape for each length: far fewer words are looked at."""
        lengths = range(self.shortest, self.longest + 1)
        return tuple("." * n for n in lengths) if self.pattern == "*" else (self.pattern,)

    def find(self, lexicon: Lexicon) -> tuple[str, ...]:
        """Look its words up, which takes up to a second for the longest lists."""
        found = (word for shape in self._shapes() for word in lexicon.matching(shape))
        return tuple(word for word in found if self._suits(word, lexicon))

    def holds(self, word: str, lexicon: Lexicon) -> bool:
        """Whether an admitted word is one of the list's."""
        shape = self.pattern.replace("*", ".*")
        return bool(re.fullmatch(shape, word)) and self._suits(word, lexicon)

    def _suits(self, word: str, lexicon: Lexicon) -> bool:
        if not self.shortest <= len(word) <= self.longest:
            return False
        if sum(letter not in VOWELS for letter in word) > self.consonants:
            return False
        if not self.conjugated and lexicon.is_only_conjugated(word):
            return False
        return not self.lengthens or word[self.lengthens :] in lexicon


@lru_cache(maxsize=64)
def _words(study: StudyList, lexicon: Lexicon) -> tuple[str, ...]:
    return study.find(lexicon)


STUDY_LISTS = {
    found.code: found
    for found in (
        StudyList("deux", "Mots de deux lettres", 2, 2, ".."),
        StudyList("trois", "Mots de trois lettres", 3, 3, "..."),
        StudyList("cheres", f"Lettres chères ({DEAR}), 2 à 5 lettres", 2, 5, f"*[{DEAR}]*"),
        *(
            StudyList(
                f"cheres-{letter.lower()}", f"Mots en {letter}, 2 à 6 lettres", 2, 6, f"*{letter}*"
            )
            for letter in DEAR
        ),
        StudyList("at", "Noms en -AT, 3 à 8 lettres", 3, 8, "*AT", conjugated=False),
        StudyList("um", "Mots en -UM, 3 à 8 lettres", 3, 8, "*UM"),
        StudyList("ing", "Mots en -ING, 4 à 8 lettres", 4, 8, "*ING"),
        StudyList("oir", "Mots en -OIR, 4 à 8 lettres", 4, 8, "*OIR"),
        StudyList("voyelles", "Une consonne au plus, 3 à 6 lettres", 3, 6, consonants=1),
        StudyList("benjamins", "Benjamins de mots de 4 et 5 lettres", 7, 8, lengthens=BENJAMIN),
    )
}


def study_list(code: str) -> StudyList:
    """A list by its code; ``NotAWordError`` names those there are."""
    found = STUDY_LISTS.get(code)
    if found is None:
        known = ", ".join(STUDY_LISTS)
        raise NotAWordError(f"liste d’étude inconnue : {quoted(code)} (attendu : {known})", code)
    return found


def lists_of(lexicon: Lexicon, word: str) -> tuple[StudyList, ...]:
    """The lists that hold a word; none where it is not admitted."""
    if word not in lexicon:
        return ()
    return tuple(found for found in STUDY_LISTS.values() if found.holds(word, lexicon))
