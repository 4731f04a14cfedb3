"""The forms of a competition's page, and the commands they ask for."""

import re

import msgspec

from raccord.quoting import unturned
from raccord.regulation import DEFAULT_EDITION
from raccord.tournament import (
    Person,
    Refusal,
    State,
    Tally,
    TallyLine,
    commands,
    plain,
)
from raccord.tournament.events import Absence, Presence
from raccord.tournament.totals import EXCUSED

_CATEGORY = re.compile(r"\s*(.+?)\s*[:=]?\s*(\d{1,4})\s*")


_FIELDS = ("licence", "federation", "club", "series", "category", "team", "centre")


class PersonForm(msgspec.Struct, frozen=True, kw_only=True):
    """An entry put right; a pair is written « A / B », with fields for each of them."""

    name: str = ""
    licence: str = ""
    federation: str = ""
    club: str = ""
    series: str = ""
    category: str = ""
    team: str = ""
    centre: str = ""
    second_licence: str | None = None
    second_federation: str | None = None
    second_club: str | None = None
    second_series: str | None = None
    second_category: str | None = None
    second_team: str | None = None
    second_centre: str | None = None

    def command(self, number: int, state: State) -> commands.Enter:
        """What the form asks for; of the second of a pair what it does not tell is kept."""
        names = [name.strip() for name in unturned(self.name).split(" / ")][:2]
        entry = state.entries.get(number)
        known = {person.name: person for person in (entry.people if entry else ())}
        people = [self._told(Person(name=names[0]), "")]
        people += (self._told(known.get(n, Person(name=n)), "second_") for n in names[1:])
        return commands.Enter(number=number, people=tuple(people), replaces=True)

    def _told(self, person: Person, before: str) -> Person:
        told = {field: getattr(self, before + field) for field in _FIELDS}
        given = {field: unturned(text) for field, text in told.items() if text is not None}
        return msgspec.structs.replace(person, **given)


class TotalsForm(msgspec.Struct, frozen=True, kw_only=True):
    """Totals typed for each entry: two lists of the same length."""

    title: commands.Title = ""
    top: str = ""
    number: str | list[str] = ()  # type: ignore[assignment]
    total: str | list[str] = ()  # type: ignore[assignment]

    @property
    def typed(self) -> dict[int, str]:
        """What stands in the field of each entry."""
        numbers = [self.number] if isinstance(self.number, str) else self.number
        totals = [self.total] if isinstance(self.total, str) else self.total
        told = zip(numbers, totals, strict=False)
        return {int(n): total for n, total in told if n.isascii() and n.isdigit()}

    def command(self, game: int | None) -> tuple[commands.TypeResult, tuple[int, ...]]:
        """The results, and who refereed; a blank is somebody who did not play."""
        lines, refereed = [], []
        for number, total in self.typed.items():
            if plain(total) in (*EXCUSED, "arbitre", "arb"):
                refereed.append(number)
            elif total.strip():
                lines.append(TallyLine(number=number, total=_whole(total)))
        if not lines:
            raise Refusal("aucun total n'est tapé")
        tally = Tally(top=_whole(self.top), lines=tuple(lines))
        return commands.TypeResult(title=self.title, tally=tally, game=game), tuple(refereed)


def _whole(text: str) -> int:
    digits = text.replace("\u202f", "").replace("\u00a0", "").replace(" ", "")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 6:
        raise Refusal(f"« {text.strip()[:20]} » n'est pas un total (attendu : un nombre)")
    return int(digits)


class MergeForm(msgspec.Struct, frozen=True):
    """The entry to keep."""

    into: int


class ReasonForm(msgspec.Struct, frozen=True):
    """Why."""

    reason: commands.Reason = ""


class PresenceForm(msgspec.Struct, frozen=True, kw_only=True):
    """Who, and whether he is there; ``rest`` speaks of all who are not ticked off yet."""

    mark: str = ""
    """« 12:late »: a number and a presence, as one button says them."""
    number: int = 0
    presence: Presence = "present"
    rest: Presence | None = None

    def command(self, state: State) -> commands.CheckIn:
        """What the form asks for."""
        if self.rest is not None:
            left = sorted(state.entries.keys() - state.presence.keys())
            return commands.CheckIn(numbers=tuple(left), presence=self.rest)
        number, _, presence = self.mark.partition(":")
        told = {"number": number, "presence": presence} if self.mark else {}
        try:
            asked = msgspec.convert(
                {**msgspec.to_builtins(self), **told}, PresenceForm, strict=False
            )
        except msgspec.ValidationError:
            raise Refusal(f"« {self.mark[:20]} » ne dit pas qui est là") from None
        return commands.CheckIn(numbers=(asked.number,), presence=asked.presence)


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
