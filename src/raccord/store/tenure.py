"""Who may write a stream, where several processes could: what a repository asks before it does."""

from typing import Protocol

from raccord.store.records import Fence


class Tenure(Protocol):
    """Bail: the right to be the one writer of a section, as the store sees it."""

    async def hold(self, stream: str) -> Fence | None:
        """Become the writer of a stream, however long it takes; None where anybody may write."""

    def holds(self, stream: str) -> bool:
        """Whether nobody else can be its writer now."""

    async def take(self, stream: str) -> bool:
        """Become its writer if nobody is; at once."""

    def lose(self, stream: str) -> None:
        """Somebody else has become its writer."""
