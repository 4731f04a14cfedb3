"""A kind of stream: its name in the log, how its events are written, and what they add up to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from raccord.store.codec import Codec
from raccord.store.repository import Repository
from raccord.store.store import Store

S = TypeVar("S")
E = TypeVar("E")


def _nothing_false(_: Sequence[Any]) -> str:
    return ""


@dataclass(frozen=True)
class Kind(Generic[S, E]):
    """Sorte de partie: all that is needed to read and write the streams of one kind.

    A stream that does not exist has no state: None at version 0.
    """

    name: str
    codec: Codec[E]
    evolve: Callable[[S | None, E], S | None]
    audit: Callable[[Sequence[E]], str] = _nothing_false
    """What a whole stream says of itself and is not so, in French; empty where all holds."""

    naming: frozenset[str] = frozenset()
    """Events that only say who somebody is: erased on request, they prove nothing less."""

    def repository(self, store: Store) -> Repository[S | None, E]:
        """The streams of this kind in a database."""
        return Repository(store, self.name, self.codec, initial=None, evolve=self.evolve)
