"""People entered from a list, pasted or in a file: all or none, each fault told with its line."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from litestar import Response, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, MultipartBody, URLEncodedBody

from raccord.documents.office import read_rows
from raccord.quoting import unturned
from raccord.tournament import PeopleError, Refusal, commands, left_aside, read_people, rows_of
from raccord.tournament.columns import Row
from raccord.web.competition.access import need_organiser, people
from raccord.web.competition.manage import HOME, refused, shown, told
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.public.api import RECORD_BODY
from raccord.web.workshop import Workshop

Entering = tuple[commands.EnterAll, tuple[str, ...]]
"""What a list asks for, and the headings of it that were not understood."""


class EntriesForm(msgspec.Struct, frozen=True):
    """People, one entry a line."""

    text: str = ""


class EntriesFile(msgspec.Struct, frozen=True, kw_only=True):
    """People to enter, in a file."""

    file: UploadFile


@post("/competition/{code:str}/engages", status_code=303)
async def enter(
    code: FromPath[str], data: URLEncodedBody[EntriesForm], page: ThisPage
) -> Response[Any]:
    """Enter people, one a line; nobody if a line cannot be read."""
    text = unturned(data.text)
    return await _enter(page, code, lambda: list(rows_of(text)), data.text)


@post("/competition/{code:str}/engages/fichier", status_code=303, request_max_body_size=RECORD_BODY)
async def enter_file(
    code: FromPath[str], data: MultipartBody[EntriesFile], page: ThisPage
) -> Response[Any]:
    """Enter the people of a CSV, TSV, XLSX or ODS file; nobody if a line cannot be read."""
    content = await data.file.read()
    return await _enter(page, code, lambda: read_rows(content))


async def _enter(
    page: Page, code: str, read: Callable[[], Sequence[Row]], typed: str = ""
) -> Response[Any]:
    events = need_organiser(page)
    try:
        command, aside = await page.services.get(Workshop).for_officials(_entering, read)
        await events.execute(code, await people(page).recognise(command))
    except (PeopleError, Refusal) as error:
        again = await shown(page, await events.get(code), told(page, error), entries_text=typed)
        return refused(again, 409 if isinstance(error, Refusal) else 400)
    if not aside:
        return page.redirect(HOME.format(code) + "#engages")
    names = page.gettext("Colonnes laissées de côté : {names}.").format(names=", ".join(aside))
    return refused(await shown(page, await events.get(code), told=names), 200)


def _entering(read: Callable[[], Sequence[Row]]) -> Entering:
    rows = read()
    entries = (
        commands.Enter(people=one.people, number=one.number, line=one.line)
        for one in read_people(rows)
    )
    return commands.EnterAll(entries=tuple(entries)), left_aside(rows)


pages = [enter, enter_file]
