"""A game in sections: opening them beside their master, and all their tables in one ranking."""

import asyncio
import contextlib
from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec

from raccord.duplicate import Phase, Refusal, open_game
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.rules.topping import all_found
from raccord.duplicate.slips.sections import Union
from raccord.hall.codes import is_code
from raccord.hall.companion import Arranged, Heritage
from raccord.hall.desk import inherited
from raccord.hall.errors import UnknownError
from raccord.hall.games import Game
from raccord.hall.section_views import OWN, SectionsView, sections_view, united
from raccord.store.forgetting import emptied

if TYPE_CHECKING:
    from raccord.hall.service import Hall

_KEPT = 60
"""Rankings over sections kept, of all games."""


class Sections:
    """Opens sections and brings their tables together."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._unions: dict[str, tuple[tuple[int, ...], Union]] = {}
        hall.resources.store.on_forget(lambda: emptied(self._unions))

    async def add(
        self,
        master: Game,
        name: str,
        tables: Collection[int] = (),
        before: Game | None = None,
    ) -> str:
        """Open a section of a game, to which some of its tables move; its code.

        A section of a competition's game is of that competition too. One that goes on in the room
        of ``before`` keeps its PINs and invitations.
        """
        if master.companion.sealed:
            raise Refusal("une partie sous enveloppes ne se partage pas en sections")
        code = await self._hall.desk.free_code(private=master.companion.settings.private)
        wanted = cmd.AddSection(game=code, name=name, tables=tuple(tables))
        change = await self._hall.execute(master.id, wanted)
        added = next(event for event in change.events if isinstance(event, ev.SectionAdded))
        if before is not None:
            await self._open(master, added, inherited(before, tables))
            await self._hall.take_up(added.game)
        return (await self._filled(await self._hall.get(master.id), added)).code

    async def again(self, code: str, name: str, before: Game) -> str:
        """The section of a game in the room of ``before``, with its tables; once, however often.

        One whose opening was cut short, or that another process opens just now, is finished.
        """
        master = await self._hall.get(code)
        known = next((one for one in master.state.sections if one.name == name), None)
        if known is None:
            hall = (await self._hall.get(before.state.opened.follows)).state.entrants
            tables = (before.state.entrants.keys() - hall.keys()) & master.state.entrants.keys()
            try:
                return await self.add(master, name, tables, before)
            except Refusal:
                master = await self._hall.get(code)
                known = next((one for one in master.state.sections if one.name == name), None)
                if known is None:
                    raise
        if not await self._is_open(known):
            await self._open(master, known, inherited(before, known.tables))
            await self._hall.take_up(known.game)
        return (await self._filled(master, known)).code

    async def complete(self, code: str) -> None:
        """Finish what was cut short: every section opened, every table where it is to play."""
        master = await self._hall.get(code)
        for added in master.state.sections:
            if added.game in master.state.moving.values() or not await self._is_open(added):
                await self._filled(master, added)

    async def _is_open(self, added: ev.SectionAdded) -> bool:
        try:
            await self._hall.get(added.game)
        except UnknownError:
            return False
        return True

    async def _filled(self, master: Game, added: ev.SectionAdded) -> Game:
        """A section with its tables: seated there, then taken out of the master; never nowhere."""
        section = await self._section(master, added)
        if event := master.companion.event:
            await self._hall.desk.join(section.id, event, master.companion.shown)
        moving = sorted(t for t, game in master.state.moving.items() if game == section.id)
        seated = tuple(
            cmd.Register(table=table, players=master.state.entrants[table].players)
            for table in moving
            if table not in section.state.entrants
        )
        if seated:
            await self._enter(section.id, seated)
        for table in moving:
            await self._leave(master.id, table)
        return section

    async def _enter(self, code: str, seated: tuple[cmd.Register, ...]) -> None:
        """Seat tables in a section, unless another process just has."""
        try:
            await self._hall.execute(code, cmd.RegisterAll(tables=seated))
        except Refusal:
            there = (await self._hall.get(code)).state.entrants
            if any(one.table not in there for one in seated):
                raise

    async def _leave(self, code: str, table: int) -> None:
        """Take a table that has arrived out of the master, unless another process just has."""
        try:
            await self._hall.execute(code, cmd.Unregister(table=table))
        except Refusal:
            if table in (await self._hall.get(code)).state.moving:
                raise

    async def taken(self, game: Game) -> set[int]:
        """The numbers that a table entered in a game may not have: a competition's are its own."""
        master = await self.master(game) if game.companion.event else None
        if master is None:
            return set(game.state.entrants)
        codes = (master.id, *(added.game for added in master.state.sections))
        return {table for code in codes for table in (await self._hall.get(code)).state.entrants}

    async def check_seats(self, game: Game, command: cmd.Command) -> None:
        """Refuse a number that another section of a competition's game has given already."""
        wanted = _seated(command)
        master = await self.master(game) if wanted and game.companion.event else None
        if master is None:
            return
        names = {master.id: OWN} | {one.game: one.name for one in master.state.sections}
        for code in names.keys() - {game.id}:
            there = (await self._hall.get(code)).state.entrants
            for table in wanted:
                # On its way from the master into a section it stands in both.
                is_coming = master.state.moving.get(table) == game.id
                if table in there and not is_coming:
                    raise Refusal(f"la table {table} joue déjà en section « {names[code]} »")

    async def _section(self, master: Game, added: ev.SectionAdded) -> Game:
        """A section; opened here if whoever added it was stopped before it was."""
        try:
            return await self._hall.get(added.game)
        except UnknownError:
            await self._open(master, added)
            await self._hall.take_up(added.game)
            return await self._hall.get(added.game)

    async def _open(
        self, master: Game, added: ev.SectionAdded, after: Heritage | None = None
    ) -> None:
        opened, now = master.state.opened, self._hall.resources.now_ms()
        wanted = cmd.Open(
            at=now,
            edition=opened.edition,
            formula=opened.formula,
            title=f"{opened.title} — {added.name}",
            awaits_publication=True,
            solo=opened.solo,
            follows=master.id,
        )
        settings = msgspec.structs.replace(
            master.companion.settings, draw="master", paper_tables=()
        )
        opening = await asyncio.to_thread(open_game, wanted, master.lexicon)
        await self._hall.games.open(
            added.game, opening, Arranged(at=now, settings=settings, after=after)
        )

    async def master(self, game: Game) -> Game | None:
        """The game that a game is in sections with: itself, or the one it follows; else None."""
        if game.state.sections:
            return game
        follows = game.state.opened.follows
        return await self._hall.get(follows) if follows and is_code(follows) else None

    async def union(self, master: Game) -> Union:
        """All tables of a game in sections, as far as they are known."""
        games = [await self._section(master, added) for added in master.state.sections]
        versions = (master.version, *(game.version for game in games))
        known = self._unions.get(master.id)
        if known is None or known[0] != versions:
            known = versions, united(master, games)
            self._unions[master.id] = known
            while len(self._unions) > _KEPT:
                del self._unions[next(iter(self._unions))]
        return known[1]

    async def united(self, game: Game) -> Union | None:
        """The union that a game is part of; None for an ordinary game."""
        master = await self.master(game)
        return None if master is None else await self.union(master)

    def versions(self, game: Game) -> tuple[int, ...]:
        """What the union last worked out for a game rests on."""
        known = self._unions.get(game.state.opened.follows or game.id)
        return known[0] if known else ()

    async def view(self, game: Game, *, ranked: bool, at_desk: bool = False) -> SectionsView:
        """How far the sections of a game have come, and their ranking for who may see it."""
        master = await self.master(game)
        if master is None:
            raise UnknownError("Cette partie n'est pas en sections.")
        union = await self.union(master)
        told = at_desk and master.id == game.id
        return await asyncio.to_thread(sections_view, master, union, ranked=ranked, codes=told)

    async def end_found(self, game: Game) -> None:
        """Topping: end the time of all once every table of every section has found the top.

        Where another process has told less of a section so far, the clock or the referee does.
        """
        master = await self.master(game)
        if master is None or master.state.phase is not Phase.RUNNING:
            return
        turn, codes = master.state.turn, [added.game for added in master.state.sections]
        rooms = [master, *[await self._hall.get(code) for code in codes]]
        if all(room.state.turn == turn and all_found(room.state) for room in rooms):
            with contextlib.suppress(Refusal):
                await self._hall.execute(master.id, cmd.EndTime())

    async def check_published(self, master: Game) -> None:
        """Refuse to publish while a section has not ended, or not ruled on its slips."""
        if not master.state.sections:
            return
        union = await self.union(master)
        if late := await asyncio.to_thread(lambda: union.awaited):
            raise Refusal(
                f"{union.settled} sections sur {union.expected} à jour de leurs bulletins ; "
                f"on attend : {', '.join(late)}"
            )


def _seated(command: cmd.Command) -> set[int]:
    """The numbers that a command gives to people."""
    match command:
        case cmd.Register(replaces=False):
            return {command.table}
        case cmd.RegisterAll():
            return {one.table for one in command.tables if not one.replaces}
        case cmd.Renumber():
            return {command.to}
        case _:
            return set()
