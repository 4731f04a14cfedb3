"""Statements written out once for each database: at every commit of a busy turn, leaving it to
SQLAlchemy to find its own words again costs more than running them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import ClauseElement, Connection, CursorResult, Dialect

Row = dict[str, Any]


def run(connection: Connection, statement: ClauseElement, rows: Sequence[Row]) -> CursorResult[Any]:
    """Run a statement once for every row of its parameters; there must be one at least."""
    text, order = _written(statement, tuple(rows[0]), connection.dialect)
    if order is None:
        return connection.exec_driver_sql(text, rows if len(rows) > 1 else rows[0])
    values = [tuple(row[name] for name in order) for row in rows]
    return connection.exec_driver_sql(text, values if len(values) > 1 else values[0])


@lru_cache(maxsize=64)
def _written(
    statement: ClauseElement, names: tuple[str, ...], dialect: Dialect
) -> tuple[str, tuple[str, ...] | None]:
    """The text of a statement, and the order of its parameters where they go by place."""
    compiled: Any = statement.compile(dialect=dialect, column_keys=names)
    return compiled.string, tuple(compiled.positiontup) if compiled.positional else None
