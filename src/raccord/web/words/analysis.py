"""Analysis: any board and any rack, everything that could have been played."""

import asyncio
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter

from raccord import wordlists
from raccord.board import (
    SIZE,
    Board,
    BoardError,
    Move,
    PlayRules,
    Solution,
    analyse,
    format_word,
    parse_rack,
)
from raccord.lexicon import Lexicon, UnknownLexiconError
from raccord.quoting import sentence
from raccord.web.errors import WebError, told
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.quiet import quiet_rack
from raccord.web.words.pages import Group, Name, by_length, opened_list
from raccord.web.workshop import heavy

LONGEST_RACK = 10
"""Two jokers among fifteen letters would cost a second; no formula draws more than ten."""
BONUSES = ((7, 50), (8, 75), (9, 100))
SHOWN_SCRABBLES = 200
Grid = Annotated[str, QueryParameter(max_length=2 * SIZE * SIZE)]
Letters = Annotated[str, QueryParameter(max_length=40)]
Played = Annotated[int, QueryParameter(ge=1, le=9)]


class MoveReply(msgspec.Struct, frozen=True):
    """A move: ``move`` as it is typed, and its parts."""

    move: str
    reference: str
    word: str
    points: int


class AnalysisReply(msgspec.Struct, frozen=True):
    """Everything a rack can do on a board; lists show their first moves only."""

    grid: str
    """The board on one line: letters, and runs of empty squares as numbers."""
    rack: str
    lexicon: str
    playable: int
    count: int
    best: int
    tops: tuple[MoveReply, ...]
    sub_tops: tuple[MoveReply, ...]
    scrabbles: tuple[MoveReply, ...]
    by_length: dict[int, MoveReply]
    by_tiles: dict[int, MoveReply]
    by_place: dict[str, MoveReply]
    """By row (A to O) and by column (1 to 15)."""
    rack_alone: tuple[Group, ...]
    """The words of the letters alone, without the board."""


def look(lexicon: Lexicon, grid: str, letters: str, playable: int) -> AnalysisReply:
    """Analyse a position as it was typed."""
    board, rack = _board(grid), _rack(letters)
    rules = PlayRules(max(len(rack), playable), playable, BONUSES)
    found = analyse(board, rack, lexicon, rules)
    return AnalysisReply(
        grid=board.packed,
        rack=rack,
        lexicon=lexicon.name,
        playable=playable,
        count=found.count,
        best=found.best,
        tops=tuple(map(_told, found.tops)),
        sub_tops=tuple(map(_told, found.sub_tops)),
        scrabbles=tuple(map(_told, found.scrabbles[:SHOWN_SCRABBLES])),
        by_length={key: _told(one) for key, one in found.by_length.items()},
        by_tiles={key: _told(one) for key, one in found.by_tiles.items()},
        by_place={key: _told(one) for key, one in found.by_place.items()},
        rack_alone=tuple(by_length(lexicon.from_rack(rack))),
    )


def _told(one: Solution) -> MoveReply:
    move: Move = one.move
    return MoveReply(str(move), str(move.reference), format_word(move.word), one.score)


def _board(text: str) -> Board:
    """A board on one line, or as fifteen lines; nothing is the empty one."""
    lines = text.strip().splitlines()
    try:
        if not lines:
            return Board.empty()
        return Board.unpack(lines[0].strip()) if len(lines) == 1 else Board.parse(text.strip())
    except BoardError as error:
        raise _refused(error) from error


def _rack(text: str) -> str:
    try:
        rack = parse_rack(text)
    except BoardError as error:
        raise _refused(error) from error
    if not 1 <= len(rack) <= LONGEST_RACK or rack.count("?") > 2:
        raise WebError(
            400,
            "Un tirage a de 1 à 10 lettres, dont deux jokers au plus.",
            code="invalid",
            expected="AEINRS?",
        )
    return rack


def _refused(error: BoardError) -> WebError:
    return WebError(400, sentence(error.french), code="invalid")


async def _look(page: Page, grid: str, letters: str, playable: int, lexicon: str) -> AnalysisReply:
    opened = await opened_list(page, lexicon)
    return await heavy(page, look, opened, grid, letters, playable)


async def _lists(chosen: str) -> list[str]:
    """The lists to choose from; the one at hand may be a file of the server's own."""
    installed = [one.name for one in await asyncio.to_thread(wordlists.installed)]
    return installed if chosen in installed else [*installed, chosen]


@get("/analyse")
async def analysis_page(
    page: ThisPage,
    grille: Grid = "",
    tirage: Letters = "",
    jouables: Played = 7,
    lexicon: Name = "",
    retour: Name = "",
) -> Response[str]:
    """A board to type on, a rack, and what could have been played; it works without script."""
    found, fault, status, board = None, "", 200, Board.empty()
    chosen = lexicon or page.services.lexicon.name
    try:
        board = _board(grille)
        if tirage.strip():
            found = await _look(page, grille, tirage, jouables, lexicon)
    except WebError as error:
        if error.status not in (400, 404):
            raise
        fault, status = told(page, error), error.status
    except UnknownLexiconError as error:
        fault, status, chosen = told(page, error), 404, page.services.lexicon.name
    shown = page.html(
        "words/analysis.html",
        board_=board,
        grille=grille if board.is_empty else board.packed,
        lexicons=await _lists(chosen),
        tirage=tirage,
        jouables=jouables,
        lexicon=chosen,
        found=found,
        fault=fault,
        back=retour if retour.startswith(("/partie/", "/solo/")) else "",
    )
    shown.status_code = status
    return shown


@get("/analysis", tags=["Mots"])
async def analysis_reply(
    page: ThisPage,
    rack: Letters,
    grid: Grid = "",
    playable: Played = 7,
    lexicon: Name = "",
) -> AnalysisReply:
    """Everything a rack can do on a board: tops, sub-tops, by length, tiles and place."""
    return await _look(page, grid, rack, playable, lexicon)


guards = [quiet_rack]
pages = [analysis_page]
api = [analysis_reply]
