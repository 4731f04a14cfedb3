"""The guard of the log: triggers that refuse any change of an event, lifted only by a migration."""

from collections.abc import Iterator
from contextlib import contextmanager

from alembic import op


@contextmanager
def unguarded() -> Iterator[None]:
    """Lift the guard within the transaction of a migration, and set it again."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE events DISABLE TRIGGER events_guard")
        yield
        op.execute("ALTER TABLE events ENABLE TRIGGER events_guard")
    else:
        op.execute("DROP TRIGGER events_no_update")
        yield
        op.execute(
            "CREATE TRIGGER events_no_update BEFORE UPDATE ON events "
            "BEGIN SELECT RAISE(ABORT, 'events are append-only'); END"
        )
