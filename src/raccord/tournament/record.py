"""Exported competitions: one JSON document: schema, version, the summary and the ranking.

``loads`` gives the summary back, and with it the same ranking; the ranking beside it is for those
who read no summaries. ``schema`` is what is published for other programs.
"""

from typing import Annotated, Any

import msgspec

from raccord.decoding import MALFORMED, in_french, locate
from raccord.tournament.errors import NotAnEventError
from raccord.tournament.standing import StandingLine, standing
from raccord.tournament.summary import Summary

SCHEMA = "raccord.tournament"
VERSION = 1


class Exported(msgspec.Struct, frozen=True, kw_only=True):
    """Compétition exportée."""

    schema: str = SCHEMA
    version: Annotated[int, msgspec.Meta(ge=1)] = VERSION
    summary: Summary
    ranking: tuple[StandingLine, ...] = ()


def dumps(summary: Summary) -> str:
    """Write a competition."""
    document = Exported(summary=summary, ranking=standing(summary))
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


def loads(text: str | bytes) -> Summary:
    """Read a competition; ``NotAnEventError`` says what is wrong and where."""
    try:
        head = msgspec.json.decode(text)
    except MALFORMED as error:
        raise NotAnEventError(f"ce n'est pas du JSON : {locate(error)}") from error
    if not isinstance(head, dict) or head.get("schema") != SCHEMA:
        raise NotAnEventError(f"ce n'est pas une compétition (attendu : « {SCHEMA} »)")
    if head.get("version") != VERSION:
        raise NotAnEventError(f"version inconnue : ce programme lit la version {VERSION}")
    try:
        return msgspec.convert(head, Exported, str_keys=True).summary
    except (msgspec.ValidationError, ValueError) as error:
        raise NotAnEventError(f"compétition illisible : {in_french(error)}") from error


def schema() -> dict[str, Any]:
    """The JSON Schema of what is exported."""
    return msgspec.json.schema(Exported)
