"""Kinds of streams that hold anything, for tests of the log itself."""

from typing import Any

import msgspec

from raccord.store.codec import Codec
from raccord.store.kinds import Kind
from raccord.store.records import StoredEvent


class _AnyCodec(Codec[Any]):
    def decode(self, stored: StoredEvent) -> Any:
        return msgspec.json.decode(stored.payload)


def kinds(*names: str) -> dict[str, Kind[Any, Any]]:
    """Kinds of these names, whose events may be any JSON."""
    return {name: Kind(name, _AnyCodec(), lambda _, event: event) for name in names}
