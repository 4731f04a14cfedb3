"""Audit of a record: every event against the rules of its edition, formula and lexicon."""

from collections.abc import Callable
from typing import Any

from raccord.board import BoardError, FaultKind, Move, faults, score
from raccord.duplicate import events as ev
from raccord.duplicate.errors import NotARecordError, Refusal
from raccord.duplicate.evolve import evolve
from raccord.duplicate.files.draw_checks import (
    check_draws,
    check_place,
    declined_wrongly,
    misjudged,
)
from raccord.duplicate.files.fair_draws import secret_of_seed
from raccord.duplicate.files.replay import Replay
from raccord.duplicate.files.report import summary
from raccord.duplicate.record import Record, verify
from raccord.duplicate.rules.ends import EndReason, Frame, end_of, end_of_pool
from raccord.duplicate.rules.tops import find_tops, tie_for
from raccord.duplicate.state import begin

_TILES = {EndReason.ALL_PLACED, EndReason.ONE_LEFT, EndReason.ONE_KIND, EndReason.NOTHING_FITS}


BROKEN = "event"
"""The kind of failure past which a record cannot be followed."""


class _Broken(Exception):  # noqa: N818
    """An event that does not follow from those before it."""


class _Audit:
    """One walk through a record."""

    def __init__(self, record: Record, frame: Frame, strict: bool) -> None:
        self.record, self.frame, self.strict = record, frame, strict
        self.same_list = frame.lexicon.digest == record.opened.lexicon_digest
        self.found = Replay()
        self.state = begin(record.opened)

    def run(self) -> Replay:
        """Walk the events, then check the secret."""
        if not self.same_list:
            told, read = self.record.opened.lexicon, self.frame.lexicon.name
            self.found.note(0, "lexicon", f"partie jouée avec {told}, relue avec {read}")
        for event in self.record.events[1:]:
            check = _CHECKS.get(type(event))
            try:
                if check:
                    check(self, event)
                self.state = evolve(self.state, event)
            except (_Broken, Refusal, BoardError, LookupError) as error:
                told = getattr(error, "french", str(error))
                self.fail(BROKEN, f"événement impossible : {told}")
                return self.found
        self.found.turns, self.found.total = len(self.state.turns), self.state.total
        self._secret()
        return self.found

    def fail(self, kind: str, message: str) -> None:
        """Note a failure on the turn under way."""
        self.found.fail(self.state.turn, kind, message)

    def _secret(self) -> None:
        if not any(isinstance(e, ev.SecretRevealed) for e in self.record.events):
            if self.record.opened.commitment:
                self.found.note(0, "secret", "le secret des tirages n'est pas publié")
            return
        seed = self.record.opened.seed
        if seed is not None and self.state.secret != secret_of_seed(seed):
            self.found.fail(0, "seed", f"la graine {seed} ne donne pas ce secret")
        try:
            for mismatch in verify(self.record):
                message = f"tirage {mismatch.told}, le secret donne {mismatch.expected}"
                self.found.fail(mismatch.turn, "draw", message)
        except NotARecordError as error:
            self.found.fail(0, "secret", str(error))


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise _Broken(message)


def _check_draw(audit: _Audit, event: ev.Drawn | ev.DrawRejected) -> None:
    state = check_place(audit.state, event)
    leave = state.position.leave
    if event.leave != leave:
        audit.fail("leave", f"reliquat {event.leave or '–'}, {leave or '–'} attendu")
        raise _Broken("le reliquat ne correspond pas")
    if fault := misjudged(state, event):
        audit.fail("draw", fault)


def _check_declined(audit: _Audit, event: ev.DrawDeclined) -> None:
    if fault := declined_wrongly(audit.state, event):
        audit.fail("draw", fault)


def _check_retained(audit: _Audit, event: ev.Retained) -> None:
    state, frame = audit.state, audit.frame
    _require(bool(state.rack), "aucun tirage n'est en jeu")
    _require(event.turn == state.turn, f"top du coup {event.turn} au coup {state.turn}")
    move = Move.parse(event.move)
    board, rules = state.position.board, state.formula.rules
    for fault in faults(board, move, state.rack, frame.lexicon, rules):
        if fault.kind is not FaultKind.NOT_ADMITTED:
            raise _Broken(f"{move} : {fault.french}")
        unknown = f"{fault.detail} est inconnu du lexique {frame.lexicon.name}"
        # A game played with another list may hold words that this one lacks: that is no fault.
        ours = audit.same_list and not _is_followed(audit, event)
        note = audit.found.fail if audit.strict or ours else audit.found.note
        note(state.turn, "unknown-word", unknown)
    points = score(board, move, rules).total
    if points != event.points:
        audit.fail("points", f"{move} : {event.points} points annoncés, {points} comptés")
    if _is_followed(audit, event):
        audit.found.note(state.turn, "published", f"{move} est repris de la partie publiée")
    elif audit.same_list:
        _check_top(audit, event)


def _is_followed(audit: _Audit, event: ev.Retained) -> bool:
    """Whether a move stands because it was published, not because the list calls it a top."""
    return audit.state.formula.prepared and not event.ties


def _check_top(audit: _Audit, event: ev.Retained) -> None:
    state = audit.state
    # No samples: which ties there are is checked, not how they were ranked.
    tops = find_tops(state.position, state.rack, state.turn, audit.frame, samples=0)
    listed = {t.move for t in tops.ties} if tops else set()
    if event.ties and {t.move for t in event.ties} != listed:
        audit.fail("tops", "les tops annoncés ne sont pas ceux du tirage")
    kept = tie_for(tops, Move.parse(event.move), state.position, audit.frame) if tops else None
    # Topping places what was found first, eligible or not (2017 7.4).
    if kept is None or not (kept.is_eligible or state.formula.topping):
        audit.fail("top", f"{event.move} n'est pas un top à retenir")


def _check_ended(audit: _Audit, event: ev.GameEnded) -> None:
    state = audit.state
    if event.reason not in _TILES:
        return
    if audit.same_list:
        expected = end_of(state.position, state.turn, audit.frame)
    else:
        # With another list nobody can tell whether something fitted: the claim is taken.
        expected = end_of_pool(state.position.pool, state.edition) or EndReason.NOTHING_FITS
    if expected is not event.reason:
        audit.fail("end", f"fin annoncée : {event.reason.french} ; elle n'a pas lieu d'être")


def _check_followed(audit: _Audit, event: ev.Event) -> None:
    check_draws(audit.state, event)


_CHECKS: dict[type[ev.Event], Callable[[_Audit, Any], None]] = {
    ev.Drawn: _check_draw,
    ev.DrawRejected: _check_draw,
    ev.DrawDeclined: _check_declined,
    ev.DrawCorrected: _check_followed,
    ev.Retained: _check_retained,
    ev.NoSolution: _check_followed,
    ev.TurnCancelled: _check_followed,
    ev.GameEnded: _check_ended,
}


def audit(record: Record, frame: Frame, *, strict: bool = False) -> Replay:
    """Re-play a record, verifying every draw, move, point and end."""
    return _Audit(record, frame, strict).run()


_HEAD = (
    *("edition", "formula", "lexicon", "seed", "total"),
    *("commitment", "public_number", "secret", "end"),
)


def compare(found: Replay, record: Record, told: dict[str, Any]) -> None:
    """Hold the summary printed beside the events against what the events tell."""
    if any(f.kind == BROKEN for f in found.failures):
        return
    expected = summary(record.events)
    _compare(found, 0, _flat({key: told[key] for key in _HEAD if key in told}), _flat(expected))
    turns = told.get("turns")
    if not isinstance(turns, list):
        return
    if len(turns) != len(expected["turns"]):
        found.fail(0, "turns", f"{len(turns)} coups annoncés, {len(expected['turns'])} joués")
    for line, turn in zip(turns, expected["turns"], strict=False):
        read = line if isinstance(line, dict) else {}
        _compare(found, turn["turn"], {key: read.get(key) for key in turn}, turn)


def _compare(found: Replay, turn: int, told: dict[str, Any], expected: dict[str, Any]) -> None:
    for key, value in told.items():
        if value != expected.get(key):
            message = (
                f"{key} : {_shown(value)} annoncé, {_shown(expected.get(key))} selon la partie"
            )
            found.fail(turn, key, message)


def _flat(values: dict[str, Any]) -> dict[str, Any]:
    """The end of the game told apart: its reason, its article."""
    end = values.get("end")
    parts = {f"end.{key}": part for key, part in end.items()} if isinstance(end, dict) else {}
    return values | {"end": type(end).__name__} | parts if "end" in values else values


def _shown(value: Any) -> str:
    return " ".join(map(str, value)) or "–" if isinstance(value, list) else str(value)
