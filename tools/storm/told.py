"""What was sent and answered in a run, for the checks after it."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Sending:
    """A slip of a phone under one key, however often it was sent."""

    table: int
    turn: int
    entered: dict[str, Any]
    key: str
    written: list[float] = field(default_factory=list)
    """When its last byte left, by the wall clock, at each try that was answered."""
    tries: int = 0
    """How often it was sent without an answer that settles it."""
    receipts: list[dict[str, Any]] = field(default_factory=list)
    refusal: str = ""

    @property
    def body(self) -> dict[str, Any]:
        """What is sent."""
        return {"turn": self.turn, "entered": self.entered, "key": self.key}


@dataclass
class Turn:
    """A turn as the referee saw it."""

    number: int
    tops: list[str]
    """Moves, to be known by nobody before ``retained``."""
    below: list[tuple[str, int]]
    drawn: float
    """The moment, monotonic, before which nobody could know its letters."""
    draw: str = ""
    new: str = ""
    started: float = 0.0
    ends: float | None = None
    """By the wall clock, in seconds."""
    retained: float = float("inf")


@dataclass
class Told:
    """All of it."""

    code: str = ""
    sendings: list[Sending] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    ranking: list[dict[str, Any]] = field(default_factory=list)
    revealed: float = float("inf")
    """When the secret of the draws was published."""
    findings: list[str] = field(default_factory=list)
