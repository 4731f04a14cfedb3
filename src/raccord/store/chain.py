"""The chain: each event of a stream seals all those before it.

The link of an event is the SHA-256 of the link before it (nothing before the first) and of all that
is stored of the event, each part followed by a zero byte. Whoever changes, removes or adds an event
changes every link after it; who then computes them all anew still cannot change the seals that were
printed and read out meanwhile. Anybody can compute them: no secret is in it.
"""

import hashlib
from dataclasses import dataclass

from raccord.store.records import StoredEvent, to_micros

SHOWN = 16
"""Hexadecimal digits of a link that people copy: 64 bits, which nobody finds twice by trying."""


def link(before: str, event: StoredEvent) -> str:
    """The link of an event."""
    parts = (
        before,
        event.stream,
        str(event.version),
        event.id,
        event.type,
        str(to_micros(event.at)),
        event.payload,
    )
    return hashlib.sha256("".join(f"{part}\0" for part in parts).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Seal:
    """Sceau: a version of a stream and the link it had, as it is printed and read out.

    >>> str(Seal(412, "3f2a9c41d07be655" + "0" * 48))
    '412-3F2A-9C41-D07B-E655'
    """

    version: int
    link: str

    def __str__(self) -> str:
        return "-".join([str(self.version), *self._groups])

    @property
    def aloud(self) -> str:
        """As it is read out: every sign apart, in groups."""
        return ", ".join([str(self.version), *(" ".join(group) for group in self._groups)])

    @property
    def _groups(self) -> list[str]:
        digits = self.link[:SHOWN].upper()
        return [digits[i : i + 4] for i in range(0, len(digits), 4)]

    @classmethod
    def parse(cls, text: str) -> "Seal":
        """Read a seal as it was printed; ``ValueError`` says what was expected."""
        # Read as people copy it from paper: any case, with or without its dashes.
        number, _, digits = text.strip().partition("-")
        digits = digits.replace("-", "").replace(" ", "").lower()
        if not number.isdigit() or len(digits) < SHOWN or set(digits) - set("0123456789abcdef"):
            raise ValueError(f"not a seal: {text!r} (expected e.g. '412-3F2A-9C41-D07B-E655')")
        return cls(int(number), digits)

    def fits(self, link: str) -> bool:
        """Whether a link is the one that was printed."""
        return link.startswith(self.link[:SHOWN])
