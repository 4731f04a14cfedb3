"""The summary of a competition: everything its rankings rest on, by itself.

It is what is exported: the results of hall games are in it, so that it can be read back anywhere
to the same ranking.
"""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from raccord.duplicate.slips.publication import is_published
from raccord.regulation import article
from raccord.tournament.events import Absence, Terms
from raccord.tournament.people import Entry
from raccord.tournament.results import of_game
from raccord.tournament.seating import Halls, admitted
from raccord.tournament.state import EventGame, State
from raccord.tournament.tally import Tally, key, tally_of

NOTHING: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class PlayedGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Partie comptée: it is over."""

    number: int
    title: str
    tally: Tally
    code: str = ""
    tables: dict[int, int] = {}
    """The table of each entry, where it is not the number of the entry."""
    missed: dict[int, Absence] = {}
    awaited: tuple[str, ...] = ()
    """Of a game in sections: those that still lack slips, though it was published."""

    @property
    def excused(self) -> frozenset[int]:
        """Who refereed it: it is not held against them."""
        return frozenset(n for n, why in self.missed.items() if why == "referee")


class Cut(msgspec.Struct, frozen=True):
    """Coupe: how many games it came after, and who went on."""

    after: int
    kept: tuple[int, ...]


class Summary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Bilan d'une compétition."""

    title: str
    at: int = 0
    terms: Terms = Terms()
    entries: tuple[Entry, ...] = ()
    games: tuple[PlayedGame, ...] = ()
    cuts: tuple[Cut, ...] = ()
    excluded: tuple[int, ...] = ()
    deciders: tuple[PlayedGame, ...] = ()
    """Sudden deaths among equals: they part them and count for nothing else."""

    @property
    def awaited(self) -> tuple[str, ...]:
        """The sections whose slips may still change the ranking; with any it is provisional."""
        every = (name for game in (*self.games, *self.deciders) for name in game.awaited)
        return tuple(dict.fromkeys(every))

    @property
    def by_number(self) -> dict[int, Entry]:
        """The entries by their numbers."""
        return {entry.number: entry for entry in self.entries}


def summarise(
    state: State, halls: Halls, awaited: Mapping[str, tuple[str, ...]] = NOTHING
) -> Summary:
    """The competition as it stands; games whose results are not published yet are left out.

    ``awaited``: of games in sections, by their codes, the sections that still lack slips.
    """
    whole = admitted(state, halls)
    played = [
        (game, _played(whole, game, tally, awaited.get(game.code, ())))
        for game in whole.games
        if (tally := tally_in(game, halls)) is not None
    ]
    return Summary(
        title=whole.title,
        at=whole.opened.at,
        terms=whole.terms,
        entries=tuple(entry for _, entry in sorted(whole.entries.items())),
        games=tuple(one for game, one in played if not game.decides),
        deciders=tuple(one for game, one in played if game.decides),
        cuts=tuple(Cut(cut.after, cut.kept) for cut in whole.cuts),
        excluded=tuple(sorted(excluded_from(whole, halls))),
    )


def _played(state: State, game: EventGame, tally: Tally, awaited: tuple[str, ...]) -> PlayedGame:
    return PlayedGame(
        number=game.number,
        title=game.title,
        tally=tally,
        code=game.code,
        tables={n: table for table, n in sorted(game.seats.items()) if n != table},
        missed={} if game.decides else _missed(state, game, tally),
        awaited=awaited,
    )


def tally_in(game: EventGame, halls: Halls) -> Tally | None:
    """The results of a game as they are now, None while they do not count."""
    if game.tally is not None:
        return game.tally
    hall = halls.get(game.code)
    if hall is None or not is_published(hall) or (hall.end and hall.end.void):
        return None
    return tally_of(of_game(hall, _keys(game)), {key(n): n for n in game.seats.values()})


def _keys(game: EventGame) -> Mapping[int, str]:
    return {table: key(number) for table, number in game.seats.items()}


def _missed(state: State, game: EventGame, tally: Tally) -> dict[int, Absence]:
    """Why each entry has no result; who went out in a cut misses nothing."""
    gone = {
        number
        for cut in state.cuts
        if game.number > cut.after
        for number in state.entries
        if number not in cut.kept
    }
    absent = sorted(state.entries.keys() - tally.numbers - gone)
    return {number: game.missed.get(number, "absent") for number in absent}


@article("6.1", edition="2023")
def excluded_from(state: State, halls: Halls) -> frozenset[int]:
    """Who was excluded, from the event or for cheating in a game: he is out of all of them."""
    cheats = {
        game.seats[table]
        for game in state.games
        if game.code in halls
        for table, entrant in halls[game.code].entrants.items()
        if entrant.is_excluded and table in game.seats
    }
    return frozenset(cheats | state.excluded.keys())
