"""Lists of people, typed, pasted or read from a file: one table a line, a player or a pair.

``12;Émile Durand``, ``12 Émile Durand``, ``Anne Petit / Luc Roy`` (a pair) are all read, and so
are columns with headings, in any order, those of our own files among them. Without headings two
cells are a family name and a first name (``1;Durand;Émile``), unless both hold several words: then
they are the two full names of a pair. With headings a pair has columns for each of its players
(« joueur 2 », « licence 2 », « club du partenaire »…), or the same headings twice over. Every line
that cannot be read is told with its number.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from raccord.tournament.columns import Row, columns, heading
from raccord.tournament.errors import PeopleError
from raccord.tournament.people import LONGEST_NAME, LONGEST_WORD, TRAITS, Person

MOST_NUMBERS = 9999
_PERSONAL: dict[str, tuple[str, ...]] = {
    "family": ("nom", "noms", "nom de famille", "last name", "surname", "name"),
    "given": ("prenom", "prenoms", "first name", "given name"),
    "licence": ("licence", "n° licence", "n° de licence", "license"),
    "born": ("annee de naissance", "naissance", "ne en", "year of birth", "born"),
    "rating": ("cote", "rating"),
} | dict(TRAITS.items())
_FIRST = (
    "{} 1",
    "{}1",
    "{} joueur 1",
    "{} du joueur 1",
    "joueur 1 {}",
    "{} player 1",
    "player 1 {}",
)
_SECOND = (
    *(form.replace("1", "2") for form in _FIRST),
    *("{} partenaire", "{} du partenaire", "{} de la partenaire", "partenaire {}"),
    *("{} partner", "partner {}", "partner's {}", "2e {}"),
)


def _headed_as(forms: Iterable[str], names: Iterable[str]) -> tuple[str, ...]:
    return tuple(form.format(name) for form in forms for name in names)


COLUMNS: dict[str, tuple[str, ...]] = {
    "number": ("table", "n°", "no", "numero", "n° table", "tables", "dossard", "number"),
    "player": ("joueur 1", "joueur", "joueurs", "nom complet", "player 1", "player", "full name"),
    "player 2": ("joueur 2", "joueur2", "partenaire", "player 2", "player2", "partner"),
    **{key: (*names, *_headed_as(_FIRST, names)) for key, names in _PERSONAL.items()},
    **{f"{key} 2": _headed_as(_SECOND, names) for key, names in _PERSONAL.items()},
}
"""How each column may be headed; those of the second of a pair have a 2 behind their name."""
_MEASURES: dict[str, tuple[int, str]] = {
    "born": (2200, "l'année de naissance"),
    "rating": (10**9, "la cote"),
}
_KNOWN = tuple(k for k in _PERSONAL if k in Person.__struct_fields__ and k not in _MEASURES)
_NUMBER = re.compile(r"(?:table\s*)?(?:n°\s*)?(\d{1,9})\s*[.:)\-–]?", re.IGNORECASE)
_LEADING = re.compile(r"(?:table\s*)?(\d{1,9})\s*[.:)\-–]?\s+(.+)", re.IGNORECASE)
_PAIR = re.compile(r"\s*(?:/|\+|&)\s*|\s+et\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Listed:
    """Ligne lue: its number where one is given, and its player or pair."""

    line: int
    number: int | None
    people: tuple[Person, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The names."""
        return tuple(person.name for person in self.people)


def read_people(rows: Iterable[Row], taken: Collection[int] | None = None) -> tuple[Listed, ...]:
    """The people of a list; ``PeopleError`` tells every line that cannot be read.

    Where tables are ``taken`` a line may name none of them, nor one that another line names.
    """
    there = list(rows)
    heads = _columns(there[0][1]) if there else {}
    headed = bool({"player", "family"} & heads.keys())
    faults: list[str] = []
    found: list[Listed] = []
    used = None if taken is None else set(taken)
    for line, cells in there[headed:]:
        try:
            one = _headed(line, cells, heads) if headed else _bare(line, cells)
            _take(used, one.number)
        except ValueError as error:
            faults.append(f"Ligne {line} : {error}.")
        else:
            found.append(one)
    if not found and not faults:
        faults.append("Aucun joueur lu (attendu : une table par ligne, p. ex. 12 Émile Durand).")
    if faults:
        raise PeopleError(faults)
    return tuple(found)


def _take(used: set[int] | None, number: int | None) -> None:
    if used is None or number is None:
        return
    if number in used:
        raise ValueError(f"la table {number} est déjà prise")
    used.add(number)


def _columns(cells: Sequence[str]) -> dict[str, int]:
    """The place of each column; of headings that stand there twice the second player's are last."""
    heads = columns(cells, COLUMNS)
    left = ["" if place in heads.values() else cell for place, cell in enumerate(cells)]
    more = columns(left, {key: COLUMNS[key] for key in ("player", *_PERSONAL)})
    again = {k: at for k, at in more.items() if heading(cells[at]) == heading(cells[heads[k]])}
    if {"player", "family"} & again.keys():
        heads = {f"{key} 2": place for key, place in again.items()} | heads
    return heads


def left_aside(rows: Sequence[Row]) -> tuple[str, ...]:
    """The headings that say nothing to us, so that whoever imports a file knows."""
    known = {name for names in COLUMNS.values() for name in names}
    heads = rows[0][1] if rows else ()
    if not {"player", "family"} & columns(heads, COLUMNS).keys():
        return ()
    return tuple(cell for cell in heads if cell and heading(cell) not in known)


def _headed(line: int, cells: Sequence[str], heads: Mapping[str, int]) -> Listed:
    told = {key: cells[place] for key, place in heads.items() if place < len(cells)}
    first, second = _full_name(told, ""), _full_name(told, " 2")
    # With a column for the second player each cell is one name, whatever is in it.
    apart = {"player 2", "family 2"} & heads.keys()
    players = [first, second] if apart else _PAIR.split(first)
    _check(players := [name for name in players if name])
    people = [_person(told, name, which) for name, which in zip(players, ("", " 2"), strict=False)]
    if len(people) < 2 and any(told.get(f"{key} 2") for key in (*_KNOWN, *_MEASURES)):
        raise ValueError("il manque le nom du second joueur de la paire")
    return Listed(line, _number(told.get("number", "")), tuple(people))


def _full_name(told: Mapping[str, str], which: str) -> str:
    if whole := told.get(f"player{which}", ""):
        return whole
    family = told.get(f"family{which}", "")
    return f"{told.get(f'given{which}', '')} {family}".strip() if family else ""


def _person(told: Mapping[str, str], name: str, which: str) -> Person:
    """One of those a line tells of: the first, or the second of a pair."""
    traits = {key: told[f"{key}{which}"] for key in _KNOWN if told.get(f"{key}{which}")}
    for text in traits.values():
        if len(text) > LONGEST_WORD:
            raise ValueError(f"« {text[:20]}… » est trop long (attendu : {LONGEST_WORD} lettres)")
    measures = {
        key: _measured(key, told[f"{key}{which}"]) for key in _MEASURES if told.get(f"{key}{which}")
    }
    return msgspec.structs.replace(Person(name=name), **traits, **measures)


def _measured(key: str, text: str) -> int:
    most, name = _MEASURES[key]
    # A birthday written whole ends or begins with its year.
    years = re.findall(r"\d{4}", text) if key == "born" else []
    digits = years[0] if years else text.replace(" ", "")
    if not digits.isascii() or not digits.isdigit() or int(digits) > most:
        raise ValueError(f"« {text[:20]} » n'est pas {name}")
    return int(digits)


def _number(text: str) -> int | None:
    if not text:
        return None
    found = _NUMBER.fullmatch(text)
    return _within(int(found[1]) if found else 0, text)


def _within(number: int, text: object) -> int:
    if not 1 <= number <= MOST_NUMBERS:
        raise ValueError(f"table {text} impossible (attendu : de 1 à {MOST_NUMBERS})")
    return number


def _bare(line: int, cells: Sequence[str]) -> Listed:
    rest = [cell for cell in cells if cell]
    number: int | None = None
    if found := _NUMBER.fullmatch(rest[0]):
        number, rest = int(found[1]), rest[1:]
    elif found := _LEADING.fullmatch(rest[0]):
        number, rest = int(found[1]), [found[2], *rest[1:]]
    if number is not None:
        _within(number, number)
    players = [name for cell in _whole(rest) for name in _PAIR.split(cell) if name]
    _check(players)
    return Listed(line, number, tuple(Person(name=name) for name in players))


def _whole(cells: list[str]) -> list[str]:
    """Full names: a family name and a first name in two cells are one person."""
    if len(cells) != 2 or any(_PAIR.search(cell) for cell in cells):
        return cells
    family, given = cells
    return cells if " " in family and " " in given else [f"{given} {family}"]


def _check(players: Sequence[str]) -> None:
    if not players:
        raise ValueError("il manque le nom du joueur")
    if len(players) > 2:
        raise ValueError(f"{len(players)} noms (attendu : un joueur, ou une paire « A / B »)")
    for name in players:
        if len(name) > LONGEST_NAME:
            raise ValueError(f"nom trop long (attendu : {LONGEST_NAME} lettres)")
        if not any(c.isalpha() for c in name) or any(ord(c) < 32 for c in name):
            raise ValueError(f"« {name} » n'est pas un nom")
