"""Lists that users import: installed under a name, listed, removed."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from raccord.lexicon import DamagedListError, LexiconError, UnknownLexiconError, WordList
from raccord.wordlists import files, images
from raccord.wordlists.files import FREE, Installed
from raccord.wordlists.loading import load
from raccord.wordlists.sources import parse_file, read_file


@dataclass(frozen=True, slots=True)
class Import:
    """Importation: the list as it is now installed, and what was left out of it."""

    installed: Installed
    words: WordList


def import_list(path: str | Path, name: str) -> Import:
    """Install a list under a name, in place of the one before, or change nothing."""
    files.check_name(name)
    source = Path(path)
    return _install(name, source, read_file(source))


def import_new(name: str, source: str, data: bytes) -> Import:
    """Install the bytes of a file under a name that no list has yet, or change nothing."""
    check_free(name)
    return _install(name, Path(source), data)


def check_free(name: str) -> None:
    """Refuse what cannot name a new list; a damaged one may be imported again."""
    with suppress(DamagedListError):
        if files.find(files.check_name(name)) is not None:
            expected = "choisissez un autre nom, ou retirez-la d’abord"
            raise LexiconError(f"une liste s’appelle déjà « {name} » : {expected}", name)


def _install(name: str, source: Path, data: bytes) -> Import:
    words = parse_file(source, data)
    return Import(files.install(name, words, source.name), words)


def installed() -> tuple[Installed, ...]:
    """Every list that can be loaded by its name, ``fr-libre`` first."""
    free = load(FREE)
    ours = Installed(FREE, free.digest, len(free), "livré avec raccord", {})
    return (ours, *files.every())


def remove(name: str) -> None:
    """Drop an imported list; its image goes with it."""
    if not files.remove(name):
        raise UnknownLexiconError(f"aucune liste importée ne s’appelle « {name} »", name)
    images.drop(name)
