"""The directory of people as a file, with or without what tells who they are."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from raccord.documents.office import to_ods, to_xlsx
from raccord.documents.sheets import csv_of
from raccord.tournament import Person
from raccord.tournament.people import initials

_HEADS = ("N°", "Joueur", "Licence", "Fédération", "Club", "Série", "Catégorie")


def people_file(people: Mapping[int, Person], kind: str, *, personal: bool) -> bytes:
    """The directory as ``csv``, ``xlsx``, ``ods`` or ``json``."""
    shown = {number: one if personal else _veiled(one) for number, one in people.items()}
    if kind == "json":
        listed = [{"number": n, **msgspec.to_builtins(one)} for n, one in shown.items()]
        return msgspec.json.encode(listed)
    rows = list(_rows(shown))
    if kind == "csv":
        return csv_of(rows)
    return to_xlsx(rows, "Annuaire") if kind == "xlsx" else to_ods(rows, "Annuaire")


def _veiled(person: Person) -> Person:
    return msgspec.structs.replace(person, name=initials(person.name), licence="")


def _rows(people: Mapping[int, Person]) -> Iterator[Sequence[str | int]]:
    yield _HEADS
    for number, one in people.items():
        yield (
            *(number, one.name, one.licence, one.federation),
            *(one.club, one.series, one.category),
        )
