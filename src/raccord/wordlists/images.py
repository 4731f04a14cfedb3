"""Compiled images of word lists: in the cache, under a key that tells stale ones apart.

An image that is absent, stale or damaged is made again. Without a folder to write in, images live
in memory.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from raccord.lexicon import Lexicon, LexiconError
from raccord.store.places import cache_folder, write_whole

FILE = "+file"  # stands for a list's name in the image of a file given by its path
_SMALL = 1_000_000  # bytes: an image of a file so small is sooner made than found
_KEPT = 8  # images of files given by path

lock = threading.RLock()
_opened: dict[str, Lexicon] = {}


def open_image(stem: str, key: str, build: Callable[[str], bytes]) -> Lexicon:
    """The lexicon of a key: already open, or from its image, or built."""
    # What is open is given without waiting: another list may be under way for seconds.
    found = _opened.get(key)
    if found is not None:
        return found
    with lock:
        if key not in _opened:
            path = cache_folder("lexicons", f"{stem}@{key}.image")
            _opened[key] = _trusted(path, key) or _rebuilt(path, key, build(key))
        return _opened[key]


def drop(name: str) -> None:
    """Remove the images of a list that is gone."""
    for image in cache_folder("lexicons").glob(f"{name.casefold()}@*.image"):
        with suppress(OSError):
            image.unlink()


def keep_only(current: Callable[[], set[str]]) -> None:
    """Remove images of lists that are gone or replaced: Windows removes none that is in use."""
    found = list(cache_folder("lexicons").glob("*@*.image"))
    names = current()  # asked after: a list that comes meanwhile keeps its image
    for image in found:
        if image.stem not in names and not image.name.startswith(FILE):
            with suppress(OSError):
                image.unlink()


def forget() -> None:
    """Close what this process has opened."""
    with lock:
        _opened.clear()


def _trusted(path: Path, key: str) -> Lexicon | None:
    """The image of the cache, unless it is absent, damaged or not the one expected."""
    try:
        lexicon = Lexicon.open(str(path))
    except LexiconError:
        return None
    return lexicon if lexicon.meta.get("key") == key else None


def _rebuilt(path: Path, key: str, image: bytes) -> Lexicon:
    """Keep a new image and map it; in memory where nothing can be written, or not worth it."""
    if not path.name.startswith(FILE) or len(image) > _SMALL:
        with suppress(OSError):
            write_whole(path, image)
            _prune(path)
            lexicon = _trusted(path, key)
            if lexicon is not None:
                return lexicon
    return Lexicon.read(image)


def _prune(path: Path) -> None:
    """Drop older images of the same list; of files given by path, keep the latest few."""
    stem = path.name.partition("@")[0]
    older = [other for other in path.parent.glob(f"{stem}@*.image") if other != path]
    older.sort(key=lambda other: other.stat().st_mtime)
    for other in older[: len(older) - _KEPT] if stem == FILE else older:
        with suppress(OSError):
            other.unlink()
