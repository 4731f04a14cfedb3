"""Lexicons on disk: ``fr-libre``, which we ship, and the lists that users import.

An imported list is one file of the user's data (``lexicons/NAME.words``: a line of JSON, then the
words, compressed). Its compiled image is in the cache, under a name that tells the list, what we
know of entries and both formats apart; an image that is absent, stale or damaged is made again.
Without a folder to write in, images live in memory.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from raccord import _core
from raccord.lexicon import (
    DamagedListError,
    Lexicon,
    LexiconError,
    UnknownLexiconError,
    UnreadableListError,
    WordList,
    archives,
    compile_image,
    packed,
    parse,
    sheet,
)
from raccord.store import lexicon_files
from raccord.store.lexicon_files import FREE, Installed
from raccord.store.places import cache_folder, system_reason, write_whole

_PACKED = Path(__file__).parents[1] / "data" / "fr-libre.bin.xz"
_FILE = "+file"  # stands for a list's name in the image of a file given by its path
_SMALL = 1_000_000  # bytes: an image of a file so small is sooner made than found
_KEPT = 8  # images of files given by path

_lock = threading.RLock()
_opened: dict[str, Lexicon] = {}


@dataclass(frozen=True, slots=True)
class Import:
    """Importation: the list as it is now installed, and what was left out of it."""

    installed: Installed
    words: WordList


def load(name_or_path: str | Path = FREE) -> Lexicon:
    """A lexicon by its name, or from the file of a list; opened once per process."""
    text = str(name_or_path)
    if not text.strip():
        raise UnknownLexiconError("lexique inconnu : le nom est vide", text)
    with _lock:
        if text.casefold() == FREE:
            return _free()
        if lexicon_files.is_name(text):
            found = lexicon_files.find(text)
            if found is not None:
                return _installed(found)
        return _from_file(Path(text))


def import_list(path: str | Path, name: str) -> Import:
    """Install a list under a name, in place of the one before, or change nothing."""
    lexicon_files.check_name(name)
    source = Path(path)
    words = _parse(source, _read(source))
    return Import(lexicon_files.install(name, words, source.name), words)


def installed() -> tuple[Installed, ...]:
    """Every list that can be loaded by its name, ``fr-libre`` first."""
    free = load(FREE)
    ours = Installed(FREE, free.digest, len(free), "livré avec raccord", {})
    return (ours, *lexicon_files.every())


def remove(name: str) -> None:
    """Drop an imported list; its image goes with it."""
    if not lexicon_files.remove(name):
        raise UnknownLexiconError(f"aucune liste importée ne s’appelle « {name} »", name)
    for image in cache_folder("lexicons").glob(f"{name.casefold()}@*.image"):
        with suppress(OSError):
            image.unlink()


def forget() -> None:
    """Close what this process has opened: the next ``load`` reads the disk again."""
    with _lock:
        _opened.clear()
        _packed.cache_clear()


@cache
def _packed() -> tuple[bytes, str]:
    """The shipped list and its digest, which tells images made from another one apart."""
    try:
        data = _PACKED.read_bytes()
    except OSError as error:
        raise DamagedListError("le lexique livré manque : réinstallez raccord", _PACKED) from error
    return data, hashlib.sha256(data).hexdigest()


def _key(*parts: object) -> str:
    """What tells an image from a stale one."""
    versions = (_core.FORMAT, sheet.VERSION, packed.VERSION, _packed()[1])
    return hashlib.sha256(repr((versions, parts)).encode()).hexdigest()[:20]


def _free() -> Lexicon:
    def build(key: str) -> bytes:
        content = packed.unpack(_packed()[0])
        return compile_image(content.words, FREE, content.links, key=key)

    return _open(FREE, _key(FREE), build)


def _installed(found: Installed) -> Lexicon:
    def build(key: str) -> bytes:
        words = lexicon_files.words(found)
        return compile_image(words, found.name, _free().links_for(words), key=key)

    return _open(found.name, _key(found.name, found.digest), build)


def _from_file(path: Path) -> Lexicon:
    try:
        data = _read(path)
    except UnknownLexiconError as error:
        names = ", ".join((FREE, *(item.name for item in lexicon_files.every())))
        reason = f"ni un fichier ni une liste installée ({names})"
        raise UnknownLexiconError(f"lexique inconnu : « {path} », {reason}", path) from error

    def build(key: str) -> bytes:
        words = _parse(path, data).words
        return compile_image(words, path.stem, _free().links_for(words), key=key)

    return _open(_FILE, _key(path.stem, hashlib.sha256(data).hexdigest()), build)


def _parse(path: Path, data: bytes) -> WordList:
    """The words of a file; what is wrong with it names the file."""
    try:
        return parse(data)
    except LexiconError as error:
        raise type(error)(f"« {path} » : {error}", path) from error


def _read(path: Path) -> bytes:
    """The bytes of a list's file, of a reasonable size."""
    try:
        with path.open("rb") as file:
            data = file.read(archives.LIMIT + 1)
    except FileNotFoundError as error:
        raise UnknownLexiconError(f"« {path} » n’existe pas", path) from error
    except (OSError, ValueError) as error:
        why = system_reason(error) if isinstance(error, OSError) else "nom incorrect"
        raise UnreadableListError(f"« {path} » ne peut pas être lu : {why}", path) from error
    if len(data) > archives.LIMIT:
        raise UnreadableListError(f"« {path} » est trop grand pour une liste de mots", path)
    return data


def _open(stem: str, key: str, build: Callable[[str], bytes]) -> Lexicon:
    """The lexicon of a key: already open, or from its image, or built."""
    if key not in _opened:
        path = cache_folder("lexicons", f"{stem}@{key}.image")
        _opened[key] = _trusted(path, key) or _rebuilt(path, key, build(key))
    return _opened[key]


def _trusted(path: Path, key: str) -> Lexicon | None:
    """The image of the cache, unless it is absent, damaged or not the one expected."""
    try:
        lexicon = Lexicon.open(str(path))
    except LexiconError:
        return None
    return lexicon if lexicon.meta.get("key") == key else None


def _rebuilt(path: Path, key: str, image: bytes) -> Lexicon:
    """Keep a new image and map it; in memory where nothing can be written, or not worth it."""
    if not path.name.startswith(_FILE) or len(image) > _SMALL:
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
    for other in older[: len(older) - _KEPT] if stem == _FILE else older:
        with suppress(OSError):
            other.unlink()
