"""The record of a game: one JSON document with its schema and version, and its facts."""

import msgspec

from raccord.decoding import MALFORMED, in_french, locate
from raccord.jarnac.errors import NotARecordError
from raccord.jarnac.events import Event, GameOpened
from raccord.jarnac.evolve import begin, evolve

SCHEMA = "raccord/jarnac"
VERSION = 1


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Feuille de partie: the facts of a game, finished or not."""

    schema: str = SCHEMA
    version: int = VERSION
    events: tuple[Event, ...]


_decoder = msgspec.json.Decoder(Record)


def dumps(events: tuple[Event, ...]) -> bytes:
    """The record of these facts, in JSON."""
    return msgspec.json.format(msgspec.json.encode(Record(events=events)), indent=1)


def loads(document: bytes | str) -> tuple[Event, ...]:
    """The facts of a record; :class:`NotARecordError` says what is wrong with it."""
    try:
        record = _decoder.decode(document)
    except msgspec.ValidationError as error:
        raise NotARecordError(f"ce n’est pas une partie de Jarnac : {in_french(error)}") from error
    except MALFORMED as error:
        raise NotARecordError(f"ce n’est pas une partie de Jarnac : {locate(error)}") from error
    if (record.schema, record.version) != (SCHEMA, VERSION):
        raise NotARecordError(
            f"partie d’un autre format : {record.schema} {record.version} "
            f"(attendu : {SCHEMA} {VERSION})"
        )
    _verify(record.events)
    return record.events


def _verify(events: tuple[Event, ...]) -> None:
    """Facts in order of time, and no letter lost or made up on the way."""
    if not events or not isinstance(events[0], GameOpened):
        raise NotARecordError("une partie de Jarnac commence par son ouverture")
    state = begin(events[0])
    letters = state.letters
    for number, event in enumerate(events[1:], start=2):
        if event.at < state.now:
            raise NotARecordError(f"fait n° {number} daté d’avant le précédent", event)
        if isinstance(event, GameOpened):
            raise NotARecordError(f"fait n° {number} : la partie est déjà ouverte", event)
        state = evolve(state, event)
        if state.letters != letters:
            raise NotARecordError(f"fait n° {number} : le compte des lettres n’y est pas", event)
