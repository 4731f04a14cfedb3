"""Certificates: one page each for the first of the ranking, of every series and category."""

from collections.abc import Iterator

from raccord.documents.french import day
from raccord.documents.values import Document
from raccord.tournament import Refusal, StandingLine, Summary, Trait, standing, teams

_OF: dict[Trait, str] = {"series": "série", "category": "catégorie"}


class Certificate(Document, frozen=True, kw_only=True):
    """Diplôme: who, for which place, of what."""

    player: str
    place: int
    shared: bool
    of: str
    """« classement général », « catégorie vermeil »…"""


class Certificates(Document, frozen=True, kw_only=True):
    """Diplômes d'une compétition, one a page."""

    title: str
    date: str
    certificates: tuple[Certificate, ...]


def certificates(summary: Summary, first: int = 3) -> Certificates:
    """Those of the first, overall and in each series and category, and of the first teams."""
    found = [*_of_lines(standing(summary), "classement général", first)]
    for trait, name in _OF.items():
        lines = [line for line in standing(summary, trait) if line.group]
        for group in dict.fromkeys(line.group for line in lines):
            members = tuple(line for line in lines if line.group == group)
            found += _of_lines(members, f"{name} {group}", 1)
    found += (
        Certificate(player=line.team, place=line.place, shared=False, of="classement par équipes")
        for line in teams(summary)
        if line.place <= first
    )
    if not found:
        raise Refusal("aucun résultat : les diplômes se font après une partie")
    return Certificates(title=summary.title, date=day(summary.at), certificates=tuple(found))


def _of_lines(lines: tuple[StandingLine, ...], of: str, first: int) -> Iterator[Certificate]:
    places = [line.place for line in lines]
    for line in lines:
        if line.place <= first:
            yield Certificate(
                player=line.player, place=line.place, shared=places.count(line.place) > 1, of=of
            )
