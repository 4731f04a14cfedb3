"""The tables. Times are whole microseconds since 1970, UTC; nothing secret is stored.

``events`` is append-only: triggers of the first migration refuse any update or deletion. ``leases``
and ``members`` are for processes that share a database: who writes a section, and who is there.
What players keep of their training (``studied``, ``contests``, ``results``) is theirs to change and
erase; its times are milliseconds.
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

# Empty: no state is kept beside its log. Databases have the table from their first schema.
Table(
    "snapshots",
    metadata,
    Column("stream", String(120), ForeignKey("streams.id"), primary_key=True),
    Column("shape", String(80), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("event", String(32), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("payload", Text, nullable=False),
)

studied = Table(
    "studied",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("key", String(80), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("payload", Text, nullable=False),
    Index("studied_by_instant", "owner", "kind", "at"),
)

contests = Table(
    "contests",
    metadata,
    Column("id", String(60), primary_key=True),
    Column("game", String(120), nullable=False),
    Column("created", BigInteger, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("contest", String(60), primary_key=True),
    Column("owner", String(64), primary_key=True),
    Column("game", String(120), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("points", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("tops", Integer, nullable=False),
    Column("ms", BigInteger, nullable=False),
    Index("results_by_owner", "owner"),
)

leases = Table(
    "leases",
    metadata,
    Column("section", String(120), primary_key=True),
    Column("owner", String(40), nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

members = Table(
    "members",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("role", String(20), nullable=False),
    Column("address", String(200), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("seen", BigInteger, nullable=False),
)
