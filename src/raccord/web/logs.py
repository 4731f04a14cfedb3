"""Structured logs: one JSON object a line, for those who gather them from several machines."""

import logging
from datetime import UTC, datetime

from pythonjsonlogger.json import JsonFormatter

_FIELDS = "{asctime}{levelname}{name}{message}"
_RENAMED = {"asctime": "at", "levelname": "level", "name": "logger"}


class _Formatter(JsonFormatter):
    """Instants as machines of several time zones compare them: ISO 8601, in UTC."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802
        """When it was logged."""
        at = datetime.fromtimestamp(record.created, UTC)
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def structure_logs(**always: object) -> None:
    """Write everything that is logged as JSON on stderr; ``always`` stands on every line."""
    handler = logging.StreamHandler()
    formatter = _Formatter(
        _FIELDS,
        style="{",
        rename_fields=_RENAMED,
        static_fields=always,
        json_ensure_ascii=False,
    )
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    # Two lines at each start, about its own workings; ``run.upgrade`` tells what was upgraded.
    logging.getLogger("alembic").setLevel(logging.WARNING)
