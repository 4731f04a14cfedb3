"""The packed form in which ``fr-libre`` is shipped: words, entries and tags, compressed.

An xz stream of a JSON line, then columns. Words are sorted and front-coded (letters shared with
the word before, then the rest); links are differences of entry numbers, which are mostly zero.
"""

from __future__ import annotations

import json
import lzma
import sys
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Any

from raccord.lexicon.entries import Kind, Tag, kind_of
from raccord.lexicon.errors import DamagedListError
from raccord.lexicon.letters import fold
from raccord.lexicon.sheet import Links

VERSION = 1
_KINDS = tuple(Kind)
_COLUMNS = ("shared", "rest", "counts", "steps", "tags", "kinds", "lemmas")

Key = tuple[str, bool]  # lemma with its accents; verb or not


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A word list and what is known of its entries."""

    words: list[str]
    links: Links


def pack(forms: Mapping[str, Mapping[Key, Tag]]) -> bytes:
    """Pack every form with its entries; the same forms always give the same bytes."""
    words = sorted(forms)
    kinds: dict[Key, Tag] = {}
    for key, tag in chain.from_iterable(analyses.items() for analyses in forms.values()):
        kinds[key] = kinds.get(key, Tag(0)) | tag
    # In about the order of the words: steps between neighbours are small, and pack well.
    keys = sorted(kinds, key=lambda key: (fold(key[0]), key))
    numbers = {key: number for number, key in enumerate(keys)}
    links = [sorted((numbers[key], int(tag)) for key, tag in forms[w].items()) for w in words]
    flat = list(chain.from_iterable(links))
    shared = [_shared(a, b) for a, b in zip(["", *words[:-1]], words, strict=True)]
    steps = [b - a for (a, _), (b, _) in zip([(0, 0), *flat[:-1]], flat, strict=True)]
    columns = {
        "shared": bytes(shared),
        "rest": "\n".join(w[n:] for w, n in zip(words, shared, strict=True)).encode(),
        "counts": bytes(map(len, links)),
        "steps": _little(array("i", steps)).tobytes(),
        "tags": bytes(tag for _, tag in flat),
        "kinds": bytes(_KINDS.index(kind_of(kinds[key])) for key in keys),
        "lemmas": "\n".join(lemma for lemma, _ in keys).encode(),
    }
    sizes = {name: len(columns[name]) for name in _COLUMNS}
    header = json.dumps({"packed": VERSION, "sizes": sizes}).encode() + b"\n"
    data = header + b"".join(columns[name] for name in _COLUMNS)
    return lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)


def unpack(data: bytes) -> Unpacked:
    """Read what :func:`pack` wrote."""
    try:
        columns = _columns(lzma.decompress(data))
        return _unpack(columns)
    except (lzma.LZMAError, ValueError, KeyError, TypeError, OverflowError) as error:
        raise DamagedListError("le lexique livré est endommagé : réinstallez raccord") from error


def _columns(data: bytes) -> dict[str, bytes]:
    head, _, body = data.partition(b"\n")
    header: dict[str, Any] = json.loads(head)
    if header["packed"] != VERSION:
        raise ValueError("another version")
    columns, position = {}, 0
    for name in _COLUMNS:
        size = header["sizes"][name]
        columns[name] = body[position : position + size]
        position += size
    return columns


def _unpack(columns: dict[str, bytes]) -> Unpacked:
    words, word = [], ""
    for shared, rest in zip(columns["shared"], columns["rest"].decode().split("\n"), strict=True):
        word = word[:shared] + rest
        words.append(word)
    steps = _little(array("i", columns["steps"]))
    entries = accumulate(steps)
    links = array("I", (e << 8 | t for e, t in zip(entries, columns["tags"], strict=True)))
    starts = array("I", accumulate(columns["counts"], initial=0))
    lemmas = columns["lemmas"].decode().split("\n")
    return Unpacked(words, Links(starts, links, lemmas, columns["kinds"]))


def _shared(first: str, second: str) -> int:
    """How many letters two words share at their front."""
    pairs = zip(first, second, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))


def _little(numbers: array[int]) -> array[int]:
    """Numbers in little-endian order, from or to the machine's own."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
