"""The world ranking of an event with centres, as a document."""

from collections.abc import Iterator, Sequence

from raccord.documents.french import decimal
from raccord.documents.values import Document

Cell = str | int | None


class WorldRow(Document, frozen=True, kw_only=True):
    """Ligne du classement de tous les centres."""

    place: int
    is_tied: bool
    players: tuple[str, ...]
    centre: str
    table: int
    total: int
    negative: int
    percentage: float
    solos: int
    games: tuple[int | None, ...]


class WorldSoloRow(Document, frozen=True, kw_only=True):
    """Solo sur tous les centres."""

    game: str
    turn: int
    players: tuple[str, ...]
    centre: str
    move: str
    points: int
    bonus: int
    is_provisional: bool


class WorldRanking(Document, frozen=True, kw_only=True):
    """Classement général d'une épreuve à plusieurs centres; ``state`` says how far it is."""

    title: str
    day: str
    games: tuple[str, ...]
    centres: int
    over: int
    provisional: bool
    top_total: int
    lines: tuple[WorldRow, ...]
    solos: tuple[WorldSoloRow, ...]


def rows(document: WorldRanking) -> Iterator[Sequence[Cell]]:
    """The lines of a spreadsheet."""
    yield (
        *("Place", "Joueur 1", "Joueur 2", "Centre", "Table", "Total", "Négatif", "% du top"),
        *("Solos", *(f"P{number}" for number in range(1, len(document.games) + 1)), "État"),
    )
    state = "provisoire" if document.provisional else "définitif"
    for line in document.lines:
        yield (
            *(line.place, line.players[0], "".join(line.players[1:2]), line.centre, line.table),
            *(line.total, line.negative, decimal(line.percentage), line.solos),
            *line.games,
            state,
        )
