"""Playing alone: settings, the game, its balance sheet, downloads, and the same as JSON."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, HeaderParameter, JSONBody, MultipartBody
from litestar.response import Redirect

from raccord.duplicate import formulas
from raccord.regulation import DEFAULT_EDITION, EditionId
from raccord.regulation.editions import EDITIONS
from raccord.store import lexicons
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.solo import Answer, Hint, Next, SoloGames, SoloState, Step, Stop, sources
from raccord.web.solo.exports import as_gcg, as_json, as_pdf
from raccord.web.solo.play import has_scrabble
from raccord.web.solo.service import command_of
from raccord.web.solo.study import curve, study, summary
from raccord.web.solo.views import SoloView, result, view

RACKS = {"classic": "7 lettres", "7sur8": "7 sur 8", "7et8": "7 et 8", "7-8-9": "7, 8 et 9"}
MODES = {
    "normal": ("Tour par tour", "un mot par coup, comme en club"),
    "topping": ("Topping", "trouver chaque top, le plus vite possible"),
    "multitops": ("Multitops", "deux solutions différentes par coup"),
    "multitops3": ("Multitops à trois", "trois solutions différentes par coup"),
}
TIMES = {"": "Selon la formule", "0": "Sans limite", "180": "3 min", "120": "2 min", "60": "1 min"}
MAX_GAMES_SHOWN = 6
Key = Annotated[str, HeaderParameter(name="idempotency-key", max_length=200)]
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


class AnswerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The turn answered and the move, e.g. ``H4 LUSTRE(R)``, or null for none.

    ``more`` holds the solutions after the first, in multitops.
    """

    turn: int
    move: Annotated[str, msgspec.Meta(max_length=60)] | None = None
    more: Annotated[tuple[str, ...], msgspec.Meta(max_length=2)] = ()


class TurnBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The turn meant."""

    turn: int


class HintReply(msgspec.Struct, frozen=True):
    """Whether some move earns the bonus."""

    scrabble: bool


class AgainForm(msgspec.Struct, frozen=True):
    """Whether to play the same draws again."""

    draws: str = ""


def _games(page: Page) -> SoloGames:
    return page.services.get(SoloGames)


async def _mine(page: Page, name: str) -> SoloState:
    """A game of this visitor; once over it may be read by whoever knows its address."""
    state = await _games(page).get(name)
    if page.session.role(f"solo:{name}") is None and not state.is_over:
        raise WebError(403, "Cette partie se joue sur un autre appareil.")
    return state


async def _begin(page: Page, formula: str, body: BeginBody, script: tuple[Step, ...]) -> str:
    lexicon = page.services.lexicon_named(body.lexicon)
    at = page.services.now_ms()
    command = command_of(body.edition, formula, at=at, seed=body.seed, script=script)
    name = await _games(page).begin(command, lexicon)
    page.session.grant(f"solo:{name}", "player")
    return name


def _view(page: Page, name: str, state: SoloState) -> SoloView:
    return view(name, state, page.gettext, page.services.now_ms())


@get("/solo")
async def settings_page(page: ThisPage) -> Response[str]:
    """Choose, or simply begin; or go on with a game."""
    names = [s.removeprefix("solo:") for s in page.session.grants if s.startswith("solo:")]
    return page.html(
        "solo/index.html",
        racks=RACKS,
        modes=MODES,
        times=TIMES,
        editions=EDITIONS,
        lexicon=page.services.lexicon,
        lexicons=lexicons.installed(),
        games=await _recent(page, names[::-1][:MAX_GAMES_SHOWN]),
    )


async def _recent(page: Page, names: list[str]) -> list[SoloView]:
    found = []
    for name in names:
        try:
            found.append(_view(page, name, await _games(page).get(name)))
        except WebError:
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
        script = sources.read(text)
    body = BeginBody(edition=data.edition, lexicon=data.lexicon, seed=_seed(data))
    return page.redirect(f"/solo/{await _begin(page, _formula(data), body, script)}")


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
    state = await _mine(page, name)
    if state.is_over:
        return page.redirect(f"/solo/{name}/bilan")
    game = state.play
    return page.html("solo/game.html", view=_view(page, name, state), game=game, state=state)


@get("/solo/{name:str}/bilan")
async def balance_page(name: FromPath[str], page: ThisPage) -> Response[Any]:
    """The curve, the tops missed, what to take away."""
    state = await _mine(page, name)
    if not state.is_over:
        return page.redirect(f"/solo/{name}")
    results = [result(state, turn, page.gettext) for turn in state.play.turns]
    return page.html(
        "solo/balance.html",
        view=_view(page, name, state),
        game=state.play,
        results=results,
        summary=summary(results),
        curve=curve(state, page.gettext),
    )


@get("/solo/{name:str}/coup/{number:int}")
async def turn_page(name: FromPath[str], number: FromPath[int], page: ThisPage) -> Response[str]:
    """A turn already played, to study: its tops and the best moves below them."""
    state = await _mine(page, name)
    if not 1 <= number <= len(state.play.turns):
        raise WebError(404, "Ce coup n'a pas été joué.")
    turn = state.play.turns[number - 1]
    return page.html(
        "solo/turn.html",
        name=name,
        game=state.play,
        turn=turn,
        found=result(state, turn, page.gettext),
        survey=study(state, turn, _games(page).lexicon(state)),
    )


@get([f"/solo/{{name:str}}/partie.{kind}" for kind in DOWNLOADS])
async def download(name: FromPath[str], page: ThisPage) -> Response[Any]:
    """The game to take away."""
    state = await _mine(page, name)
    if not state.is_over:
        raise WebError(409, "La partie se télécharge une fois terminée.")
    kind = page.request.url.path.rpartition(".")[2]
    write, media_type = DOWNLOADS[kind]
    headers = {"content-disposition": f'attachment; filename="raccord-solo.{kind}"'}
    return Response(write(state), media_type=media_type, headers=headers)


@post("/solo/{name:str}/encore", status_code=303)
async def again(name: FromPath[str], data: MultipartBody[AgainForm], page: ThisPage) -> Redirect:
    """A new game with the same settings, on the same draws or on others."""
    state = await _mine(page, name)
    if not state.is_over:
        raise WebError(409, "Terminez d'abord cette partie.")
    opened = state.play.opened
    script = sources.of_game(state) if data.draws else ()
    body = BeginBody(edition=opened.edition, lexicon=opened.lexicon)
    formula = _without_replay(opened.formula.name)
    return page.redirect(f"/solo/{await _begin(page, formula, body, script)}")


def _without_replay(name: str) -> str:
    body, mark, time = name.partition("@")
    parts = [part for part in body.split("+") if part != "replay"]
    return "+".join(parts or ["classic"]) + mark + time


@post("/solo", tags=["Solo"])
async def begin_game(data: JSONBody[BeginBody], page: ThisPage) -> SoloView:
    """Begin a game; the session that begins it plays it."""
    formula = formulas.parse(data.formula).name
    script = sources.read(data.record) if data.record else ()
    name = await _begin(page, formula, data, script)
    return _view(page, name, await _games(page).get(name))


@get("/solo/{name:str}", tags=["Solo"])
async def read_game(name: FromPath[str], page: ThisPage) -> SoloView:
    """The game as it stands."""
    return _view(page, name, await _mine(page, name))


async def _wish(page: Page, name: str, command: Any, key: str = "") -> SoloState:
    if page.session.role(f"solo:{name}") is None:
        raise WebError(403, "Cette partie se joue sur un autre appareil.")
    return await _games(page).do(name, command, key or None)


@post("/solo/{name:str}/answer", tags=["Solo"], status_code=200)
async def answer(
    name: FromPath[str], data: JSONBody[AnswerBody], page: ThisPage, key: Key = ""
) -> SoloView:
    """Hand in a move, or nothing; the turn is over (in topping, only if it is the top)."""
    command = Answer(data.turn, data.move, page.services.now_ms(), data.more)
    return _view(page, name, await _wish(page, name, command, key))


@post("/solo/{name:str}/next", tags=["Solo"], status_code=200)
async def next_turn(name: FromPath[str], page: ThisPage, key: Key = "") -> SoloView:
    """Draw the next turn and start its clock."""
    state = await _wish(page, name, Next(page.services.now_ms()), key)
    return _view(page, name, state)


@post("/solo/{name:str}/hint", tags=["Solo"], status_code=200)
async def hint(name: FromPath[str], data: JSONBody[TurnBody], page: ThisPage) -> HintReply:
    """« Y a-t-il un scrabble ? »"""
    state = await _wish(page, name, Hint(data.turn, page.services.now_ms()))
    return HintReply(has_scrabble(state, _games(page).lexicon(state)))


@post("/solo/{name:str}/stop", tags=["Solo"], status_code=200)
async def stop(name: FromPath[str], page: ThisPage) -> SoloView:
    """Stop the game here."""
    return _view(page, name, await _wish(page, name, Stop(page.services.now_ms())))


pages = [
    settings_page,
    begin_from_form,
    game_page,
    balance_page,
    turn_page,
    download,
    again,
]
api = [begin_game, read_game, answer, next_turn, hint, stop]
