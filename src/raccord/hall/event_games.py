"""The games of a competition in the hall: planned, next in the same room, among equals.

A game takes its people, their tables and what is played from the competition; phones, PINs and
markers go on from one game of a room to the next.
"""

import asyncio
import secrets
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import msgspec

from raccord.documents.french import day
from raccord.duplicate import Phase
from raccord.duplicate import commands as game_cmd
from raccord.hall.desk import NewGame
from raccord.hall.games import Game
from raccord.hall.planning import (
    check_cut,
    check_tied,
    first_seats,
    is_to_place,
    next_planned,
    staying,
    tie_wish,
    under_way,
    usual_title,
    wish_of,
)
from raccord.hall.service import Hall
from raccord.tournament import Person, Refusal, State, Terms, playing, seats_of
from raccord.tournament import commands as cmd

if TYPE_CHECKING:
    from raccord.hall.competitions import Competition, Competitions

_CHANCE = secrets.SystemRandom()


class EventGames:
    """Opens the games of competitions in the hall."""

    def __init__(self, hall: Hall, events: "Competitions") -> None:
        self._hall = hall
        self._events = events
        self._following = asyncio.Lock()

    async def new_game(self, code: str, wish: NewGame, absent: Collection[int] = ()) -> str:
        """Open a game of a competition for all but the absent, each at his table."""
        competition = await self._arranged(await self._events.execute(code, cmd.Admit()))
        wanted = _titled(competition.state, wish)
        seats = first_seats(competition.state, {*absent, *competition.excluded})
        game = await self._hall.desk.create(wanted)
        await self._seat(competition, game, seats)
        return game

    async def planned_game(self, code: str) -> str:
        """« Partie suivante »: the game planned next, in the room of the last one if there is one.

        Where nothing is planned it is the same game again.
        """
        async with self._following:
            state = (await self._events.get(code)).state
            if last := await self._last(state):
                return await self._next_game(last, ())
            wish = wish_of(state)
            if wish is None:
                raise Refusal("rien n'est prévu : ouvrez une partie en disant sa formule")
            check_cut(state)
            return await self.new_game(code, wish)

    async def _last(self, state: State) -> Game | None:
        """The last game of the hall that counts."""
        code = next((game.code for game in reversed(state.counted) if game.code), "")
        return await self._hall.get(code) if code else None

    async def place(self, code: str) -> "Competition":
        """Arrange who sits where in the next game; the lots are drawn here."""
        numbers = sorted((await self._events.execute(code, cmd.Admit())).state.entries)
        return await self._events.execute(
            code, cmd.Place(lots=tuple(_CHANCE.sample(numbers, len(numbers))))
        )

    async def _arranged(self, competition: "Competition") -> "Competition":
        """The competition with places for its next game, where they are to be drawn for it."""
        if not is_to_place(competition.state):
            return competition
        return await self.place(competition.code)

    async def tie_game(self, code: str, numbers: Collection[int]) -> str:
        """Open a sudden death among equals: it parts them, and counts for nothing else.

        Asked twice, it opens one game.
        """
        async with self._following:
            competition = await self._events.execute(code, cmd.Admit())
            return under_way(competition, numbers) or await self._tie_game(competition, numbers)

    async def _tie_game(self, competition: "Competition", numbers: Collection[int]) -> str:
        state = competition.state
        await asyncio.to_thread(check_tied, state, numbers, competition.halls)
        last = await self._last(state)
        wish = msgspec.structs.replace(tie_wish(state, last), title=f"{state.title} – mort subite")
        where = {number: table for table, number in seats_of(state).items()}
        seats = {where[number]: number for number in sorted(numbers)}
        game = await self._hall.desk.create(_titled(state, wish))
        await self._seat(competition, game, seats, decides=True)
        return game

    async def next_game(self, game: Game, absent: Collection[int] = ()) -> str:
        """« Même salle, partie suivante »: all but the absent tables go on at their tables.

        Asked twice at once, it opens one game.
        """
        async with self._following:
            return await self._next_game(await self._counted(await self._hall.get(game.id)), absent)

    async def _counted(self, game: Game) -> Game:
        """The game; for a sudden death among equals the one that was played before it."""
        if not game.companion.event:
            return game
        state = (await self._events.get(game.companion.event)).state
        if not any(one.code == game.id and one.decides for one in state.games):
            return game
        before = [one.code for one in state.counted if one.code]
        return await self._hall.get(before[-1]) if before else game

    async def _next_game(self, game: Game, absent: Collection[int]) -> str:
        if (await self._hall.sections.master(game) or game).id != game.id:
            raise Refusal("la partie suivante s'ouvre au pupitre de la salle principale")
        if game.state.phase is not Phase.OVER:
            raise Refusal("la partie n'est pas terminée : la suivante s'ouvre à sa fin")
        if game.companion.next:
            return game.companion.next
        competition = await self._evening(game)
        following = _after(competition.state, game) or await self._open_next(
            game, competition, absent
        )
        await self._same_sections(game, following)
        await self._hall.desk.lead_on(game.id, following)
        return following

    async def _open_next(
        self, game: Game, competition: "Competition", absent: Collection[int]
    ) -> str:
        """Open the game that follows one; where another process did meanwhile, that one is it."""
        check_cut(competition.state)
        # Told by the tables of before; these may be drawn anew.
        tables = seats_of(competition.state)
        away = {tables[t] for t in absent if t in tables}
        going = playing(competition.state, away | competition.excluded)
        competition = await self._arranged(competition)
        state = competition.state
        seats = {t: number for t, number in seats_of(state).items() if number in going}
        wish = wish_of(state)
        title = (wish.title if wish else "") or usual_title(state)
        kept = staying(state, game.id, seats)
        following = await self._hall.desk.follow(game, title, kept, wish)
        try:
            await self._seat(competition, following, seats, after=game.id)
        except Refusal:
            opened = _after((await self._events.get(competition.code)).state, game)
            if not opened:
                raise
            await self._hall.desk.archive(following, archived=True)
            return opened
        return following

    async def _same_sections(self, game: Game, following: str) -> None:
        """Open the sections of a game again for the next, each with the tables it had."""
        for added in game.state.sections:
            before = await self._hall.get(added.game)
            section = await self._hall.sections.again(following, added.name, before)
            await self._hall.desk.lead_on(added.game, section)

    async def rename(self, game: Game, table: int, players: tuple[str, ...]) -> None:
        """Put the names of a table right, in its competition too; the rest of the entry stays."""
        if game.companion.event:
            await self._rename_entry(game, table, players)
        renamed = game_cmd.Register(table=table, players=players, replaces=True)
        await self._hall.execute(game.id, renamed)

    async def _rename_entry(self, game: Game, table: int, players: tuple[str, ...]) -> None:
        competition = await self._events.get(game.companion.event)
        state, whole = competition.whole, competition.game_of(game.id)
        found = next((one for one in state.games if one.code == whole), None)
        number = found.seats.get(competition.number_of(game.id, table)) if found else None
        if number is None:
            return
        known = (*state.entries[number].people, None)
        people = tuple(
            msgspec.structs.replace(person, name=name) if person else Person(name=name)
            for name, person in zip(players, known, strict=False)
        )
        wanted = cmd.Enter(number=number, people=people, replaces=True)
        await self._events.execute(game.companion.event, wanted)

    async def joined(self, game: Game) -> "Competition":
        """The competition of a game; a game of none begins an evening, however often asked."""
        async with self._following:
            return await self._evening(await self._hall.get(game.id))

    async def _evening(self, game: Game) -> "Competition":
        """The competition of a game; a game of none begins an evening, with all its sections."""
        game = await self._hall.sections.master(game) or game
        code = game.companion.event
        if not code:
            code = await self._events.open(_evening_of(game))
            await self._events.execute(code, cmd.Schedule(code=game.id, title="Partie 1", seats={}))
            for part in (game.id, *(added.game for added in game.state.sections)):
                await self._hall.desk.join(part, code)
        return await self._events.execute(code, cmd.Admit())

    async def _seat(
        self,
        competition: "Competition",
        game: str,
        seats: Mapping[int, int],
        *,
        decides: bool = False,
        after: str = "",
    ) -> None:
        """Enter the players of a new game and make it one of the competition."""
        entries = competition.state.entries
        tables = tuple(
            game_cmd.Register(table=table, players=entries[number].players)
            for table, number in sorted(seats.items())
        )
        if tables:
            await self._hall.execute(game, game_cmd.RegisterAll(tables=tables))
        planned = None if decides else next_planned(competition.state)
        title = planned.title if planned else ""
        added = cmd.Schedule(
            code=game, title=title, seats=dict(seats), decides=decides, after=after
        )
        await self._events.execute(competition.code, added)
        shown = competition.state.terms.shown
        await self._hall.desk.join(game, competition.code, shown)


def _after(state: State, game: Game) -> str:
    """The game that follows one in its room; empty where none was opened."""
    return next((one.code for one in state.games if one.after == game.id), "")


def _titled(state: State, wish: NewGame) -> NewGame:
    """The wish with its title; the page of a competition names its games: as public as it is."""
    settings = msgspec.structs.replace(wish.settings, private=state.terms.private)
    return msgspec.structs.replace(wish, title=wish.title or usual_title(state), settings=settings)


def _evening_of(game: Game) -> cmd.Open:
    title = f"Soirée du {day(game.state.opened.at)}"
    terms = Terms(private=game.companion.settings.private)
    return cmd.Open(title=title, terms=terms)
