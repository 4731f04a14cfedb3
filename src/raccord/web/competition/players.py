"""A player for everybody: the sheet in one competition, turn by turn, and the history over all."""

from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from raccord import documents, duplicate
from raccord.documents import RoadSheet
from raccord.hall.competitions import Competition
from raccord.tournament import (
    EventGame,
    History,
    StandingLine,
    Summary,
    history,
    own_line,
    telling,
)
from raccord.web.competition import words
from raccord.web.competition.access import competitions, is_organiser, ranked, visited
from raccord.web.competition.pages import NO_STORE
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.workshop import heavy

Of = Annotated[int | None, QueryParameter(name="partie", ge=1, le=9999)]
Name = Annotated[str, QueryParameter(name="nom", max_length=170)]
Counted = Annotated[int, QueryParameter(name="meilleurs", ge=0, le=999)]


class PlayedLine(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a player: his place in it, or why he has none."""

    game: int
    title: str
    code: str
    total: int | None
    place: int | None
    players: int
    top: int
    percentage: float | None
    missed: str = ""
    sheet: bool = False
    """Whether his turns can be looked at."""


class PlayerReply(msgspec.Struct, frozen=True, kw_only=True):
    """A player of a competition; ``road`` has the turns of the game asked for."""

    line: StandingLine
    games: tuple[PlayedLine, ...]
    road: RoadSheet | None = None


@get("/competition/{code:str}/joueur/{number:str}")
async def sheet(
    code: FromPath[str], number: FromPath[str], page: ThisPage, game: Of = None
) -> Response[Any]:
    """The sheet of a player, with the turns of one game; ``.json`` the same for programs."""
    name, _, kind = number.partition(".")
    found, summary = await visited(page, code)
    board = await ranked(page, found, summary)
    line = next((one for one in board.lines if str(one.number) == name), None)
    if line is None:
        raise WebError(404, "Ce joueur n'a pas de résultat.")
    games = await heavy(page, _games, found, summary, line)
    road = await _road(page, found, summary, line, game)
    reply = PlayerReply(line=line, games=games, road=road)
    if kind:
        return Response(reply, headers=NO_STORE)
    return page.html(
        "competition/player.html",
        event=found,
        summary=summary,
        reply=reply,
        chosen=game,
        named=summary.terms.shown == "name",
        players=len(board.lines),
        way=board.way,
        words=words,
    )


def _games(found: Competition, summary: Summary, line: StandingLine) -> tuple[PlayedLine, ...]:
    lines = []
    for game, missed in zip(summary.games, line.missed, strict=True):
        own, players = own_line(summary, game, line.number)
        lines.append(
            PlayedLine(
                game=game.number,
                title=game.title,
                code=game.code,
                total=own.total if own else None,
                place=own.place if own else None,
                players=players,
                top=game.tally.top,
                percentage=own.percentage if own else None,
                missed=missed,
                sheet=own is not None and game.code in found.halls,
            )
        )
    return tuple(lines)


async def _road(
    page: Page, found: Competition, summary: Summary, line: StandingLine, number: int | None
) -> RoadSheet | None:
    """The turns of a game whose results are published."""
    published = {game.number for game in (*summary.games, *summary.deciders)}
    if number is None or number not in published:
        return None
    game = found.whole.game(number)
    hall = found.halls.get(game.code) if game else None
    table = _table(game, line.number) if game else None
    if hall is None or table is None:
        return None
    return await heavy(page, _veiled_road, hall, table, line.player)


def _table(game: EventGame, number: int) -> int | None:
    return next((table for table, sits in game.seats.items() if sits == number), None)


def _veiled_road(hall: duplicate.State, table: int, shown: str) -> RoadSheet:
    """The road sheet, with no more of the name than the ranking tells."""
    made = documents.road_sheet(hall, table)
    line = msgspec.structs.replace(made.line, players=(shown,))
    return msgspec.structs.replace(made, line=line)


@get(["/historique", "/historique.json"])
async def past(page: ThisPage, name: Name = "", counted: Counted = 0) -> Response[Any]:
    """Every competition of somebody whom public pages name; who is not named is not found."""
    found: History | None = None
    if name.strip():
        found = await heavy(page, history, await _events(page), name, counted)
    if page.request.url.path.endswith(".json"):
        if found is None:
            raise WebError(404, "Personne de ce nom n'a de résultat public.")
        return Response(found, headers=NO_STORE)
    return page.html(
        "competition/history.html", name=name, counted=counted, found=found, words=words
    )


async def _events(page: Page) -> list[tuple[str, Summary]]:
    events, whole = competitions(page), is_organiser(page)
    found = [one for one in await events.every() if whole or not one.state.terms.private]
    summaries = [(one.code, await events.summary(one, partial(heavy, page))) for one in found]
    return [(code, telling(one, "name")) for code, one in summaries] if whole else summaries


pages = [sheet, past]
