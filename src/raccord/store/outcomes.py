"""What a command on a stream comes to, before any of it is on disk."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from raccord.store.records import Fence, NewEvent

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Terms:
    """What goes with a command: its key, a title for its stream, the lease it is written under."""

    key: str | None
    title: str | None
    fence: Fence | None


@dataclass(frozen=True, slots=True)
class Outcome(Generic[S, E]):
    """What a command comes to."""

    events: tuple[E, ...]
    state: S
    stored: list[NewEvent]


Work = Callable[[S], Outcome[S, E]]
"""Works a command out on a state; it may refuse."""


class MovedError(Exception):
    """The state is not the one a decision was taken on."""
