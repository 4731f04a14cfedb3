"""Who may do what in a game: the organiser's link, invitations, PINs of tables.

Links and PINs are derived from the server's key, the game and a number of renewals kept in the
companion, so that the referee can print them again at any time and nothing secret is stored. What
a browser was granted stands in its signed session and is looked up again at every request: an
invitation revoked or a PIN renewed closes the door at once. A seat at a table stands beside any
other role: coming in by a table's QR code takes nothing away from a referee.
"""

import re
import secrets
from dataclasses import dataclass, replace
from enum import StrEnum

from raccord.duplicate import Refusal
from raccord.hall.companion import Companion, Invited
from raccord.web.errors import WebError
from raccord.web.guesses import WrongPins, network_of
from raccord.web.hosts import host_name
from raccord.web.page import Page
from raccord.web.rumours import Rumours
from raccord.web.services import Services
from raccord.web.sessions import Signer
from raccord.web.settings import LOOPBACK

SERVER = "server"
"""The scope of the organiser's grant."""
_FORWARDED = re.compile(
    r"via|.*forwarded.*|.*proxy.*|.*(?:real|client|remote|connecting|src|lb)-?(?:ip|addr).*"
    r"|x-client-.*|x-real-.*|x-original-.*|x-rewrite-.*|x-cluster-.*|true-client-.*|cf-.*|fly-.*"
    r"|fastly-.*|x-envoy-.*|cdn-loop|x-amz.*|x-arr-.*|x-azure-.*|x-appengine-.*|x-vercel-.*"
    r"|x-varnish|x-cloud-trace-context|x-request-start|(?:x-)?akamai-.*|(?:x-)?ngrok-.*"
    r"|(?:x-)?tailscale-.*|x-host|x-nf-.*"
)
"""Headers that tell of a proxy, of whatever make."""
_GUEST = "guest"
_HERE = frozenset({"127.0.0.1", network_of("::1")})


class Role(StrEnum):
    """Rôle dans une partie."""

    ORGANISER = "organiser"
    REFEREE = "referee"
    MARKER = "marker"
    SECOND = "second"
    PLAYER = "player"
    PUBLIC = "public"


DESK = (Role.ORGANISER, Role.REFEREE)
MARKERS = (*DESK, Role.MARKER)
OFFICIALS = (*MARKERS, Role.SECOND)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Visiteur: the role of a browser in one game; no ``tables`` means all of them.

    ``table`` is where he sits, be it beside another role.
    """

    role: Role
    table: int | None = None
    invitation: str = ""
    label: str = ""
    tables: tuple[int, ...] = ()
    pin_round: int = 0
    """How often the PIN of the table had been renewed."""
    is_guest: bool = False
    """Whether anybody could have taken the seat: that of the open room, for a nickname."""

    def stands(self, companion: Companion) -> bool:
        """Whether what he was granted still holds, unchanged."""
        if self.table is not None and self.pin_round != companion.pin_rounds.get(self.table, 0):
            return False
        if not self.invitation:
            return True
        found = companion.invitations.get(self.invitation)
        return found is not None and (found.role, found.tables) == (self.role, self.tables)

    @property
    def name(self) -> str:
        """How decisions are signed."""
        return self.label or _SIGNED[self.role]

    @property
    def is_blind(self) -> bool:
        """Whether the first marking is kept from him until he has entered his own."""
        return self.role is Role.SECOND

    def need(self, *roles: Role) -> None:
        """Refuse whoever has none of these roles."""
        if self.role in roles:
            return
        if self.role is Role.PUBLIC:
            raise WebError(401, expected="le lien reçu de l'organisateur, ou le code de la table")
        raise WebError(403)

    def need_seat(self) -> int:
        """The table he sits at; refuse whoever has none."""
        if self.table is None:
            self.need(Role.PLAYER)
            raise WebError(403)
        return self.table


_SIGNED = {
    Role.ORGANISER: "juge-arbitre",
    Role.REFEREE: "juge-arbitre",
    Role.MARKER: "arbitre-correcteur",
    Role.SECOND: "double arbitre",
    Role.PLAYER: "joueur",
    Role.PUBLIC: "public",
}


def check_assigned(visitor: Visitor, *tables: int) -> None:
    """Refuse tables that are another marker's."""
    if strangers := [t for t in tables if visitor.tables and t not in visitor.tables]:
        raise Refusal(f"la table {strangers[0]} est confiée à un autre arbitre")


def organiser_path(services: Services) -> str:
    """The path of the organiser's link, without its first slash."""
    return f"organisateur/{organiser_token(services.signer)}"


def organiser_token(signer: Signer) -> str:
    """The secret of the organiser's link; it changes with the server's key."""
    return signer.token("organiser", b"")


class Doors:
    """Checks and grants roles."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._signer: Signer = services.signer
        self._wrong_pins = WrongPins(services.clock)
        services.get(Rumours).share("pins", self._wrong_pins.limits)

    def is_organiser(self, page: Page) -> bool:
        """Whether the browser holds the organiser's link, or sits at a server of its own."""
        return self.has_link(page) or self._is_at_home(page)

    def has_link(self, page: Page) -> bool:
        """Whether the browser came in by the organiser's link."""
        granted = page.session.role(SERVER) or ""
        return self._signer.is_token(granted, "organiser-grant", b"")

    def sits_here(self, page: Page) -> bool:
        """Whether the request was made at the machine that serves, and no proxy is known of."""
        return not self._services.settings.hosts and _is_here(page)

    def _is_at_home(self, page: Page) -> bool:
        return self._services.settings.trusts_its_machine and _is_here(page)

    def open_organiser(self, page: Page, token: str) -> None:
        """Let the organiser in through the link."""
        if not self._signer.is_token(token, "organiser", b""):
            raise WebError(403, "Ce lien d'organisateur n'est pas le bon.")
        page.session.grant(SERVER, self._signer.token("organiser-grant", b""))

    def visitor(self, page: Page, code: str, companion: Companion) -> Visitor:
        """Who asks: the highest role this browser was granted, with the seat it may have beside.

        Whoever merely sits at the server's own machine is a player once he has taken a seat.
        """
        seat = self._seat(page, code, companion)
        if found := self._invited(page, code, companion):
            official = Visitor(
                Role(found.role), invitation=found.id, label=found.label, tables=found.tables
            )
            return replace(official, table=seat.table, pin_round=seat.pin_round)
        if self.has_link(page):
            return replace(seat, role=Role.ORGANISER)
        if seat.role is Role.PUBLIC and self._is_at_home(page):
            return Visitor(Role.ORGANISER)
        return seat

    def _invited(self, page: Page, code: str, companion: Companion) -> Invited | None:
        """The invitation this browser came in by, here or in a game before in the same room."""
        for room in (code, *reversed(companion.before)):
            _, _, id_ = (page.session.role(f"game:{room}") or "").partition(":")
            if found := companion.invitations.get(id_):
                return found
        return None

    def _seat(self, page: Page, code: str, companion: Companion) -> Visitor:
        """The player at the table this browser was let in to, else the public."""
        for room in (code, *reversed(companion.before)):
            number, round_, guest = f"{page.session.role(f'seat:{room}') or ''}::".split(":")[:3]
            if number and int(round_) == companion.pin_rounds.get(int(number), 0):
                seat = Visitor(Role.PLAYER, int(number), pin_round=int(round_))
                return replace(seat, is_guest=guest == _GUEST)
        return Visitor(Role.PUBLIC)

    def invitation_token(self, code: str, invited: Invited) -> str:
        """The secret of an invitation's link."""
        body = f"{code}:{invited.id}:{invited.role}".encode()
        return f"{code}.{invited.id}.{self._signer.token('invitation', body)}"

    def open_invitation(self, page: Page, code: str, companion: Companion, token: str) -> Invited:
        """Let an official in through a link."""
        parts = token.split(".")
        found = companion.invitations.get(parts[1]) if len(parts) == 3 else None
        if found is None or not _same(token, self.invitation_token(code, found)):
            raise not_invited()
        self.admit(page, code, found)
        return found

    def admit(self, page: Page, code: str, invited: Invited) -> None:
        """Grant what an invitation promises."""
        page.session.grant(f"game:{code}", f"invited:{invited.id}")

    def pin(self, code: str, table: int, companion: Companion) -> str:
        """The PIN of a table: six digits, each PIN as likely as any other.

        The games of one room share it.
        """
        room = next(iter(companion.before), code)
        body = f"{room}:{table}:{companion.pin_rounds.get(table, 0)}".encode()
        return f"{int.from_bytes(self._signer.digest('pin', body), 'big') % 1_000_000:06}"

    def open_table(
        self, page: Page, code: str, companion: Companion, table: int, pin: str, known: bool
    ) -> None:
        """Let a table in with its PIN; wrong ones make whoever tries them wait."""
        guesser = self._guesser(page, code, companion)
        if wait := self._wrong_pins.wait(page, guesser):
            raise WebError(429, retry_after=wait)
        if not known or not _same(pin.strip(), self.pin(code, table, companion)):
            self._wrong_pins.count(page, guesser)
            raise WebError(
                403, "Table ou code inconnus.", code="wrong-pin", expected="le code de la table"
            )
        self.seat(page, code, companion, table)

    def seat(
        self, page: Page, code: str, companion: Companion, table: int, *, is_guest: bool = False
    ) -> None:
        """Grant a table, to whoever has shown that it is his, or to a guest."""
        round_ = companion.pin_rounds.get(table, 0)
        page.session.grant(f"seat:{code}", f"{table}:{round_}" + f":{_GUEST}" * is_guest)

    def _guesser(self, page: Page, code: str, companion: Companion) -> str:
        """The seat this browser has already; a stranger is known by his network alone."""
        visitor = self.visitor(page, code, companion)
        return "" if visitor.table is None else f"{code}:{visitor.table}"


def not_invited() -> WebError:
    """The link opens nothing; nor does it tell whether there is such a game."""
    return WebError(403, "Cette invitation n'est pas ou plus valable.")


def _same(a: str, b: str) -> bool:
    return secrets.compare_digest(a.encode(), b.encode())


def _is_here(page: Page) -> bool:
    """Whether the request was made on this machine, by its name, and went through no proxy."""
    headers = page.request.headers
    if host_name(page.request.scope) not in LOOPBACK or network_of(page.client) not in _HERE:
        return False
    return not any(_FORWARDED.fullmatch(name) for name in headers)
