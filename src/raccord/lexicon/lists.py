"""Word lists as people keep them: read from bytes, with a report of what was left out.

Text in UTF-8 (with or without mark), UTF-16 with its mark, or Latin-1 as Windows writes it; one
word a line, any case, accents and line endings; ``#`` opens a comment. Also a KWG word graph.
Either may be compressed.
"""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from types import MappingProxyType

from raccord.lexicon import archives, kwg
from raccord.lexicon.errors import UnreadableListError
from raccord.lexicon.letters import LONGEST, SHORTEST, fold, is_capitals

SAMPLES = 1000  # rejections kept one by one; all are counted
_SHOWN = 40  # characters kept of a rejected line


class Reason(StrEnum):
    """Motif de rejet: why a line was left out."""

    NOT_LETTERS = "not letters"
    TOO_SHORT = "too short"
    TOO_LONG = "too long"
    DUPLICATE = "duplicate"

    @property
    def french(self) -> str:
        """The reason as people are told it."""
        return _FRENCH[self]


_FRENCH = {
    Reason.NOT_LETTERS: "autre chose que des lettres",
    Reason.TOO_SHORT: "moins de 2 lettres",
    Reason.TOO_LONG: "plus de 15 lettres",
    Reason.DUPLICATE: "en double",
}


@dataclass(frozen=True, slots=True)
class Rejection:
    """Rejet: a line that was left out."""

    line: int
    text: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class WordList:
    """Liste de mots: sorted, unique, in capitals; with what was left out."""

    words: tuple[str, ...]
    kind: str  # "text" or "kwg"
    counts: Mapping[Reason, int]
    rejections: tuple[Rejection, ...]  # the first ones


def parse(data: bytes) -> WordList:
    """Read a word list; :class:`UnreadableListError` says why when there is none in it."""
    content = archives.expand(data)
    if kwg.looks_like(content):
        return _sort("kwg", ((word, word) for word in kwg.read(content)))
    text = _decode(content)
    folded = fold(text).splitlines()
    return _sort("text", zip_longest(folded, text.splitlines(), fillvalue=""))


def _decode(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = content.decode("utf-16", errors="replace")
    else:
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            # Windows-1252 is Latin-1 plus œ; its few holes are read as Latin-1.
            text = content.decode("cp1252", errors="replace")
    if "\0" in text:
        raise UnreadableListError("ce n’est pas une liste de mots (attendu : un texte, ou un KWG)")
    return text


def _sort(kind: str, lines: Iterable[tuple[str, str]]) -> WordList:
    words: set[str] = set()
    counts: Counter[Reason] = Counter()
    samples: list[Rejection] = []
    for number, word, original in _filled(lines):
        reason = _reason(word) or (Reason.DUPLICATE if word in words else None)
        if reason is None:
            words.add(word)
            continue
        counts[reason] += 1
        if len(samples) < SAMPLES:
            samples.append(Rejection(number, original.strip()[:_SHOWN], reason))
    if not words:
        expected = "attendu : un mot de 2 à 15 lettres par ligne"
        raise UnreadableListError(f"la liste ne contient aucun mot ({expected})")
    return WordList(tuple(sorted(words)), kind, MappingProxyType(dict(counts)), tuple(samples))


def _filled(lines: Iterable[tuple[str, str]]) -> Iterator[tuple[int, str, str]]:
    """Lines with their numbers, without blanks and comments."""
    for number, (folded, original) in enumerate(lines, 1):
        word = folded.strip()
        if word and not word.startswith("#"):
            yield number, word, original


def _reason(word: str) -> Reason | None:
    if not is_capitals(word):
        return Reason.NOT_LETTERS
    if len(word) < SHORTEST:
        return Reason.TOO_SHORT
    return Reason.TOO_LONG if len(word) > LONGEST else None
