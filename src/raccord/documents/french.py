"""Numbers, names and dates as French documents write them; plain spaces, set by each rendering."""

from collections.abc import Sequence
from datetime import datetime

MINUS = "\u2212"


def named(players: Sequence[str]) -> str:
    """A player, or a pair: « Anne Petit / Luc Roy »."""
    return " / ".join(players)


def drawn(leave: str, new: str) -> str:
    """A draw as clubs write it: ``ELU+RST?``."""
    return f"{leave}+{new}" if leave else new


def signed(value: int) -> str:
    """A distance with its true minus sign."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def decimal(value: float, digits: int = 2) -> str:
    """A number with a decimal comma."""
    return f"{value:.{digits}f}".replace(".", ",")


def day(at: int) -> str:
    """The date of an instant in ms since 1970, where it is known; the server's time zone."""
    if not at:
        return ""
    from babel.dates import format_date  # sheets without a date do without it

    return str(format_date(datetime.fromtimestamp(at / 1000).astimezone(), "long", locale="fr"))


def lasting(milliseconds: int) -> str:
    """A time of topping: ``12:34,5``."""
    tenths = round(milliseconds / 100)
    minutes, rest = divmod(tenths, 600)
    return f"{minutes}:{rest // 10:02d},{rest % 10}"
