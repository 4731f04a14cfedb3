"""Short codes of invitations: typed at the entrance by who has no camera for the QR code.

A code is the game's own, which the hall knows, and six letters derived from the server's key, the
invitation and the quarter of an hour: nothing is stored, and a code read over a shoulder is worth
nothing half an hour later. Wrong ones are counted as wrong PINs are: a network finds none of forty
valid codes in that half hour but once in 37,000 times.
"""

import secrets

from raccord.hall.codes import ALPHABET, clean_code
from raccord.hall.companion import Companion, Invited
from raccord.web.errors import WebError
from raccord.web.guesses import WrongPins
from raccord.web.page import Page
from raccord.web.rumours import Rumours
from raccord.web.services import Services

LETTERS = 6
WINDOW_MS = 15 * 60_000
"""A code holds to the end of the window after its own: a quarter to half an hour."""


class ShortCodes:
    """Makes short codes and finds whose they are."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._wrong = WrongPins(services.clock)
        services.get(Rumours).share("short-codes", self._wrong.limits)

    def of(self, id_: str, invited: Invited) -> tuple[str, int]:
        """The code of an invitation now, and until when it holds."""
        window = self._window()
        return f"{id_}-{self._letters(id_, invited, window)}", (window + 2) * WINDOW_MS

    def find(self, id_: str, companion: Companion, letters: str) -> Invited | None:
        """The invitation that bears these letters now."""
        now = self._window()
        for invited in companion.invitations.values():
            for window in (now, now - 1):
                known = self._letters(id_, invited, window)
                if secrets.compare_digest(known.encode(), letters.encode()):
                    return invited
        return None

    def check(self, page: Page) -> None:
        """Make whoever tried too many wrong codes wait."""
        if wait := self._wrong.wait(page, ""):
            raise WebError(429, retry_after=wait)

    def wrong(self, page: Page) -> None:
        """One more wrong code."""
        self._wrong.count(page, "")

    def _window(self) -> int:
        return self._services.now_ms() // WINDOW_MS

    def _letters(self, id_: str, invited: Invited, window: int) -> str:
        body = f"{id_}:{invited.id}:{invited.role}:{window}".encode()
        number = int.from_bytes(self._services.signer.digest("short-code", body), "big")
        picked = (number // len(ALPHABET) ** i % len(ALPHABET) for i in range(LETTERS))
        return "".join(ALPHABET[one] for one in picked)


def parted(typed: str) -> tuple[str, str]:
    """The game's own code and the letters behind it, as people type them."""
    clean = clean_code(typed)
    return clean[:-LETTERS], clean[-LETTERS:]
