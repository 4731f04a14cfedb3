"""People of a competition: entered, put right, merged, checked in, excluded."""

import msgspec

from raccord.quoting import one_line, quoted
from raccord.regulation import article
from raccord.tournament import commands as cmd
from raccord.tournament import events as ev
from raccord.tournament.columns import plain
from raccord.tournament.errors import ListRefusal, Refusal
from raccord.tournament.evolve import fold
from raccord.tournament.people import Entry, Person, cleaned
from raccord.tournament.seating import Halls
from raccord.tournament.state import State
from raccord.tournament.tables import foreign, graded
from raccord.tournament.templates import check_plan, legible

Events = tuple[ev.Event, ...]


def arrange(state: State, command: cmd.Arrange, _: Halls) -> Events:
    """Change how the games add up."""
    title, terms = titled(command.title), checked(command.terms)
    if (title, terms) == (state.title, state.terms):
        return ()
    return (ev.TermsChanged(at=command.at, title=title, terms=terms),)


def checked(terms: ev.Terms) -> ev.Terms:
    """How the games add up, if it can be; the season, series and categories each on one line."""
    check_plan(terms)
    return legible(terms)


def titled(text: str) -> str:
    """A title without space for nothing, or a refusal."""
    title = one_line(text)
    if not title:
        raise Refusal("une compétition a un nom")
    return title


class _Known:
    """Who is entered, by name and by licence: a long list is not compared with itself."""

    def __init__(self, state: State) -> None:
        self._by: dict[tuple[str, ...], list[tuple[int, Person]]] = {}
        for entry in state.entries.values():
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """Somebody more."""
        for person in entry.people:
            for key in self._keys(person):
                self._by.setdefault(key, []).append((entry.number, person))

    def number_of(self, person: Person, own: int) -> int | None:
        """The entry he has already, under another number than his ``own``."""
        there = (one for key in self._keys(person) for one in self._by.get(key, ()))
        return next((n for n, other in there if n != own and _same(person, other)), None)

    @staticmethod
    def _keys(person: Person) -> tuple[tuple[str, ...], ...]:
        named = (plain(person.name),)
        return (named, (person.licence, person.federation)) if person.licence else (named,)


def enter(state: State, command: cmd.Enter, _: Halls) -> Events:
    """Enter a player or a pair, or put an entry right."""
    return _enter(state, command, _Known(state))


def _enter(state: State, command: cmd.Enter, known: _Known) -> tuple[ev.Entered, ...]:
    entry = _entry(state, command, known)
    if state.entries.get(entry.number) == entry:
        return ()
    return (ev.Entered(at=command.at, entry=entry),)


def _entry(state: State, command: cmd.Enter, known: _Known) -> Entry:
    number = state.free_number if command.number is None else command.number
    if number > cmd.MOST_ENTRIES:
        raise Refusal(f"plus de place : {cmd.MOST_ENTRIES} engagés au plus")
    if number in state.entries and not command.replaces:
        raise Refusal(f"le numéro {number} est déjà pris par {state.entries[number].name}")
    if command.replaces and number not in state.entries:
        raise Refusal(f"le numéro {number} n'est pas engagé")
    grades = state.terms.grades
    people = tuple(graded(cleaned(person), grades) for person in command.people)
    for person in people:
        if (same := known.number_of(person, number)) is not None:
            raise Refusal(f"{person.name} est déjà engagé (n° {same})")
        if unknown := foreign(person, grades):
            told, names = unknown
            raise Refusal(f"{quoted(told)} n'est pas dans la table ({', '.join(names)})")
    return Entry(number=number, people=people)


def _same(one: Person, other: Person) -> bool:
    """Nobody is entered twice; of two namesakes one bears another licence or club."""
    if one.licence and other.licence:
        return (one.licence, one.federation) == (other.licence, other.federation)
    clubs = plain(one.club) == plain(other.club) or not (one.club and other.club)
    return plain(one.name) == plain(other.name) and clubs


def enter_all(state: State, command: cmd.EnterAll, _: Halls) -> Events:
    """Enter several: if one is refused none is entered."""
    found: list[ev.Event] = []
    faults: list[str] = []
    known = _Known(state)
    for one in command.entries:
        asked = msgspec.structs.replace(one, at=command.at)
        try:
            entered = _enter(state, asked, known)
        except Refusal as refusal:
            if not one.line:
                raise
            faults.append(f"Ligne {one.line} : {refusal}.")
            continue
        state = fold(entered, state)
        if one.replaces:
            known = _Known(state)
        for event in entered:
            known.add(event.entry)
        found += entered
    if faults:
        raise ListRefusal(faults)
    return tuple(found)


def merge(state: State, command: cmd.Merge, _: Halls) -> Events:
    """Two entries are one person: they never played the same game."""
    need(state, command.number)
    need(state, command.into)
    if command.number == command.into:
        raise Refusal("un engagé ne se réunit pas à lui-même")
    both = {command.number, command.into}
    if shared := [game for game in state.games if both <= game.numbers]:
        raise Refusal(f"tous deux ont joué la partie {shared[0].number} : ce sont deux personnes")
    return (ev.Merged(at=command.at, number=command.number, into=command.into),)


def remove(state: State, command: cmd.Remove, _: Halls) -> Events:
    """Take an entry back, as long as it has played nothing."""
    need(state, command.number)
    if any(command.number in game.numbers for game in state.games):
        raise Refusal("il a joué : il ne se retire plus, il s'abstient des parties suivantes")
    return (ev.Removed(at=command.at, number=command.number),)


def check_in(state: State, command: cmd.CheckIn, _: Halls) -> Events:
    """Note who is there."""
    for number in command.numbers:
        need(state, number)
    return tuple(
        ev.CheckedIn(at=command.at, number=number, presence=command.presence)
        for number in dict.fromkeys(command.numbers)
        if state.presence.get(number) != command.presence
    )


@article("6.1", edition="2023")
def exclude(state: State, command: cmd.Exclude, _: Halls) -> Events:
    """Who is excluded loses what he scored before, and plays no later game."""
    need(state, command.number)
    if not command.reason.strip():
        raise Refusal("une exclusion ne se prononce qu'avec son motif")
    if command.number in state.excluded:
        raise Refusal(f"{state.entries[command.number].name} est déjà exclu")
    return (ev.Excluded(at=command.at, number=command.number, reason=command.reason),)


def readmit(state: State, command: cmd.Readmit, _: Halls) -> Events:
    """What he scored counts again."""
    need(state, command.number)
    if command.number not in state.excluded:
        raise Refusal(f"{state.entries[command.number].name} n'est pas exclu")
    if not command.reason.strip():
        raise Refusal("une exclusion ne se lève qu'avec son motif")
    return (ev.Readmitted(at=command.at, number=command.number, reason=command.reason),)


def need(state: State, number: int) -> Entry:
    """The entry of a number, or a refusal."""
    if number not in state.entries:
        raise Refusal(f"le numéro {number} n'est pas engagé")
    return state.entries[number]
