"""Doors are derived from the server's key and the log: their tables held nothing, and go."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Drop the tables that nothing was ever written to."""
    for table in ("sessions", "pins", "invitations", "attempts"):
        op.drop_table(table)
