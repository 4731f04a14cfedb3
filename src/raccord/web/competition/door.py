"""Check-in at the door: everybody by name, present, late or absent at one click."""

from collections import Counter
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, URLEncodedBody

from raccord.quoting import sentence
from raccord.tournament import Refusal, commands, plain
from raccord.tournament.events import Presence
from raccord.web.competition import words
from raccord.web.competition.access import need_organiser
from raccord.web.competition.forms import PresenceForm
from raccord.web.competition.manage import refused
from raccord.web.inject import ThisPage
from raccord.web.page import Page

_HERE = "/competition/{}/pointage"


class Presences(msgspec.Struct, frozen=True):
    """Some entries, and whether they are there."""

    numbers: Annotated[tuple[commands.Number, ...], msgspec.Meta(min_length=1, max_length=9999)]
    presence: Presence


@get(_HERE.format("{code:str}"))
async def door(code: FromPath[str], page: ThisPage) -> Response[str]:
    """The list of the door."""
    return await _shown(page, code)


async def _shown(page: Page, code: str, fault: str = "") -> Response[str]:
    found = await need_organiser(page).get(code)
    state = found.whole
    entries = sorted(state.entries.values(), key=lambda entry: plain(entry.name))
    counts = Counter(state.presence.get(number, "") for number in state.entries)
    return page.html(
        "competition/door.html",
        event=found,
        state=state,
        entries=entries,
        counts={id_: counts[id_] for id_ in (*words.PRESENCE, "")},
        fault=fault,
        words=words,
    )


@post(_HERE.format("{code:str}"), status_code=303)
async def check_in(
    code: FromPath[str], data: URLEncodedBody[PresenceForm], page: ThisPage
) -> Response[Any]:
    """Note who is there, one by one or all the others at once."""
    events = need_organiser(page)
    try:
        command = data.command((await events.get(code)).whole)
        await events.execute(code, command)
    except Refusal as refusal:
        return refused(await _shown(page, code, page.reason(sentence(str(refusal)))), 409)
    where = f"#n{command.numbers[0]}" if len(command.numbers) == 1 else ""
    return page.redirect(_HERE.format(code) + where)


@post("/tournaments/{code:str}/presence", tags=["Compétitions"], status_code=204)
async def check_in_by_program(
    code: FromPath[str], data: JSONBody[Presences], page: ThisPage
) -> None:
    """Note who is there, late or absent."""
    command = commands.CheckIn(numbers=data.numbers, presence=data.presence)
    await need_organiser(page).execute(code, command)


pages = [door, check_in]
api = [check_in_by_program]
