"""The event log, its request keys and snapshots, and the doors: invitations, PINs, sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_STREAM = sa.String(120)


def upgrade() -> None:
    """Create every table, and forbid changing an event."""
    _create_log()
    _create_doors()
    if op.get_bind().dialect.name == "postgresql":
        _guard_on_postgresql()
    else:
        _guard_on_sqlite()


def _create_log() -> None:
    op.create_table(
        "streams",
        sa.Column("id", _STREAM, primary_key=True),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("streams_by_kind", "streams", ["kind", "created"])
    op.create_table(
        "events",
        sa.Column(
            "position",
            sa.BigInteger().with_variant(sa.Integer, "sqlite"),
            primary_key=True,
            autoincrement=True,
        ),
        sa.Column("stream", _STREAM, sa.ForeignKey("streams.id"), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("type", sa.String(80), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.UniqueConstraint("stream", "version", name="events_lock"),
    )
    op.create_table(
        "request_keys",
        sa.Column("stream", _STREAM, sa.ForeignKey("streams.id"), primary_key=True),
        sa.Column("key", sa.String(200), primary_key=True),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("stream", _STREAM, sa.ForeignKey("streams.id"), primary_key=True),
        sa.Column("shape", sa.String(80), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("event", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
    )


def _create_doors() -> None:
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False, unique=True),
        sa.Column("stream", _STREAM, sa.ForeignKey("streams.id"), nullable=True),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=True),
        sa.Column("revoked", sa.BigInteger, nullable=True),
    )
    op.create_table(
        "pins",
        sa.Column("stream", _STREAM, sa.ForeignKey("streams.id"), primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("secret", sa.String(64), primary_key=True),
        sa.Column("stream", _STREAM, nullable=True),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("seat", sa.String(40), nullable=True),
        sa.Column("invitation", sa.String(32), nullable=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("sessions_by_seat", "sessions", ["stream", "seat"])
    op.create_index("sessions_by_invitation", "sessions", ["invitation"])
    op.create_table(
        "attempts",
        sa.Column("door", sa.String(200), primary_key=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
    )


def _guard_on_sqlite() -> None:
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER events_no_{verb.lower()} BEFORE {verb} ON events "
            "BEGIN SELECT RAISE(ABORT, 'events are append-only'); END"
        )


def _guard_on_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION events_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'events are append-only'; END $$"
    )
    op.execute(
        "CREATE TRIGGER events_guard BEFORE UPDATE OR DELETE OR TRUNCATE ON events "
        "FOR EACH STATEMENT EXECUTE FUNCTION events_append_only()"
    )
