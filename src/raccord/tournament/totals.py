"""Totals of a game played elsewhere, as CSV: one line a player, ``joueur;total;top``.

« dispensé » stands for the total of one who refereed. With headings the columns may come in any
order, with others beside them: the ranking that a game here exports is read too. So is a SIGLES
file (``"12","Anne Petit","640"``), which does not tell the total of the tops: 0 stands for it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from raccord.tournament.columns import Row, columns, plain, rows_of
from raccord.tournament.errors import TournamentError
from raccord.tournament.people import TRAITS
from raccord.tournament.results import Counts, GameResult

EXCUSED = ("dispense", "excuse", "excused")
_EXPECTED = "attendu : joueur;total;top, un joueur par ligne"
_COLUMNS: dict[str, tuple[str, ...]] = {
    "player": ("joueur", "joueurs", "joueur 1", "nom", "player", "name"),
    "first": ("prenom", "first name"),
    "second": ("joueur 2", "player 2"),
    "total": ("total", "score"),
    "top": ("top", "total des tops", "total du top"),
    "negative": ("negatif", "negative"),
    "place": ("place", "rang", "rank"),
    "tops": ("tops trouves", "tops", "tops found"),
    "warnings": ("avertissements", "warnings"),
    "solos": ("solos",),
} | dict(TRAITS.items())
_BARE = {"player": 0, "total": 1, "top": 2}
_SIGLES = {"table": 0, "player": 1, "total": 2}
EMPTY_TABLE = "--table vide--"


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of totals, its cells by what they are."""

    number: int
    cells: Mapping[str, str]

    @property
    def player(self) -> str:
        """The player, or both of a pair."""
        first, second = self.cells.get("first", ""), self.cells.get("second", "")
        name = f"{first} {self.cells['player']}".strip()
        return f"{name} / {second}" if second else name

    @property
    def is_excused(self) -> bool:
        return plain(self.cells["total"]) in EXCUSED

    def number_of(self, key: str) -> int | None:
        """A whole number, None where nothing is written."""
        text = self.cells.get(key, "").replace("\u2212", "-")
        if not text:
            return None
        try:
            return int(text)
        except ValueError as error:
            raise TournamentError(
                f"ligne {self.number} : « {text} » n'est pas un total", text
            ) from error

    @property
    def total(self) -> int:
        found = self.number_of("total")
        if found is None:
            raise TournamentError(f"ligne {self.number} illisible ({_EXPECTED})", self.cells)
        return found

    @property
    def top(self) -> int | None:
        """The total of the tops, told or told by how far this total is from it."""
        negative = None if self.is_excused else self.number_of("negative")
        return self.number_of("top") if negative is None else self.total - negative

    @property
    def counts(self) -> Counts:
        tops, warnings = self.number_of("tops"), self.number_of("warnings")
        return Counts(tops=tops, warnings=warnings, solos=self.number_of("solos"))

    @property
    def traits(self) -> dict[str, str]:
        return {key: self.cells[key] for key in TRAITS if self.cells.get(key)}


def of_csv(text: str) -> GameResult:
    """The results of a game given as ``joueur;total;top``; a heading is welcome."""
    lines: dict[str, _Line] = {}
    for line in _lines(text):
        if line.player in lines:
            raise TournamentError(
                f"ligne {line.number} : {line.player} est déjà dans la partie", line.player
            )
        lines[line.player] = line
    played = {name: line for name, line in lines.items() if not line.is_excused}
    tops = {line.top for line in lines.values()} - {None}
    totals = {name: line.total for name, line in played.items()}
    if lines and all("table" in line.cells for line in lines.values()):
        tops = {0}
    if len(tops) != 1:
        raise TournamentError(f"le total des tops est le même sur chaque ligne ({_EXPECTED})", tops)
    found = GameResult.of_totals(totals, tops.pop() or 0, frozenset(lines.keys() - played.keys()))
    return replace(
        found,
        places=_places(played) or found.places,
        counts={name: line.counts for name, line in played.items()},
        traits={name: line.traits for name, line in lines.items() if line.traits},
    )


def _places(played: Mapping[str, _Line]) -> dict[str, int]:
    """The places told, if they are told of everybody."""
    found = {name: line.number_of("place") for name, line in played.items()}
    return {name: place for name, place in found.items() if place} if all(found.values()) else {}


def _lines(text: str) -> Iterator[_Line]:
    rows = list(rows_of(text))
    heads = columns(rows[0][1], _COLUMNS) if rows else {}
    if rows and all(_is_sigles(cells) for _, cells in rows):
        return (_cut(row, _SIGLES) for row in rows if row[1][1] != EMPTY_TABLE)
    if {"player", "total"} <= heads.keys():
        return (_cut(row, heads) for row in rows[1:])
    is_heading = bool(rows) and not any(any(map(str.isdigit, cell)) for cell in rows[0][1][1:])
    return (_cut(row, _BARE, most=3) for row in rows[is_heading:])


def _is_sigles(cells: Sequence[str]) -> bool:
    """A table, a name that is no number, a total."""
    return (
        len(cells) == 3
        and cells[0].isdigit()
        and not cells[1].isdigit()
        and cells[2].removeprefix("-").isdigit()
    )


def _cut(row: Row, places: Mapping[str, int], most: int | None = None) -> _Line:
    number, cells = row
    least = max(places[key] for key in _BARE if key in places) + 1
    if not least <= len(cells) <= (most or len(cells)):
        raise TournamentError(f"ligne {number} illisible ({_EXPECTED})", cells)
    found = {key: cells[at] for key, at in places.items() if at < len(cells)}
    if not found.get("player") or not found.get("total"):
        raise TournamentError(f"ligne {number} illisible ({_EXPECTED})", cells)
    return _Line(number, found)
