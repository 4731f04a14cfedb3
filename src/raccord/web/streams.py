"""How many live streams one may hold: a session, a seat, an invitation, a network of strangers.

A whole hall may sit behind one address. Seats and invitations are scarce, so each has streams of
its own, which strangers of the same network cannot take; strangers share those of their network,
and so do the guests of the open room, whose seats anybody takes.
"""

from collections import Counter
from collections.abc import AsyncIterator

from raccord.web.doors import Role, Visitor
from raccord.web.errors import WebError
from raccord.web.guesses import network_of
from raccord.web.page import Page
from raccord.web.services import Services

OF_A_SESSION = 8
"""The windows of one browser; what it has lost is given back within ``wire.UNHEARD_SECONDS``."""
OF_A_SEAT = 12
OF_AN_OFFICE = 64
"""An invitation, which several may share, or the organiser's link."""
OF_A_NETWORK = 500
"""Of strangers: projectors and people who follow the game."""
RETRY_SECONDS = 10


class Streams:
    """Counts the live streams of a server."""

    def __init__(self, _: Services) -> None:
        self._held: Counter[str] = Counter()

    def holder(self, page: Page, code: str, visitor: Visitor) -> "Holder":
        """Who asks for a stream of a game; refused (429) where he holds all he may."""
        if visitor.is_guest:
            return self.stranger(page)
        if visitor.table is not None:
            return self._checked(page, f"seat:{code}:{visitor.table}", OF_A_SEAT)
        if visitor.role is Role.PUBLIC:
            return self.stranger(page)
        return self._checked(page, f"office:{code}:{visitor.invitation}", OF_AN_OFFICE)

    def stranger(self, page: Page) -> "Holder":
        """The same for somebody who is known by his network alone."""
        return self._checked(page, f"network:{network_of(page.client)}", OF_A_NETWORK)

    def _checked(self, page: Page, who: str, most: int) -> "Holder":
        holder = Holder(self._held, {f"session:{page.session.id}": OF_A_SESSION, who: most})
        if not holder.may_hold:
            raise WebError(
                429,
                "Trop de pages en direct ouvertes : fermez-en une.",
                code="too-many-streams",
                expected="quelques pages en direct par navigateur",
                retry_after=RETRY_SECONDS,
            )
        return holder


class Holder:
    """Who holds a stream, by the names it is counted under."""

    def __init__(self, held: Counter[str], most: dict[str, int]) -> None:
        self._held = held
        self._most = most

    @property
    def may_hold(self) -> bool:
        """Whether there is room for one more."""
        return all(self._held[name] < most for name, most in self._most.items())

    async def hold(self, stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The same stream, counted from its first piece to its end."""
        # Counted only here: of a client that is gone by now nothing is ever sent, nor given back.
        if not self.may_hold:
            return
        self._held.update(self._most.keys())
        try:
            async for piece in stream:
                yield piece
        finally:
            self._held.subtract(self._most.keys())
            for name in self._most:
                if not self._held[name]:
                    del self._held[name]
