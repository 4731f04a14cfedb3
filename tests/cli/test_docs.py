"""What the documentation says exists."""

import re
from doctest import DocTestParser
from pathlib import Path

import click
import pytest

from raccord.cli import cli

ROOT = Path(__file__).parents[2]
KEPT = ("src", "core", "tests", "tools", "bench", "fuzz", "cases")
PAGES = sorted(page for folder in (ROOT, ROOT / "docs") for page in folder.glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#\s]+)\)", text)
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_a_page_shows_exists(page: Path) -> None:
    named = re.findall(r"(?:^|[$`] ?)raccord ([a-z]+)\b", page.read_text(encoding="utf-8"), re.M)
    assert sorted(set(named) - set(cli.list_commands(click.Context(cli)))) == []


@pytest.mark.parametrize("page", [*PAGES, ROOT / "core" / "README.md"], ids=lambda page: page.name)
def test_every_module_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    # The changelog tells of modules as they were called then.
    named = (
        [] if page.name == "CHANGELOG.md" else re.findall(r"`([\w/]+\.(?:py|js|cpp|hpp))`", text)
    )
    kept = [path.as_posix() for folder in KEPT for path in (ROOT / folder).rglob("*.*")]
    assert sorted({name for name in named if not _ends_one(kept, f"/{name}")}) == []


def _ends_one(paths: list[str], ending: str) -> bool:
    return any(path.endswith(ending) for path in paths)


def test_every_page_of_the_documentation_is_in_its_index() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"index.md"}
    assert sorted(page for page in pages if f"({page})" not in index) == []


def test_the_two_readmes_show_the_same_commands_links_and_answers() -> None:
    french, english = (
        (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.en.md")
    )
    assert "(README.en.md)" in french
    assert "(README.md)" in english
    for shown in (r"^    \$ (.*?)(?: +#.*)?$", r"\]\(((?!README)[^)]+)\)"):
        assert re.findall(shown, french, re.M) == re.findall(shown, english, re.M)
    answers = [[e.want for e in DocTestParser().get_examples(text)] for text in (french, english)]
    assert answers[0] == answers[1]
