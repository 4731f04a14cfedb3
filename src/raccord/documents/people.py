"""People as a file: the directory, with or without what tells who they are; the entries."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from raccord.documents.office import to_ods, to_xlsx
from raccord.documents.sheets import csv_of
from raccord.tournament import Entry, Person
from raccord.tournament.people import initials

_FIELDS = {
    "name": "Joueur",
    "licence": "Licence",
    "federation": "Fédération",
    "club": "Club",
    "series": "Série",
    "category": "Catégorie",
    "team": "Équipe",
    "centre": "Centre",
}
Rows = Iterable[Sequence[str | int]]


def people_file(people: Mapping[int, Person], kind: str, *, personal: bool) -> bytes:
    """The directory as ``csv``, ``xlsx``, ``ods`` or ``json``."""
    shown = {number: one if personal else _veiled(one) for number, one in people.items()}
    if kind == "json":
        listed = [{"number": n, **msgspec.to_builtins(one)} for n, one in shown.items()]
        return msgspec.json.encode(listed)
    return _spreadsheet(_rows(shown), kind, "Annuaire")


def entries_file(entries: Iterable[Entry], kind: str) -> bytes:
    """The entries of an event as ``csv``, ``xlsx`` or ``ods``: they come back in from it."""
    return _spreadsheet(_entry_rows(entries), kind, "Engagés")


def _spreadsheet(rows: Rows, kind: str, title: str) -> bytes:
    there = list(rows)
    if kind == "csv":
        return csv_of(there)
    return to_xlsx(there, title) if kind == "xlsx" else to_ods(there, title)


def _veiled(person: Person) -> Person:
    return msgspec.structs.replace(person, name=initials(person.name), licence="", born=0)


def _rows(people: Mapping[int, Person]) -> Iterator[Sequence[str | int]]:
    yield ("N°", *_FIELDS.values())
    for number, one in people.items():
        yield (number, *_cells(one))


def _entry_rows(entries: Iterable[Entry]) -> Iterator[Sequence[str | int]]:
    there = list(entries)
    pairs = any(len(entry.people) > 1 for entry in there)
    heads = tuple(_FIELDS.values())
    yield ("N°", *heads, *(f"{head} 2" for head in heads if pairs))
    for entry in there:
        second = _cells(entry.people[1]) if len(entry.people) > 1 else ("",) * len(_FIELDS)
        yield (entry.number, *_cells(entry.people[0]), *(second if pairs else ()))


def _cells(person: Person) -> tuple[str, ...]:
    return tuple(getattr(person, field) for field in _FIELDS)
