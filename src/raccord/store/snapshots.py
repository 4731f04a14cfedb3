"""Snapshots: a cache of states, never a source. One that does not fit exactly is ignored.

It fits if its digest is right, its shape is the one asked for, the log holds the very event it was
taken after, and the caller can read it.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from sqlalchemy import Connection, delete, insert, select

from raccord.store.schema import events, snapshots

S = TypeVar("S")


@dataclass(frozen=True)
class Snapshots(Generic[S]):
    """How states are kept: change ``shape`` whenever the state or ``evolve`` changes."""

    shape: str
    encode: Callable[[S], str]
    decode: Callable[[str], S]
    every: int = 200

    def save(self, connection: Connection, stream: str, version: int, event: str, state: S) -> None:
        """Replace the snapshot of a stream."""
        payload = self.encode(state)
        digest = _digest(self.shape, version, event, payload)
        here = (snapshots.c.stream == stream, snapshots.c.shape == self.shape)
        connection.execute(delete(snapshots).where(*here))
        connection.execute(
            insert(snapshots).values(
                stream=stream,
                shape=self.shape,
                version=version,
                event=event,
                digest=digest,
                payload=payload,
            )
        )

    def find(self, connection: Connection, stream: str) -> tuple[int, str, S] | None:
        """Version, event and state of a snapshot that fits, or None."""
        row = connection.execute(
            select(snapshots)
            # The event itself, not its version alone: another log may have another event there.
            .join(
                events,
                (events.c.stream == snapshots.c.stream)
                & (events.c.version == snapshots.c.version)
                & (events.c.id == snapshots.c.event),
            )
            .where(snapshots.c.stream == stream, snapshots.c.shape == self.shape)
        ).first()
        if row is None or row.digest != _digest(self.shape, row.version, row.event, row.payload):
            return None
        try:
            return row.version, row.event, self.decode(row.payload)
        except Exception:
            # Whatever is wrong with it, the log has everything.
            return None


def _digest(shape: str, version: int, event: str, payload: str) -> str:
    return hashlib.sha256(f"{shape}\n{version}\n{event}\n{payload}".encode()).hexdigest()
