"""The tables. Times are whole microseconds since 1970, UTC; secrets are stored as hashes only.

``events`` is append-only: triggers of the first migration refuse any update or deletion.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

streams = Table(
    "streams",
    metadata,
    Column("id", String(120), primary_key=True),
    Column("kind", String(40), nullable=False),
    Column("title", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("streams_by_kind", "kind", "created"),
)

events = Table(
    "events",
    metadata,
    Column(
        "position",
        BigInteger().with_variant(Integer, "sqlite"),
        primary_key=True,
        autoincrement=True,
    ),
    Column("stream", String(120), ForeignKey("streams.id"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("id", String(32), nullable=False),
    Column("type", String(80), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("payload", Text, nullable=False),
    UniqueConstraint("stream", "version", name="events_lock"),
)

request_keys = Table(
    "request_keys",
    metadata,
    Column("stream", String(120), ForeignKey("streams.id"), primary_key=True),
    Column("key", String(200), primary_key=True),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", String(120), ForeignKey("streams.id"), primary_key=True),
    Column("shape", String(80), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("event", String(32), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("payload", Text, nullable=False),
)

invitations = Table(
    "invitations",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("secret", String(64), nullable=False, unique=True),
    Column("stream", String(120), ForeignKey("streams.id"), nullable=True),
    Column("role", String(20), nullable=False),
    Column("label", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=True),
    Column("revoked", BigInteger, nullable=True),
)

pins = Table(
    "pins",
    metadata,
    Column("stream", String(120), ForeignKey("streams.id"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("salt", String(32), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("secret", String(64), primary_key=True),
    Column("stream", String(120), nullable=True),
    Column("role", String(20), nullable=False),
    Column("seat", String(40), nullable=True),
    Column("invitation", String(32), nullable=True),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("sessions_by_seat", "stream", "seat"),
    Index("sessions_by_invitation", "invitation"),
)

attempts = Table(
    "attempts",
    metadata,
    Column("door", String(200), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("last", BigInteger, nullable=False),
)
