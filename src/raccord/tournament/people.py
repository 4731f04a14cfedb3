"""People: who they are, and what rankings group them by. Nothing federal is fixed here."""

from typing import Annotated, Literal

import msgspec

from raccord.quoting import one_line, quoted
from raccord.tournament.errors import Refusal

Trait = Literal["series", "category", "club", "federation", "team", "centre"]
TRAITS: dict[Trait, tuple[str, ...]] = {
    "series": ("serie", "series"),
    "category": ("categorie", "cat", "category"),
    "club": ("club",),
    "federation": ("federation", "fede"),
    "team": ("equipe", "team"),
    "centre": ("centre", "centre de jeu", "center"),
}
"""What rankings group people by, and how a column of it is headed."""
Shown = Literal["name", "initials", "number"]
LONGEST_NAME = 80
LONGEST_WORD = 40


class Person(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Personne: licence and federation are the key where there is one.

    The year of birth and the rating are for tables of categories and series only; 0 is unknown.
    """

    name: str
    licence: str = ""
    federation: str = ""
    club: str = ""
    series: str = ""
    category: str = ""
    team: str = ""
    centre: str = ""
    """Where he plays, at an event of several places: its commission hears his cases."""
    born: Annotated[int, msgspec.Meta(ge=0, le=2200)] = 0
    rating: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0


def cleaned(person: Person) -> Person:
    """Somebody without space for nothing, or a refusal: nothing said of him is endless."""
    texts = (name for name in person.__struct_fields__ if name not in ("born", "rating"))
    fields = {name: one_line(getattr(person, name)) for name in texts}
    if not any(map(str.isalpha, fields["name"])):
        raise Refusal("un engagé a un nom")
    for name, text in fields.items():
        most = LONGEST_NAME if name == "name" else LONGEST_WORD
        if len(text) > most:
            raise Refusal(f"trop long : {quoted(text)} (attendu : {most} caractères au plus)")
    return msgspec.structs.replace(person, **fields)


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
        return next(iter(self.each(trait)), "")

    def each(self, field: str) -> tuple[str, ...]:
        """What is told of each of a pair, once where they have it in common."""
        told = (getattr(one, field) for one in self.people)
        return tuple(dict.fromkeys(filter(None, told)))

    def shown(self, how: Shown) -> str:
        """As much of the name as a public page may tell."""
        if how == "number":
            return f"n° {self.number}"
        return self.name if how == "name" else " / ".join(map(initials, self.players))


def initials(name: str) -> str:
    """« Anne-Marie Petit » as « A.-M. P. »."""
    words = ("-".join(f"{part[0]}." for part in word.split("-") if part) for word in name.split())
    return " ".join(word for word in words if word)
