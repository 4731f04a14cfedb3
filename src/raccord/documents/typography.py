"""French typography for texts typed on a plain keyboard, on paper and on screens alike."""

import re

_NARROW, _WIDE = "\u202f", "\u00a0"
_TYPOGRAPHY = (
    (re.compile(r" ([;!?])"), _NARROW + r"\1"),
    (re.compile(r" ([:»]|%(?!\())"), _WIDE + r"\1"),
    (re.compile(r"« "), "«" + _WIDE),
    (re.compile(r"(?<=\d) (?=(?:points?|pts|min|s|lettres?|coups?|tables?)\b)"), _WIDE),
    (re.compile(r"(?<=[a-zà-ÿA-Z])'(?=[\w«])"), "’"),
)


def typography(text: str) -> str:
    """French spaces and apostrophes: a text typed on a plain keyboard becomes a well-set one."""
    for pattern, replacement in _TYPOGRAPHY:
        text = pattern.sub(replacement, text)
    return text
