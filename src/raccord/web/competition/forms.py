"""The forms of a competition's page, and the commands they ask for."""

import re

import msgspec

from raccord.quoting import unturned
from raccord.regulation import DEFAULT_EDITION
from raccord.tournament import Person, Refusal, State, commands, read_people, rows_of
from raccord.tournament.events import Absence, Presence

_CATEGORY = re.compile(r"\s*(.+?)\s*[:=]?\s*(\d{1,4})\s*")


class EntriesForm(msgspec.Struct, frozen=True):
    """People, one entry a line."""

    text: str = ""

    def command(self) -> commands.EnterAll:
        """What the form asks for; ``PeopleError`` tells the lines that cannot be read."""
        found = read_people(rows_of(unturned(self.text)))
        entries = (commands.Enter(people=one.people, number=one.number) for one in found)
        return commands.EnterAll(entries=tuple(entries))


class PersonForm(msgspec.Struct, frozen=True, kw_only=True):
    """An entry put right; a pair is written « A / B »."""

    name: str = ""
    licence: str = ""
    club: str = ""
    series: str = ""
    category: str = ""
    federation: str = ""

    def command(self, number: int, state: State) -> commands.Enter:
        """What the form asks for; of the second of a pair what is known is kept."""
        first, *others = [name.strip() for name in unturned(self.name).split(" / ")][:2]
        told = {
            name: unturned(getattr(self, name))
            for name in ("licence", "club", "series", "category", "federation")
        }
        entry = state.entries.get(number)
        known = {person.name: person for person in (entry.people if entry else ())}
        second = tuple(known.get(name, Person(name=name)) for name in others)
        people = (Person(name=first, **told), *second)
        return commands.Enter(number=number, people=people, replaces=True)


class MergeForm(msgspec.Struct, frozen=True):
    """The entry to keep."""

    into: int


class ReasonForm(msgspec.Struct, frozen=True):
    """Why."""

    reason: commands.Reason = ""


class PresenceForm(msgspec.Struct, frozen=True):
    """Who, and whether he is there."""

    number: int
    presence: Presence


class GameForm(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the hall."""

    title: str = ""
    edition: str = DEFAULT_EDITION
    formula: str = "classic"
    time: str = ""
    entry: str = "paper"


class ResultForm(msgspec.Struct, frozen=True, kw_only=True):
    """A game played elsewhere."""

    title: str = ""
    text: str = ""


class AbsenceForm(msgspec.Struct, frozen=True):
    """Who missed which game, and why."""

    game: int
    number: int
    why: Absence


class CutForm(msgspec.Struct, frozen=True):
    """How many go on; categories as « vermeil 5, jeunes 2 »."""

    first: int
    categories: str = ""

    def command(self) -> commands.Cut:
        """What the form asks for."""
        found: dict[str, int] = {}
        for part in self.categories.split(","):
            match = _CATEGORY.fullmatch(part)
            if match:
                found[match[1]] = int(match[2])
            elif part.strip():
                raise Refusal(f"catégorie illisible : « {part.strip()} » (p. ex. vermeil 5)")
        return commands.Cut(first=self.first, categories=found)
