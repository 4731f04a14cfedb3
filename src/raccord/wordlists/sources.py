"""The file of a list as a user gives it: its bytes, then its words."""

from __future__ import annotations

from pathlib import Path

from raccord.lexicon import (
    LexiconError,
    UnknownLexiconError,
    UnreadableListError,
    WordList,
    archives,
    parse,
)
from raccord.store.places import system_reason


def read_file(path: Path) -> bytes:
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


def parse_file(path: Path, data: bytes) -> WordList:
    """The words of a file; what is wrong with it names the file."""
    try:
        return parse(data)
    except LexiconError as error:
        raise type(error)(f"« {path} » : {error}", path) from error
