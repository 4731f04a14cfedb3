"""Structured logs: one JSON object a line, for those who gather them from several machines."""

import logging

from pythonjsonlogger.json import JsonFormatter

_FIELDS = "{asctime}{levelname}{name}{message}"
_RENAMED = {"asctime": "at", "levelname": "level", "name": "logger"}


def structure_logs(**always: object) -> None:
    """Write everything that is logged as JSON on stderr; ``always`` stands on every line."""
    handler = logging.StreamHandler()
    formatter = JsonFormatter(
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
