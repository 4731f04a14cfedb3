"""The second data file of ``fr-libre``: forms that other free lexicons add to the packed list.

Its licence differs from the packed list's, so they are kept apart and united when compiled. Lines
of text: form, rule, letters of the sources, readings (``lemma TAG+TAG; …``).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

from raccord.lexicon.entries import Kind, Tag, kind_of
from raccord.lexicon.errors import DamagedListError
from raccord.lexicon.packed import Key, Unpacked
from raccord.lexicon.sheet import Links

_KINDS = tuple(Kind)


@dataclass(frozen=True, slots=True)
class Addition:
    """Ajout: a form, the rule that admits it, the sources that have it, and its entries."""

    word: str
    rule: str
    sources: str
    readings: tuple[tuple[Key, Tag], ...]

    @classmethod
    def parse(cls, line: str) -> Addition:
        """Read one line; :class:`DamagedListError` if it is not one."""
        try:
            word, rule, sources, readings = line.split("\t")
            return cls(word, rule, sources, tuple(map(_reading, readings.split("; "))))
        except (ValueError, KeyError) as error:
            raise DamagedListError("les ajouts du lexique livré sont endommagés") from error


def _reading(text: str) -> tuple[Key, Tag]:
    lemma, names = text.rsplit(" ", 1)
    tags = Tag(0)
    for name in names.split("+"):
        tags |= Tag[name]
    return (lemma, bool(tags & Tag.VERBAL)), tags


def unite(base: Unpacked, added: Iterable[Addition]) -> Unpacked:
    """One list of both: an entry that both know is one entry."""
    links = base.links
    verb = _KINDS.index(Kind.VERB)
    numbers = {
        (lemma, kind == verb): number
        for number, (lemma, kind) in enumerate(zip(links.lemmas, links.kinds, strict=True))
    }
    known = len(numbers)
    tags: dict[int, Tag] = {}  # of the new entries
    extra: dict[str, list[int]] = {}
    for item in added:
        for key, tag in item.readings:
            number = numbers.setdefault(key, len(numbers))
            if number >= known:
                tags[number] = tags.get(number, Tag(0)) | tag
            extra.setdefault(item.word, []).append(number << 8 | tag)
    lemmas = [*links.lemmas, *(lemma for lemma, _ in list(numbers)[known:])]
    kinds = links.kinds + bytes(_KINDS.index(kind_of(tags[n])) for n in range(known, len(numbers)))
    return _merged(base, extra, lemmas, kinds)


def _merged(
    base: Unpacked, extra: dict[str, list[int]], lemmas: list[str], kinds: bytes
) -> Unpacked:
    """The words of both in order, each with its links."""
    links, starts = array("I"), array("I", [0])
    ours = dict(zip(base.words, range(len(base.words)), strict=True))
    words = sorted(ours.keys() | extra.keys())
    for word in words:
        index = ours.get(word)
        if index is not None:
            links.extend(base.links.links[base.links.starts[index] : base.links.starts[index + 1]])
        links.extend(sorted(extra.get(word, ())))
        starts.append(len(links))
    return Unpacked(words, Links(starts, links, lemmas, kinds))
