"""Players typed, pasted or read from a CSV file: one table a line.

``12;Émile Durand``, ``12 Émile Durand``, ``Anne Petit / Luc Roy`` (a pair) are all read; so are
columns headed ``nom`` and ``prénom``. A line without a number takes the next free table. Every
line that cannot be read is told with its number; then nothing is entered.
"""

import csv
import re
from collections.abc import Collection
from dataclasses import dataclass

from raccord.duplicate import commands as cmd

MOST_TABLES = 9999
LONGEST_NAME = 80
LONGEST_LINE = 1000
_HEADINGS = frozenset(
    {"table", "n°", "no", "numéro", "numero", "joueur", "joueurs", "nom", "noms", "name", "player"}
    | {"prénom", "prenom", "joueur 1", "joueur 2", "n° table", "tables"}
)
_NUMBER = re.compile(r"(?:table\s*)?(?:n°\s*)?(\d{1,9})\s*[.:)\-–]?", re.IGNORECASE)
_LEADING = re.compile(r"(?:table\s*)?(\d{1,9})\s*[.:)\-–]?\s+(.+)", re.IGNORECASE)
_PAIR = re.compile(r"\s*(?:/|\+|&)\s*|\s+et\s+", re.IGNORECASE)


def entering(text: str, taken: Collection[int] = ()) -> cmd.RegisterAll:
    """The command that enters the tables of a text."""
    entries = parse_players(text, taken)
    return cmd.RegisterAll(
        tables=tuple(cmd.Register(table=e.table, players=e.players) for e in entries)
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """Table lue: its number and its player or pair."""

    line: int
    table: int
    players: tuple[str, ...]


class PlayersError(ValueError):
    """Lines that cannot be read, each with its number and what was expected, in French."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(faults))


def parse_players(text: str, taken: Collection[int] = ()) -> tuple[Entry, ...]:
    """Read the tables of a text; ``taken`` are the numbers already in use."""
    rows = _rows(text)
    faults: list[str] = []
    used = set(taken)
    found: list[tuple[int, int | None, tuple[str, ...]]] = []
    for line, cells in rows:
        try:
            table, players = _read(line, cells)
        except ValueError as error:
            faults.append(str(error))
            continue
        if table is not None and table in used:
            faults.append(f"Ligne {line} : la table {table} est déjà prise.")
            continue
        if table is not None:
            used.add(table)
        found.append((line, table, players))
    if not found and not faults:
        faults.append("Aucun joueur lu (attendu : une table par ligne, p. ex. 12 Émile Durand).")
    if faults:
        raise PlayersError(faults)
    return tuple(_numbered(found, used))


def _numbered(found: list[tuple[int, int | None, tuple[str, ...]]], used: set[int]) -> list[Entry]:
    entries, free = [], 1
    for line, table, players in found:
        if table is None:
            while free in used:
                free += 1
            table = free
            used.add(table)
        entries.append(Entry(line, table, players))
    return entries


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The lines that hold something, cut in cells; a line of headings at the top is left out."""
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    mark = _separator(lines)
    rows = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if len(line) > LONGEST_LINE:
            raise PlayersError(
                [f"Ligne {number} : trop longue ({LONGEST_LINE} caractères au plus)."]
            )
        cells = next(csv.reader([line], delimiter=mark)) if mark else [line]
        rows.append((number, [" ".join(cell.split()) for cell in cells if cell.strip()]))
    rows = [row for row in rows if row[1]]
    if not rows or any(cell.casefold() not in _HEADINGS for cell in rows[0][1]):
        return rows
    heads = [cell.casefold().replace("é", "e") for cell in rows[0][1]]
    if "nom" in heads and "prenom" in heads:
        return [(number, _joined(heads, cells)) for number, cells in rows[1:]]
    return rows[1:]


def _joined(heads: list[str], cells: list[str]) -> list[str]:
    """The cells with first name and family name made one."""
    if len(cells) != len(heads):
        return cells
    named = dict(zip(heads, cells, strict=True))
    rest = [cell for head, cell in named.items() if head not in {"nom", "prenom"}]
    return [*rest, f"{named['prenom']} {named['nom']}"]


def _separator(lines: list[str]) -> str:
    for mark in ("\t", ";", ","):
        if any(mark in line for line in lines):
            return mark
    return ""


def _read(line: int, cells: list[str]) -> tuple[int | None, tuple[str, ...]]:
    table: int | None = None
    rest = cells
    if found := _NUMBER.fullmatch(cells[0]):
        table, rest = int(found[1]), cells[1:]
    elif found := _LEADING.fullmatch(cells[0]):
        table, rest = int(found[1]), [found[2], *cells[1:]]
    if table is not None and not 1 <= table <= MOST_TABLES:
        raise ValueError(
            f"Ligne {line} : table {table} impossible (attendu : de 1 à {MOST_TABLES})."
        )
    players = tuple(name for cell in rest for name in _PAIR.split(cell) if name)
    _check(line, players)
    return table, players


def _check(line: int, players: tuple[str, ...]) -> None:
    if not players:
        raise ValueError(f"Ligne {line} : il manque le nom du joueur.")
    if len(players) > 2:
        raise ValueError(
            f"Ligne {line} : {len(players)} noms (attendu : un joueur, ou une paire « A / B »)."
        )
    for name in players:
        if len(name) > LONGEST_NAME:
            raise ValueError(f"Ligne {line} : nom trop long (attendu : {LONGEST_NAME} lettres).")
        if not any(c.isalpha() for c in name) or any(ord(c) < 32 for c in name):
            raise ValueError(f"Ligne {line} : « {name} » n'est pas un nom.")
