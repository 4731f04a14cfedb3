"""Between events and JSON. The caller says which classes there are; msgspec does the rest.

Classes may be msgspec structs, tagged or not, or dataclasses. The type column of the log holds the
tag of a tagged struct, and otherwise the name of the class: renaming one breaks old logs.
"""

from collections.abc import Callable
from types import UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin

import msgspec

from raccord.store.errors import UnreadableError
from raccord.store.records import NewEvent, StoredEvent

E = TypeVar("E")


class Codec(Generic[E]):
    """Writes and reads the events of one kind of stream: ``Codec[GameEvent](GameEvent)``.

    ``union`` is a union of classes, or several. ``enc_hook`` and ``dec_hook`` are msgspec's, for
    classes it does not know.
    """

    def __init__(
        self,
        *union: Any,
        enc_hook: Callable[[Any], Any] | None = None,
        dec_hook: Callable[[type, Any], Any] | None = None,
    ) -> None:
        self._encoder = msgspec.json.Encoder(enc_hook=enc_hook)
        self._names: dict[type, str] = {}
        self._decoders: dict[str, msgspec.json.Decoder[Any]] = {}
        for cls in _classes(union):
            name = _name(cls)
            if name in self._decoders:
                raise ValueError(f"two event classes are named {name!r}")
            self._names[cls] = name
            self._decoders[name] = msgspec.json.Decoder(cls, dec_hook=dec_hook)

    @property
    def types(self) -> frozenset[str]:
        """The names it can read."""
        return frozenset(self._decoders)

    def encode(self, event: E) -> NewEvent:
        """An event as it is written."""
        return NewEvent(self._names[type(event)], self._encoder.encode(event).decode())

    def decode(self, stored: StoredEvent) -> E:
        """An event as it was."""
        decoder = self._decoders.get(stored.type)
        place = f"{stored.stream} {stored.version}"
        if decoder is None:
            raise UnreadableError(place, f"a known type, not {stored.type!r}")
        try:
            event: E = decoder.decode(stored.payload)
        except (msgspec.MsgspecError, ValueError) as error:
            raise UnreadableError(place, f"a {stored.type}: {error}") from error
        return event


def _classes(union: Any) -> list[type]:
    if isinstance(union, type):
        return [union]
    if isinstance(union, tuple):
        return [cls for part in union for cls in _classes(part)]
    if get_origin(union) in (Union, UnionType):
        return _classes(get_args(union))
    raise TypeError(f"not an event class: {union!r}")


def _name(cls: type) -> str:
    config = getattr(cls, "__struct_config__", None)
    tag = getattr(config, "tag", None)
    return tag if isinstance(tag, str) else cls.__name__
