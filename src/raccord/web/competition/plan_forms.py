"""The forms of a competition's plan: its games, seating, tables and teams."""

import msgspec
from litestar.datastructures import UploadFile

from raccord.quoting import unturned
from raccord.tournament import (
    Seating,
    TeamRule,
    Terms,
    read_grades,
    read_weights,
    rows_of,
    written_grades,
    written_weights,
)
from raccord.tournament.plan_text import read_plan, written_plan


class PlanForm(msgspec.Struct, frozen=True, kw_only=True):
    """All that is planned: texts of one line a game, a series, a handicap."""

    plan: str = ""
    seating: str = "number"
    redraw: str = ""
    apart: str = ""
    grades: str = ""
    handicap: str = ""
    count: str = ""
    best: str = "3"
    per_game: str = ""
    indices: str = ""

    def terms(self, base: Terms) -> Terms:
        """The terms with what the form says; ``PeopleError`` tells lines that cannot be read."""
        seating = {"by": self.seating, "redraw": bool(self.redraw), "apart": self.apart or None}
        return msgspec.structs.replace(
            base,
            plan=read_plan(unturned(self.plan)),
            seating=msgspec.convert(seating, Seating),
            grades=read_grades(rows_of(unturned(self.grades))),
            handicap=read_weights(rows_of(unturned(self.handicap))),
            teams=self._teams(),
        )

    def _teams(self) -> TeamRule | None:
        if not self.count:
            return None
        best = int(self.best) if self.best.isascii() and self.best.isdigit() else 0
        rule = {"count": self.count, "best": best, "per_game": bool(self.per_game)}
        found = msgspec.convert(rule, TeamRule)
        return msgspec.structs.replace(found, indices=read_weights(rows_of(unturned(self.indices))))


def plan_form(terms: Terms) -> PlanForm:
    """The form as it is filled in."""
    rule = terms.teams or TeamRule()
    return PlanForm(
        plan=written_plan(terms.plan),
        seating=terms.seating.by,
        redraw="yes" if terms.seating.redraw else "",
        apart=terms.seating.apart or "",
        grades=written_grades(terms.grades),
        handicap=written_weights(terms.handicap),
        count=rule.count if terms.teams else "",
        best=str(rule.best),
        per_game="yes" if rule.per_game else "",
        indices=written_weights(rule.indices),
    )


class TableForm(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a file: which, and the file."""

    which: str
    file: UploadFile


class NumbersForm(msgspec.Struct, frozen=True):
    """Some entries."""

    number: str | list[str] = ()  # type: ignore[assignment]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Their numbers."""
        told = [self.number] if isinstance(self.number, str) else self.number
        return tuple(int(one) for one in told if one.isascii() and one.isdigit())


class NameForm(msgspec.Struct, frozen=True):
    """A name."""

    name: str = ""
