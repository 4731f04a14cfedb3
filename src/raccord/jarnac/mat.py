"""The mat: lines of words, and the loose letters beside them. Lines are numbered from 1."""

import msgspec

from raccord.jarnac.articles import Ref
from raccord.jarnac.errors import Refusal
from raccord.jarnac.letters import ALPHABET, missing, without
from raccord.jarnac.settings import LINES, LONGEST, SHORTEST


class Play(msgspec.Struct, frozen=True):
    """Mot à poser: on a new line (``line`` is None) or in place of the word of a line."""

    word: str
    line: int | None = None

    def __str__(self) -> str:
        return self.word if self.line is None else f"{self.word} (ligne {self.line})"


class Mat(msgspec.Struct, frozen=True):
    """Tapis: the words of a player, line by line, and his loose letters in order of arrival."""

    lines: tuple[str, ...] = ()
    loose: str = ""

    @property
    def points(self) -> int:
        """VAINQUEUR 1: the square of each word's length."""
        return sum(len(word) ** 2 for word in self.lines)

    @property
    def full(self) -> bool:
        """Whether the eighth line is filled."""
        return len(self.lines) >= LINES

    @property
    def letters(self) -> str:
        """Every letter on the mat."""
        return "".join(self.lines) + self.loose

    def old(self, play: Play) -> str:
        """The word a play lengthens, or nothing."""
        line = play.line or 0
        return self.lines[line - 1] if 1 <= line <= len(self.lines) else ""

    def added(self, play: Play) -> str:
        """The loose letters a play uses."""
        return without(play.word, self.old(play))

    def gain(self, play: Play) -> int:
        """The points a play brings."""
        return len(play.word) ** 2 - len(self.old(play)) ** 2

    def after(self, play: Play) -> "Mat":
        """The mat once the play is laid."""
        if play.line is None:
            lines = (*self.lines, play.word)
        else:
            lines = (*self.lines[: play.line - 1], play.word, *self.lines[play.line :])
        return Mat(lines, without(self.loose, self.added(play)))

    def robbed(self, play: Play) -> "Mat":
        """The mat once the opponent took the play: its line is gone, the next ones close up."""
        lines = self.lines
        if play.line is not None:
            # Reading: a word taken leaves its line, and the later ones close up.
            lines = (*lines[: play.line - 1], *lines[play.line :])
        return Mat(lines, without(self.loose, self.added(play)))

    def with_word(self, word: str) -> "Mat":
        """The mat with one more word, its letters coming from elsewhere."""
        return Mat((*self.lines, word), self.loose)

    def with_letters(self, letters: str) -> "Mat":
        """The mat with more loose letters."""
        return Mat(self.lines, self.loose + letters)


def impossible(mat: Mat, play: Play) -> Refusal | None:
    """Why a play cannot be made of the letters of the mat, whatever the dictionary says."""
    word = play.word
    if not word or set(word) - set(ALPHABET):
        return Refusal(f"« {_short(word)} » n’est pas un mot en lettres de A à Z", Ref.MATERIAL_3)
    if not SHORTEST <= len(word) <= LONGEST:
        reason = f"{_short(word)} compte {len(word)} lettres : il en faut de {SHORTEST} à {LONGEST}"
        return Refusal(reason, Ref.MATERIAL_3)
    return _unopened(mat, word) if play.line is None else _unlengthened(mat, word, play.line)


def _unopened(mat: Mat, word: str) -> Refusal | None:
    if mat.full:
        return Refusal(f"les {LINES} lignes de ce tapis sont remplies", Ref.MATERIAL_1)
    if lacking := missing(word, mat.loose):
        return Refusal(f"il manque {_spaced(lacking)} au reliquat pour {word}", Ref.TURN_4A)
    return None


def _unlengthened(mat: Mat, word: str, line: int) -> Refusal | None:
    if not 1 <= line <= len(mat.lines):
        return Refusal(f"il n’y a pas de mot en ligne {line}", Ref.TURN_4B)
    old = mat.lines[line - 1]
    if dropped := missing(old, word):
        return Refusal(f"{word} retire {_spaced(dropped)} à {old}", Ref.TURN_7)
    # All letters kept and as many: an anagram, which adds nothing.
    if len(word) == len(old):
        return Refusal(f"{word} n’ajoute aucune lettre à {old}", Ref.TURN_4B)
    if lacking := missing(without(word, old), mat.loose):
        reason = f"il manque {_spaced(lacking)} au reliquat pour passer de {old} à {word}"
        return Refusal(reason, Ref.TURN_4B)
    return None


def _short(word: str) -> str:
    return word if len(word) <= 20 else f"{word[:20]}…"


def _spaced(letters: str) -> str:
    return " ".join(letters)
