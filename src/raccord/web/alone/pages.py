"""Playing alone: settings, the game, its balance sheet, downloads, and the same as JSON."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, MultipartBody
from litestar.response import Redirect

from raccord import wordlists
from raccord.duplicate.alone import SoloState, Step, sources
from raccord.hall.alone import SoloGames
from raccord.hall.alone.exports import as_gcg, as_json, as_pdf
from raccord.hall.alone.service import command_of
from raccord.hall.alone.study import curve, study, summary
from raccord.hall.alone.views import SoloView, result, view
from raccord.hall.errors import HallError
from raccord.lexicon import Lexicon
from raccord.regulation import DEFAULT_EDITION, EditionId
from raccord.regulation.editions import EDITIONS
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.quiet import quiet_rack
from raccord.web.workshop import heavy

RACKS = {"classic": "7 lettres", "7sur8": "7 sur 8", "7et8": "7 et 8", "7-8-9": "7, 8 et 9"}
MODES = {
    "normal": ("Tour par tour", "un mot par coup, comme en club"),
    "topping": ("Topping", "trouver chaque top, le plus vite possible"),
    "multitops": ("Multitops", "deux solutions différentes par coup"),
    "multitops3": ("Multitops à trois", "trois solutions différentes par coup"),
}
TIMES = {"": "Selon la formule", "0": "Sans limite", "180": "3 min", "120": "2 min", "60": "1 min"}
MAX_GAMES_SHOWN = 6
DOWNLOADS: dict[str, tuple[Callable[[SoloState], str | bytes], str]] = {
    "json": (as_json, "application/json"),
    "gcg": (as_gcg, "text/plain"),
    "pdf": (as_pdf, "application/pdf"),
}


class BeginBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a program chooses: a formula by its name, an edition, and where draws come from."""

    formula: Annotated[str, msgspec.Meta(max_length=80)] = "classic"
    edition: EditionId = DEFAULT_EDITION
    lexicon: Annotated[str, msgspec.Meta(max_length=60)] = ""
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None
    record: Annotated[str, msgspec.Meta(max_length=240_000)] = ""


class BeginForm(msgspec.Struct, frozen=True, kw_only=True):
    """What a person chooses on the page."""

    rack: str = "classic"
    joker: str = ""
    mode: str = "normal"
    time: str = ""
    edition: EditionId = DEFAULT_EDITION
    lexicon: str = ""
    source: str = "random"
    seed: str = ""
    record: UploadFile | None = None


class AgainForm(msgspec.Struct, frozen=True):
    """Whether to play the same draws again."""

    draws: str = ""


def games_of(page: Page) -> SoloGames:
    """The solo games of this server."""
    return page.services.get(SoloGames)


async def my_game(page: Page, name: str) -> SoloState:
    """A game of this visitor; once over it may be read by whoever knows its address."""
    state = await games_of(page).get(name)
    if page.session.role(f"solo:{name}") is None and not state.is_over:
        raise WebError(403, "Cette partie se joue sur un autre appareil.")
    return state


async def begin_solo(page: Page, formula: str, body: BeginBody, script: tuple[Step, ...]) -> str:
    """Begin a game for this visitor; returns its name."""
    lexicon = page.services.lexicon_named(body.lexicon)
    at = page.services.now_ms()
    command = command_of(body.edition, formula, at=at, seed=body.seed, script=script)
    name = await games_of(page).begin(command, lexicon)
    page.session.grant(f"solo:{name}", "player")
    return name


def view_of(page: Page, name: str, state: SoloState) -> SoloView:
    """The game as this visitor may see it."""
    return view(name, state, page.gettext, page.services.now_ms())


@get("/solo")
async def settings_page(page: ThisPage) -> Response[str]:
    """Choose, or simply begin; or go on with a game."""
    names = [s.removeprefix("solo:") for s in page.session.grants if s.startswith("solo:")]
    return page.html(
        "alone/index.html",
        racks=RACKS,
        modes=MODES,
        times=TIMES,
        editions=EDITIONS,
        default_edition=DEFAULT_EDITION,
        lexicon=page.services.lexicon,
        lexicons=wordlists.installed(),
        games=await _recent(page, names[::-1][:MAX_GAMES_SHOWN]),
    )


async def _recent(page: Page, names: list[str]) -> list[SoloView]:
    found = []
    for name in names:
        try:
            found.append(view_of(page, name, await games_of(page).get(name)))
        except HallError:
            page.session.revoke(f"solo:{name}")
    return found


@post("/solo", status_code=303)
async def begin_from_form(data: MultipartBody[BeginForm], page: ThisPage) -> Redirect:
    """Begin a game with the settings of the page."""
    script: tuple[Step, ...] = ()
    if data.source == "record":
        text = (await data.record.read()).decode("utf-8", "replace") if data.record else ""
        if not text.strip():
            raise WebError(400, "Choisissez le fichier d'une partie (JSON ou GCG).")
        script = await heavy(page, sources.read, text)
    body = BeginBody(edition=data.edition, lexicon=data.lexicon, seed=_seed(data))
    return page.redirect(f"/solo/{await begin_solo(page, _formula(data), body, script)}")


def _formula(data: BeginForm) -> str:
    parts = [data.rack if data.rack in RACKS else "classic"]
    parts += ["joker"] if data.joker else []
    parts += [data.mode] if data.mode in MODES and data.mode != "normal" else []
    if data.time == "0":
        parts += [] if data.mode == "topping" else ["solitaire"]
    elif data.time:
        return "+".join(parts) + f"@{data.time}"
    return "+".join(parts)


def _seed(data: BeginForm) -> int | None:
    if data.source != "seed":
        return None
    if not (data.seed.isascii() and data.seed.isdigit() and len(data.seed) < 16):
        raise WebError(400, "Le numéro d'une partie est un nombre entier.", expected="1234")
    return int(data.seed)


@get("/solo/{name:str}")
async def game_page(name: FromPath[str], page: ThisPage) -> Response[Any]:
    """The game; its balance sheet once it is over."""
    state = await my_game(page, name)
    if state.is_over:
        return page.redirect(f"/solo/{name}/bilan")
    game = state.play
    return page.html("alone/game.html", view=view_of(page, name, state), game=game, state=state)


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
    script = sources.of_game(state) if data.draws else ()
    body = BeginBody(edition=opened.edition, lexicon=opened.lexicon)
    formula = _without_replay(opened.formula.name)
    return page.redirect(f"/solo/{await begin_solo(page, formula, body, script)}")


def _without_replay(name: str) -> str:
    body, mark, time = name.partition("@")
    parts = [part for part in body.split("+") if part != "replay"]
    return "+".join(parts or ["classic"]) + mark + time


guards = [quiet_rack]
pages = [
    settings_page,
    begin_from_form,
    game_page,
    balance_page,
    turn_page,
    download,
    again,
]
