"""The plan of a competition: what is to be played, where people sit, its tables; the next step."""

from collections.abc import Awaitable
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, MultipartBody, URLEncodedBody

from raccord.documents.office import read_rows
from raccord.duplicate import DuplicateError
from raccord.hall.competitions import Competition
from raccord.hall.planning import due_cut
from raccord.tournament import (
    Refusal,
    Terms,
    TournamentError,
    commands,
    read_grades,
    read_weights,
)
from raccord.tournament.teams import TeamRule
from raccord.tournament.templates import Template
from raccord.web.competition import words
from raccord.web.competition.access import need_organiser, shelf
from raccord.web.competition.manage import HOME, refused, shown, told
from raccord.web.competition.plan_forms import (
    NameForm,
    NumbersForm,
    PlanForm,
    TableForm,
    plan_form,
)
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.public.api import RECORD_BODY
from raccord.web.workshop import Workshop

_FAULTS = (TournamentError, DuplicateError, msgspec.ValidationError)


@get("/competition/{code:str}/plan")
async def show_plan(code: FromPath[str], page: ThisPage) -> Response[str]:
    """The plan, the seating and the tables, to be edited."""
    found = await need_organiser(page).get(code)
    return _shown(page, found, plan_form(found.state.terms))


def _shown(
    page: Page, found: Competition, form: PlanForm, faults: tuple[str, ...] = ()
) -> Response[str]:
    return page.html(
        "competition/plan.html",
        event=found,
        state=found.state,
        form=form,
        faults=faults,
        words=words,
    )


@post("/competition/{code:str}/plan", status_code=303)
async def change(
    code: FromPath[str], data: URLEncodedBody[PlanForm], page: ThisPage
) -> Response[Any]:
    """Change the plan."""
    found = await need_organiser(page).get(code)
    try:
        terms = data.terms(found.state.terms)
        await _arrange(page, found, terms)
    except _FAULTS as error:
        return refused(_shown(page, found, data, told(page, error)))
    return page.redirect(f"/competition/{found.code}/plan")


async def _arrange(page: Page, found: Competition, terms: Terms) -> None:
    command = commands.Arrange(title=found.state.title, terms=terms)
    await need_organiser(page).execute(found.code, command)


@post("/competition/{code:str}/plan/table", status_code=303, request_max_body_size=RECORD_BODY)
async def bring_table(
    code: FromPath[str], data: MultipartBody[TableForm], page: ThisPage
) -> Response[Any]:
    """A table out of a CSV, TSV, XLSX or ODS file takes the place of the one there is."""
    found = await need_organiser(page).get(code)
    content = await data.file.read()
    work = page.services.get(Workshop)
    try:
        terms = await work.for_officials(_with_table, found.state.terms, data.which, content)
        await _arrange(page, found, terms)
    except _FAULTS as error:
        form = plan_form(found.state.terms)
        return refused(_shown(page, found, form, told(page, error)))
    return page.redirect(f"/competition/{found.code}/plan#tables")


def _with_table(terms: Terms, which: str, content: bytes) -> Terms:
    rows = read_rows(content)
    if which == "grades":
        return msgspec.structs.replace(terms, grades=read_grades(rows))
    if which == "handicap":
        return msgspec.structs.replace(terms, handicap=read_weights(rows))
    rule = terms.teams or TeamRule(count="index")
    return msgspec.structs.replace(
        terms, teams=msgspec.structs.replace(rule, indices=read_weights(rows))
    )


@post("/competition/{code:str}/suivante", status_code=303)
async def following(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """Open the game that comes next and go to its desk."""
    return await _to_desk(page, code, need_organiser(page).games.planned_game(code))


@post("/competition/{code:str}/mort-subite", status_code=303)
async def sudden_death(
    code: FromPath[str], data: URLEncodedBody[NumbersForm], page: ThisPage
) -> Response[Any]:
    """Open a sudden death among equals and go to its desk."""
    return await _to_desk(page, code, need_organiser(page).games.tie_game(code, data.numbers))


async def _to_desk(page: Page, code: str, opening: Awaitable[str]) -> Response[Any]:
    async def opened() -> str:
        return f"/arbitrer/{await opening}"

    return await _done(page, code, opened())


async def _done(page: Page, code: str, work: Awaitable[str]) -> Response[Any]:
    """Go where the work leads, or show the competition again with what is wrong."""
    try:
        return page.redirect(await work)
    except _FAULTS as error:
        found = await need_organiser(page).get(code)
        status = 409 if isinstance(error, Refusal) else 400
        return refused(await shown(page, found, told(page, error)), status)


@post("/competition/{code:str}/placement", status_code=303)
async def place(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """Arrange who sits where in the next game, by lot where that is the rule."""

    async def placed() -> str:
        await need_organiser(page).games.place(code)
        return HOME.format(code) + "#suite"

    return await _done(page, code, placed())


@post("/competition/{code:str}/coupe-prevue", status_code=303)
async def cut(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """Make the cut that the plan has here."""
    events = need_organiser(page)

    async def made() -> str:
        planned = due_cut((await events.get(code)).state)
        if planned is None:
            raise Refusal("aucune coupe n'est prévue ici")
        wanted = commands.Cut(first=planned.first, categories=planned.categories)
        await events.execute(code, wanted)
        return HOME.format(code) + "#suite"

    return await _done(page, code, made())


@post("/competition/{code:str}/modele", status_code=303)
async def keep(
    code: FromPath[str], data: URLEncodedBody[NameForm], page: ThisPage
) -> Response[Any]:
    """Keep the plan and the terms as a template."""
    terms = (await need_organiser(page).get(code)).state.terms
    kept = msgspec.structs.replace(terms, season="", private=False)
    template = msgspec.convert(
        {"name": data.name.strip()[:80] or "?", "terms": msgspec.to_builtins(kept)}, Template
    )
    await shelf(page).save(template, page.services.now_ms())
    return page.redirect("/modeles")


pages = [
    *(show_plan, change, bring_table, following, sudden_death, place),
    *(cut, keep),
]
