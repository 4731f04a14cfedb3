"""The sheet: the entries of a lexicon's words, packed beside its automaton.

Arrays of 32-bit numbers in the machine's own order, read in place: opening a lexicon builds no
Python object per word. A word whose entries are unknown has no link.

    links   word → its links, each ``entry << 8 | tags``
    forms   entry → its words
    lemmas  entry → its lemma (UTF-8)
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from raccord.lexicon.entries import Analysis, Entry, Kind, Tag
from raccord.lexicon.errors import DamagedListError

VERSION = 1
_KINDS = tuple(Kind)
_TAGS = tuple(Tag(bits) for bits in range(256))
_WORD = 4  # bytes in a number


@dataclass(frozen=True, slots=True)
class Links:
    """The entries of some words, before they are packed."""

    starts: Sequence[int]  # of each word in `links`, and the end
    links: Sequence[int]
    lemmas: Sequence[str]
    kinds: bytes

    @classmethod
    def none(cls, words: int) -> Links:
        """Nothing is known of any word."""
        return cls(array("I", bytes(_WORD * (words + 1))), array("I"), (), b"")


def pack(meta: dict[str, Any], known: Links) -> bytes:
    """The bytes to keep beside the automaton; ``meta`` says what the list is."""
    lemmas = [lemma.encode() for lemma in known.lemmas]
    form_starts, forms = _reverse(known)
    arrays = (
        array("I", known.starts),
        array("I", known.links),
        form_starts,
        forms,
        array("I", accumulate(map(len, lemmas), initial=0)),
    )
    text = b"".join(lemmas)
    header = meta | {
        "sheet": VERSION,
        "order": sys.byteorder,
        "sizes": [len(numbers) for numbers in arrays],
        "kinds": len(known.kinds),
        "text": len(text),
    }
    head = json.dumps(header, sort_keys=True).encode()
    # The arrays that follow are cast in place: they must begin at a multiple of four.
    head += b" " * (-(len(head) + _WORD) % _WORD)
    size = len(head).to_bytes(_WORD, "little")
    return b"".join((size, head, *(numbers.tobytes() for numbers in arrays), known.kinds, text))


def _reverse(known: Links) -> tuple[array[int], array[int]]:
    """Each entry's words, from each word's entries: a counting sort."""
    counts = [0] * len(known.kinds)
    for link in known.links:
        counts[link >> 8] += 1
    starts = array("I", accumulate(counts, initial=0))
    nexts = starts.tolist()
    forms = array("I", bytes(_WORD * len(known.links)))
    starts_of_words = known.starts
    links = known.links
    for word in range(len(starts_of_words) - 1):
        for link in links[starts_of_words[word] : starts_of_words[word + 1]]:
            entry = link >> 8
            forms[nexts[entry]] = word
            nexts[entry] += 1
    return starts, forms


def places(data: memoryview) -> tuple[int, int, int]:
    """Where the starts and the links lie, in bytes, and how many links there are."""
    sizes = read_meta(data)["sizes"]
    starts = _WORD + int.from_bytes(data[:_WORD], "little")
    return starts, starts + _WORD * sizes[0], sizes[1]


class Sheet:
    """The packed entries of a lexicon, read in place."""

    __slots__ = ("_form_starts", "_forms", "_kinds", "_lemma_starts", "_links", "_starts", "_text")

    def __init__(self, data: memoryview, words: int) -> None:
        self._read(data, read_meta(data), words)

    def _read(self, data: memoryview, meta: dict[str, Any], words: int) -> None:
        position = _WORD + int.from_bytes(data[:_WORD], "little")
        views: list[memoryview] = []
        for size in meta["sizes"]:
            views.append(data[position : position + _WORD * size].cast("I"))
            position += _WORD * size
        self._starts, self._links, self._form_starts, self._forms, self._lemma_starts = views
        self._kinds = data[position : position + meta["kinds"]]
        self._text = data[position + meta["kinds"] :]
        if len(self._starts) != words + 1 or len(self._text) != meta["text"]:
            raise DamagedListError("lexique endommagé : les entrées ne correspondent pas aux mots")

    def analyses(self, word: int) -> tuple[Analysis, ...]:
        """The entries of a word by its index, none when they are unknown."""
        links = self._links[self._starts[word] : self._starts[word + 1]]
        return tuple(Analysis(self.entry(link >> 8), _TAGS[link & 255]) for link in links)

    def entry_numbers(self, word: int) -> tuple[int, ...]:
        """The numbers of a word's entries."""
        links = self._links[self._starts[word] : self._starts[word + 1]]
        return tuple(link >> 8 for link in links)

    def tags(self, word: int) -> tuple[Tag, ...]:
        """The tags of a word, one for each of its entries."""
        links = self._links[self._starts[word] : self._starts[word + 1]]
        return tuple(_TAGS[link & 255] for link in links)

    def entry(self, number: int) -> Entry:
        """An entry by its number."""
        text = self._text[self._lemma_starts[number] : self._lemma_starts[number + 1]]
        return Entry(str(text, "utf-8"), _KINDS[self._kinds[number]])

    def forms(self, number: int) -> Iterator[int]:
        """The words of an entry, by their indices, in alphabetical order."""
        yield from self._forms[self._form_starts[number] : self._form_starts[number + 1]]

    def known(self) -> int:
        """How many words have their entries known."""
        starts = self._starts.tolist()
        return sum(1 for start, end in pairwise(starts) if start < end)

    def entry_count(self) -> int:
        """How many entries have at least one word here."""
        starts = self._form_starts.tolist()
        return sum(1 for start, end in pairwise(starts) if start < end)

    def select(self, words: Sequence[int]) -> Links:
        """The links of other words, given by their indices here (-1: not here)."""
        starts, links = array("I", (0,)), array("I")
        numbers: dict[int, int] = {}  # of the entries used, here and there
        ours, all_links = self._starts, self._links
        for word in words:
            if word >= 0:
                for link in all_links[ours[word] : ours[word + 1]]:
                    number = numbers.setdefault(link >> 8, len(numbers))
                    links.append(number << 8 | link & 255)
            starts.append(len(links))
        kinds = bytes(self._kinds[number] for number in numbers)
        return Links(starts, links, [self.entry(number).lemma for number in numbers], kinds)


def read_meta(data: memoryview) -> dict[str, Any]:
    """What the packed list says of itself; :class:`DamagedListError` if it cannot be read here."""
    size = int.from_bytes(data[:_WORD], "little")
    try:
        meta: Any = json.loads(bytes(data[_WORD : _WORD + size]))
    except ValueError:
        meta = None
    if not isinstance(meta, dict) or meta.get("sheet") != VERSION:
        raise DamagedListError("lexique endommagé ou d’une autre version : en-tête illisible")
    # Numbers are in the order of the machine that compiled the image.
    if meta.get("order") != sys.byteorder:
        raise DamagedListError("lexique compilé pour une autre machine")
    return meta
