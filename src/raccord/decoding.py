"""What the decoders of JSON and TOML complain of, in French, for the person who wrote the file."""

import re
from collections.abc import Callable
from typing import Any

# Ten thousand brackets are a text too.
MALFORMED = (ValueError, RecursionError)
"""What a decoder raises at a text that is not well formed."""

_PLACES = (
    (r"line (\d+),? column (\d+)", "ligne {}, colonne {}"),
    (r"\(byte (\d+)\)", "octet {}"),
)
_FAULTS = (
    (r"Object contains unknown field `([^`]*)`", "clé inconnue : {}"),
    (r"Object missing required field `([^`]*)`", "clé manquante : {}"),
    (r"Expected `([^`]*)`, got `([^`]*)`", "attendu : {} ; reçu : {}"),
    (r"Expected `([^`]*)` of length ([<>]= \d+)", "attendu : {}, longueur {}"),
    (r"Expected `([^`]*)` ([<>]=? .*)", "attendu : {} {}"),
    (r"Expected `([^`]*)`.*", "attendu : {}"),
    (r"Invalid enum value '?(.*?)'?", "valeur inconnue : « {} »"),
    (r"Invalid value (.*)", "valeur impossible : {}"),
)
_TYPES = {
    "array": "une liste",
    "bool": "vrai ou faux",
    "float": "un nombre à virgule",
    "int": "un entier",
    "null": "rien",
    "object": "une table",
    "str": "un texte",
}


def locate(error: BaseException) -> str:
    """Where a text that is not well formed goes wrong."""
    if isinstance(error, RecursionError):
        return "trop d'imbrications"
    return _matched(_PLACES, str(error), re.search) or "à la fin du texte"


def in_french(error: BaseException) -> str:
    """What is wrong with a value of a text that is well formed; our own messages stay as they are.

    The place comes first: ``rack_size (attendu : un entier ; reçu : un texte)``.
    """
    message, _, path = str(error).partition(" - at `")
    at = path.removeprefix("key in ").removeprefix("$").strip("`.")
    said = _matched(_FAULTS, message, re.fullmatch) or message
    return f"{at} ({said})" if at else said


def _matched(table: tuple[tuple[str, str], ...], text: str, match: Callable[..., Any]) -> str:
    for pattern, words in table:
        if found := match(pattern, text):
            return words.format(*map(_type, found.groups()))
    return ""


def _type(text: str) -> str:
    names = [name.strip() for name in text.split("|")]
    return " ou ".join(_TYPES.get(name, name) for name in names)
