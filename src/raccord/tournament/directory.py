"""The directory of people: a stream of its own, where an import is one fact, never half done.

Licence and federation are the key where there is one; otherwise name and club are.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from raccord.tournament.columns import plain
from raccord.tournament.errors import Refusal
from raccord.tournament.people import Person, cleaned


class DirectoryEvent(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"
):
    """Base of what happens to the directory."""

    at: int = 0


class PeopleImported(DirectoryEvent, frozen=True, tag="people-imported"):
    """Personnes importées, new ones and those of whom something was put right, by number."""

    people: dict[int, Person]


class PeopleMerged(DirectoryEvent, frozen=True, tag="people-merged"):
    """Personnes réunies: ``number`` was ``into`` under another number."""

    number: int
    into: int


class PersonRemoved(DirectoryEvent, frozen=True, tag="person-removed"):
    """Personne retirée de l'annuaire: listed and exported no more."""

    number: int


AnyDirectoryEvent = PeopleImported | PeopleMerged | PersonRemoved


@dataclass(frozen=True, slots=True)
class Directory:
    """Annuaire: everybody known, by a number that stays."""

    people: Mapping[int, Person] = field(default_factory=dict)
    given: int = 0
    """The highest number ever given."""


def evolve_directory(state: Directory | None, event: DirectoryEvent) -> Directory:
    """The directory after one more fact, the first included."""
    now = state or Directory()
    if isinstance(event, PeopleImported):
        given = max((now.given, *event.people))
        return Directory({**now.people, **event.people}, given)
    assert isinstance(event, PeopleMerged | PersonRemoved)
    left = {n: person for n, person in now.people.items() if n != event.number}
    if isinstance(event, PeopleMerged):
        left[event.into] = _completed(now.people[event.into], now.people[event.number])
    return replace(now, people=left)


def _completed(kept: Person, other: Person) -> Person:
    """The person kept, with what only the other one tells."""
    told = {name: getattr(kept, name) or getattr(other, name) for name in kept.__struct_fields__}
    return Person(**told)


def importing(state: Directory, people: Iterable[Person], at: int = 0) -> Sequence[DirectoryEvent]:
    """The fact of an import: who is known already is put right, the others are new."""
    known = {_key(person): number for number, person in state.people.items()}
    found: dict[int, Person] = {}
    given = state.given
    for person in map(cleaned, people):
        number = known.get(_key(person), 0)
        if not number:
            given += 1
            number = known[_key(person)] = given
        before = found.get(number) or state.people.get(number)
        now = _completed(person, before) if before else person
        if now != state.people.get(number):
            found[number] = now
    return (PeopleImported(at=at, people=found),) if found else ()


def correcting(
    state: Directory, number: int, person: Person, at: int = 0
) -> Sequence[DirectoryEvent]:
    """The fact of somebody put right by hand, or a refusal."""
    _need(state, number)
    person = cleaned(person)
    others = {_key(other): n for n, other in state.people.items() if n != number}
    if (same := others.get(_key(person))) is not None:
        raise Refusal(f"c'est déjà la fiche n° {same} : réunissez-les")
    if state.people[number] == person:
        return ()
    return (PeopleImported(at=at, people={number: person}),)


def recogniser(state: Directory) -> Callable[[Sequence[Person]], tuple[Person, ...]]:
    """Completes people with what only the directory tells: found by licence, else by name."""
    licences = {_key(one): one for one in state.people.values() if one.licence}
    names = Counter(plain(one.name) for one in state.people.values())
    by_name = {plain(one.name): one for one in state.people.values()}

    def known(person: Person) -> Person | None:
        if person.licence:
            return licences.get(_key(person))
        name = plain(person.name)
        return by_name[name] if names[name] == 1 else None

    def recognised(people: Sequence[Person]) -> tuple[Person, ...]:
        return tuple(_completed(one, found) if (found := known(one)) else one for one in people)

    return recognised


def merging(state: Directory, number: int, into: int, at: int = 0) -> Sequence[DirectoryEvent]:
    """The fact of a merge, or a refusal."""
    for one in (number, into):
        _need(state, one)
    if number == into:
        raise Refusal("une personne ne se réunit pas à elle-même")
    licences = {state.people[one].licence for one in (number, into)} - {""}
    if len(licences) > 1:
        raise Refusal("ces deux personnes ont chacune leur licence")
    return (PeopleMerged(at=at, number=number, into=into),)


def removing(state: Directory, number: int, at: int = 0) -> Sequence[DirectoryEvent]:
    """The fact of somebody taken out, or a refusal."""
    _need(state, number)
    return (PersonRemoved(at=at, number=number),)


def _need(state: Directory, number: int) -> None:
    if number not in state.people:
        raise Refusal(f"il n'y a pas de personne n° {number} dans l'annuaire")


def _key(person: Person) -> tuple[str, str]:
    if person.licence:
        return plain(person.federation), plain(person.licence)
    return plain(person.name), f"club:{plain(person.club)}"
