"""People: who they are, and what rankings group them by. Nothing federal is fixed here."""

from typing import Literal

import msgspec

Trait = Literal["series", "category", "club", "federation"]
TRAITS: dict[Trait, tuple[str, ...]] = {
    "series": ("serie", "series"),
    "category": ("categorie", "cat", "category"),
    "club": ("club",),
    "federation": ("federation", "fede"),
}
"""What rankings group people by, and how a column of it is headed."""
Shown = Literal["name", "initials", "number"]
LONGEST_NAME = 80
LONGEST_WORD = 40


class Person(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Personne: licence and federation are the key where there is one."""

    name: str
    licence: str = ""
    federation: str = ""
    club: str = ""
    series: str = ""
    category: str = ""


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Engagement: a player, or a pair, under the number kept for the whole event."""

    number: int
    people: tuple[Person, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The names, as a game has them."""
        return tuple(person.name for person in self.people)

    @property
    def name(self) -> str:
        """The player, or both of a pair."""
        return " / ".join(self.players)

    def trait(self, trait: Trait) -> str:
        """What is told of the first of whom it is told."""
        return next((found for one in self.people if (found := getattr(one, trait))), "")

    def shown(self, how: Shown) -> str:
        """As much of the name as a public page may tell."""
        if how == "number":
            return f"n° {self.number}"
        return self.name if how == "name" else " / ".join(map(initials, self.players))


def initials(name: str) -> str:
    """« Anne-Marie Petit » as « A.-M. P. »."""
    words = ("-".join(f"{part[0]}." for part in word.split("-") if part) for word in name.split())
    return " ".join(word for word in words if word)
