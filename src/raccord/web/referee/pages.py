"""The head referee's pages: create or resume a game, and its desk."""

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, URLEncodedBody

from raccord import wordlists
from raccord.decoding import in_french
from raccord.duplicate import DuplicateError
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.paces import french_pace, provided
from raccord.hall import Hall
from raccord.hall.companion import HallSettings
from raccord.hall.desk import NewGame
from raccord.hall.players import PlayersError, entering
from raccord.quoting import sentence
from raccord.regulation import DEFAULT_EDITION
from raccord.regulation.editions import EDITIONS
from raccord.web.doors import DESK
from raccord.web.entrance import at_desk, entrance
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.public.api import RECORD_BODY, GameLine, game_line, game_lines

LISTED = 30
_ALONE = {"solitaire", "replay", "topping"}
_TOGETHER = ("7sur8+joker", "7et8+joker", "7-8-9+joker")


class NewGameForm(msgspec.Struct, frozen=True, kw_only=True):
    """The form of a new game."""

    title: str = ""
    edition: str = DEFAULT_EDITION
    formula: str = "classic"
    time: str = ""
    lexicon: str = ""
    entry: str = "assisted"
    draw: str = "software"
    record: str = ""
    players: str = ""
    show_ranking: str = ""
    private: str = ""


def formula_names() -> dict[str, str]:
    """The formulas a hall plays, by name."""
    names = [name for name in formulas.PARTS if name not in _ALONE]
    return {name: formulas.parse(name).label for name in (*names, *_TOGETHER)}


@get("/arbitrer")
async def index(page: ThisPage) -> Response[str]:
    """Create a game, or resume one."""
    return await _index(page, NewGameForm(lexicon=page.services.lexicon.name))


@post("/arbitrer", status_code=303, request_max_body_size=RECORD_BODY)
async def create(data: URLEncodedBody[NewGameForm], page: ThisPage) -> Response[Any]:
    """Create a game and go to its desk."""
    hall = page.services.get(Hall)
    if not entrance(page).doors.is_organiser(page):
        raise WebError(401, expected="le lien de l'organisateur")
    try:
        players = entering(data.players) if data.players.strip() else None
        code = await hall.desk.create(_wish(data))
        if players:
            await hall.execute(code, players)
    except (DuplicateError, PlayersError, msgspec.ValidationError) as error:
        shown = await _index(page, data, page.reason(sentence(in_french(error))))
        shown.status_code = 400
        return shown
    return page.redirect(f"/arbitrer/{code}")


def _wish(form: NewGameForm) -> NewGame:
    settings = {
        "entry": form.entry,
        "draw": form.draw,
        "show_ranking": bool(form.show_ranking),
        "private": bool(form.private),
    }
    wish = {
        "title": form.title,
        "edition": form.edition,
        "formula": form.formula,
        "time": form.time,
        "lexicon": form.lexicon,
        "record": form.record,
        "settings": msgspec.convert(settings, HallSettings),
    }
    return msgspec.convert(wish, NewGame)


async def _index(page: Page, form: NewGameForm, fault: str = "") -> Response[str]:
    hall = page.services.get(Hall)
    organiser = entrance(page).doors.is_organiser(page)
    names = {found.name for found in wordlists.installed()} | {page.services.lexicon.name}
    return page.html(
        "referee/index.html",
        organiser=organiser,
        games=await (game_lines(hall, LISTED, private=True) if organiser else _granted(page)),
        form=form,
        fault=fault,
        editions={id_: edition.dated for id_, edition in EDITIONS.items()},
        formulas=formula_names(),
        paces={id_: provided(edition) for id_, edition in EDITIONS.items()},
        lexicons=sorted(names),
    )


async def _granted(page: Page) -> list[GameLine]:
    """The games this browser was invited to referee."""
    return [game_line(game) async for game, who in entrance(page).granted(page) if who.role in DESK]


@get("/arbitrer/{code:str}")
async def desk(code: FromPath[str], page: ThisPage) -> Response[str]:
    """The desk of a game."""
    hall, game = await at_desk(page, code)
    view = await hall.referee(game)
    formula = game.state.formula

    def values() -> dict[str, object]:
        return {
            "view": view,
            "data": msgspec.to_builtins(view),
            "rules": formula.rules,
            "edition": game.state.edition.title,
            "pace": french_pace(formula.pace(game.state.turn)),
        }

    return page.html_of("referee/desk.html", values)


pages = [index, create, desk]
