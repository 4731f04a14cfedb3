"""The ranking of a competition as a document."""

from collections.abc import Iterator, Sequence

from raccord.documents.french import decimal
from raccord.documents.values import Document
from raccord.tournament import By, SeasonLine, StandingLine

HEADS: dict[By, str] = {
    "points": "Points",
    "places": "Somme des places",
    "percentage": "% des tops",
    "au-top": "Au top (%)",
    "negative": "Négatif",
    "time": "Temps (s)",
    "survival": "Coups tenus",
}
Cell = str | int | None


class EventRanking(Document, frozen=True, kw_only=True):
    """Classement général of a competition; ``games`` are the titles of its games."""

    title: str
    at: int
    by: By
    games: tuple[str, ...]
    lines: tuple[StandingLine, ...]
    awaited: tuple[str, ...] = ()
    """Sections whose slips are still awaited: with any it is provisional."""


def awaiting(sections: Sequence[str]) -> str:
    """« 1 section attendue : Nord », empty if none is."""
    if not sections:
        return ""
    told = "section attendue" if len(sections) == 1 else "sections attendues"
    return f"{len(sections)} {told} : {', '.join(sections)}"


class SeasonTable(Document, frozen=True, kw_only=True):
    """Saison d'un club; ``evenings`` are the titles of its evenings."""

    evenings: tuple[str, ...]
    lines: tuple[SeasonLine, ...]


def season_rows(document: SeasonTable) -> Iterator[Sequence[Cell]]:
    """The lines of a spreadsheet of the season."""
    yield (
        *("Place", "Joueur", "Club", "Série", "Soirées", "Parties", "Total", "% du top"),
        *("Meilleurs résultats", *document.evenings),
    )
    for line in document.lines:
        yield (
            *(line.place, line.player, line.club, line.series, line.attended, line.games),
            *(line.total, decimal(line.percentage), decimal(line.best), *line.evenings),
        )


def rows(document: EventRanking) -> Iterator[Sequence[Cell]]:
    """The lines of a spreadsheet; people and numbers come back in from it."""
    groups = any(line.group for line in document.lines)
    teams = any(line.team for line in document.lines)
    centres = any(line.centre for line in document.lines)
    yield (
        *(("Groupe",) if groups else ()),
        *("Place", "N°", "Joueur", "Club", "Série", "Catégorie", "Fédération"),
        *(("Équipe",) if teams else ()),
        *(("Centre",) if centres else ()),
        HEADS[document.by],
        *(f"P{number}" for number in range(1, len(document.games) + 1)),
        *("% du top", "Départage"),
        # As a head, so that no line is anything but a player.
        *((f"provisoire, {awaiting(document.awaited)}",) if document.awaited else ()),
    )
    for line in document.lines:
        yield (
            *((line.group,) if groups else ()),
            *(line.place, line.number, line.player),
            *(line.club, line.series, line.category, line.federation),
            *((line.team,) if teams else ()),
            *((line.centre,) if centres else ()),
            line.value if isinstance(line.value, int) else decimal(line.value),
            *line.games,
            decimal(line.percentage),
            " ; ".join(line.ties),
        )
