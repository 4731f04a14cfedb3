"""The catalogue: every article of every document, and what the software does with it.

``DONE`` means that code applies the article and names it, and that people reach that code: a test
goes through their doors until each such article has been used. ``COMING`` is applied in part, or
waits for a door. Titles and notes are ours, in French, for the screens.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from raccord.regulation import articles, ground
from raccord.regulation.citation import Citation
from raccord.regulation.editions import EDITIONS, heading

ground.declare()


class Status(StrEnum):
    """Suite donnée: what becomes of an article."""

    DONE = "done"
    PROCEDURAL = "procedural"
    COMING = "coming"
    LEFT_OUT = "left-out"
    HEADING = "heading"

    @property
    def french(self) -> str:
        """The status as a screen shows it."""
        return _FRENCH[self][0]

    @property
    def plural(self) -> str:
        """The same for several articles."""
        return _FRENCH[self][1]


_FRENCH = {
    Status.DONE: ("appliqué", "appliqués"),
    Status.PROCEDURAL: ("confié à l'arbitre", "confiés à l'arbitre"),
    Status.COMING: ("à venir", "à venir"),
    Status.LEFT_OUT: ("non appliqué", "non appliqués"),
    Status.HEADING: ("chapitre", "chapitres"),
}
_MARKS = {
    "+": Status.DONE,
    "~": Status.PROCEDURAL,
    ">": Status.COMING,
    "-": Status.LEFT_OUT,
    "=": Status.HEADING,
}


@dataclass(frozen=True, slots=True)
class Article:
    """Article: its number, a title in our words, its status and, if not done, why."""

    citation: Citation
    title: str
    status: Status
    note: str = ""

    @property
    def number(self) -> str:
        """The number alone, e.g. ``5.3.1`` or ``annex 4``."""
        return self.citation.article


@dataclass(frozen=True, slots=True)
class Document:
    """Document: an edition of the regulation, or the rules of Jarnac."""

    id: str
    title: str
    articles: tuple[Article, ...]

    def article(self, number: str) -> Article | None:
        """The article of that number."""
        return next((a for a in self.articles if a.number == number), None)


def _read(edition: str, text: str) -> Iterator[Article]:
    for line in text.strip().splitlines():
        number, mark, title, *note = (part.strip() for part in line.split("|"))
        yield Article(Citation(edition, number), title, _MARKS[mark], *note)


_TITLES = {id_: heading(edition) for id_, edition in EDITIONS.items()} | {
    "jarnac": "Règles du Jarnac"
}
CATALOGUE: dict[str, Document] = {
    id_: Document(id_, _TITLES[id_], tuple(_read(id_, text)))
    for id_, text in articles.DOCUMENTS.items()
}
"""The documents by edition, the newest first."""


def find(citation: Citation) -> Article | None:
    """The article cited, if the catalogue has it."""
    document = CATALOGUE.get(citation.edition)
    return document.article(citation.article) if document else None
