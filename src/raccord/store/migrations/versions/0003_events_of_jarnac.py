"""Events of Jarnac are tagged ``event`` like all others, and a game begins with ``opened``.

The one rewriting of a log: its guard is lifted for it, within the transaction, and set again.
"""

import sqlalchemy as sa
from alembic import op

from raccord.store.former import KINDS, present_form
from raccord.store.migrations.guard import unguarded

revision = "0003"
down_revision = "0002"

_BATCH = 1000
_EVENTS = sa.table(
    "events",
    sa.column("position", sa.BigInteger),
    sa.column("stream", sa.String),
    sa.column("type", sa.String),
    sa.column("payload", sa.Text),
)
_STREAMS = sa.table("streams", sa.column("id", sa.String), sa.column("kind", sa.String))


def upgrade() -> None:
    """Rewrite the events of Jarnac, and nothing else."""
    with unguarded():
        last = 0
        while batch := _after(last):
            last = batch[-1].position
            for row in batch:
                _rewrite(row)


def _after(position: int) -> list[sa.Row[tuple[int, str, str]]]:
    query = (
        sa.select(_EVENTS.c.position, _EVENTS.c.type, _EVENTS.c.payload)
        .join(_STREAMS, _STREAMS.c.id == _EVENTS.c.stream)
        .where(_STREAMS.c.kind.in_(KINDS), _EVENTS.c.position > position)
        .order_by(_EVENTS.c.position)
        .limit(_BATCH)
    )
    return list(op.get_bind().execute(query))


def _rewrite(row: sa.Row[tuple[int, str, str]]) -> None:
    name, payload = present_form(row.type, row.payload)
    here = _EVENTS.c.position == row.position
    op.execute(sa.update(_EVENTS).where(here).values(type=name, payload=payload))
