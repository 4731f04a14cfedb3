"""A request as this application reads it."""

from typing import Any

from litestar import Request

_LENGTH = b"content-length"


class WireRequest(Request[Any, Any, Any]):
    """Finds its length on the wire.

    The framework builds its whole mapping of headers to ask for this one; a slip would pay more
    for it than for reading its body.
    """

    @property
    def content_length(self) -> int | None:
        """The bytes announced; what is no number is refused as the framework does."""
        found = next((value for name, value in self.scope["headers"] if name == _LENGTH), None)
        if found is None or found.isdigit():
            return None if found is None else int(found)
        return super().content_length
