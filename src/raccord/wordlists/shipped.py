"""The files of ``fr-libre`` that we ship: the packed list, what others add, what was decided."""

from __future__ import annotations

import hashlib
import lzma
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from raccord.lexicon import Addition, DamagedListError, packed, unite
from raccord.lexicon.packed import Unpacked

_DAMAGED = "le lexique livré est endommagé : réinstallez raccord"
_DATA = Path(__file__).parents[1] / "data"
_PACKED, _PLUS = "fr-libre.bin.xz", "fr-libre-plus.tsv.xz"
_NOTES, _VOTERS = "fr-libre-notes.tsv.xz", "fr-libre-voters.bin.xz"


@dataclass(frozen=True, slots=True)
class Note:
    """What was decided of a word, why, and the letters of the sources that have it."""

    decision: str
    reason: str
    sources: str


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
def notes() -> dict[str, Note]:
    """What was decided of a word."""
    rows = (line.split("\t") for line in _lines(_NOTES))
    return {word: Note(decision, reason, sources) for word, decision, reason, sources in rows}


@cache
def voters() -> bytes:
    """A byte a word of the list, in order: a bit for each source that has it."""
    return _unpacked(_VOTERS)


def forget() -> None:
    """Read the disk again next time."""
    for known in (digest, additions, notes, voters):
        known.cache_clear()


def _read(name: str) -> bytes:
    path = _DATA / name
    try:
        return path.read_bytes()
    except OSError as error:
        raise DamagedListError("le lexique livré manque : réinstallez raccord", path) from error


def _lines(name: str) -> list[str]:
    try:
        return _unpacked(name).decode().splitlines()
    except ValueError as error:
        raise DamagedListError(_DAMAGED) from error


def _unpacked(name: str) -> bytes:
    try:
        return lzma.decompress(_read(name))
    except lzma.LZMAError as error:
        raise DamagedListError(_DAMAGED) from error
