"""What players keep of their training, and the results of games that several play."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0006"


def upgrade() -> None:
    """Three tables beside the log."""
    op.create_table(
        "studied",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("key", sa.String(80), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
    )
    op.create_index("studied_by_instant", "studied", ["owner", "kind", "at"])
    op.create_table(
        "contests",
        sa.Column("id", sa.String(60), primary_key=True),
        sa.Column("game", sa.String(120), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("contest", sa.String(60), primary_key=True),
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(120), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("tops", sa.Integer, nullable=False),
        sa.Column("ms", sa.BigInteger, nullable=False),
    )
    op.create_index("results_by_owner", "results", ["owner"])
