"""The tables. Times are whole microseconds since 1970, UTC; nothing secret is stored.

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
    Column("link", String(64), nullable=False, server_default=""),
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
