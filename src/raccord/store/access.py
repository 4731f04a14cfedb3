"""Who may do what: the organiser's link, invitations, table PINs, sessions.

Methods that make a secret return it once; it cannot be read again, only replaced.
"""

import asyncio
import hmac
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from raccord.store import attempts, links
from raccord.store.credentials import (
    Invitation,
    RandomSecrets,
    Role,
    SecretSource,
    Session,
    hash_pin,
    hash_token,
    new_salt,
)
from raccord.store.errors import DeniedError, NotANameError
from raccord.store.records import from_micros, is_name, to_micros
from raccord.store.schema import invitations, pins, sessions
from raccord.store.store import Store

SESSION_LENGTH = timedelta(hours=16)
# About 10 ms: two thousand players are let in within seconds; guessing is stopped by counting.
PIN_COST = 1 << 12
_CACHED_SESSIONS = 20_000


class Access:
    """The doors of one database; time comes from the store's clock."""

    def __init__(
        self,
        store: Store,
        *,
        source: SecretSource | None = None,
        pin_cost: int = PIN_COST,
        session_length: timedelta = SESSION_LENGTH,
    ) -> None:
        self._store = store
        self._source = source or RandomSecrets()
        self._pin_cost = pin_cost
        self._length = session_length
        self._cache: dict[str, Session] = {}
        self._generation = 0

    def _now(self) -> int:
        return to_micros(self._store.clock())

    async def ensure_organiser(self) -> str | None:
        """The organiser's token if there was none, else None."""
        return await self._new_organiser(renew=False)

    async def renew_organiser(self) -> str:
        """A new organiser's token; the old ones and their sessions open nothing any more."""
        token = await self._new_organiser(renew=True)
        assert token is not None
        return token

    async def _new_organiser(self, *, renew: bool) -> str | None:
        token, now = self._source.token(), self._now()
        organisers = (invitations.c.role == Role.ORGANISER) & invitations.c.revoked.is_(None)

        def change(connection: Connection) -> str | None:
            old = connection.scalars(select(invitations.c.id).where(organisers)).all()
            if old and not renew:
                return None
            for id_ in old:
                links.revoke(connection, id_, now)
            links.add(connection, hash_token(token), None, Role.ORGANISER, "", now, None)
            return token

        made = await self._store.write(change)
        self._forget_sessions()
        return made

    async def invite(
        self, stream: str, role: Role, label: str = "", *, expires: datetime | None = None
    ) -> tuple[Invitation, str]:
        """A new link for a role in a game: the invitation and its token."""
        if role in (Role.ORGANISER, Role.PLAYER):
            raise ValueError(f"no invitation for {role.value!r} (expected a role in one game)")
        if label and not is_name(label, 200):
            raise NotANameError(label, "up to 200 characters")
        token, now = self._source.token(), self._now()
        until = None if expires is None else to_micros(expires)

        def change(connection: Connection) -> str:
            links.need_stream(connection, stream)
            secret = hash_token(token)
            return links.add(connection, secret, stream, role, label, now, until)

        id_ = await self._store.write(change)
        return Invitation(id_, stream, role, label, from_micros(now), expires, None), token

    async def invitations(self, stream: str) -> list[Invitation]:
        """The invitations of a game, revoked ones too, the oldest first."""
        return await self._store.read(lambda connection: links.of_stream(connection, stream))

    async def revoke(self, invitation: str) -> None:
        """Close a link and every session opened through it; closing it again changes nothing."""
        if not is_name(invitation, 32):
            return
        now = self._now()
        await self._store.write(lambda connection: links.revoke(connection, invitation, now))
        self._forget_sessions()

    async def recognise(self, token: str) -> Invitation:
        """The invitation of a link that is still open; opens nothing."""
        now, secret = self._now(), hash_token(token)
        return await self._store.read(lambda connection: links.find(connection, secret, now))

    async def redeem(self, token: str) -> tuple[Session, str]:
        """Open a session through a link: the session and its own token."""
        now, secret = self._now(), hash_token(token)
        found = await self.recognise(token)
        return await self._open(
            found.role,
            found.stream,
            None,
            found.id,
            lambda connection: links.find(connection, secret, now),
        )

    async def set_pins(self, stream: str, seats: Sequence[str]) -> dict[str, str]:
        """A new PIN for each table; sessions opened with the old ones are closed."""
        for seat in seats:
            if not is_name(seat, 40):
                raise NotANameError(seat, "1 to 40 characters")
        now = self._now()
        chosen = {seat: self._source.pin() for seat in seats}
        rows = await asyncio.to_thread(self._pin_rows, stream, chosen, now)

        def change(connection: Connection) -> None:
            links.need_stream(connection, stream)
            for seat in chosen:
                for table in (pins, sessions):
                    here = (table.c.stream == stream) & (table.c.seat == seat)
                    connection.execute(delete(table).where(here))
                attempts.forget(connection, _door(stream, seat))
            if rows:
                connection.execute(insert(pins), rows)

        await self._store.write(change)
        self._forget_sessions()
        return chosen

    def _pin_rows(self, stream: str, chosen: dict[str, str], now: int) -> list[dict[str, object]]:
        rows: list[dict[str, object]] = []
        for seat, pin in chosen.items():
            salt = new_salt()
            secret = hash_pin(pin, salt, self._pin_cost)
            rows.append(
                {"stream": stream, "seat": seat, "salt": salt, "secret": secret, "created": now}
            )
        return rows

    async def join(self, stream: str, seat: str, pin: str, origin: str = "") -> tuple[Session, str]:
        """Open a player's session with a table's PIN; see ``check_pin``."""
        secret = await self.check_pin(stream, seat, pin, origin)

        def still(connection: Connection) -> None:
            if getattr(_pin_row(connection, stream, seat), "secret", None) != secret:
                raise DeniedError(f"{stream} {seat}")

        return await self._open(Role.PLAYER, stream, seat, None, still)

    async def check_pin(self, stream: str, seat: str, pin: str, origin: str = "") -> str:
        """Refuse a wrong PIN, and make the table and the ``origin`` wait; gives its stored form.

        The attempt is counted before the PIN is looked at, so that many at once gain nothing.
        """
        if not (is_name(stream) and is_name(seat, 40)):
            raise DeniedError(f"{stream} {seat}")
        door, far = _door(stream, seat), f"origin {hash_token(origin)}"
        limits = [(door, attempts.DOOR)] + ([(far, attempts.ORIGIN)] if origin else [])
        now = self._now()
        await self._store.write(lambda connection: attempts.count(connection, limits, now))
        secret = await self._fitting(stream, seat, pin)

        def forgive(connection: Connection) -> None:
            attempts.forget(connection, door)
            attempts.take_back(connection, far)

        await self._store.write(forgive)
        return secret

    async def _fitting(self, stream: str, seat: str, pin: str) -> str:
        """The stored form of the PIN, which is the table's."""
        row = await self._store.read(lambda connection: _pin_row(connection, stream, seat))
        # A table without a PIN takes as long to refuse as a wrong PIN.
        salt, expected = ("00" * 16, "") if row is None else (row.salt, row.secret)
        actual = await asyncio.to_thread(hash_pin, pin, salt, self._pin_cost)
        if not hmac.compare_digest(actual, expected):
            raise DeniedError(f"{stream} {seat}")
        return actual

    async def open_player(self, stream: str, seat: str) -> tuple[Session, str]:
        """A player's session without a PIN, for a game one plays alone."""
        return await self._open(Role.PLAYER, stream, seat, None, lambda _: None)

    async def _open(
        self,
        role: Role,
        stream: str | None,
        seat: str | None,
        invitation: str | None,
        still: Callable[[Connection], object],
    ) -> tuple[Session, str]:
        """Open a session; ``still`` raises if what allowed it has gone in the meantime."""
        token, created = self._source.token(), self._store.clock()
        session = Session(role, stream, seat, created + self._length)
        row = {
            "secret": hash_token(token),
            "role": role.value,
            "stream": stream,
            "seat": seat,
            "invitation": invitation,
            "created": to_micros(created),
            "expires": to_micros(session.expires),
        }

        def change(connection: Connection) -> None:
            still(connection)
            connection.execute(insert(sessions), row)

        await self._store.write(change)
        return session, token

    async def session(self, token: str) -> Session | None:
        """The session of a token, or None if there is none or it is over."""
        secret, generation = hash_token(token), self._generation
        found = self._cache.get(secret)
        if found is None:
            query = select(sessions).where(sessions.c.secret == secret)
            row = await self._store.read(lambda connection: connection.execute(query).first())
            if row is None:
                return None
            found = Session(Role(row.role), row.stream, row.seat, from_micros(row.expires))
            # Not if sessions were closed while we read.
            if generation == self._generation and len(self._cache) < _CACHED_SESSIONS:
                self._cache[secret] = found
        return found if found.expires > self._store.clock() else None

    async def end_session(self, token: str) -> None:
        """Close one session."""
        await self._close(sessions.c.secret == hash_token(token))

    async def sweep(self) -> None:
        """Delete what is over: sessions, and counts of wrong PINs."""
        now = self._now()
        await self._close(sessions.c.expires <= now)
        await self._store.write(lambda connection: attempts.sweep(connection, now))

    async def _close(self, which: ColumnElement[bool]) -> None:
        await self._store.write(
            lambda connection: connection.execute(delete(sessions).where(which))
        )
        self._forget_sessions()

    def _forget_sessions(self) -> None:
        self._generation += 1
        self._cache.clear()


def _door(stream: str, seat: str) -> str:
    return f"seat {stream} {seat}"[:200]


def _pin_row(connection: Connection, stream: str, seat: str) -> Any:
    query = select(pins).where(pins.c.stream == stream, pins.c.seat == seat)
    return connection.execute(query).first()
