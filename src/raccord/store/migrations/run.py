"""Runs Alembic on an open connection, without any configuration file."""

import logging
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from raccord.store.errors import TooNewError

log = logging.getLogger(__name__)

KNOWN = ("0001", "0002", "0003", "0004", "0006", "0008")
HEAD = KNOWN[-1]


def revision(connection: Connection) -> str | None:
    """The revision of the database; None where no schema is."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(connection: Connection) -> None:
    """Bring the schema to the present; the caller's transaction holds all of it."""
    if connection.dialect.name == "postgresql":
        # Two processes may start at once; SQLite's writing lock already serialises them.
        connection.execute(text("SELECT pg_advisory_xact_lock(7270)"))
    current = revision(connection)
    if current == HEAD:
        return
    if current is not None and current not in KNOWN:
        raise TooNewError(current, f"a revision up to {HEAD}")
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if current is not None:
        log.info("schema brought from %s to %s", current, HEAD)
