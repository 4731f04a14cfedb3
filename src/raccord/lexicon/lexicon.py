"""The lexicon: the words admitted, and the questions players ask about them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from raccord import _core
from raccord.lexicon import sheet
from raccord.lexicon.entries import Analysis, Entry, Tag
from raccord.lexicon.errors import DamagedListError, NotAdmittedError, NotAWordError
from raccord.lexicon.letters import fold, is_word
from raccord.lexicon.patterns import Pattern
from raccord.lexicon.sheet import Links, Sheet
from raccord.quoting import quoted

_RACK = re.compile("[A-Z?]{1,15}")


@dataclass(frozen=True, slots=True)
class Extensions:
    """Rajouts: longer words that contain a word, by the side on which letters are added."""

    front: tuple[str, ...]
    back: tuple[str, ...]
    both: tuple[str, ...]


class Lexicon:
    """Lexique: a word list compiled to an automaton. Immutable, shared by all threads."""

    def __init__(self, core: _core.Automaton) -> None:
        self.core = core
        self._extra = memoryview(core.extra)
        self.meta: dict[str, Any] = sheet.read_meta(self._extra)
        self.name: str = self.meta["name"]
        self.digest: str = self.meta["digest"]

    @classmethod
    def of(cls, words: Iterable[str], name: str = "liste") -> Lexicon:
        """A lexicon in memory, from any words; nothing is known of their entries."""
        unique = sorted({_word(word) for word in words})
        return cls.read(compile_image(unique, name))

    @classmethod
    def read(cls, image: bytes) -> Lexicon:
        """From an image in memory; :class:`DamagedListError` if it is not one."""
        try:
            return cls(_core.Automaton.of(image))
        except ValueError as error:
            raise DamagedListError(f"lexique endommagé : {error}") from error

    @classmethod
    def open(cls, path: str) -> Lexicon:
        """From an image on disk, mapped; :class:`DamagedListError` if it is not one."""
        try:
            return cls(_core.Automaton.open(path))
        except (ValueError, OSError) as error:
            raise DamagedListError(f"lexique endommagé : {error}", path) from error

    def __repr__(self) -> str:
        return f"<Lexicon {self.name} {len(self)} words {self.digest[:12]}>"

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.core.index(word) >= 0

    def __len__(self) -> int:
        return len(self.core)

    def __iter__(self) -> Iterator[str]:
        return (self.core.word(index) for index in range(len(self.core)))

    @cached_property
    def _sheet(self) -> Sheet:
        return Sheet(self._extra, len(self.core))

    @property
    def places(self) -> tuple[int, int, int]:
        """Where the core finds the entries of the words in the automaton's own bytes."""
        return sheet.places(self._extra)

    @cached_property
    def known_count(self) -> int:
        """How many words have known entries."""
        return self._sheet.known()

    @cached_property
    def entry_count(self) -> int:
        """How many entries these words belong to."""
        return self._sheet.entry_count()

    def analyses(self, word: str) -> tuple[Analysis, ...] | None:
        """The entries of a word with what it is in each; None when they are unknown."""
        return self._sheet.analyses(self._index(word)) or None

    def entries(self, word: str) -> tuple[Entry, ...] | None:
        """The entries of a word; None when they are unknown."""
        found = self.analyses(word)
        return None if found is None else tuple(analysis.entry for analysis in found)

    def is_only_conjugated(self, word: str) -> bool | None:
        """Whether no entry has this word otherwise than as a conjugated form; None: unknown."""
        tags = self._sheet.tags(self._index(word))
        return all(tag == Tag.CONJ for tag in tags) if tags else None

    def entry_numbers(self, word: str) -> frozenset[int]:
        """The entries of a word by their numbers; none when they are unknown."""
        return frozenset(self._sheet.entry_numbers(self._index(word)))

    def same_entry(self, first: str, second: str) -> bool | None:
        """Whether two words share an entry; None when the entries of one are unknown."""
        ours, theirs = self.entry_numbers(first), self.entry_numbers(second)
        return not ours.isdisjoint(theirs) if ours and theirs else None

    def kin(self, words: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """Those of the words that share an entry: a group for each entry with several of them."""
        groups: dict[int, list[str]] = {}
        for word in sorted(set(words)):
            for number in self.entry_numbers(word):
                groups.setdefault(number, []).append(word)
        return tuple(sorted({tuple(group) for group in groups.values() if len(group) > 1}))

    def of_entry(self, word: str) -> dict[Entry, tuple[str, ...]] | None:
        """For each entry of a word, all its words; None when they are unknown."""
        numbers = self._sheet.entry_numbers(self._index(word))
        forms = {self._sheet.entry(n): self._words(self._sheet.forms(n)) for n in numbers}
        return forms or None

    def anagrams(self, letters: str) -> tuple[str, ...]:
        """The words made of all these letters; ``?`` is a joker."""
        return self._words(self.core.anagrams(_rack(letters)))

    def from_rack(self, letters: str) -> tuple[str, ...]:
        """The words made of some of these letters; ``?`` is a joker."""
        return self._words(self.core.anagrams(_rack(letters), sub=True))

    def matching(self, pattern: str) -> tuple[str, ...]:
        """The words of a pattern: ``.`` one letter, ``*`` any run, ``[ABC]`` one of these.

        ``[^ABC]`` is one of the others; ``-XYZ`` at the end excludes letters, ``+K`` asks for some.
        """
        wanted = Pattern.parse(pattern)
        found = self._words(self.core.matching(wanted.shape))
        if not wanted.needed and not wanted.excluded:
            return found
        return tuple(word for word in found if wanted.suits(word))

    def extensions(self, word: str) -> Extensions:
        """Rajouts: every way to lengthen a word at its front, at its back, or at both."""
        base = _word(word)
        return Extensions(
            front=self.matching(f".*{base}"),
            back=self.matching(f"{base}.*"),
            both=self.matching(f".*{base}.*"),
        )

    def benjamins(self, word: str) -> tuple[str, ...]:
        """Benjamins: front extensions of exactly three letters."""
        return self.matching(f"...{_word(word)}")

    def links_for(self, words: Sequence[str]) -> Links:
        """What this lexicon knows of another list's words."""
        index = self.core.index
        return self._sheet.select([index(word) for word in words])

    def _index(self, word: str) -> int:
        index = self.core.index(word)
        if index < 0:
            raise NotAdmittedError(f"mot non admis : {word}", word)
        return index

    def _words(self, indices: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.core.word(index) for index in indices)


def compile_image(
    words: Sequence[str], name: str, links: Links | None = None, **meta: object
) -> bytes:
    """The image of a list: ``words`` sorted, unique, in capitals; ``meta`` is kept with it."""
    text = "\n".join(words).encode("ascii")
    header = meta | {"name": name, "digest": hashlib.sha256(text).hexdigest()}
    return _core.compile(text, sheet.pack(header, links or Links.none(len(words))))


def _word(text: str) -> str:
    word = fold(text.strip())
    if not is_word(word):
        raise NotAWordError(
            f"ce n’est pas un mot : {quoted(text)} (attendu : 2 à 15 lettres)", text
        )
    return word


def _rack(text: str) -> str:
    rack = fold(text.replace(" ", ""))
    if not _RACK.fullmatch(rack):
        expected = "attendu : 1 à 15 lettres, « ? » pour un joker"
        raise NotAWordError(f"ce n’est pas un tirage : {quoted(text)} ({expected})", text)
    return rack
