"""Facts are made in one place: read from the source, not from what happens to run."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import get_args

import pytest

import raccord

HOME = Path(raccord.__file__).parent
OWNERS = {
    "raccord.duplicate.events": ("raccord.duplicate.decide", "raccord.duplicate.deciding"),
    "raccord.duplicate.alone.state": ("raccord.duplicate.alone",),
    "raccord.jarnac.events": ("raccord.jarnac",),
    "raccord.tournament.events": (
        "raccord.tournament.decide",
        "raccord.tournament.deciding",
        "raccord.tournament.seating",
    ),
    "raccord.tournament.directory": ("raccord.tournament.directory",),
    "raccord.tournament.templates": ("raccord.tournament.templates",),
    "raccord.network.contest.events": ("raccord.network.contest.decide",),
    "raccord.network.decisions": ("raccord.network.decisions",),
    "raccord.network.diary": ("raccord.network.outbox", "raccord.network.centre"),
    "raccord.hall.companion": ("raccord.hall",),
    "raccord.hall.jarnac.table": ("raccord.hall.jarnac",),
}
"""Modules that define facts, and where these may be made."""


def module_of(path: Path) -> str:
    parts = path.relative_to(HOME.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def facts_of(module: str) -> set[str]:
    """The classes a module stores: those it defines and joins in a union."""
    found = vars(import_module(module))
    unions = [value for value in found.values() if isinstance(value, UnionType)]
    members = {member for union in unions for member in get_args(union)}
    return {one.__name__ for one in members if getattr(one, "__module__", "") == module}


def bindings(tree: ast.Module, package: str) -> dict[str, str]:
    """What the names imported in a module stand for."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found[alias.asname or alias.name.partition(".")[0]] = (
                    alias.name if alias.asname else alias.name.partition(".")[0]
                )
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join([*package.split(".")[: -node.level or None], base]).strip(".")
            for alias in node.names:
                found[alias.asname or alias.name] = f"{base}.{alias.name}"
    return found


def dotted(node: ast.expr, known: dict[str, str]) -> str:
    """The full name an expression stands for, empty if it is no name."""
    if isinstance(node, ast.Name):
        return known.get(node.id, "")
    if isinstance(node, ast.Attribute):
        inner = dotted(node.value, known)
        return f"{inner}.{node.attr}" if inner else ""
    return ""


def forged(source: str, module: str) -> Iterator[str]:
    """The facts a module makes though they are not its own."""
    tree = ast.parse(source)
    known = bindings(tree, module)
    foreign = {
        f"{home}.{fact}"
        for home, owners in OWNERS.items()
        if not any(module == owner or module.startswith(f"{owner}.") for owner in owners)
        for fact in facts_of(home)
    }
    reached = foreign | {_reexported(name) for name in foreign}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and dotted(node.func, known) in reached:
            yield f"{module}:{node.lineno} {ast.unparse(node.func)}"


def _reexported(name: str) -> str:
    """The same class, taken from its package."""
    *package, _, fact = name.split(".")
    return ".".join([*package, fact])


def test_every_module_of_facts_joins_them_in_a_union() -> None:
    for module in OWNERS:
        assert len(facts_of(module)) > 1, module


def test_nothing_forges_a_fact_that_another_package_decides() -> None:
    found = [
        place
        for path in sorted(HOME.rglob("*.py"))
        for place in forged(path.read_text(), module_of(path))
    ]
    assert not found


@pytest.mark.parametrize(
    "source",
    [
        "from raccord.duplicate import events as ev\nev.Ruled(turn=1)",
        "from raccord.duplicate import events\nevents.Ruled(turn=1)",
        "from raccord.duplicate.events import Ruled as R\nR(turn=1)",
        "import raccord.duplicate.events\nraccord.duplicate.events.Ruled(turn=1)",
        "import raccord.duplicate.events as facts\nfacts.Ruled(turn=1)",
        "def f():\n    from raccord.duplicate import events as ev\n    return [ev.Ruled(turn=1)]",
    ],
)
def test_a_forged_fact_is_found_however_it_was_imported(source: str) -> None:
    assert list(forged(source, "raccord.hall.marks"))
    assert not list(forged(source, "raccord.duplicate.deciding.marking"))
