"""The ranking of a competition on the hall's screen: page by page, or revealed from the end."""

from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from raccord.web.competition import words
from raccord.web.competition.access import Group, ranked, trait_of, visited
from raccord.web.competition.pages import NO_STORE
from raccord.web.inject import ThisPage
from raccord.web.public.projector import balanced

Reveal = Annotated[int, QueryParameter(name="devoiler", ge=0, le=999)]


class Revision(msgspec.Struct, frozen=True):
    """The version of a competition and its games: it changes with anything that may be shown."""

    revision: str


@get("/competition/{code:str}/projection")
async def screen(
    code: FromPath[str], page: ThisPage, group: Group = "", reveal: Reveal = 0
) -> Response[Any]:
    """The ranking for the whole hall; ``devoiler=20`` keeps the first 20 back, to be revealed."""
    found, summary = await visited(page, code)
    trait = trait_of(group)
    board = await ranked(page, found, summary, trait)
    kept = [line for line in board.lines if line.place <= reveal] if reveal else board.lines
    return page.html(
        "competition/screen.html",
        event=found,
        summary=summary,
        chunks=balanced(kept),
        reveal=reveal,
        group=trait,
        way=board.way,
        revision=_revision(found.standing_version),
        words=words,
    )


@get("/tournaments/{code:str}/revision", tags=["Compétitions"])
async def revision(code: FromPath[str], page: ThisPage) -> Response[Revision]:
    """What changes when the ranking may have changed: cheap to ask for."""
    found, _ = await visited(page, code)
    return Response(Revision(_revision(found.standing_version)), headers=NO_STORE)


def _revision(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


pages = [screen]
api = [revision]
