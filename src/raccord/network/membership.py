"""What a laptop keeps of an event beside the log: its invitation, its key, its last receipt.

All of it lies in a folder of its own, for its owner only. INSTALL is random: two laptops opened for
one centre are two streams and a visible question, never lost slips.
"""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import msgspec

from raccord.network.errors import InvitationError
from raccord.network.invitation import Invitation, Opened, read
from raccord.network.keys import Pen, load_key
from raccord.network.kinds import diary_stream, section_stream
from raccord.network.messages import Head
from raccord.store.places import write_whole

FOLDER = "centres"
_INVITATION, _INSTALL, _RECEIPT = "convocation.json", "install", "receipt.json"


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """Reçu du pôle: what it said it has on disk, and what it said beside."""

    at: int = 0
    """When it came, by this laptop's clock."""
    skew: int = 0
    """By how many milliseconds this laptop's clock is ahead of the hub's."""
    heads: dict[str, Head] = {}
    counts: bool = True
    embargo: int = 0
    slots: dict[int, tuple[int, int]] = {}


@dataclass
class Membership:
    """Rattachement: one centre of one event, on this laptop."""

    folder: Path
    opened: Opened
    _receipt: Receipt | None = field(default=None, repr=False)

    @property
    def invitation(self) -> Invitation:
        """The organiser's file."""
        return self.opened.invitation

    @property
    def name(self) -> str:
        """How its folder and its page are called."""
        return self.folder.name

    @cached_property
    def install(self) -> str:
        """The name of this laptop."""
        path = self.folder / _INSTALL
        if not path.exists():
            write_whole(path, secrets.token_hex(6).encode())
        return path.read_text().strip()

    @cached_property
    def pen(self) -> Pen:
        """What this laptop signs with."""
        return Pen(load_key(self.folder / f"{self.install}.key"))

    def renew(self) -> None:
        """Take another name: somebody else writes under this one."""
        write_whole(self.folder / _INSTALL, secrets.token_hex(6).encode())
        for name in ("install", "pen"):
            self.__dict__.pop(name, None)
        self.receipt = Receipt(embargo=self.receipt.embargo, slots=self.receipt.slots)

    @property
    def receipt(self) -> Receipt:
        """The last word of the hub."""
        if self._receipt is None:
            path = self.folder / _RECEIPT
            try:
                self._receipt = msgspec.json.decode(path.read_bytes(), type=Receipt)
            except (OSError, msgspec.MsgspecError):
                # Without it everything is offered again: the hub passes over what it has.
                self._receipt = Receipt(embargo=self.invitation.embargo)
        return self._receipt

    @receipt.setter
    def receipt(self, receipt: Receipt) -> None:
        write_whole(self.folder / _RECEIPT, msgspec.json.encode(receipt))
        self._receipt = receipt

    @property
    def diary(self) -> str:
        """The stream of its diary."""
        return diary_stream(self.invitation.event, self.invitation.centre, self.install)

    def section(self, game: int) -> str:
        """What the facts of a game are sent under."""
        invitation = self.invitation
        return section_stream(invitation.event, invitation.centre, self.install, game)

    def slot(self, game: int) -> tuple[int, int]:
        """When a game may be begun here."""
        one = self.invitation.game(game)
        return self.receipt.slots.get(game, (one.opens, one.closes))


def join(data: Path, content: bytes) -> Membership:
    """Keep an invitation; the same one again changes nothing but what the organiser changed."""
    opened = read(content)
    invitation = opened.invitation
    folder = data / FOLDER / f"{invitation.event}-{invitation.centre}"
    known = folder / _INVITATION
    if known.exists() and read(known.read_bytes()).key != opened.key:
        raise InvitationError(
            "cette convocation est signée par un autre organisateur que la première"
        )
    write_whole(known, content)
    return Membership(folder, opened)


def memberships(data: Path) -> Iterator[Membership]:
    """Every event this laptop takes part in, the newest first."""
    folder = data / FOLDER
    found = sorted(folder.glob(f"*/{_INVITATION}"), key=lambda p: p.stat().st_mtime, reverse=True)
    for path in found:
        try:
            yield Membership(path.parent, read(path.read_bytes()))
        except InvitationError:
            continue
