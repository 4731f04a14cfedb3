"""The tables of series, categories, handicaps and indices as text and as rows of spreadsheets."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from raccord.tournament.columns import Row, columns, plain
from raccord.tournament.errors import PeopleError
from raccord.tournament.people import TRAITS, Trait
from raccord.tournament.tables import MEASURES, MOST_LINES, Grade, Weight

T = TypeVar("T")
_KINDS = {name: trait for trait, names in TRAITS.items() for name in (trait, *names)}
_GRADE_COLUMNS: dict[str, tuple[str, ...]] = {
    "trait": ("table", "sorte", "kind"),
    "name": ("nom", "name"),
    "least": ("de", "minimum", "min", "from"),
    "most": ("a", "maximum", "max", "to"),
}
_WEIGHT_COLUMNS: dict[str, tuple[str, ...]] = {
    "trait": ("table", "sorte", "kind"),
    "name": ("nom", "valeur", "name", "value"),
    "number": ("points", "indice", "nombre", "number"),
}


@dataclass(frozen=True, slots=True)
class _Cells:
    """One line of a table, its cells by what they are."""

    line: int
    told: Mapping[str, str]

    @property
    def trait(self) -> Trait:
        found = _KINDS.get(plain(self.told.get("trait", "")))
        if found is None:
            raise ValueError(
                "la première colonne dit : série, catégorie, club, fédération, équipe, centre"
            )
        return found

    @property
    def name(self) -> str:
        if not 1 <= len(found := self.told.get("name", "")) <= 40:
            raise ValueError("il manque le nom (40 lettres au plus)")
        return found

    def number(self, key: str) -> int | None:
        text = self.told.get(key, "").replace("\u2212", "-")
        if not text:
            return None
        try:
            return int(text)
        except ValueError:
            raise ValueError(f"« {text[:20]} » n'est pas un nombre entier") from None


def read_grades(rows: Iterable[Row]) -> tuple[Grade, ...]:
    """Lines « série;4A;1000;1499 »; ``PeopleError`` tells those that cannot be read."""
    return tuple(_read(rows, _GRADE_COLUMNS, _grade))


def _grade(cells: _Cells) -> Grade:
    trait = cells.trait
    if trait not in MEASURES:
        raise ValueError("seules les séries et les catégories ont des limites")
    least, most = cells.number("least"), cells.number("most")
    if least is not None and most is not None and least > most:
        raise ValueError(f"de {least} à {most} : il n'y a rien entre les deux")
    kind: Literal["series", "category"] = "series" if trait == "series" else "category"
    return Grade(trait=kind, name=cells.name, least=least, most=most)


def read_weights(rows: Iterable[Row]) -> tuple[Weight, ...]:
    """Lines « série;4A;30 »; ``PeopleError`` tells those that cannot be read."""
    return tuple(_read(rows, _WEIGHT_COLUMNS, _weighed))


def _weighed(cells: _Cells) -> Weight:
    number = cells.number("number")
    if number is None:
        raise ValueError("il manque le nombre")
    return Weight(trait=cells.trait, value=cells.name, number=number)


def _read(
    rows: Iterable[Row], known: Mapping[str, Sequence[str]], read: Callable[[_Cells], T]
) -> list[T]:
    there = list(rows)
    heads = columns(there[0][1], known) if there else {}
    headed = heads.keys() >= {"trait", "name"}
    places = heads if headed else {key: place for place, key in enumerate(known)}
    found: list[T] = []
    faults: list[str] = []
    for line, cells in there[headed:]:
        told = {key: cells[place] for key, place in places.items() if place < len(cells)}
        try:
            found.append(read(_Cells(line, told)))
        except ValueError as error:
            faults.append(f"Ligne {line} : {error}.")
    if len(found) > MOST_LINES:
        faults.append(f"{MOST_LINES} lignes au plus.")
    if faults:
        raise PeopleError(faults)
    return found


def written_grades(grades: Iterable[Grade]) -> str:
    """The table as ``read_grades`` reads it."""
    return _written((_label(g.trait), g.name, g.least, g.most) for g in grades)


def written_weights(weights: Iterable[Weight]) -> str:
    """The table as ``read_weights`` reads it."""
    return _written((_label(w.trait), w.value, w.number) for w in weights)


def _label(trait: Trait) -> str:
    return TRAITS[trait][0]


def _written(lines: Iterable[Sequence[str | int | None]]) -> str:
    return "\n".join(";".join("" if c is None else str(c) for c in line) for line in lines)
