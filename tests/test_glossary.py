"""The glossary is true: what it names exists, and says the French word first."""

import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "glossary.md"


class Term(NamedTuple):
    french: str
    english: str
    name: str
    meaning: str


def terms() -> list[Term]:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if "`" in line]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return [Term(c[0], c[1], c[2].strip("`"), c[3]) for c in cells if len(c) == 4]


TERMS = terms()


def found(name: str) -> Any:
    """What a name under ``raccord`` stands for; a field of a class gives its descriptor."""
    module, parts = "raccord", name.split(".")
    while parts:
        try:
            import_module(f"{module}.{parts[0]}")
        except ModuleNotFoundError:
            break
        module = f"{module}.{parts.pop(0)}"
    value = import_module(module)
    for part in parts:
        value = getattr(value, part)
    return value


def test_the_page_has_its_terms() -> None:
    assert len(TERMS) > 90
    assert all(all(term) for term in TERMS)


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.name)
def test_what_is_named_exists_and_opens_with_the_french_term(term: Term) -> None:
    named = found(term.name)
    if inspect.isclass(named):
        said = re.escape(term.french.casefold())
        opening = (named.__doc__ or "").casefold()
        assert re.match(rf"{said}(?=[.:;,]| of | \(| dans | sur )", opening), named.__doc__


def test_no_term_and_no_name_stands_for_two_things() -> None:
    for column in (0, 2):
        cells = [term[column] for term in TERMS]
        assert len(set(cells)) == len(cells)
