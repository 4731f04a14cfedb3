"""One entry of a competition: put right, merged, taken back, excluded; and people let in from the
directory."""

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, URLEncodedBody

from raccord.quoting import sentence
from raccord.tournament import Refusal, commands, plain
from raccord.web.competition.access import need_organiser, people
from raccord.web.competition.forms import MergeForm, PersonForm, ReasonForm
from raccord.web.competition.manage import HOME, refused
from raccord.web.competition.plan_forms import NumbersForm
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page

_FROM = "/competition/{}/engages/annuaire"


@get("/competition/{code:str}/engages/{number:int}")
async def show(code: FromPath[str], number: FromPath[int], page: ThisPage) -> Response[str]:
    """All that is done with one entry."""
    return await _shown(page, code, number)


async def _shown(page: Page, code: str, number: int, fault: str = "") -> Response[str]:
    found = await need_organiser(page).get(code)
    entry = found.whole.entries.get(number)
    if entry is None:
        raise WebError(404, "Personne n'est engagé sous ce numéro.")
    return page.html(
        "competition/entry.html",
        event=found,
        state=found.whole,
        entry=entry,
        excluded=number in found.excluded,
        fault=fault,
    )


async def _do(page: Page, code: str, number: int, command: commands.Command) -> Response[Any]:
    events = need_organiser(page)
    try:
        await events.execute(code, command)
    except Refusal as refusal:
        told = page.reason(sentence(str(refusal)))
        return refused(await _shown(page, code, number, told), 409)
    return page.redirect(HOME.format(code) + f"#n{number}")


@post("/competition/{code:str}/engages/{number:int}", status_code=303)
async def change(
    code: FromPath[str], number: FromPath[int], data: URLEncodedBody[PersonForm], page: ThisPage
) -> Response[Any]:
    """Put an entry right."""
    found = await need_organiser(page).get(code)
    return await _do(page, code, number, data.command(number, found.whole))


@post("/competition/{code:str}/engages/{number:int}/reunir", status_code=303)
async def merge(
    code: FromPath[str], number: FromPath[int], data: URLEncodedBody[MergeForm], page: ThisPage
) -> Response[Any]:
    """Two entries are one person."""
    return await _do(page, code, number, commands.Merge(number=number, into=data.into))


@post("/competition/{code:str}/engages/{number:int}/retirer", status_code=303)
async def remove(code: FromPath[str], number: FromPath[int], page: ThisPage) -> Response[Any]:
    """Take an entry back."""
    return await _do(page, code, number, commands.Remove(number=number))


@post("/competition/{code:str}/engages/{number:int}/exclure", status_code=303)
async def exclude(
    code: FromPath[str], number: FromPath[int], data: URLEncodedBody[ReasonForm], page: ThisPage
) -> Response[Any]:
    """Exclude somebody: his scores are void."""
    return await _do(page, code, number, commands.Exclude(number=number, reason=data.reason))


@post("/competition/{code:str}/engages/{number:int}/readmettre", status_code=303)
async def readmit(
    code: FromPath[str], number: FromPath[int], data: URLEncodedBody[ReasonForm], page: ThisPage
) -> Response[Any]:
    """Lift an exclusion: his scores count again."""
    return await _do(page, code, number, commands.Readmit(number=number, reason=data.reason))


@get(_FROM.format("{code:str}"))
async def choose(code: FromPath[str], page: ThisPage) -> Response[str]:
    """The directory, to tick who is entered."""
    return await _choose(page, code)


async def _choose(page: Page, code: str, fault: str = "") -> Response[str]:
    found = await need_organiser(page).get(code)
    known = (await people(page).get()).people

    def listed() -> dict[str, object]:
        here = {plain(name) for entry in found.whole.entries.values() for name in entry.players}
        away = [(n, one) for n, one in known.items() if plain(one.name) not in here]
        away.sort(key=lambda line: plain(line[1].name))
        return {"event": found, "people": away, "known": len(known), "fault": fault}

    return page.html_of("competition/choose.html", listed)


@post(_FROM.format("{code:str}"), status_code=303)
async def enter_known(
    code: FromPath[str], data: URLEncodedBody[NumbersForm], page: ThisPage
) -> Response[Any]:
    """Enter people of the directory."""
    events = need_organiser(page)
    known = (await people(page).get()).people
    chosen = [known[number] for number in data.numbers if number in known]
    try:
        if not chosen:
            raise Refusal("cochez d'abord ceux qui s'inscrivent")
        entries = tuple(commands.Enter(people=(one,)) for one in chosen)
        await events.execute(code, commands.EnterAll(entries=entries))
    except Refusal as refusal:
        return refused(await _choose(page, code, page.reason(sentence(str(refusal)))), 409)
    return page.redirect(HOME.format(code) + "#engages")


pages = [show, change, merge, remove, exclude, readmit, choose, enter_known]
