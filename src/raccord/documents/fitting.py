"""How wide a text will be, near enough to decide how small a long name is set."""

import re
from functools import cache
from typing import Literal, get_args

Style = Literal["name", "small", "tiny", "upper", "note", "rest", "group"]
"""How a part of a line is set: a name of two lines is ``upper`` and ``rest``."""
STYLES: tuple[Style, ...] = get_args(Style)
Styled = dict[Style, str]
_SIZES: dict[Style, float] = {"name": 9, "small": 7.6, "tiny": 6.6, "upper": 6.4, "note": 6.6}
_MM = 25.4 / 72
_NARROW, _BROAD = frozenset("iljtfrI.,:;'’-/() |"), frozenset("MWmw%@")


@cache
def _em(letter: str) -> float:
    """The width of a letter of our fonts, in its size."""
    if letter in _NARROW:
        return 0.36
    if letter in _BROAD:
        return 0.9
    return 0.7 if letter.isupper() else 0.52


def width(text: str, size: float) -> float:
    """About how wide a text is in mm, rather more than less."""
    return sum(map(_em, text)) * size * _MM


def fits(text: str, style: Style, room: float) -> bool:
    """Whether a text has room in a style."""
    return width(text, _SIZES[style]) <= room


def shortened(text: str, style: Style, room: float) -> str:
    """As much of a text as there is room for."""
    if fits(text, style, room):
        return text
    left = room - width("…", _SIZES[style])
    kept = 0
    for letter in text:
        left -= width(letter, _SIZES[style])
        if left < 0:
            break
        kept += 1
    return f"{text[:kept].rstrip()}…"


def styled(name: str, note: str, room: float) -> Styled:
    """A name on its line, smaller if it is long; under it its note, or the rest of the name."""
    style: Style
    for style in ("name", "small", "tiny"):
        if fits(name, style, room):
            return {style: name, "note": shortened(note, "note", room)}
    head, rest = _parted(name, room)
    return {"upper": head, "rest": shortened(rest, "upper", room)}


def noted(note: str, room: float) -> list[str]:
    """A note in as many lines as it takes, broken between those it names, else between words."""
    lines = [""]
    parts = re.split(r"(?<=[,·]) ", note)
    words = (w for part in parts for w in ([part] if fits(part, "note", room) else part.split()))
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and not fits(longer, "note", room):
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _parted(name: str, room: float) -> tuple[str, str]:
    """A name in two: between the two of a pair, else between words."""
    first, bar, second = name.partition(" / ")
    if bar and fits(f"{first} /", "upper", room):
        return f"{first} /", second
    words = name.split()
    for count in range(len(words) - 1, 0, -1):
        head = " ".join(words[:count])
        if fits(head, "upper", room):
            return head, " ".join(words[count:])
    return shortened(name, "upper", room), ""
