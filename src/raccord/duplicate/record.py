"""Game records: one JSON document, the schema's name and version, then every event.

``loads`` checks the document's form; ``verify`` whether the secret revealed gives the draws told.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from raccord.decoding import MALFORMED, in_french, locate
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.commitments import commitment_to, software_letters
from raccord.duplicate.errors import NotARecordError, Refusal
from raccord.duplicate.evolve import evolve
from raccord.duplicate.files import fair_draws
from raccord.duplicate.files.draw_checks import check_draws
from raccord.duplicate.state import State, begin
from raccord.quoting import quoted

SCHEMA = "raccord.game"
VERSION = 1


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Enregistrement d'une partie; a summary may stand beside the events."""

    schema: str = SCHEMA
    version: Annotated[int, msgspec.Meta(ge=1)] = VERSION
    events: tuple[ev.AnyEvent, ...]

    @property
    def opened(self) -> ev.Opened:
        """The first event."""
        first = self.events[0]
        assert isinstance(first, ev.Opened)
        return first


def dumps(events: Sequence[ev.Event], summary: Mapping[str, Any] | None = None) -> str:
    """Write a record, and a summary beside the events for those who read no events."""
    document = {"schema": SCHEMA, "version": VERSION, **(summary or {}), "events": list(events)}
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


def loads(text: str | bytes) -> Record:
    """Read a record; ``NotARecordError`` says what is wrong and where."""
    try:
        head = msgspec.json.decode(text)
    except MALFORMED as error:
        raise NotARecordError(f"ce n'est pas du JSON : {locate(error)}") from error
    _check_head(head)
    try:
        record = msgspec.convert(head, Record)
    except (msgspec.ValidationError, ValueError) as error:
        raise NotARecordError(f"partie illisible : {in_french(error)}") from error
    _check_order(record.events)
    return record


def _check_head(head: Any) -> None:
    if not isinstance(head, dict) or head.get("schema") != SCHEMA:
        raise NotARecordError(f"ce n'est pas une partie de duplicate (attendu : {quoted(SCHEMA)})")
    version = head.get("version")
    if version != VERSION:
        found = "absente" if version is None else f"{quoted(version)} inconnue"
        raise NotARecordError(f"version {found} : ce programme lit la version {VERSION}")


def _check_order(events: tuple[ev.Event, ...]) -> None:
    if not events or not isinstance(events[0], ev.Opened):
        raise NotARecordError("le premier événement d'une partie est son ouverture")
    if any(isinstance(e, ev.Opened) for e in events[1:]):
        raise NotARecordError("une partie ne s'ouvre qu'une fois")


class Mismatch(msgspec.Struct, frozen=True):
    """Écart: a draw that the secret does not give."""

    turn: int
    told: str
    expected: str


def verify(record: Record) -> tuple[Mismatch, ...]:
    """Recompute every software draw from the secret revealed; empty when all agree.

    ``NotARecordError`` when the secret is missing or is not the one committed to, when the public
    number came too late, when a draw was rejected, kept or sent back against the regulation, or
    when the events do not follow from each other.
    """
    secret = next((e.secret for e in record.events if isinstance(e, ev.SecretRevealed)), "")
    if not secret:
        raise NotARecordError("le secret des tirages n'est pas publié : rien à vérifier")
    opened = record.opened
    if not fair_draws.is_secret(secret) or commitment_to(secret, opened) != opened.commitment:
        raise NotARecordError("le secret publié n'est pas celui de l'engagement")
    _check_number(record)
    try:
        return tuple(_mismatches(record, secret))
    except Refusal as error:
        raise NotARecordError(error.reason) from error
    except (ValueError, LookupError) as error:
        raise NotARecordError("des événements ne se suivent pas") from error


def _check_number(record: Record) -> None:
    """The public number is given once, before the first draw, in a game that draws from one."""
    kinds = (ev.PublicNumberGiven, ev.Drawn, ev.DrawRejected)
    told = [event for event in record.events if isinstance(event, kinds)]
    given = [event for event in told if isinstance(event, ev.PublicNumberGiven)]
    if not given:
        if record.opened.needs_number and told:
            raise NotARecordError("la partie devait attendre un nombre public, et n'en a pas")
    elif record.opened.scheme != fair_draws.MIXED or len(given) > 1 or told[0] is not given[0]:
        raise NotARecordError("le nombre public n'est pas donné une fois, avant tout tirage")
    elif fair_draws.public_number(given[0].number) != given[0].number:
        raise NotARecordError("ce nombre public ne peut pas en être un")


def _mismatches(record: Record, secret: str) -> Iterator[Mismatch]:
    state = begin(record.opened)
    for event in record.events[1:]:
        if isinstance(event, ev.Drawn | ev.DrawRejected) and event.origin == "software":
            expected = software_letters(secret, state)
            leave = state.position.leave
            if expected != event.new:
                yield Mismatch(event.turn, event.new, expected)
                return
            if leave != event.leave:
                yield Mismatch(event.turn, f"{event.leave}+{event.new}", f"{leave}+{expected}")
                return
        _check_draws(state, event)
        state = evolve(state, event)


def _check_draws(state: State, event: ev.Event) -> None:
    try:
        check_draws(state, event)
    except Refusal as refusal:
        raise Refusal(f"au coup {state.turn}, {refusal.reason}") from refusal
