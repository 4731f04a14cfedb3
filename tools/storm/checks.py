"""After a run: is all there that was acknowledged, once, and did nobody learn anything early?"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from storm.client import Visitor
from storm.oracle import Event, count_totals, of_kind, rank
from storm.plan import GRACE_MS, TURNS, Plan
from storm.told import Sending, Told, Turn

_TOO_LATE = ("Le temps est écoulé", "est terminé", "Une décision est déjà rendue")
"""What a phone may be told that sends its slip, or sends it again, after the end."""
_SHORTEST = 5
"""Letters: shorter words also stand in what is no secret."""
_AROUND = 80
"""Characters of what was heard that a finding shows on either side."""


def verify(
    plan: Plan, told: Told, visitors: Sequence[Visitor], events: Sequence[Event], secret: str
) -> list[str]:
    """Everything that is not as it should be."""
    return [
        *told.findings,
        *(fault for visitor in visitors for fault in visitor.faults),
        *_slips(told, events),
        *_turns(events),
        *_lateness(plan, told, events),
        *_ranking(told, events),
        *_secrets(told, visitors, secret),
    ]


def _identity(table: int, turn: int, slip: Event) -> tuple[object, ...]:
    """What tells a slip from all others: no table sends the same one twice on a turn."""
    return table, turn, slip.get("word", ""), slip.get("reference"), slip.get("score")


def _slips(told: Told, events: Sequence[Event]) -> Iterator[str]:
    found = Counter(_identity(e["table"], e["turn"], e["slip"]) for e in of_kind(events, "slip"))
    times = {_identity(e["table"], e["turn"], e["slip"]): e["at"] for e in of_kind(events, "slip")}
    for sending in told.sendings:
        who = _identity(sending.table, sending.turn, sending.entered)
        there = found[who]
        if sending.receipts and there != 1:
            yield f"acknowledged and there {there} times: {who}"
        elif sending.refusal and there:
            yield f"refused and there: {who}: {sending.refusal}"
        elif sending.refusal and not any(why in sending.refusal for why in _TOO_LATE):
            yield f"refused: {who}: {sending.refusal}"
        elif there > 1:
            yield f"there {there} times: {who}"
        if {receipt["at"] for receipt in sending.receipts} - {times.get(who)}:
            yield f"receipts and log tell different times: {who}"


def _turns(events: Sequence[Event]) -> Iterator[str]:
    expected = list(range(1, TURNS + 1))
    for kind in ("drawn", "started", "time-up", "retained"):
        turns = [event["turn"] for event in of_kind(events, kind)]
        if turns != expected:
            yield f"{kind} for turns {turns}"
    ruled = Counter(
        (e["turn"], e["table"]) for e in of_kind(events, "ruled") if e.get("reason", "") == ""
    )
    for (turn, table), times in ruled.items():
        if times > 1:
            yield f"turn {turn} of table {table} ruled on {times} times"


def _lateness(plan: Plan, told: Told, events: Sequence[Event]) -> Iterator[str]:
    """A slip is late by its stamp alone; none that left in time is (slow, attack)."""
    ended = {event["turn"]: event["at"] for event in of_kind(events, "time-up")}
    for sending in told.sendings:
        end = ended.get(sending.turn, 0)
        for receipt in sending.receipts[:1]:
            if receipt["late"] != (receipt["at"] > end + GRACE_MS) and _is_told_by_time(sending):
                yield f"late is {receipt['late']}, {receipt['at'] - end} ms after the end"
        lost = sending.refusal or any(receipt["late"] for receipt in sending.receipts)
        if lost and _left_in_time(plan, sending, end) and not _overtaken(told, sending):
            there = [
                (event["at"] - end, event["slip"].get("word"))
                for event in of_kind(events, "slip")
                if (event["table"], event["turn"]) == (sending.table, sending.turn)
            ]
            left = round(sending.written[0] * 1000) - end
            yield (
                f"late, though sent in time: {sending.key}, {left} ms after the end; "
                f"in the log {there}; {sending.refusal}"
            )


def _left_in_time(plan: Plan, sending: Sending, end: int) -> bool:
    sound = plan.fault in ("slow", "attack") and not sending.tries
    return sound and sending.written[0] * 1000 < end


def _overtaken(told: Told, sending: Sending) -> bool:
    """Whether its table's newer slip was taken: that one counts, whenever the older one came."""
    return any(
        other.receipts and other.key > sending.key
        for other in told.sendings
        if (other.table, other.turn) == (sending.table, sending.turn)
    )


def _is_told_by_time(sending: Sending) -> bool:
    """Whether only the time of its coming tells if it is late: nothing of its table was there."""
    return sending.key.endswith("-0")


def _ranking(told: Told, events: Sequence[Event]) -> Iterator[str]:
    shown = sorted((line["place"], line["table"], line["total"]) for line in told.ranking)
    counted = rank(count_totals(events))
    if shown != counted:
        yield f"ranking shown {shown}, counted {counted}"


def _secrets(told: Told, visitors: Iterable[Visitor], secret: str) -> Iterator[str]:
    known: set[str] = set()
    for turn in told.turns:
        tops = _words(turn.tops) - known
        known |= _words(turn.tops)
        for visitor in visitors:
            own = {_plain(s.entered["word"]) for s in told.sendings if s.table == visitor.table}
            what = f"a top of {turn.number}"
            yield from _heard_early(visitor, tops - own, turn.retained, what, turn.draw)
            yield from _heard_early(visitor, _letters(turn), turn.drawn, f"draw {turn.number}")
    for visitor in visitors:
        if any(secret in text for at, text in visitor.heard if at < told.revealed):
            yield f"{visitor.name} heard the secret of the draws"


def _heard_early(
    visitor: Visitor, words: set[str], moment: float, what: str, draw: str = ""
) -> Iterator[str]:
    if not words:
        return
    wanted = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(sorted(words))})(?![A-Za-z])")
    for at, heard in visitor.heard:
        text = _plain(_without(draw, heard)) if at < moment else ""
        if found := wanted.search(text):
            around = text[max(0, found.start() - _AROUND) : found.end() + _AROUND]
            yield f"{visitor.name} heard {what} early: {found[0]}, in {around!r}"
            return


def _without(draw: str, text: str) -> str:
    """What was heard but for the field that tells the draw on the table, and all of it.

    Letters may come out of the bag in the order of a word, and such a draw tells no top; the same
    letters anywhere else, with a reference, as a word or as a part of the draw, do.
    """
    return re.sub(rf'"letters": ?"{re.escape(draw)}"', "", text) if draw else text


def _words(moves: Iterable[str]) -> set[str]:
    words = {_plain(move.split(" ", 1)[1]) for move in moves}
    return {word for word in words if len(word) >= _SHORTEST}


def _letters(turn: Turn) -> set[str]:
    return {turn.new} if len(turn.new) >= _SHORTEST and turn.new.isalpha() else set()


def _plain(text: str) -> str:
    """Letters of jokers stand in parentheses."""
    return text.replace("(", "").replace(")", "")
