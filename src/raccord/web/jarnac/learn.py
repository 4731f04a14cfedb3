"""Learning Jarnac: rules to be played through, puzzles, and the figures of those with a name."""

from datetime import date, timedelta
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from raccord.hall.jarnac import JarnacTables
from raccord.hall.jarnac.figures import figures, key_of, last_games, of_player
from raccord.hall.jarnac.finished import finished_game
from raccord.hall.jarnac.lessons import LESSONS, Answer, Try, judged, lesson
from raccord.hall.jarnac.puzzles import FIRST_DAY, Found, Puzzle, Puzzles, attempted, solutions
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.jarnac.access import tables_of
from raccord.web.jarnac.pages import MISSING, TAGS
from raccord.web.page import Page
from raccord.web.quiet import quiet_rack
from raccord.web.services import Services
from raccord.web.workshop import heavy

GAMES = 50
"""Games of one player that are listed."""
DAYS = 7
"""Puzzles of past days that are offered."""


class Attempt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Jarnac on the mat of a puzzle."""

    word: Annotated[str, msgspec.Meta(max_length=40)]
    line: Annotated[int, msgspec.Meta(ge=1, le=8)] | None = None


class TryBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attempt at a lesson."""

    word: Annotated[str, msgspec.Meta(max_length=40)] = ""
    line: Annotated[int, msgspec.Meta(ge=1, le=8)] | None = None
    choice: Annotated[str, msgspec.Meta(max_length=20)] = ""


def _puzzles(services: Services) -> Puzzles:
    return Puzzles(services.get(JarnacTables), services.lexicon)


def _today(page: Page) -> date:
    return date.fromtimestamp(page.services.now_ms() / 1000)


@get("/jarnac/apprendre")
async def learn_page(page: ThisPage) -> Response[str]:
    """The rules, each with a position to try."""
    return page.html("jarnac/learn.html", lessons=LESSONS, data=msgspec.to_builtins(LESSONS))


@post("/jarnac/lessons/{name:str}", tags=TAGS, status_code=200, responses=MISSING)
async def try_lesson(name: FromPath[str], data: JSONBody[TryBody], page: ThisPage) -> Answer:
    """What the rules say of an attempt at a lesson."""
    given = lesson(name)
    if given is None:
        raise WebError(404)
    attempt = Try(word=data.word, line=data.line, choice=data.choice)
    return judged(given, attempt, page.services.lexicon)


@get("/jarnac/enigmes")
async def puzzles_page(page: ThisPage) -> Response[str]:
    """The puzzle of the day, those of the last days, and those of games."""
    today = _today(page)
    days = [today - timedelta(days=back) for back in range(1, DAYS)]
    offered = await page.services.get(_puzzles).offered()
    return page.html("jarnac/puzzles.html", today=today, days=days, offered=offered)


async def _found(page: Page, name: str) -> Puzzle:
    """A puzzle by its name; a day to come has none."""
    kind, _, rest = name.partition(".")
    puzzles = page.services.get(_puzzles)
    if kind == "jour":
        try:
            day = date.fromisoformat(rest)
        except ValueError:
            raise WebError(404) from None
        if not FIRST_DAY <= day <= _today(page) or (_today(page) - day).days > DAYS:
            raise WebError(404)
        return await puzzles.of_day(day)
    found = await puzzles.of_game(kind, int(rest)) if rest.isdigit() and len(rest) < 6 else None
    if found is None:
        raise WebError(404)
    return found


@get("/jarnac/enigmes/{name:str}")
async def puzzle_page(name: FromPath[str], page: ThisPage) -> Response[Any]:
    """« Trouvez le Jarnac »."""
    puzzle = await _found(page, name)
    shown = {"id": puzzle.id, "lines": puzzle.lines, "loose": puzzle.loose}
    return page.html("jarnac/puzzle.html", puzzle=puzzle, data=shown)


@post("/jarnac/puzzles/{name:str}", tags=TAGS, status_code=200, responses=MISSING)
async def try_puzzle(name: FromPath[str], data: JSONBody[Attempt], page: ThisPage) -> Found:
    """Whether a word was there to be taken, and whether there is better."""
    return attempted(await _found(page, name), data.word, data.line)


@get("/jarnac/enigmes/{name:str}/solution")
async def solution_page(name: FromPath[str], page: ThisPage) -> Response[Any]:
    """Every Jarnac that was there, best first."""
    puzzle = await _found(page, name)
    return page.html(
        "jarnac/solution.html", puzzle=puzzle, plays=solutions(puzzle), total=len(puzzle.plays)
    )


@get("/jarnac/joueurs")
async def figures_page(page: ThisPage) -> Response[str]:
    """Statistics and rating of those who gave a name in games between people."""
    games = await last_games(tables_of(page))
    lines = await heavy(page, figures, list(games.values()))
    return page.html("jarnac/figures.html", lines=lines)


@get("/jarnac/joueurs/{name:str}")
async def player_page(name: FromPath[str], page: ThisPage) -> Response[str]:
    """One player: his figures and his games."""
    games = await last_games(tables_of(page))
    line, own = await heavy(page, of_player, list(games.values()), key_of(name[:80]))
    if line is None:
        raise WebError(404)
    names = {id(state): found for found, state in games.items()}
    listed = [finished_game(names[id(state)], state) for state in own[:GAMES]]
    return page.html("jarnac/figures_of.html", line=line, games=listed)


guards = [quiet_rack]
pages = [learn_page, puzzles_page, puzzle_page, solution_page, figures_page, player_page]
api = [try_lesson, try_puzzle]
