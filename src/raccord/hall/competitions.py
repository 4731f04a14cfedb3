"""The competitions of a server: evenings and tournaments, and the hall games they are made of.

A competition is a stream of its own. It reads its games as they are; a game knows of it by its
code only.
"""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from raccord import duplicate
from raccord.documents.french import day
from raccord.duplicate import Phase
from raccord.duplicate import commands as game_cmd
from raccord.hall.codes import clean_code, is_code, new_code
from raccord.hall.desk import NewGame
from raccord.hall.errors import UnknownError
from raccord.hall.games import Game, stream_of
from raccord.hall.service import Hall
from raccord.store.games import DUPLICATE, TOURNAMENT
from raccord.store.records import Stream
from raccord.store.store import Store
from raccord.tournament import (
    Event,
    Person,
    Refusal,
    State,
    Summary,
    Terms,
    admitted,
    playing,
    seats_of,
    summarise,
)
from raccord.tournament import commands as cmd
from raccord.tournament.decide import decide, open_event

_PREFIX = "tournament:"


@dataclass(frozen=True, slots=True)
class Competition:
    """Compétition et ses parties: its state on disk, and the hall games it speaks of."""

    code: str
    version: tuple[int, ...]
    """Its own version, then that of each game: nothing has changed while it is the same."""
    state: State
    halls: Mapping[str, duplicate.State]

    @property
    def whole(self) -> State:
        """Its state with everybody who sits in one of its games entered."""
        return admitted(self.state, self.halls)


class Competitions:
    """Reads and writes competitions, and opens their games in the hall."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._repository = TOURNAMENT.repository(hall.resources.store)
        self._summaries: dict[str, tuple[tuple[int, ...], Summary]] = {}
        self._following = asyncio.Lock()

    async def open(self, command: cmd.Open) -> str:
        """Open a competition; gives its code."""
        asked = self._dated(command)
        assert isinstance(asked, cmd.Open)
        opening = open_event(asked)
        code = await self._free_code(private=command.terms.private)
        await self._repository.execute(
            f"{_PREFIX}{code}", None, lambda _, __: opening, title=command.title
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
        halls, versions = {}, [found.version]
        for code_ in (game.code for game in found.state.games if game.code):
            current = await self._hall.games.repository.get(stream_of(code_))
            if current.state is not None:
                halls[code_] = current.state
                versions.append(current.version)
        return Competition(clean, tuple(versions), found.state, halls)

    def summary(self, competition: Competition) -> Summary:
        """What its rankings rest on, worked out once while nothing changes."""
        version, known = self._summaries.get(competition.code, ((), None))
        if known is None or version != competition.version:
            known = summarise(competition.state, competition.halls)
            self._summaries[competition.code] = (competition.version, known)
        return known

    async def execute(self, code: str, command: cmd.Command) -> Competition:
        """Carry out a command."""
        competition = await self.get(code)
        asked = self._dated(command)

        def decided(state: State | None, _: object) -> Sequence[Event]:
            assert state is not None
            return decide(state, asked, competition.halls)

        title = command.title if isinstance(command, cmd.Arrange) else None
        await self._repository.execute(f"{_PREFIX}{competition.code}", None, decided, title=title)
        return await self.get(competition.code)

    async def new_game(self, code: str, wish: NewGame, absent: Collection[int] = ()) -> str:
        """Open a game of a competition for all but the absent, each at the table of his number."""
        competition = await self.execute(code, cmd.Admit())
        titled = (
            wish.title or f"{competition.state.title} – partie {competition.state.scheduled + 1}"
        )
        # The page of a competition names its games: they are as public as it is.
        private = competition.state.terms.private
        settings = msgspec.structs.replace(wish.settings, private=private)
        wanted = msgspec.structs.replace(wish, title=titled, settings=settings)
        seats = {number: number for number in playing(competition.state, absent)}
        game = await self._hall.desk.create(wanted)
        await self._seat(competition, game, seats)
        return game

    async def next_game(self, game: Game, absent: Collection[int] = ()) -> str:
        """« Même salle, partie suivante »: all but the absent tables go on at their tables.

        Asked twice at once, it opens one game.
        """
        async with self._following:
            return await self._next_game(await self._hall.get(game.id), absent)

    async def _next_game(self, game: Game, absent: Collection[int]) -> str:
        if game.state.phase is not Phase.OVER:
            raise Refusal("la partie n'est pas terminée : la suivante s'ouvre à sa fin")
        if game.companion.next:
            return game.companion.next
        competition = await self._evening(game)
        state = competition.state
        seats = {
            table: number
            for table, number in seats_of(state).items()
            if table not in absent and number in playing(state)
        }
        title = f"{state.title} – partie {state.scheduled + 1}"
        following = await self._hall.desk.follow(game, title, seats)
        await self._seat(competition, following, seats)
        await self._hall.desk.lead_on(game.id, following)
        return following

    async def rename(self, game: Game, table: int, players: tuple[str, ...]) -> None:
        """Put the names of a table right, in its competition too; the rest of the entry stays."""
        if game.companion.event:
            await self._rename_entry(game, table, players)
        renamed = game_cmd.Register(table=table, players=players, replaces=True)
        await self._hall.execute(game.id, renamed)

    async def _rename_entry(self, game: Game, table: int, players: tuple[str, ...]) -> None:
        state = (await self.get(game.companion.event)).whole
        found = next((one for one in state.games if one.code == game.id), None)
        number = found.seats.get(table) if found else None
        if number is None:
            return
        known = (*state.entries[number].people, None)
        people = tuple(
            msgspec.structs.replace(person, name=name) if person else Person(name=name)
            for name, person in zip(players, known, strict=False)
        )
        wanted = cmd.Enter(number=number, people=people, replaces=True)
        await self.execute(game.companion.event, wanted)

    async def _evening(self, game: Game) -> Competition:
        """The competition of a game; a game of none begins an evening."""
        code = game.companion.event
        if not code:
            code = await self.open(_evening_of(game))
            await self.execute(code, cmd.Schedule(code=game.id, title="Partie 1", seats={}))
            await self._hall.desk.join(game.id, code)
        return await self.execute(code, cmd.Admit())

    async def _seat(self, competition: Competition, game: str, seats: Mapping[int, int]) -> None:
        """Enter the players of a new game and make it one of the competition."""
        entries = competition.state.entries
        tables = tuple(
            game_cmd.Register(table=table, players=entries[number].players)
            for table, number in sorted(seats.items())
        )
        if tables:
            await self._hall.execute(game, game_cmd.RegisterAll(tables=tables))
        await self.execute(competition.code, cmd.Schedule(code=game, title="", seats=dict(seats)))
        await self._hall.desk.join(game, competition.code)


async def find_event(store: Store, name: str) -> tuple[State, Mapping[str, duplicate.State]]:
    """A competition of a database by its code or its title, with its games."""
    streams = await store.streams(TOURNAMENT.name)
    wanted = [s for s in streams if name in (s.id.removeprefix(_PREFIX), s.title)]
    if len(wanted) != 1:
        told = f"{len(wanted)} compétitions portent ce nom" if wanted else "aucune ne porte ce nom"
        known = ", ".join(f"{s.id.removeprefix(_PREFIX)} « {s.title} »" for s in streams[:10])
        raise UnknownError(f"{name} : {told} (on connaît : {known or 'rien encore'})")
    state = (await TOURNAMENT.repository(store).get(wanted[0].id)).state
    assert state is not None
    games = DUPLICATE.repository(store)
    halls = {
        game.code: found.state
        for game in state.games
        if game.code and (found := await games.get(stream_of(game.code))).state is not None
    }
    return state, halls


def _evening_of(game: Game) -> cmd.Open:
    title = f"Soirée du {day(game.state.opened.at)}"
    terms = Terms(private=game.companion.settings.private)
    return cmd.Open(title=title, terms=terms)


def _unknown() -> UnknownError:
    return UnknownError("Cette compétition n'existe pas.", expected="son code de quatre lettres")
