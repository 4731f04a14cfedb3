"""Every example of a docstring gives what it says."""

import doctest
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src"


def modules_with_examples() -> Iterator[str]:
    # Imported by name, and so only once: a module imported by its path would register its articles
    # a second time.
    for path in sorted(SOURCES.rglob("*.py")):
        if ">>>" in path.read_text("utf-8"):
            parts = path.relative_to(SOURCES).with_suffix("").parts
            yield ".".join(parts).removesuffix(".__init__")


@pytest.mark.parametrize("name", list(modules_with_examples()))
def test_the_examples_of_a_module_hold(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried > 0
    assert failed == 0, "told above, example by example"
