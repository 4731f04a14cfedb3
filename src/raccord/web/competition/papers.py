"""The papers of a competition: lists, plan of the hall, results, certificates, on one page."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from raccord.documents import certificates
from raccord.documents.event_papers import PAPERS, paper_of
from raccord.documents.exports import sigles_names
from raccord.hall.competitions import Competition, markers_of
from raccord.quoting import sentence
from raccord.tournament import Refusal, Summary, telling
from raccord.web.competition import words
from raccord.web.competition.access import Group, need_organiser, trait_of
from raccord.web.competition.pages import game_heads, printed
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage

First = Annotated[int, QueryParameter(name="premiers", ge=1, le=100)]


@get("/competition/{code:str}/papiers")
async def papers(code: FromPath[str], page: ThisPage) -> Response[str]:
    """All that is printed and exported of a competition."""
    events = need_organiser(page)
    found = await events.get(code)
    summary = await events.summary(found)
    shares = await markers_of(page.services.store, found.state)
    return page.html(
        "competition/papers.html",
        event=found,
        state=found.whole,
        summary=summary,
        heads=game_heads(found, summary),
        sigles=list(_sigles(summary, shares)),
        traits=_told(found),
        words=words,
    )


def _sigles(summary: Summary, shares: dict[int, dict[str, tuple[int, ...]]]) -> Iterator[str]:
    for game in summary.games:
        yield from sigles_names(game.number, shares.get(game.number, {}))


def _told(found: Competition) -> dict[str, str]:
    entries = found.whole.entries.values()
    return {t: n for t, n in words.GROUPS.items() if any(entry.trait(t) for entry in entries)}


@get("/competition/{code:str}/papiers/{name:str}")
async def paper(
    code: FromPath[str], name: FromPath[str], page: ThisPage, group: Group = "", first: First = 3
) -> Response[bytes]:
    """One of the papers: ``engages.pdf``, ``pointage.pdf``, ``placement.pdf``, ``diplomes.pdf``…"""
    events = need_organiser(page)
    found = await events.get(code)
    summary = telling(await events.summary(found), "name")
    kind, trait = name.removesuffix(".pdf"), trait_of(group)
    made: dict[str, Callable[[], Any]] = {
        one: partial(paper_of, one, found.whole, summary, trait) for one in PAPERS
    }
    made["diplomes"] = partial(certificates, summary, first)
    if name == kind or kind not in made:
        known = ", ".join(f"{one}.pdf" for one in made)
        raise WebError(404, "Ce papier n'existe pas.", expected=known)
    named = "-".join(filter(None, (kind, trait, str(first) if kind == "diplomes" else "")))
    try:
        return await printed(page, found, named, made[kind])
    except Refusal as refusal:
        raise WebError(409, sentence(str(refusal))) from None


pages = [papers, paper]
