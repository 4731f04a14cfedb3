"""Tables named by their numbers, as a referee types them: « 1-16 20 »."""

import re

from raccord.duplicate import Refusal
from raccord.duplicate.deciding.tables import MOST_TABLES

_RANGE = re.compile(r"(\d{1,4})(?:[-–à](\d{1,4}))?")


def parse_tables(text: str) -> tuple[int, ...]:
    """Read « 1-16 20 », « 1 à 16, 20 »; what is not understood is refused, nothing dropped."""
    found: set[int] = set()
    joined = re.sub(r"\s*([-–]|\bà\b)\s*", r"\1", text.strip())
    for part in filter(None, re.split(r"[\s,;]+|\bet\b", joined)):
        match = _RANGE.fullmatch(part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last <= MOST_TABLES:
            raise Refusal(f"tables illisibles : « {part} » (attendu p. ex. 1-16 20)")
        found |= set(range(first, last + 1))
    return tuple(sorted(found))
