"""Lexicons on disk: ``fr-libre``, which we ship, and the lists that users import.

An imported list is one file of the user's data (``lexicons/NAME.words``: a line of JSON, then the
words, compressed). Its compiled image is in the cache, under a name that tells the list, what we
know of entries and both formats apart.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from raccord import _core
from raccord.lexicon import (
    Lexicon,
    UnknownLexiconError,
    compile_image,
    packed,
    sheet,
)
from raccord.wordlists import files, images, shipped
from raccord.wordlists.files import FREE, Installed
from raccord.wordlists.images import FILE, lock, open_image
from raccord.wordlists.sources import parse_file, read_file


def load(name_or_path: str | Path = FREE) -> Lexicon:
    """A lexicon by its name, or from the file of a list; opened once per process."""
    text = str(name_or_path)
    if not text.strip():
        raise UnknownLexiconError("lexique inconnu : le nom est vide", text)
    _tidy()
    if text.casefold() == FREE:
        return _free()
    if files.is_name(text):
        found = files.find(text)
        if found is not None:
            return _installed(found)
    return _from_file(Path(text))


@cache
def _tidy() -> None:
    """Once in a process: what it could not remove last time, because it was in use, goes now."""
    images.keep_only(
        lambda: {
            f"{FREE}@{_key(FREE)}",
            *(f"{item.name}@{_key(item.name, item.digest)}" for item in files.every()),
        }
    )


def _key(*parts: object) -> str:
    """What tells an image from a stale one."""
    # An image made by another release, or from another free list, is not taken for ours.
    versions = (_core.FORMAT, sheet.VERSION, packed.VERSION, shipped.digest())
    return hashlib.sha256(repr((versions, parts)).encode()).hexdigest()[:20]


def _free() -> Lexicon:
    def build(key: str) -> bytes:
        content = shipped.united()
        return compile_image(content.words, FREE, content.links, key=key)

    return open_image(FREE, _key(FREE), build)


def _installed(found: Installed) -> Lexicon:
    def build(key: str) -> bytes:
        words = files.words(found)
        return compile_image(words, found.name, _free().links_for(words), key=key)

    return open_image(found.name, _key(found.name, found.digest), build)


def _from_file(path: Path) -> Lexicon:
    try:
        data = read_file(path)
    except UnknownLexiconError as error:
        names = ", ".join((FREE, *(item.name for item in files.every())))
        reason = f"ni un fichier ni une liste installée ({names})"
        raise UnknownLexiconError(f"lexique inconnu : « {path} », {reason}", path) from error

    def build(key: str) -> bytes:
        words = parse_file(path, data).words
        return compile_image(words, path.stem, _free().links_for(words), key=key)

    return open_image(FILE, _key(path.stem, hashlib.sha256(data).hexdigest()), build)


def forget() -> None:
    """Close what this process has opened: the next ``load`` reads the disk again."""
    images.forget()
    _tidy.cache_clear()
    with lock:
        shipped.forget()
