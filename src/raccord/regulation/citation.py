"""Citations: which article of which edition justifies a decision.

A function that applies an article says so with ``@article``; the registry lets a test compare the
code with the catalogue of articles.
"""

from collections.abc import Callable
from typing import Literal, TypeVar, get_args

import msgspec

EditionId = Literal["2023", "2017", "2010", "undated"]
EDITION_IDS: tuple[EditionId, ...] = get_args(EditionId)
DEFAULT_EDITION: EditionId = "2017"

F = TypeVar("F", bound=Callable[..., object])


class Citation(msgspec.Struct, frozen=True, order=True):
    """Article cité: an article of an edition, e.g. 5.3.1 of 2017."""

    edition: str
    article: str

    def __str__(self) -> str:
        return f"art. {self.article} ({self.edition})"


APPLIED: dict[Citation, set[str]] = {}
"""For every article, the functions that apply it."""


def article(number: str, *, edition: str) -> Callable[[F], F]:
    """Declare that the decorated function applies an article; stack one per edition."""

    def declare(function: F) -> F:
        name = f"{function.__module__}.{function.__qualname__}"
        APPLIED.setdefault(Citation(edition, number), set()).add(name)
        return function

    return declare
