"""Statements of PostgreSQL in which the database itself says what time it is."""

from sqlalchemy import TextClause, text

_NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"


def timed(statement: str) -> TextClause:
    """A statement in which ``$now`` is the database's own time, in microseconds since 1970."""
    return text(statement.replace("$now", _NOW))
