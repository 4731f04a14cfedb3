"""What somebody typed is quoted as French does, in every message that repeats it."""

import ast
from pathlib import Path

import pytest

import raccord
from raccord.quoting import quoted

SOURCES = Path(raccord.__file__).parent
ENGLISH = {
    "__init__.py",
    "board/tiles.py",
    *(f"store/{name}.py" for name in ("chain", "codec", "errors", "shelf")),
}
"""Modules that quote as Python does, in messages for developers."""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("zut", "« zut »"),
        (12, "« 12 »"),
        ("l'été", "« l'été »"),
        ("deux\nlignes\tet\x07 sonne", "« deux lignes et sonne »"),
        ("x" * 61, f"« {'x' * 59}… »"),
        ("", "«  »"),
    ],
)
def test_a_value_is_quoted_on_one_line_and_not_too_long(value: object, text: str) -> None:
    assert quoted(value) == text


def _python_quotes(source: str) -> list[int]:
    """The lines where a text is built with ``!r``, outside of ``__repr__``."""
    tree = ast.parse(source)
    own = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and function.name == "__repr__"
        for node in ast.walk(function)
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.FormattedValue) and node.conversion == ord("r")
        if id(node) not in own
    ]


def test_no_message_in_french_quotes_as_python_does() -> None:
    found = {
        str(path.relative_to(SOURCES).as_posix())
        for path in SOURCES.rglob("*.py")
        if _python_quotes(path.read_text(encoding="utf-8"))
    }
    assert found == ENGLISH
