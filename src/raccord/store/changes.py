"""What readers of a stream get: a state on disk, and what has just been added to it."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from raccord.store.chain import Seal

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True)
class Current(Generic[S]):
    """A state on disk and its version; version 0 is a stream that does not exist."""

    version: int
    state: S
    link: str = ""

    @property
    def seal(self) -> Seal:
        """What seals the stream up to this version."""
        return Seal(self.version, self.link)


@dataclass(frozen=True)
class Change(Generic[S, E]):
    """Events now on disk and the state after the last of them.

    ``repeated``: the request key had been used; these are the events of the first time, and
    ``version`` and ``state`` are the present ones. ``foreign``: another process wrote them.
    """

    stream: str
    version: int
    state: S
    events: tuple[E, ...]
    repeated: bool = False
    link: str = ""
    foreign: bool = False
