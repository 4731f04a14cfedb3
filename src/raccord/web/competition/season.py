"""The season of a club: attendance, totals, best results, on a page and in CSV."""

from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from raccord import documents
from raccord.documents import SeasonTable
from raccord.hall.competitions import Competition
from raccord.tournament import SeasonLine, Summary, season, telling
from raccord.web.competition.access import competitions, is_organiser
from raccord.web.competition.pages import NO_STORE
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.workshop import heavy

Counted = Annotated[int, QueryParameter(name="meilleurs", ge=0, le=999)]
_KINDS = (".csv", ".json")


class Evening(msgspec.Struct, frozen=True):
    """An evening of a season."""

    code: str
    title: str
    at: int


class SeasonReply(msgspec.Struct, frozen=True):
    """A season: its evenings, the oldest first, and its ranking."""

    name: str
    evenings: tuple[Evening, ...]
    ranking: tuple[SeasonLine, ...]


@get("/saison/{name:str}")
async def show(name: FromPath[str], page: ThisPage, counted: Counted = 0) -> Response[Any]:
    """The season; with ``.csv`` or ``.json`` behind its name the same as a file."""
    kind = next((kind for kind in _KINDS if name.endswith(kind)), "")
    wanted = name.removesuffix(kind)
    found, summaries = await _evenings(page, wanted)
    if not found:
        raise WebError(404, "Aucune soirée de cette saison.")
    lines = await heavy(page, season, summaries, counted)
    evenings = tuple(Evening(one.code, one.state.title, one.state.opened.at) for one in found)
    if kind == ".json":
        return Response(SeasonReply(wanted, evenings, lines), headers=NO_STORE)
    if kind == ".csv":
        return _csv(SeasonTable(evenings=tuple(one.title for one in evenings), lines=lines))
    return page.html(
        "competition/season.html", name=wanted, evenings=evenings, lines=lines, counted=counted
    )


def _csv(table: SeasonTable) -> Response[bytes]:
    headers = {**NO_STORE, "content-disposition": 'attachment; filename="saison.csv"'}
    return Response(documents.to_csv(table), media_type="text/csv", headers=headers)


async def _evenings(page: Page, name: str) -> tuple[list[Competition], list[Summary]]:
    """The evenings of a season this browser may see, the oldest first."""
    events, whole = competitions(page), is_organiser(page)
    every = reversed(await events.every())
    found = [
        one
        for one in every
        if one.state.terms.season == name and (whole or not one.state.terms.private)
    ]
    summaries = [await events.summary(one, partial(heavy, page)) for one in found]
    return found, [telling(one, "name") for one in summaries] if whole else summaries


pages = [show]
