"""The French messages of templates, scripts and code, as Babel finds them."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.extract import extract_from_dir

import raccord.web

FOLDER = Path(raccord.web.__file__).parent
METHODS = [
    ("templates/**.html", "jinja2"),
    ("static/js/**.js", "javascript"),
    ("**.py", "python"),
]
OPTIONS: dict[str, Any] = {
    "templates/**.html": {"extensions": "jinja2.ext.do", "newstyle_gettext": "true"}
}
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "plural": (2, 3)}


ENGINES = ("duplicate", "tournament", "hall", "network")
BRINGERS = (*ENGINES, "jarnac", "lexicon", "wordlists")
FAULTS = {
    *("NotATableError", "NotARecordError", "NotAFormulaError", "NotLettersError", "JarnacError"),
    *("LexiconError", "NotAWordError", "NotAdmittedError", "UnreadableListError"),
    *("UnknownLexiconError", "DamagedListError"),
    *("TournamentError", "NotAnEventError", "NetworkError"),
}
"""Errors that say, in French, what is wrong with a file, a list or a word."""


def messages() -> dict[str, str]:
    """Every message, with a file that uses it."""
    found: dict[str, str] = {}
    for message, name in uses():
        found.setdefault(message, name)
    return found


def uses() -> Iterator[tuple[str, str]]:
    """Every message wherever it is used, with the file."""
    for name, _, text, _, _ in extract_from_dir(
        FOLDER, METHODS, OPTIONS, keywords=KEYWORDS, callback=None
    ):
        yield from ((part, name) for part in ([text] if isinstance(text, str) else text) if part)


def errors() -> Iterator[tuple[str, str]]:
    """The messages of errors that are whole in the code, each with its file."""
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="WebError"), args=[_, ast.Constant(value=str(message)), *_]
                ):
                    yield message, path.name


def refusals() -> Iterator[tuple[str, str]]:
    """What the engine and the pages refuse with, values as ``{}``, each with its file."""
    engines = [FOLDER, *(FOLDER.parent / name for name in ENGINES)]
    for path in sorted(path for folder in engines for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Refusal" | "ReasonNeeded"), args=[said, *_]):
                    yield from ((text, path.name) for text in _texts(said))


def faults() -> Iterator[tuple[str, str]]:
    """What is said of files, lists and words that cannot be read, each with its file."""
    folders = [FOLDER, *(FOLDER.parent / name for name in BRINGERS)]
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[said, *_]) if name in FAULTS:
                    yield from ((text, path.name) for text in _texts(said))


def _texts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts
            )
        case ast.IfExp(body=one, orelse=other):
            yield from _texts(one)
            yield from _texts(other)
