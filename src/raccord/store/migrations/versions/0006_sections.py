"""Who writes which section, and which processes there are, where several share a database."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0004"


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "leases",
        sa.Column("section", sa.String(120), primary_key=True),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
