"""Invitation links in the database."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from raccord.store.credentials import Invitation, Role
from raccord.store.errors import DeniedError, NoStreamError
from raccord.store.records import from_micros, is_name
from raccord.store.schema import invitations, sessions, streams


def of_stream(connection: Connection, stream: str) -> list[Invitation]:
    """The invitations of a stream, the oldest first."""
    if not is_name(stream):
        return []
    query = select(invitations).where(invitations.c.stream == stream)
    query = query.order_by(invitations.c.created, invitations.c.id)
    return [_invitation(row) for row in connection.execute(query)]


def find(connection: Connection, secret: str, now: int) -> Invitation:
    """The invitation with this hashed token, if it still opens anything."""
    query = select(invitations).where(
        invitations.c.secret == secret, invitations.c.revoked.is_(None)
    )
    row = connection.execute(query).first()
    if row is None or (row.expires is not None and row.expires <= now):
        raise DeniedError("invitation")
    return _invitation(row)


def _invitation(row: Any) -> Invitation:
    return Invitation(
        row.id,
        row.stream,
        Role(row.role),
        row.label,
        from_micros(row.created),
        _moment(row.expires),
        _moment(row.revoked),
    )


def need_stream(connection: Connection, stream: str) -> None:
    """Refuse a stream that does not exist."""
    query = select(streams.c.id).where(streams.c.id == stream)
    if not is_name(stream) or connection.scalar(query) is None:
        raise NoStreamError(stream)


def add(
    connection: Connection,
    secret: str,
    stream: str | None,
    role: Role,
    label: str,
    created: int,
    expires: int | None,
) -> str:
    """Write an invitation; gives its id."""
    id_ = uuid.uuid4().hex
    connection.execute(
        insert(invitations).values(
            id=id_,
            secret=secret,
            stream=stream,
            role=role.value,
            label=label,
            created=created,
            expires=expires,
        )
    )
    return id_


def revoke(connection: Connection, id_: str, now: int) -> None:
    """Close a link and the sessions opened through it."""
    still = (invitations.c.id == id_) & invitations.c.revoked.is_(None)
    connection.execute(update(invitations).where(still).values(revoked=now))
    connection.execute(delete(sessions).where(sessions.c.invitation == id_))


def _moment(micros: int | None) -> datetime | None:
    return None if micros is None else from_micros(micros)
