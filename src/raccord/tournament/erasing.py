"""Erasing a person: what the log tells of somebody, with a pseudonym in place of who it was.

Results, series, category, club, federation and team stay: rankings rest on them. Name, licence,
year of birth and rating go. Somebody is the same by his licence, else by his name where no other
licence speaks against it; in a game, where there are but names, by his name.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from raccord.tournament.columns import plain

_GOES = ("licence", "born", "rating")


@dataclass(frozen=True, slots=True)
class Identity:
    """Identité à effacer: every name and licence somebody was known by, and what stands instead."""

    names: frozenset[str]
    licences: frozenset[tuple[str, str]]
    """Federation and number."""
    pseudonym: str

    def is_of(self, person: Mapping[str, Any]) -> bool:
        """Whether the log speaks of him here."""
        licence = plain(str(person.get("licence", "")))
        if licence and self.licences:
            return (plain(str(person.get("federation", ""))), licence) in self.licences
        return plain(str(person["name"])) in self.names

    def veiled(self, text: str) -> str:
        """A text without his name, be it in the middle of it."""
        if plain(text) in self.names:
            return self.pseudonym
        whole = [name for name in self.names if " " in name]
        return re.sub("|".join(map(_spelt, whole)), self.pseudonym, text) if whole else text


def identity(people: Collection[Mapping[str, Any]], pseudonym: str) -> Identity:
    """Somebody as the directory has known him."""
    return Identity(
        frozenset(plain(one["name"]) for one in people),
        frozenset(
            (plain(one.get("federation", "")), plain(one["licence"]))
            for one in people
            if one.get("licence")
        ),
        pseudonym,
    )


_ACCENTS = {"a": "aàâä", "c": "cç", "e": "eéèêë", "i": "iîï", "o": "oôö", "u": "uùûü", "n": "nñ"}


def _spelt(name: str) -> str:
    """A pattern for a name however it is spelt: case, accents and spaces do not count."""
    letters = ("\\s+" if c == " " else f"[{_ACCENTS.get(c, re.escape(c))}]" for c in name)
    return f"(?i:(?<!\\w){''.join(letters)}(?!\\w))"


def erased(value: Any, who: Identity) -> Any:
    """What an event tells, as plain JSON, without who it was."""
    if isinstance(value, str):
        return who.veiled(value)
    if isinstance(value, list):
        return [erased(one, who) for one in value]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("name"), str) and "terms" not in value:
        if who.is_of(value):
            left = {key: told for key, told in value.items() if key not in _GOES}
            return {**left, "name": who.pseudonym}
        if plain(value["name"]) in who.names:
            return value  # a namesake: another licence says so
    return {key: erased(one, who) for key, one in value.items()}
