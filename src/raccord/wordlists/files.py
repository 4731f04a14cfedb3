"""The files of imported lists: one a list, replaced whole or not at all."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from raccord.lexicon import DamagedListError, LexiconError, WordList
from raccord.quoting import quoted
from raccord.store.places import data_folder, system_reason, write_whole

FREE = "fr-libre"
_NAME = re.compile("[a-z0-9][a-z0-9_-]{0,31}")
_SUFFIX = ".words"
# Names that Windows keeps for devices, whatever their extension.
_DEVICES = {"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(10))}


@dataclass(frozen=True, slots=True)
class Installed:
    """Liste installée: what is known of a list without opening it."""

    name: str
    digest: str
    count: int
    source: str
    rejected: dict[str, int] = field(default_factory=dict)


def is_name(text: str) -> bool:
    """Whether a text may name a list: it can then name no other place on the disk."""
    return _NAME.fullmatch(text.casefold()) is not None and text.casefold() not in _DEVICES


def check_name(name: str) -> str:
    """The name in lower case; refused if it is not one, or ours."""
    if not is_name(name):
        expected = "attendu : 1 à 32 lettres sans accent, chiffres, « - » ou « _ »"
        raise LexiconError(f"nom de lexique refusé : {quoted(name)} ({expected})", name)
    if name.casefold() == FREE:
        raise LexiconError(f"le nom « {FREE} » est réservé au lexique livré", name)
    return name.casefold()


def install(name: str, words: WordList, source: str) -> Installed:
    """Write a list in place of the one of the same name."""
    text = "\n".join(words.words).encode("ascii")
    rejected = {reason.value: count for reason, count in words.counts.items()}
    new = Installed(
        check_name(name), hashlib.sha256(text).hexdigest(), len(words.words), source, rejected
    )
    head = {
        "name": new.name,
        "digest": new.digest,
        "count": new.count,
        "source": new.source,
        "rejected": new.rejected,
    }
    line = json.dumps(head, sort_keys=True).encode() + b"\n"
    try:
        # No time in it: the same list is the same file.
        write_whole(_path(new.name), line + gzip.compress(text, 3, mtime=0))
    except OSError as error:
        raise LexiconError(
            f"impossible d’enregistrer « {name} » : {system_reason(error)}", name
        ) from error
    return new


def remove(name: str) -> bool:
    """Drop an imported list; False when there is none."""
    try:
        _path(check_name(name)).unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise LexiconError(
            f"impossible de retirer « {name} » : {system_reason(error)}", name
        ) from error
    return True


def find(name: str) -> Installed | None:
    """The list of this name, if there is one."""
    try:
        with _path(name.casefold()).open("rb") as file:
            return _installed(json.loads(file.readline(65536)))
    except OSError:
        return None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _damaged(name) from error


def every() -> tuple[Installed, ...]:
    """Every imported list that can be read, by name."""
    found = []
    with suppress(OSError):
        for path in sorted(data_folder("lexicons").glob(f"*{_SUFFIX}")):
            with suppress(DamagedListError):
                found.append(find(path.stem) if is_name(path.stem) else None)
    return tuple(item for item in found if item is not None)


def words(item: Installed) -> list[str]:
    """The words of an imported list, checked against its digest."""
    try:
        _, _, data = _path(item.name).read_bytes().partition(b"\n")
        text = gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise _damaged(item.name) from error
    if hashlib.sha256(text).hexdigest() != item.digest:
        raise _damaged(item.name)
    return text.decode("ascii").split("\n")


def _damaged(name: str) -> DamagedListError:
    return DamagedListError(f"la liste « {name} » est endommagée : importez-la de nouveau", name)


def _installed(head: dict[str, Any]) -> Installed:
    return Installed(
        str(head["name"]),
        str(head["digest"]),
        int(head["count"]),
        str(head["source"]),
        {str(reason): int(count) for reason, count in head["rejected"].items()},
    )


def _path(name: str) -> Path:
    return data_folder("lexicons") / f"{name}{_SUFFIX}"
