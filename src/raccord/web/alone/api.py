"""Playing alone, for programs and for the scripts of the page."""

from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import FromPath, HeaderParameter, JSONBody

from raccord.duplicate.alone import (
    Answer,
    Hint,
    Next,
    Pass,
    Pause,
    Resume,
    SoloState,
    Stop,
    has_scrabble,
)
from raccord.hall.alone.study import Solutions, solutions
from raccord.hall.alone.views import SoloView
from raccord.web.alone.choosing import BeginBody, begin_from_body, games_of
from raccord.web.alone.learner import take_note
from raccord.web.alone.pages import my_game, view_of
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.quiet import quiet_rack
from raccord.web.workshop import heavy

Key = Annotated[str, HeaderParameter(name="idempotency-key", max_length=200)]


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


@post("/solo", tags=["Solo"])
async def begin_game(data: JSONBody[BeginBody], page: ThisPage) -> SoloView:
    """Begin a game; the session that begins it plays it."""
    name = await begin_from_body(page, data)
    return view_of(page, name, await games_of(page).get(name))


@get("/solo/{name:str}", tags=["Solo"])
async def read_game(name: FromPath[str], page: ThisPage) -> SoloView:
    """The game as it stands."""
    return view_of(page, name, await my_game(page, name))


async def _wish(page: Page, name: str, command: Any, key: str = "") -> SoloState:
    if page.session.role(f"solo:{name}") is None:
        raise WebError(403, "Cette partie se joue sur un autre appareil.")
    state = await games_of(page).do(name, command, key or None)
    await take_note(page, name, state)
    return state


@post("/solo/{name:str}/answer", tags=["Solo"], status_code=200)
async def answer(
    name: FromPath[str], data: JSONBody[AnswerBody], page: ThisPage, key: Key = ""
) -> SoloView:
    """Hand in a move, or nothing; the turn is over (in topping, only if it is the top)."""
    command = Answer(data.turn, data.move, page.services.now_ms(), data.more)
    return view_of(page, name, await _wish(page, name, command, key))


@post("/solo/{name:str}/next", tags=["Solo"], status_code=200)
async def next_turn(name: FromPath[str], page: ThisPage, key: Key = "") -> SoloView:
    """Draw the next turn and start its clock."""
    state = await _wish(page, name, Next(page.services.now_ms()), key)
    return view_of(page, name, state)


@post("/solo/{name:str}/hint", tags=["Solo"], status_code=200)
async def hint(name: FromPath[str], data: JSONBody[TurnBody], page: ThisPage) -> HintReply:
    """« Y a-t-il un scrabble ? »"""
    state = await _wish(page, name, Hint(data.turn, page.services.now_ms()))
    lexicon = games_of(page).lexicon(state)
    return HintReply(await heavy(page, has_scrabble, state, lexicon))


@post("/solo/{name:str}/pass", tags=["Solo"], status_code=200)
async def give_up(
    name: FromPath[str], data: JSONBody[TurnBody], page: ThisPage, key: Key = ""
) -> SoloView:
    """Give the turn up and see its top."""
    command = Pass(data.turn, page.services.now_ms())
    return view_of(page, name, await _wish(page, name, command, key))


@post("/solo/{name:str}/pause", tags=["Solo"], status_code=200)
async def pause(name: FromPath[str], data: JSONBody[TurnBody], page: ThisPage) -> SoloView:
    """Stop the clock and put the letters away."""
    command = Pause(data.turn, page.services.now_ms())
    return view_of(page, name, await _wish(page, name, command))


@post("/solo/{name:str}/resume", tags=["Solo"], status_code=200)
async def resume(name: FromPath[str], page: ThisPage) -> SoloView:
    """Go on after a pause."""
    return view_of(page, name, await _wish(page, name, Resume(page.services.now_ms())))


@get("/solo/{name:str}/solutions/{number:int}", tags=["Solo"])
async def all_solutions(name: FromPath[str], number: FromPath[int], page: ThisPage) -> Solutions:
    """Every solution of a turn that is over, the best first."""
    state = await my_game(page, name)
    if not 1 <= number <= len(state.play.turns):
        raise WebError(404, "Ce coup n'a pas été joué.")
    lexicon = games_of(page).lexicon(state)
    return await heavy(page, solutions, state, state.play.turns[number - 1], lexicon)


@post("/solo/{name:str}/stop", tags=["Solo"], status_code=200)
async def stop(name: FromPath[str], page: ThisPage) -> SoloView:
    """Stop the game here."""
    return view_of(page, name, await _wish(page, name, Stop(page.services.now_ms())))


guards = [quiet_rack]
api = [
    *(begin_game, read_game, answer, give_up, next_turn),
    *(hint, pause, resume, all_solutions, stop),
]
