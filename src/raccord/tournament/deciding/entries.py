"""People of a competition: entered, put right, merged, checked in, excluded."""

import msgspec

from raccord.quoting import one_line, quoted
from raccord.regulation import article
from raccord.tournament import commands as cmd
from raccord.tournament import events as ev
from raccord.tournament.columns import plain
from raccord.tournament.errors import Refusal
from raccord.tournament.evolve import fold
from raccord.tournament.people import LONGEST_NAME, LONGEST_WORD, Entry, Person
from raccord.tournament.seating import Halls
from raccord.tournament.state import State

Events = tuple[ev.Event, ...]


def arrange(state: State, command: cmd.Arrange, _: Halls) -> Events:
    """Change how the games add up."""
    title = titled(command.title)
    if (title, command.terms) == (state.title, state.terms):
        return ()
    return (ev.TermsChanged(at=command.at, title=title, terms=command.terms),)


def titled(text: str) -> str:
    """A title without space for nothing, or a refusal."""
    title = " ".join(text.split())
    if not title:
        raise Refusal("une compétition a un nom")
    return title


def enter(state: State, command: cmd.Enter, _: Halls) -> Events:
    """Enter a player or a pair, or put an entry right."""
    entry = _entry(state, command)
    if state.entries.get(entry.number) == entry:
        return ()
    return (ev.Entered(at=command.at, entry=entry),)


def _entry(state: State, command: cmd.Enter) -> Entry:
    number = state.free_number if command.number is None else command.number
    if number > cmd.MOST_ENTRIES:
        raise Refusal(f"plus de place : {cmd.MOST_ENTRIES} engagés au plus")
    if number in state.entries and not command.replaces:
        raise Refusal(f"le numéro {number} est déjà pris par {state.entries[number].name}")
    if command.replaces and number not in state.entries:
        raise Refusal(f"le numéro {number} n'est pas engagé")
    people = tuple(map(_cleaned, command.people))
    for person in people:
        _check_new(state, person, number)
    return Entry(number=number, people=people)


def _cleaned(person: Person) -> Person:
    fields = {name: one_line(getattr(person, name)) for name in person.__struct_fields__}
    if not any(map(str.isalpha, fields["name"])):
        raise Refusal("un engagé a un nom")
    for name, text in fields.items():
        most = LONGEST_NAME if name == "name" else LONGEST_WORD
        if len(text) > most:
            raise Refusal(f"trop long : {quoted(text)} (attendu : {most} caractères au plus)")
    return Person(**fields)


def _check_new(state: State, person: Person, number: int) -> None:
    """Nobody is entered twice; of two namesakes one bears another licence or club."""
    for entry in state.entries.values():
        for other in entry.people if entry.number != number else ():
            if _same(person, other):
                raise Refusal(f"{person.name} est déjà engagé (n° {entry.number})")


def _same(one: Person, other: Person) -> bool:
    if one.licence and other.licence:
        return (one.licence, one.federation) == (other.licence, other.federation)
    clubs = plain(one.club) == plain(other.club) or not (one.club and other.club)
    return plain(one.name) == plain(other.name) and clubs


def enter_all(state: State, command: cmd.EnterAll, halls: Halls) -> Events:
    """Enter several: if one is refused none is entered."""
    found: list[ev.Event] = []
    for one in command.entries:
        asked = msgspec.structs.replace(one, at=command.at)
        entered = enter(state, asked, halls)
        state = fold(entered, state)
        found += entered
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


def need(state: State, number: int) -> Entry:
    """The entry of a number, or a refusal."""
    if number not in state.entries:
        raise Refusal(f"le numéro {number} n'est pas engagé")
    return state.entries[number]
