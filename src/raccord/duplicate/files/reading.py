"""What the file of a game is, before it is read: JSON, or a club's table with its comments."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

from raccord.decoding import MALFORMED, locate
from raccord.duplicate.errors import NotAFormulaError, NotARecordError
from raccord.regulation.editions import UnknownEditionError

T = TypeVar("T")


def is_json(text: str) -> bool:
    """Whether a text is meant as JSON; everything else is a table."""
    return text.lstrip("\ufeff \t\r\n").startswith(("{", "["))


def head_of(text: str) -> dict[str, Any]:
    """A record or a summary, undecoded."""
    try:
        found = json.loads(text.lstrip("\ufeff"))
    except MALFORMED as error:
        raise NotARecordError(f"ce n'est pas du JSON : {locate(error)}") from error
    if not isinstance(found, dict):
        raise NotARecordError("une partie enregistrée est un objet JSON")
    return found


def is_summary(head: dict[str, Any]) -> bool:
    """Whether a game is told by its turns alone, without events."""
    return "events" not in head and isinstance(head.get("turns"), list)


def noted(read: Callable[[str], T], text: str | None) -> T | None:
    """What a comment names; a comment may say anything, so what is no name says nothing."""
    try:
        return None if text is None else read(text)
    except (NotAFormulaError, UnknownEditionError):
        return None
