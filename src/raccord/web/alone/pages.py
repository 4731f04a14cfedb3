"""Playing alone: settings, the game, its balance sheet, downloads, and the same as JSON."""

from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, MultipartBody
from litestar.response import Redirect

from raccord import wordlists
from raccord.board import Board, BoardError, Move
from raccord.duplicate import DuplicateError, Formula
from raccord.duplicate.alone import SoloState, sources
from raccord.duplicate.alone.sources import NOTHING
from raccord.duplicate.alone.terms import afresh
from raccord.hall.alone.exports import as_gcg, as_json, as_pdf
from raccord.hall.alone.results import result
from raccord.hall.alone.service import Choice
from raccord.hall.alone.study import curve, study, summary
from raccord.hall.alone.views import SoloView, view
from raccord.hall.errors import HallError
from raccord.lexicon import Lexicon, LexiconError
from raccord.regulation.editions import EDITIONS
from raccord.web.alone.choosing import (
    GAME_FILE,
    MODES,
    PRESETS,
    RACKS,
    TIMES,
    BeginForm,
    begin_from_choices,
    begin_solo,
    games_of,
)
from raccord.web.alone.learner import contests_of, is_shared, key_of
from raccord.web.errors import WebError, told
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.quiet import quiet_rack
from raccord.web.workshop import heavy

MAX_GAMES_SHOWN = 6
DOWNLOADS: dict[str, tuple[Callable[[SoloState], str | bytes], str]] = {
    "json": (as_json, "application/json"),
    "gcg": (as_gcg, "text/plain"),
    "pdf": (as_pdf, "application/pdf"),
}


class AgainForm(msgspec.Struct, frozen=True):
    """Whether to play the same draws again."""

    draws: str = ""


async def my_game(page: Page, name: str) -> SoloState:
    """A game of this visitor; once over it may be read by whoever knows its address."""
    state = await games_of(page).get(name)
    if page.session.role(f"solo:{name}") is not None:
        return state
    if not state.is_over:
        raise WebError(403, "Cette partie se joue sur un autre appareil.")
    if is_shared(state.contest):
        mine = await contests_of(page).mine(state.contest, key_of(page))
        if mine is None or not mine.ended:
            raise WebError(403, "Jouez d'abord votre partie : celle-ci en dévoilerait les tops.")
    return state


def view_of(page: Page, name: str, state: SoloState) -> SoloView:
    """The game as this visitor may see it."""
    return view(name, state, page.gettext, page.services.now_ms())


@get("/solo")
async def settings_page(page: ThisPage) -> Response[str]:
    """Choose, or simply begin; or go on with a game."""
    return await _settings(page, BeginForm())


async def _settings(page: Page, form: BeginForm, error: str = "") -> Response[str]:
    names = [s.removeprefix("solo:") for s in page.session.grants if s.startswith("solo:")]
    shown = page.html(
        "alone/index.html",
        racks=RACKS,
        modes=MODES,
        times=TIMES,
        presets=PRESETS,
        editions=EDITIONS,
        lexicon=page.services.lexicon,
        lexicons=wordlists.installed(),
        games=await _recent(page, names[::-1][:MAX_GAMES_SHOWN]),
        form=form,
        limit=GAME_FILE,
        error=error,
    )
    shown.status_code = 400 if error else 200
    return shown


async def _recent(page: Page, names: list[str]) -> list[SoloView]:
    found = []
    for name in names:
        try:
            found.append(view_of(page, name, await games_of(page).get(name)))
        except HallError:
            page.session.revoke(f"solo:{name}")
    return found


@post("/solo", status_code=303)
async def begin_from_form(data: MultipartBody[BeginForm], page: ThisPage) -> Response[Any]:
    """Begin a game with the settings of the page; what is wrong is said there, nothing is lost."""
    try:
        return page.redirect(f"/solo/{await begin_from_choices(page, data)}")
    except (DuplicateError, BoardError, LexiconError, WebError) as error:
        if isinstance(error, WebError) and error.status != 400:
            raise
        return await _settings(page, data, told(page, error))


@get("/solo/minute")
async def minute_page(page: ThisPage) -> Response[str]:
    """« Le duplicate en une minute », and a first turn to try."""
    board = Board.empty().place(Move.parse("H4 BONJOUR"))
    return page.html("alone/minute.html", cells=board.cells, rules=Formula().rules)


@get("/solo/{name:str}")
async def game_page(name: FromPath[str], page: ThisPage) -> Response[Any]:
    """The game; its balance sheet once it is over."""
    state = await my_game(page, name)
    if state.is_over:
        return page.redirect(f"/solo/{name}/bilan")
    shown, formula = view_of(page, name, state), state.play.formula
    return page.html("alone/game.html", view=shown, formula=formula, stocked=False)


@get("/solo/{name:str}/bilan")
async def balance_page(name: FromPath[str], page: ThisPage) -> Response[Any]:
    """The curve, the tops missed, what to take away."""
    state = await my_game(page, name)
    if not state.is_over:
        return page.redirect(f"/solo/{name}")
    results = [result(state, turn, page.gettext) for turn in state.play.turns]
    return page.html(
        "alone/balance.html",
        view=view_of(page, name, state),
        game=state.play,
        results=results,
        summary=summary(results),
        curve=curve(state, page.gettext),
        owner=page.session.role(f"solo:{name}") is not None,
    )


@get("/solo/{name:str}/coup/{number:int}")
async def turn_page(name: FromPath[str], number: FromPath[int], page: ThisPage) -> Response[str]:
    """A turn already played, to study: its tops and the best moves below them."""
    state = await my_game(page, name)
    if not 1 <= number <= len(state.play.turns):
        raise WebError(404, "Ce coup n'a pas été joué.")
    lexicon = games_of(page).lexicon(state)
    return await heavy(page, _turn_shown, page, name, number, lexicon, state)


def _turn_shown(
    page: Page, name: str, number: int, lexicon: Lexicon, state: SoloState
) -> Response[str]:
    turn = state.play.turns[number - 1]
    return page.html(
        "alone/turn.html",
        name=name,
        game=state.play,
        turn=turn,
        found=result(state, turn, page.gettext),
        survey=study(state, turn, lexicon),
    )


@get([f"/solo/{{name:str}}/partie.{kind}" for kind in DOWNLOADS])
async def download(name: FromPath[str], page: ThisPage) -> Response[Any]:
    """The game to take away."""
    state = await my_game(page, name)
    if not state.is_over:
        raise WebError(409, "La partie se télécharge une fois terminée.")
    kind = page.request.url.path.rpartition(".")[2]
    write, media_type = DOWNLOADS[kind]
    headers = {"content-disposition": f'attachment; filename="raccord-solo.{kind}"'}
    return Response(await heavy(page, write, state), media_type=media_type, headers=headers)


@post("/solo/{name:str}/encore", status_code=303)
async def again(name: FromPath[str], data: MultipartBody[AgainForm], page: ThisPage) -> Redirect:
    """A new game with the same settings, on the same draws or on others."""
    state = await my_game(page, name)
    if not state.is_over:
        raise WebError(409, "Terminez d'abord cette partie.")
    opened = state.play.opened
    choice = Choice(
        formula=afresh(opened.formula),
        edition=opened.edition,
        checks=state.checks,
        competition=state.competition,
    )
    source = sources.of_game(state) if data.draws else NOTHING
    return page.redirect(f"/solo/{await begin_solo(page, choice, opened.lexicon, source)}")


guards = [quiet_rack]
pages = [
    settings_page,
    begin_from_form,
    minute_page,
    game_page,
    balance_page,
    turn_page,
    download,
    again,
]
