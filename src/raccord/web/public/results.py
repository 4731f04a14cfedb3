"""Results: ranking, road sheets, correction notes, game sheet; on screen, CSV, PDF and JSON.

======================  =======================================================================
ranking                 everybody once it is published, or before if the referee allows it
road sheet              its own table, the markers of the table, the referee; not a second
                        marker, who must not know what the first has decided
correction notes        the same
game sheet              everybody: it holds only turns whose top was announced
======================  =======================================================================
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from raccord import documents
from raccord.duplicate import Phase
from raccord.hall import Hall
from raccord.hall.broadcast import shows_ranking
from raccord.hall.games import Game
from raccord.web.doors import MARKERS, Role, Visitor
from raccord.web.entrance import entrance
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.press import MEDIA_TYPES, Press, as_file
from raccord.web.workshop import Workshop, heavy

KINDS = ("", ".csv", ".pdf", ".json")
Turn = Annotated[int | None, QueryParameter(name="coup", ge=1, le=999)]
Table = Annotated[int | None, QueryParameter(name="table", ge=1, le=9999)]


def paths(path: str) -> list[str]:
    """An address and its variants as files."""
    return [path + kind for kind in KINDS]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for: a document of a game, under a name, as a page or as a file."""

    page: Page
    game: Game
    name: str
    template: str
    key: tuple[object, ...] = ()
    is_official: bool = False
    """Whoever runs the game waits for no purse to fill."""
    is_public: bool = False
    """Everybody may see it, and before the end it holds nothing of slips or rulings."""
    is_ranking: bool = False
    """The public's rests on the rulings it tells, and is printed again for these only."""

    async def answer(self, sheet: Callable[[], Any], **context: object) -> Response[Any]:
        """The page, or the file whose extension the address bears."""

        def make() -> Any:
            return documents.sealed(sheet(), self._seal)

        kind = PurePosixPath(self.page.request.url.path).suffix.removeprefix(".")
        if not kind:
            workshop = self.page.services.get(Workshop)
            if self.is_official:
                return await workshop.for_officials(self._shown, make, context)
            return await workshop.run(self.page, self._shown, make, context)
        press = self.page.services.get(Press)
        version: object = told_version(self.game) if self.is_public else self.game.version
        made: Callable[[], Any] = make
        if self.is_ranking and not self.is_official:
            made, version = await heavy(self.page, _weighed, make)
        key = (self.game.id, version, self.name, *self.key)
        content = await press.file(key, kind, made, None if self.is_official else self.page)
        return as_file(content, kind, f"{self.name}-{self.game.code}")

    @property
    def _seal(self) -> str:
        """The seal counts what was handed in: during a game it is for those who may know that."""
        told = self.is_official or self.game.state.phase is Phase.OVER
        return str(self.game.seal) if told else ""

    def _shown(self, make: Callable[[], Any], context: dict[str, object]) -> Response[Any]:
        """A thousand tables make a long page: it is rendered where it is made."""
        text = self.page.text(self.template, game=self.game, sheet=make(), **context)
        return Response(text, media_type="text/html", headers={"cache-control": "no-store"})


def told_version(game: Game) -> tuple[bool, int]:
    """What a document for everybody rests on: during a game on what everybody sees of it.

    Printed again for every slip, it would tell by its time that one has come.
    """
    is_over = game.state.phase is Phase.OVER
    return is_over, game.version if is_over else game.told


def _weighed(sheet: Callable[[], Any]) -> tuple[Callable[[], Any], str]:
    """A document made, and what tells it from another: what it says."""
    made = sheet()
    return lambda: made, hashlib.sha256(documents.to_json(made)).hexdigest()


async def _enter(page: Page, code: str) -> tuple[Game, Visitor]:
    return await entrance(page).enter(page, code)


def may_rank(game: Game, visitor: Visitor) -> bool:
    """Whether this visitor may see the ranking now."""
    return shows_ranking(game) or visitor.role in MARKERS


def _need_table(game: Game, visitor: Visitor, table: int) -> None:
    """Only the table itself, its markers and the referee see what a table has played."""
    visitor.need(*MARKERS, Role.PLAYER)
    allowed = visitor.table == table if visitor.role is Role.PLAYER else _marks(visitor, table)
    if not allowed:
        raise WebError(403, "Cette feuille est celle d'une autre table.")
    if table not in game.state.entrants:
        raise WebError(404, f"La table {table} n'est pas inscrite.")


def _marks(visitor: Visitor, table: int) -> bool:
    return not visitor.tables or table in visitor.tables


@get(paths("/partie/{code:str}/classement"))
async def ranking(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """The ranking."""
    game, visitor = await _enter(page, code)
    if not may_rank(game, visitor):
        raise WebError(
            403, "Le classement sera publié par l'arbitre après la fin.", code="ranking-hidden"
        )
    official = visitor.role in MARKERS
    told = game if official else game.veiled
    sections = page.services.get(Hall).sections
    union = await sections.united(game)
    key = (game.companion.shown, *((True, *sections.versions(game)) if official else (False,)))
    wanted = Wanted(
        page,
        told,
        "classement",
        "public/ranking.html",
        key,
        is_official=official,
        is_ranking=True,
    )
    return await wanted.answer(lambda: documents.ranking(told.state, union), is_official=official)


@get(paths("/partie/{code:str}/feuille"))
async def game_sheet(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """The game sheet."""
    hall = page.services.get(Hall)
    game, _ = await entrance(page).enter(page, code)
    told, key = game.veiled, (game.companion.shown,)
    wanted = Wanted(page, told, "feuille", "public/sheet.html", key, is_public=True)
    return await wanted.answer(lambda: documents.game_sheet(told.state, hall.games.draws(game)))


@get(paths("/partie/{code:str}/route"))
async def road_sheets(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """The road sheets of all tables as one file, or the list to choose from; for officials."""
    game, visitor = await _enter(page, code)
    if visitor.role is Role.PLAYER and visitor.table is not None:
        return page.redirect(f"/partie/{game.code}/route/{visitor.table}")
    visitor.need(*MARKERS)
    tables = [t for t in sorted(game.state.entrants) if _marks(visitor, t)]
    if page.request.url.path.endswith(".csv"):
        raise WebError(404, expected="un fichier par table : /route/12.csv")
    if not tables and page.request.url.path.endswith(".pdf"):
        raise WebError(404, "Aucune table n'est inscrite.")
    chosen = set(tables)
    key = tuple(tables)
    wanted = Wanted(page, game, "feuilles-de-route", "public/roads.html", key, is_official=True)

    def make() -> list[documents.RoadSheet]:
        return [s for s in documents.road_sheets(game.state) if s.line.table in chosen]

    return await wanted.answer(make)


@get("/partie/{code:str}/route/{table:str}")
async def road_sheet(code: FromPath[str], table: FromPath[str], page: ThisPage) -> Response[Any]:
    """The road sheet of a table, as ``12``, ``12.pdf``, ``12.csv`` or ``12.json``."""
    number, dot, kind = table.partition(".")
    if not number.isascii() or not number.isdigit() or len(number) > 4:
        raise WebError(404)
    if dot and kind not in MEDIA_TYPES:
        raise WebError(404)
    game, visitor = await _enter(page, code)
    _need_table(game, visitor, int(number))
    placed = may_rank(game, visitor)
    wanted = Wanted(page, game, f"route-{int(number)}", "public/road.html", (placed,))
    return await wanted.answer(
        lambda: documents.road_sheet(game.state, int(number), is_placed=placed)
    )


@get(paths("/partie/{code:str}/billets"))
async def notes(
    code: FromPath[str],
    page: ThisPage,
    turn: Turn = None,
    table: Table = None,
    every: Annotated[bool, QueryParameter(name="tous")] = False,
) -> Response[Any]:
    """Correction notes: those due, of a turn or a table if asked; a player's own only."""
    game, visitor = await _enter(page, code)
    if visitor.role is Role.PLAYER:
        table = visitor.table
    else:
        visitor.need(*MARKERS)
    tables = visitor.tables
    if table is not None:
        _need_table(game, visitor, table)
        tables = (table,)
    wanted = Wanted(page, game, "billets", "public/notes.html", (turn, tables, every))
    return await wanted.answer(
        lambda: documents.notes(game.state, turn=turn, tables=tables, only_due=not every),
        turn=turn,
        query=page.request.url.query,
    )


pages = [ranking, game_sheet, road_sheets, road_sheet, notes]
