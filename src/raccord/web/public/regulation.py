"""The regulation: its articles, edition by edition, and what the software does with each."""

from collections import Counter

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from raccord.regulation.catalogue import CATALOGUE, Document, Status
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage

SIGNS = {
    Status.DONE: "✓",
    Status.PROCEDURAL: "○",
    Status.COMING: "…",
    Status.LEFT_OUT: "✗",
    Status.HEADING: "",
}


class ArticleReply(msgspec.Struct, frozen=True):
    """An article: its number, its title in our words, its status and why."""

    number: str
    title: str
    status: str
    note: str


class DocumentReply(msgspec.Struct, frozen=True):
    """An edition and its articles."""

    id: str
    title: str
    articles: tuple[ArticleReply, ...]


def _counts(document: Document) -> dict[Status, int]:
    found = Counter(article.status for article in document.articles)
    return {status: found[status] for status in Status if status is not Status.HEADING}


def _document(edition: str) -> Document:
    if edition not in CATALOGUE:
        raise WebError(404, "Cette édition n'est pas connue.", expected=", ".join(CATALOGUE))
    return CATALOGUE[edition]


@get("/reglement")
async def editions_page(page: ThisPage) -> Response[str]:
    """The editions, and how much of each is applied."""
    documents = [(document, _counts(document)) for document in CATALOGUE.values()]
    return page.html("public/regulation.html", documents=documents, signs=SIGNS)


@get("/reglement/{edition:str}")
async def edition_page(edition: FromPath[str], page: ThisPage) -> Response[str]:
    """Every article of an edition; ``#art-5.3.1`` leads to one."""
    document = _document(edition)
    return page.html(
        "public/edition.html", document=document, counts=_counts(document), signs=SIGNS
    )


@get("/regulation/{edition:str}", tags=["Règlement"])
async def read_edition(edition: FromPath[str]) -> DocumentReply:
    """Every article of an edition, with its status."""
    document = _document(edition)
    listed = (ArticleReply(a.number, a.title, a.status.value, a.note) for a in document.articles)
    return DocumentReply(document.id, document.title, tuple(listed))


pages = [editions_page, edition_page]
api = [read_edition]
