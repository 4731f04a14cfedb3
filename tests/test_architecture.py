"""The law that is cited is the law that runs: found by reading the source, not by calling it."""

import ast
from dataclasses import fields
from pathlib import Path

import raccord
from raccord.cli.rules import modules_by_article
from raccord.regulation import APPLIED
from raccord.regulation.editions import Edition
from tests.reachable import Source

FOLDER = Path(raccord.__file__).parent
# It lists functions of the board for the catalogue; listing them is no use of them.
GROUND = "raccord.regulation.ground"


def test_every_function_that_cites_an_article_is_reached_by_the_product() -> None:
    source = Source(FOLDER, aside={GROUND})
    modules_by_article()
    declared = {name for names in APPLIED.values() for name in names}
    assert source.cited <= declared
    assert sorted(declared - source.reached()) == []


def test_a_cited_function_that_only_dead_code_calls_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "law"
    folder.mkdir()
    (folder / "__init__.py").write_text("from law.rules import used, unused, Clock\n")
    (folder / "rules.py").write_text(RULES)
    (folder / "door.py").write_text(DOOR)
    source = Source(folder)
    assert source.cited - source.reached() == {
        "law.rules.unused",
        "law.rules.called_by_the_unused",
        "law.rules.in_an_idle_table",
        "law.rules.Clock.turn",
    }


RULES = """
from law.citation import article

@article("1")
def used(): ...
@article("2")
def unused(): called_by_the_unused()
@article("3")
def called_by_the_unused(): ...
@article("4")
def in_a_table(): ...
@article("5")
def in_an_idle_table(): ...
class Clock:
    @article("6")
    def turn(self): ...
class Bell:
    @article("7")
    def ring(self): ...
TABLE = {1: in_a_table}
IDLE = {1: in_an_idle_table}
"""
DOOR = """
import click
import law
from law import rules

@click.command()
def door(state):
    law.used(state.turn)
    rules.TABLE[1]()
    rules.Bell().ring()
"""


def test_every_provision_of_an_edition_is_read_by_a_rule() -> None:
    read = {
        node.attr
        for path in FOLDER.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and _is_edition(node.value)
    }
    assert {field.name for field in fields(Edition)} - read == set()


def _is_edition(node: ast.expr) -> bool:
    """Whether an expression is an edition: ``edition``, ``state.edition``…"""
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name in ("edition", "edition_")
