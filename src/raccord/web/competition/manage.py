"""The organiser's page of a competition: people, presence, games, cuts, and how it all counts."""

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, URLEncodedBody

from raccord.duplicate import DuplicateError
from raccord.hall.companion import HallSettings
from raccord.hall.competitions import Competition
from raccord.hall.desk import NewGame
from raccord.quoting import sentence, unturned
from raccord.regulation import DEFAULT_EDITION
from raccord.regulation.editions import EDITIONS
from raccord.tournament import (
    ListRefusal,
    PeopleError,
    Refusal,
    TournamentError,
    commands,
    reporting,
    telling,
)
from raccord.tournament.appeals import waiting
from raccord.web.competition import words
from raccord.web.competition.access import need_organiser
from raccord.web.competition.forms import (
    AbsenceForm,
    CutForm,
    GameForm,
    ResultForm,
)
from raccord.web.competition.pages import TermsForm, game_heads
from raccord.web.competition.steps import next_step
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.public.api import RECORD_BODY
from raccord.web.referee.new_game import TOGETHER, named
from raccord.web.workshop import Workshop

HOME = "/competition/{}/gerer"
_FAULTS = (TournamentError, DuplicateError, msgspec.ValidationError)


@get("/competition/{code:str}/gerer")
async def manage(code: FromPath[str], page: ThisPage) -> Response[str]:
    """All that an organiser does with a competition."""
    found = await need_organiser(page).get(code)
    return await shown(page, found)


async def shown(
    page: Page, found: Competition, faults: tuple[str, ...] = (), **typed: object
) -> Response[str]:
    """The page, with what is wrong on top."""
    events = need_organiser(page)
    summary = telling(await events.summary(found), "name")
    board = await events.board(found, "name", run=page.services.get(Workshop).for_officials)
    terms = found.state.terms
    ties = (*terms.ties, *[""] * 5)
    form = TermsForm(
        title=found.state.title,
        by=terms.by,
        tie1=ties[0],
        tie2=ties[1],
        tie3=ties[2],
        tie4=ties[3],
        tie5=ties[4],
        season=terms.season,
        shown=terms.shown,
        private="yes" if terms.private else "",
    )
    return page.html(
        "competition/manage.html",
        event=found,
        state=found.whole,
        summary=summary,
        heads=game_heads(found, summary),
        lines=board.lines,
        step=next_step(found.whole, summary, board.lines),
        way=board.way,
        faults=faults,
        form=form,
        words=words,
        formulas=named(TOGETHER),
        editions={id_: edition.dated for id_, edition in EDITIONS.items()},
        default_edition=DEFAULT_EDITION,
        waiting=await page.services.get(Workshop).for_officials(waiting, found.state, found.halls),
        **{"entries_text": "", "result_text": "", "told": "", **typed},
    )


async def _do(
    page: Page, code: str, command: commands.Command, at: str = "", **typed: object
) -> Response[Any]:
    """Carry out a command and go back to the page, or show it again with what is wrong."""
    events = need_organiser(page)
    try:
        await events.execute(code, command)
    except Refusal as refusal:
        told = (page.reason(sentence(str(refusal))),)
        return refused(await shown(page, await events.get(code), told, **typed), 409)
    return page.redirect(HOME.format(code) + at)


def told(page: Page, error: Exception) -> tuple[str, ...]:
    """What is wrong, line by line where lines are."""
    if isinstance(error, PeopleError | ListRefusal):
        return error.faults
    return (page.reason(sentence(str(error))),)


def refused(again: Response[str], status: int = 400) -> Response[Any]:
    """A page shown again, with what is wrong on it."""
    again.status_code = status
    return again


@post("/competition/{code:str}/parties", status_code=303)
async def new_game(
    code: FromPath[str], data: URLEncodedBody[GameForm], page: ThisPage
) -> Response[Any]:
    """Open a game of the hall for everybody who is not absent, and go to its desk."""
    events = need_organiser(page)
    try:
        wish = msgspec.convert(
            {
                "title": data.title,
                "edition": data.edition,
                "formula": data.formula,
                "time": data.time,
                "settings": msgspec.convert({"entry": data.entry}, HallSettings),
            },
            NewGame,
        )
        game = await events.games.new_game(code, wish)
    except _FAULTS as error:
        told = (page.reason(sentence(str(error))),)
        return refused(await shown(page, await events.get(code), told))
    return page.redirect(f"/arbitrer/{game}")


@post("/competition/{code:str}/resultats", status_code=303, request_max_body_size=RECORD_BODY)
async def report(
    code: FromPath[str], data: URLEncodedBody[ResultForm], page: ThisPage
) -> Response[Any]:
    """Bring in a game played elsewhere: a record, an exported ranking, or totals."""
    events = need_organiser(page)
    try:
        workshop = page.services.get(Workshop)
        command = await workshop.for_officials(_reporting, data.text, data.title[:120])
    except _FAULTS as error:
        told = (page.reason(sentence(str(error))),)
        found = await events.get(code)
        return refused(await shown(page, found, told, result_text=data.text))
    return await _do(page, code, command, "#parties", result_text=data.text)


def _reporting(text: str, title: str) -> commands.Report:
    return reporting(unturned(text), title)


@post("/competition/{code:str}/parties/{number:int}/retirer", status_code=303)
async def drop(code: FromPath[str], number: FromPath[int], page: ThisPage) -> Response[Any]:
    """A game no longer counts."""
    return await _do(page, code, commands.Drop(game=number), "#parties")


@post("/competition/{code:str}/absences", status_code=303)
async def miss(
    code: FromPath[str], data: URLEncodedBody[AbsenceForm], page: ThisPage
) -> Response[Any]:
    """Say why somebody did not play a game."""
    command = commands.Miss(game=data.game, number=data.number, why=data.why)
    return await _do(page, code, command, "#parties")


@post("/competition/{code:str}/coupe", status_code=303)
async def cut(code: FromPath[str], data: URLEncodedBody[CutForm], page: ThisPage) -> Response[Any]:
    """Keep the first, and the first of some categories."""
    try:
        command = data.command()
    except Refusal as refusal:
        found = await need_organiser(page).get(code)
        return refused(await shown(page, found, (page.reason(sentence(str(refusal))),)))
    return await _do(page, code, command, "#parties")


@post("/competition/{code:str}/reglages", status_code=303)
async def arrange(
    code: FromPath[str], data: URLEncodedBody[TermsForm], page: ThisPage
) -> Response[Any]:
    """Change the name and how the games add up."""
    terms = (await need_organiser(page).get(code)).state.terms
    command = commands.Arrange(title=data.title[:120], terms=data.terms(terms))
    return await _do(page, code, command, "#reglages")


@post("/competition/{code:str}/clore", status_code=303)
async def close(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """Close the competition."""
    return await _do(page, code, commands.Close())


@post("/competition/{code:str}/rouvrir", status_code=303)
async def reopen(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """Open it again."""
    return await _do(page, code, commands.Reopen())


pages = [
    *(manage, new_game),
    *(report, drop, miss, cut, arrange, close, reopen),
]
