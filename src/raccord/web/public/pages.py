"""The public pages of a game: live match sheet, every turn as it was, replay, proof of the draws.

They hold what ``PublicView`` tells and nothing else: no top before it is announced.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from raccord import documents
from raccord.documents import TurnPicture
from raccord.duplicate import Event, Formula, Phase, record
from raccord.duplicate import events as ev
from raccord.duplicate.slips.found import found_on
from raccord.hall import Hall
from raccord.hall.games import Game
from raccord.hall.shapes import PublicView
from raccord.hall.views import shows_found
from raccord.web.doors import MARKERS
from raccord.web.entrance import entrance
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.public.api import game_lines
from raccord.web.public.results import may_rank
from raccord.web.workshop import heavy

T = TypeVar("T")

MOST_LISTED = 100
_OF_THE_GAME = (
    *(
        ev.Opened,
        ev.PublicNumberGiven,
        ev.DrawRejected,
        ev.DrawDeclined,
        ev.Drawn,
        ev.DrawCorrected,
    ),
    *(ev.Started, ev.TimeUp, ev.TimeReopened, ev.Retained),
    *(ev.NoSolution, ev.TurnCancelled, ev.Interrupted, ev.Resumed, ev.GameEnded),
    ev.SecretRevealed,
)
"""What a published record holds: the game, not the players nor their slips."""
_CLASSIC = msgspec.to_builtins(Formula())
"""What a formula that a record tells differs from, for the script that reads it."""


def _split(name: str) -> tuple[str, bool]:
    """An address and whether it asks for JSON."""
    return name.removesuffix(".json"), name.endswith(".json")


def _json(value: object) -> Response[Any]:
    return Response(
        msgspec.json.encode(value),
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


@get("/parties")
async def list_games(page: ThisPage) -> Response[Any]:
    """The games of this server, the youngest first."""
    games = await game_lines(page.services.get(Hall), MOST_LISTED)
    return page.html("public/list.html", games=games)


@get("/parties.json")
async def list_games_json(page: ThisPage) -> Response[Any]:
    """The same list for programs."""
    return _json(await game_lines(page.services.get(Hall), MOST_LISTED))


@get("/partie/{code:str}")
async def game_page(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """The match sheet of a game, live; with ``.json`` the same for programs."""
    name, is_json = _split(code)
    hall = page.services.get(Hall)
    game, visitor = await entrance(page).enter(page, name)
    view = await hall.public(game)
    if is_json:
        return _json(view)
    return page.html("public/game.html", **_shown(game, view), can_rank=may_rank(game, visitor))


def _shown(game: Game, view: PublicView) -> dict[str, Any]:
    return {"game": game, "view": view, "rules": game.state.formula.rules}


@get("/partie/{code:str}/coup/{turn:str}")
async def turn_page(code: FromPath[str], turn: FromPath[str], page: ThisPage) -> Response[Any]:
    """A turn as it was, and from there the whole game step by step."""
    name, is_json = _split(turn)
    hall = page.services.get(Hall)
    game, visitor = await entrance(page).enter(page, code)
    pictures = await heavy(page, documents.turn_pictures, game.state)
    if not name.isascii() or not name.isdigit() or not 1 <= int(name[:4]) <= len(pictures):
        raise WebError(404, "Ce coup n'a pas été joué.", expected=f"un coup de 1 à {len(pictures)}")
    picture = pictures[int(name) - 1]
    if visitor.role in MARKERS or shows_found(game):
        found = found_on(game.state, game.state.turns[int(name) - 1])
        picture = msgspec.structs.replace(picture, found=found)
    if is_json:
        return _json(picture)
    return page.html(
        "public/turn.html",
        **_shown(game, await hall.public(game)),
        picture=picture,
        steps=[_step(p) for p in pictures],
    )


def _step(picture: TurnPicture) -> dict[str, Any]:
    """What the replay shows of a turn."""
    line = picture.line
    return {
        "turn": line.turn,
        "before": picture.before,
        "after": picture.after,
        "move": picture.move,
        "draw": line.leave + line.new,
        "leave": len(line.leave),
        "reference": line.reference,
        "word": line.word,
        "points": line.points,
        "total": line.total,
    }


async def _over(page: Page, code: str, work: Callable[[Game, list[Event]], T]) -> tuple[Game, T]:
    """A game that is over, and what is made of its draws, at the cost of who asks."""
    hall = page.services.get(Hall)
    game, _ = await entrance(page).enter(page, code)
    if game.state.phase is not Phase.OVER:
        raise WebError(
            403, "La partie est en cours : ceci sera publié à la fin.", code="game-under-way"
        )
    return game, await heavy(page, lambda: work(game, hall.games.draws(game)))


@get(["/partie/{code:str}/preuve", "/partie/{code:str}/preuve.json"])
async def proof_page(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """The proof of fair draws, computed again here, and in the browser where it can."""
    game, (sheet, events) = await _over(page, code, _proof)
    if page.request.url.path.endswith(".json"):
        return _json(sheet)
    return page.html_of(
        "public/proof.html",
        lambda: {
            "game": game,
            "sheet": sheet,
            "record": msgspec.json.decode(_recorded(events)),
            "classic": _CLASSIC,
        },
    )


def _proof(game: Game, events: list[Event]) -> tuple[documents.ProofSheet, list[Event]]:
    return documents.proof_sheet(game.state, events), events


@get("/verifier")
async def verify_page(page: ThisPage) -> Response[Any]:
    """A published game checked by the browser alone."""
    return page.html("public/verify.html", classic=_CLASSIC)


def _published(events: list[Event]) -> list[Event]:
    """The events of a game without its players and slips."""
    return [event for event in events if isinstance(event, _OF_THE_GAME)]


@get("/partie/{code:str}/enregistrement.json")
async def game_record(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """The game as a record to keep, replay or print elsewhere: without players and slips."""
    game, content = await _over(page, code, lambda _, events: _recorded(events))
    file = f"partie-{game.code}.json"
    return Response(
        content,
        media_type="application/json",
        headers={
            "cache-control": "no-store",
            "content-disposition": f'attachment; filename="{file}"',
        },
    )


def _recorded(events: list[Event]) -> bytes:
    return record.dumps(_published(events)).encode()


pages = [
    list_games,
    list_games_json,
    game_page,
    turn_page,
    proof_page,
    verify_page,
    game_record,
]
