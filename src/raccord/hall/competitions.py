"""The competitions of a server: evenings and tournaments, and the hall games they are made of.

A competition is a stream of its own. It reads its games as they are; a game knows of it by its
code only.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from raccord import duplicate
from raccord.duplicate.slips.publication import is_published
from raccord.duplicate.slips.sections import Where
from raccord.hall.codes import clean_code, is_code, new_code
from raccord.hall.companion import COMPANION
from raccord.hall.errors import UnknownError
from raccord.hall.event_games import EventGames
from raccord.hall.exclusions import carry_out
from raccord.hall.games import companion_of, stream_of
from raccord.hall.played import Played, played_in
from raccord.hall.service import Hall
from raccord.quoting import one_line
from raccord.store.forgetting import emptied
from raccord.store.games import DUPLICATE, TOURNAMENT
from raccord.store.records import Stream
from raccord.store.store import Store
from raccord.tournament import (
    By,
    Event,
    StandingLine,
    State,
    Summary,
    TeamLine,
    Trait,
    admitted,
    standing,
    summarise,
    teams,
    telling,
    way_of,
)
from raccord.tournament import commands as cmd
from raccord.tournament.decide import decide, open_event
from raccord.tournament.people import Shown
from raccord.tournament.summary import excluded_from

_PREFIX = "tournament:"
_KEPT = 60
"""Rankings kept, of all competitions."""
Run = Callable[..., Awaitable[Summary]]
"""Does a piece of work elsewhere, and at whose cost."""


@dataclass(frozen=True, slots=True)
class Board:
    """Classements d'une compétition: of people and of teams, and how they are made."""

    lines: tuple[StandingLine, ...]
    teams: tuple[TeamLine, ...]
    way: By


RunBoard = Callable[..., Awaitable[Board]]


def _board(summary: Summary, group: Trait | None) -> Board:
    return Board(standing(summary, group), teams(summary), way_of(summary))


@dataclass(frozen=True, slots=True)
class Competition:
    """Compétition et ses parties: its state on disk, and the hall games it speaks of."""

    code: str
    version: tuple[int, ...]
    """Its own version, then that of each game: nothing has changed while it is the same."""
    state: State
    halls: Mapping[str, duplicate.State]
    """Of a game in sections the tables of all of them, under their numbers."""
    places: Mapping[str, Mapping[int, Where]] = field(default_factory=dict)
    """Of each game in sections, where its tables are."""

    def where(self, game: str, table: int) -> Where:
        """The game whose log a table is in, and its number there: a section, if it plays in one."""
        return self.places.get(game, {}).get(table, (game, table))

    def number_of(self, code: str, table: int) -> int:
        """The number that a table of a game, or of a section, has in the competition."""
        places = self.places.get(self.game_of(code), {})
        return next((number for number, at in places.items() if at == (code, table)), table)

    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    awaited: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Of each game in sections, those that still lack slips."""

    def parts(self, game: str) -> tuple[str, ...]:
        """A game and its sections."""
        return (game, *self.sections.get(game, ()))

    def game_of(self, code: str) -> str:
        """The game that the competition knows, told by itself or by one of its sections."""
        return next((game for game in self.halls if code in self.parts(game)), code)

    @property
    def standing_version(self) -> tuple[int, ...]:
        """What its rankings rest on: of a game under way only who sits there, not every slip."""
        own, *games = self.version
        told = zip(self.halls.values(), games, strict=True)
        return own, *(_counts(hall, version) for hall, version in told)

    @property
    def whole(self) -> State:
        """Its state with everybody who sits in one of its games entered."""
        return admitted(self.state, self.halls)

    @property
    def excluded(self) -> frozenset[int]:
        """Who plays no later game: excluded from it, or in one of its games."""
        return excluded_from(self.whole, self.halls)


def _counts(hall: duplicate.State, version: int) -> int:
    """The version of a game that counts; of another one what changes with its people."""
    if is_published(hall):
        return version
    excluded = (table for table, one in hall.entrants.items() if one.is_excluded)
    return -1 - hash((frozenset(hall.entrants), frozenset(excluded))) % (1 << 31)


class Competitions:
    """Reads and writes competitions, and opens their games in the hall."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._repository = TOURNAMENT.repository(hall.resources.store)
        self._summaries: dict[str, tuple[tuple[int, ...], Summary]] = {}
        self._boards: dict[tuple[str, Trait | None, Shown], tuple[Summary, Board]] = {}
        self._played: dict[str, Played] = {}
        hall.resources.store.on_forget(self._forget)
        self.games = EventGames(hall, self)

    def _forget(self) -> list[object]:
        return [*emptied(self._summaries), *emptied(self._boards), *emptied(self._played)]

    async def open(self, command: cmd.Open) -> str:
        """Open a competition; gives its code."""
        asked = self._dated(command)
        assert isinstance(asked, cmd.Open)
        opening = open_event(asked)
        code = await self._free_code(private=command.terms.private)
        await self._repository.execute(
            f"{_PREFIX}{code}", None, lambda _, __: opening, title=one_line(command.title)
        )
        return code

    async def _free_code(self, *, private: bool) -> str:
        while True:
            code = new_code(private=private)
            if await self._hall.resources.store.stream(f"{_PREFIX}{code}") is None:
                return code

    def _dated(self, command: cmd.Command) -> cmd.Command:
        return msgspec.structs.replace(command, at=self._hall.resources.now_ms())

    async def all(self) -> list[Stream]:
        """Every competition, the youngest first."""
        return await self._hall.resources.store.streams(TOURNAMENT.name)

    async def every(self) -> list[Competition]:
        """The same with all that is known of them."""
        return [await self.get(stream.id.removeprefix(_PREFIX)) for stream in await self.all()]

    async def get(self, code: str) -> Competition:
        """A competition by its code, as it is now."""
        clean = clean_code(code)
        if not is_code(clean):
            raise _unknown()
        found = await self._repository.get(f"{_PREFIX}{clean}")
        if found.state is None:
            raise _unknown()
        played, versions = dict[str, Played](), [found.version]
        for code_ in (game.code for game in found.state.games if game.code):
            one = await played_in(self._hall.games.repository, code_, self._played)
            if one is not None:
                played[code_] = one
                versions.append(one.version)
        return Competition(
            clean,
            tuple(versions),
            found.state,
            halls={name: one.game.state for name, one in played.items()},
            places={name: one.game.places for name, one in played.items()},
            sections={name: one.sections for name, one in played.items()},
            awaited={name: one.game.awaited for name, one in played.items()},
        )

    async def summary(self, competition: Competition, run: Run = asyncio.to_thread) -> Summary:
        """What its rankings rest on, worked out once while nothing changes; ``run`` does it.

        Never on the loop: it reads every slip of the games that count.
        """
        version, known = self._summaries.get(competition.code, ((), None))
        now = competition.standing_version
        if known is None or version != now:
            found = await run(summarise, competition.state, competition.halls, competition.awaited)
            # Who comes through the door changes no result: what rests on them stands.
            known = known if found == known else found
            self._summaries[competition.code] = (now, known)
        return known

    async def board(
        self,
        competition: Competition,
        shown: Shown,
        group: Trait | None = None,
        run: RunBoard = asyncio.to_thread,
    ) -> Board:
        """Its rankings, worked out once while nothing changes: a hall of phones asks for them."""
        name = (competition.code, group, shown)
        summary = await self.summary(competition)
        of, known = self._boards.get(name, (None, None))
        if known is None or of is not summary:
            known = await run(_board, telling(summary, shown), group)
            self._boards[name] = (summary, known)
            while len(self._boards) > _KEPT:
                del self._boards[next(iter(self._boards))]
        return known

    async def execute(
        self, code: str, command: cmd.Command, seen: Competition | None = None
    ) -> Competition:
        """Carry out a command, decided on its games as they are, or as they were ``seen``."""
        competition = seen or await self.get(code)
        asked = self._dated(command)

        def decided(state: State | None, _: object) -> Sequence[Event]:
            assert state is not None
            return decide(state, asked, competition.halls)

        title = one_line(command.title) if isinstance(command, cmd.Arrange) else None
        # Eight hundred entries, or a cut among them, take their time: never on the loop.
        stream = f"{_PREFIX}{competition.code}"
        await self._repository.deliberate(stream, None, decided, title=title)
        if isinstance(command, cmd.Arrange):
            for game in [part for one in competition.halls for part in competition.parts(one)]:
                await self._hall.desk.join(game, competition.code, command.terms.shown)
        after = await self.get(competition.code)
        if not isinstance(command, cmd.Exclude | cmd.Readmit):
            return after
        await carry_out(self._hall, after, command)
        return await self.get(competition.code)


async def find_event(
    store: Store, name: str
) -> tuple[State, Mapping[str, duplicate.State], Mapping[str, tuple[str, ...]]]:
    """A competition of a database by its code or its title, its games, sections they await."""
    streams = await store.streams(TOURNAMENT.name)
    wanted = [s for s in streams if name in (s.id.removeprefix(_PREFIX), s.title)]
    if len(wanted) != 1:
        told = f"{len(wanted)} compétitions portent ce nom" if wanted else "aucune ne porte ce nom"
        known = ", ".join(f"{s.id.removeprefix(_PREFIX)} « {s.title} »" for s in streams[:10])
        raise UnknownError(f"{name} : {told} (on connaît : {known or 'rien encore'})")
    state = (await TOURNAMENT.repository(store).get(wanted[0].id)).state
    assert state is not None
    games = DUPLICATE.repository(store)
    played = {
        game.code: found.game
        for game in state.games
        if game.code and (found := await played_in(games, game.code, {})) is not None
    }
    halls = {code: game.state for code, game in played.items()}
    return state, halls, {code: game.awaited for code, game in played.items()}


async def markers_of(store: Store, state: State) -> dict[int, dict[str, tuple[int, ...]]]:
    """The tables each marker had, in every game of the hall where they were shared out."""
    companions, games = COMPANION.repository(store), DUPLICATE.repository(store)
    found: dict[int, dict[str, tuple[int, ...]]] = {}
    for game in state.games:
        if not game.code:
            continue
        master = (await games.get(stream_of(game.code))).state
        parts = [game.code, *(one.game for one in master.sections)] if master else []
        besides = [(await companions.get(companion_of(part))).state for part in parts]
        every = [one for beside in besides if beside for one in beside.invitations.values()]
        invited = [one for one in every if one.role == "marker"]
        found[game.number] = {
            one.label or f"arbitre {n}": one.tables for n, one in enumerate(invited, 1)
        }
    return found


def _unknown() -> UnknownError:
    return UnknownError("Cette compétition n'existe pas.", expected="son code de quatre lettres")
