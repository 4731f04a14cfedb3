"""Style sheets: a browser understands what they ask, and no colour or size is left unnamed."""

import re
from pathlib import Path

from playwright.sync_api import Page

import raccord.web

FOLDER = Path(raccord.web.__file__).parent
SHEETS = {path.name: path.read_text("utf-8") for path in (FOLDER / "static/css").glob("*.css")}
DECLARATION = re.compile(r"^ +(-?[a-z][\w-]*):\s+([^;{}]+);$", re.MULTILINE)
UNKNOWN = """(pairs) => pairs.filter(([name, value]) => !CSS.supports(name, value))"""


def bare(sheet: str) -> str:
    return re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)


def test_the_browser_understands_every_declaration(page: Page) -> None:
    page.goto("/")
    for name, sheet in SHEETS.items():
        pairs = [
            (key, value.removesuffix("!important").strip())
            for key, value in DECLARATION.findall(bare(sheet))
        ]
        assert pairs, name
        unknown = [tuple(pair) for pair in page.evaluate(UNKNOWN, pairs)]
        assert not unknown, f"{name}: {unknown}"


def nested(sheet: str) -> list[str]:
    """Rules inside another rule, or one that is never closed: there they say nothing."""
    found, open_ = [], list[str]()
    for head, brace in re.findall(r"([^{};]*)([{};])", bare(sheet)):
        if brace == "{":
            if open_ and not open_[-1].startswith("@"):
                found.append(head.strip())
            open_.append(head.strip())
        elif brace == "}":
            open_.pop()
    return found + open_


def test_no_rule_is_swallowed_by_the_one_before_it() -> None:
    for name, sheet in SHEETS.items():
        assert nested(sheet) == [], name


def test_every_variable_used_is_given_a_value() -> None:
    sheets = bare("\n".join(SHEETS.values()))
    scripts = "\n".join(path.read_text("utf-8") for path in (FOLDER / "static/js").rglob("*.js"))
    given = set(re.findall(r"(--[\w-]+):", sheets)) | set(re.findall(r'"(--[\w-]+)"', scripts))
    used = set(re.findall(r"var\((--[\w-]+)", sheets))
    assert len(used) > 10
    assert used <= given, used - given


def palette(sheet: str) -> dict[str, str]:
    """The colours that the first rule of a sheet names."""
    return dict(re.findall(r"^  (--[\w-]+): (#[0-9a-f]+);$", sheet, re.MULTILINE))


def test_colours_are_named_in_the_palettes_and_nowhere_else() -> None:
    """So that a page drawn with names is right in both themes."""
    light, dark = palette(SHEETS["base.css"]), palette(SHEETS["dark.css"])
    assert set(dark) < set(light)
    for name, sheet in SHEETS.items():
        if name in ("base.css", "dark.css", "print.css"):
            sheet = sheet.partition("\n}\n")[2]
        if name != "print.css":
            assert not re.findall(r":[^;{]*#[0-9a-fA-F]{3,8}\b[^;{]*;", bare(sheet)), name
