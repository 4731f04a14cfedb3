"""A game in sections: opening them beside their master, and all their tables in one ranking."""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from raccord.duplicate import Refusal, State, open_game
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.slips.ranking import RankLine, SoloLine
from raccord.duplicate.slips.sections import Section, Union
from raccord.hall.codes import is_code
from raccord.hall.companion import Arranged, Heritage
from raccord.hall.desk import inherited
from raccord.hall.errors import UnknownError
from raccord.hall.games import Game
from raccord.hall.shapes import View

if TYPE_CHECKING:
    from raccord.hall.service import Hall

OWN = "Salle principale"
"""What the tables of the master itself are called."""


class SectionLine(View, frozen=True, kw_only=True):
    """Section of a game: how far it has come. ``code`` is told at the master's desk only."""

    name: str
    tables: int
    closed: int
    settled: bool
    """Whether it has all slips of the turns so far."""
    over: bool
    code: str = ""


class SectionsView(View, frozen=True, kw_only=True):
    """Partie en sections: ``settled`` of ``total`` sections have all slips of the turns so far."""

    title: str
    code: str
    """Of the master, where anybody may come in there; empty otherwise."""
    turn: int
    """The last turn whose top is known."""
    total: int
    settled: int
    over: int
    provisional: bool
    sections: tuple[SectionLine, ...]
    ranking: tuple[RankLine, ...] = ()
    """Of all sections, for those who may see it."""
    solos: tuple[SoloLine, ...] = ()


class Sections:
    """Opens sections and brings their tables together."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._unions: dict[str, tuple[tuple[int, ...], Union]] = {}

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
        check_moving(master, tables)
        if master.companion.sealed:
            raise Refusal("une partie sous enveloppes ne se partage pas en sections")
        code = await self._hall.desk.free_code(private=master.companion.settings.private)
        change = await self._hall.execute(master.id, cmd.AddSection(game=code, name=name))
        added = next(event for event in change.events if isinstance(event, ev.SectionAdded))
        if before is not None:
            await self._open(master, added, inherited(before, tables))
            await self._hall.take_up(added.game)
        section = await self._section(await self._hall.get(master.id), added)
        await self._move(master, section, tables)
        return section.code

    async def _move(self, master: Game, section: Game, tables: Collection[int]) -> None:
        """Seat tables in a section, then take them out of the master: never nowhere."""
        if event := master.companion.event:
            await self._hall.desk.join(section.id, event, master.companion.shown)
        if not tables:
            return
        seated = tuple(
            cmd.Register(table=table, players=master.state.entrants[table].players)
            for table in sorted(set(tables))
        )
        await self._hall.execute(section.id, cmd.RegisterAll(tables=seated))
        for one in seated:
            await self._hall.execute(master.id, cmd.Unregister(table=one.table))

    async def check_seats(self, game: Game, command: cmd.Command) -> None:
        """Refuse a number that another section of a competition's game has given already."""
        wanted = _seated(command)
        master = await self.master(game) if wanted and game.companion.event else None
        if master is None:
            return
        names = {master.id: OWN} | {one.game: one.name for one in master.state.sections}
        for code in names.keys() - {game.id}:
            there = (await self._hall.get(code)).state.entrants
            for table, players in wanted.items():
                # On its way from the master into a section it stands in both.
                if table in there and there[table].players != players:
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


def check_moving(master: Game, tables: Collection[int]) -> None:
    """Refuse to move tables that are not there, or after the first draw."""
    if unknown := sorted(set(tables) - master.state.entrants.keys()):
        raise Refusal(f"la table {unknown[0]} n'est pas de cette salle")
    if tables and master.state.draws:
        raise Refusal("après le premier tirage une table ne change plus de section")


def _seated(command: cmd.Command) -> dict[int, tuple[str, ...]]:
    """The tables that a command gives people a number at."""
    match command:
        case cmd.Register(replaces=False):
            return {command.table: command.players}
        case cmd.RegisterAll():
            return {one.table: one.players for one in command.tables if not one.replaces}
        case cmd.Renumber():
            return {command.to: ()}
        case _:
            return {}


def rooms(master: State, code: str, states: Mapping[str, State]) -> tuple[Section, ...]:
    """The tables of a master itself, then those of its sections, as far as they are known."""
    own = Section(code, OWN, replace(master, sections=()))
    found = [(one, states[one.game]) for one in master.sections if one.game in states]
    return (own, *(Section(one.game, one.name, state) for one, state in found))


def united(master: Game, games: list[Game]) -> Union:
    """The tables of a master and of its sections side by side; people as the public sees them."""
    found = [
        Section(game.id, added.name, game.state)
        for added, game in zip(master.state.sections, games, strict=True)
    ]
    if master.state.entrants:
        own = replace(master.state, sections=())
        found.insert(0, Section(master.id, OWN, own))
    return Union(master.state, tuple(found), len(found))


def sections_view(master: Game, union: Union, *, ranked: bool, codes: bool) -> SectionsView:
    """What is told of a game in sections; costly with thousands of tables."""
    last = len(master.state.turns)
    return SectionsView(
        title=master.state.opened.title,
        code="" if master.companion.settings.private and not codes else master.code,
        turn=last,
        total=union.expected,
        settled=union.settled,
        over=union.over,
        provisional=not union.is_final,
        sections=tuple(
            SectionLine(
                name=one.name,
                tables=len(one.state.entrants),
                closed=one.closed,
                settled=one.name not in union.awaited,
                over=one.state.end is not None,
                code=one.id if codes else "",
            )
            for one in union.sections
        ),
        ranking=union.told_lines if ranked else (),
        solos=union.told_solos if ranked and master.state.end else (),
    )
