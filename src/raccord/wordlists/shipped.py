"""The files of ``fr-libre`` that we ship: the packed list, what others add, what was decided."""

from __future__ import annotations

import hashlib
import lzma
from functools import cache
from pathlib import Path

from raccord.lexicon import Addition, DamagedListError, packed, unite
from raccord.lexicon.packed import Unpacked

_DATA = Path(__file__).parents[1] / "data"
_PACKED, _PLUS, _NOTES = "fr-libre.bin.xz", "fr-libre-plus.tsv.xz", "fr-libre-notes.tsv.xz"


@cache
def digest() -> str:
    """What tells images made from other data apart."""
    return hashlib.sha256(_read(_PACKED) + _read(_PLUS)).hexdigest()


def united() -> Unpacked:
    """Every word of the list, from both files."""
    return unite(packed.unpack(_read(_PACKED)), additions().values())


@cache
def additions() -> dict[str, Addition]:
    """The words of other lexicons."""
    return {item.word: item for item in map(Addition.parse, _lines(_PLUS))}


@cache
def notes() -> dict[str, tuple[str, str]]:
    """What was decided by hand of a word, and why."""
    rows = (line.split("\t", 2) for line in _lines(_NOTES))
    return {word: (decision, reason) for word, decision, reason in rows}


def forget() -> None:
    """Read the disk again next time."""
    for known in (digest, additions, notes):
        known.cache_clear()


def _read(name: str) -> bytes:
    path = _DATA / name
    try:
        return path.read_bytes()
    except OSError as error:
        raise DamagedListError("le lexique livré manque : réinstallez raccord", path) from error


def _lines(name: str) -> list[str]:
    try:
        return lzma.decompress(_read(name)).decode().splitlines()
    except (lzma.LZMAError, ValueError) as error:
        raise DamagedListError("le lexique livré est endommagé : réinstallez raccord") from error
