"""Who sits where in the games of a hall: as arranged, by name, or as a stranger to be entered."""

from collections.abc import Collection, Iterator, Mapping

from raccord import duplicate
from raccord.tournament import events as ev
from raccord.tournament.columns import plain
from raccord.tournament.commands import MOST_ENTRIES
from raccord.tournament.evolve import evolve, fold
from raccord.tournament.people import Entry, Person
from raccord.tournament.state import State

Halls = Mapping[str, duplicate.State]
"""The games of the hall by their codes."""
_Names = tuple[str, ...]
"""Of a player or a pair, whoever is written first."""


def admitting(state: State, halls: Halls, at: int = 0) -> Iterator[ev.Event]:
    """The facts that enter whoever sat down at a table of a game without an entry."""
    known: dict[_Names, list[int]] | None = None
    for game in state.games:
        hall = halls.get(game.code)
        # A table renumbered or taken back is not the seat it was.
        seats = {t: n for t, n in game.seats.items() if hall is None or t in hall.entrants}
        taken = set(seats.values())
        for table, entrant in sorted(hall.entrants.items()) if hall else ():
            if table in seats:
                continue
            # Once for all: a thousand strangers in a hall would otherwise be a million looks.
            known = _by_names(state) if known is None else known
            number = _free(known, entrant.players, taken)
            if number is None:
                entry = stranger(state, table, entrant.players)
                entered = ev.Entered(at=at, entry=entry)
                yield entered
                state, number = evolve(state, entered), entry.number
                known.setdefault(_names(entry.players), []).append(number)
            seats[table] = number
            taken.add(number)
        if seats != game.seats:
            seated = ev.GameScheduled(
                at=at,
                game=game.number,
                title=game.title,
                code=game.code,
                seats=seats,
                decides=game.decides,
                after=game.after,
            )
            yield seated
            state = evolve(state, seated)


def admitted(state: State, halls: Halls) -> State:
    """The competition with everybody who sits in one of its games entered."""
    return fold(admitting(state, halls), state)


def named(state: State, players: tuple[str, ...]) -> int | None:
    """The entry of these names."""
    return _free(_by_names(state), players, set())


def _free(
    known: Mapping[_Names, Collection[int]], players: tuple[str, ...], seated: set[int]
) -> int | None:
    """The entry of these names, unless it sits in this game already."""
    found = (number for number in known.get(_names(players), ()) if number not in seated)
    return min(found, default=None)


def _by_names(state: State) -> dict[_Names, list[int]]:
    found: dict[_Names, list[int]] = {}
    for entry in state.entries.values():
        found.setdefault(_names(entry.players), []).append(entry.number)
    return found


def _names(players: tuple[str, ...]) -> _Names:
    return tuple(sorted(map(plain, players)))


def stranger(state: State, wanted: int, players: tuple[str, ...]) -> Entry:
    """The entry of somebody unknown, under the number wanted if it is free."""
    is_free = wanted not in state.entries and wanted <= MOST_ENTRIES
    number = wanted if is_free else state.free_number
    return Entry(number=number, people=tuple(Person(name=name) for name in players))


def seats_of(state: State) -> dict[int, int]:
    """The entry at each table for the next game: where each sat last, else at a table still free.

    Of two who sat at one table it stays with the one who sat there last. Places arranged for the
    next game go before all that.
    """
    tables: dict[int, int] = dict(state.drawn or {})
    where: dict[int, int] = {}
    for game in () if state.drawn is not None else state.counted:
        for table, number in game.seats.items():
            if table > MOST_ENTRIES:
                # Kept apart from another section's table of its number: no place to sit at.
                continue
            if tables.get(where.get(number, 0)) == number:
                del tables[where[number]]
            tables[table], where[number] = number, table
    for number in sorted(state.entries.keys() - set(tables.values())):
        tables[number if number not in tables else max(tables) + 1] = number
    return dict(sorted(tables.items()))


def playing(state: State, absent: Collection[int] = ()) -> frozenset[int]:
    """Who plays the next game: not the absent, the excluded, nor whom a cut left out."""
    kept = frozenset(state.cuts[-1].kept if state.cuts else state.entries)
    away = {number for number, presence in state.presence.items() if presence == "absent"}
    return (kept & state.entries.keys()) - state.excluded.keys() - away - set(absent)
