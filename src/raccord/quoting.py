"""How a message in French quotes what somebody typed: « so », on one line, not too long."""

from typing import Any, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)
_SHOWN = 60
HASH_SHOWN = 16
"""Digits of a hash that people compare."""
_TURNING = dict.fromkeys(
    map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)
"""The characters that change the direction of the text around them."""


def unturned(text: str) -> str:
    """The text without what would turn its neighbours around on a screen or on paper."""
    return text.translate(_TURNING)


def short_hash(digest: str) -> str:
    """The beginning of a hash as people copy and compare it: ``3F2A 9C41 D07B E655``."""
    shown = digest[:HASH_SHOWN].upper()
    return " ".join(shown[i : i + 4] for i in range(0, len(shown), 4))


def quoted(value: object) -> str:
    """A value between French quotation marks."""
    return f"« {shortened(one_line(str(value)))} »"


def one_line(text: str) -> str:
    """The text without line breaks, control characters or space for nothing."""
    return " ".join("".join(c if c.isprintable() else " " for c in unturned(text)).split())


def each_on_one_line(value: T) -> T:
    """The same value, each text in it as ``one_line`` gives it."""
    return msgspec.convert(_each(msgspec.to_builtins(value)), type(value))


def _each(value: Any) -> Any:
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, dict):
        return {key: _each(part) for key, part in value.items()}
    return [_each(part) for part in value] if isinstance(value, list | tuple) else value


def shortened(text: str) -> str:
    """The text, cut where it becomes too long to be read."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def sentence(text: str) -> str:
    """A reason as a sentence: ``le temps court`` becomes ``Le temps court.``."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
