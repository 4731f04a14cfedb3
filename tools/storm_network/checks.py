"""After a run: is all there that was acknowledged, once, and is the ranking the right one?"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from storm.oracle import Event, count_totals, of_kind, rank

from storm_network.plan import TURNS

Identity = tuple[int, int, str, str, int]
"""Turn, table, and what the slip says: no table hands in the same one twice on a turn."""


@dataclass(frozen=True, slots=True)
class Sending:
    """A slip under its key."""

    turn: int
    table: int
    word: str
    reference: str
    score: int
    number: int = 0

    @property
    def identity(self) -> Identity:
        """What it is known by in a log."""
        return self.turn, self.table, self.word, self.reference, self.score

    @property
    def key(self) -> str:
        """What makes it count once."""
        return f"{self.turn}-{self.table}-{self.number}"

    def again(self, word: str, score: int) -> "Sending":
        """Another slip of the same table on the same turn."""
        return replace(self, word=word, score=score, number=self.number + 1)


def identities(events: Iterable[Event]) -> Counter[Identity]:
    """The slips of a log."""
    found: list[Identity] = []
    for one in of_kind(events, "slip"):
        slip: Mapping[str, Any] = one["slip"]
        found.append(
            (one["turn"], one["table"], slip["word"], slip["reference"], slip.get("score", 0))
        )
    return Counter(found)


def missing_or_double(
    place: str, events: Sequence[Event], acknowledged: Iterable[Sending]
) -> Iterator[str]:
    """Every acknowledged slip is there once, and no other twice."""
    found = identities(events)
    for sending in acknowledged:
        if found[sending.identity] != 1:
            there = found[sending.identity]
            yield f"{place}: acknowledged and there {there} times: {sending.identity}"
    for identity, times in found.items():
        if times > 1:
            yield f"{place}: there {times} times: {identity}"


def turns_twice(place: str, events: Sequence[Event]) -> Iterator[str]:
    """Each turn is drawn, started, ended and retained once."""
    for kind in ("drawn", "started", "time-up", "retained"):
        turns = [event["turn"] for event in of_kind(events, kind)]
        if turns != list(range(1, TURNS + 1)):
            yield f"{place}: {kind} for turns {turns}"
    ruled = Counter(
        (e["turn"], e["table"]) for e in of_kind(events, "ruled") if e.get("reason", "") == ""
    )
    for (turn, table), times in ruled.items():
        if times > 1:
            yield f"{place}: turn {turn} of table {table} ruled on {times} times"


def counted(logs: Mapping[str, Sequence[Event]]) -> list[tuple[int, str, int, int]]:
    """Place, centre, table and total over all places, by the second programme."""
    numbers: dict[tuple[str, int], int] = {}
    together: list[Event] = []
    for place, events in logs.items():
        for event in events:
            if event["event"] in ("registered", "ruled"):
                number = numbers.setdefault((place, event["table"]), len(numbers) + 1)
                together.append({**event, "table": number})
    # The same turns everywhere: those of one place stand for all.
    together += of_kind(next(iter(logs.values())), "retained")
    places = {number: where for where, number in numbers.items()}
    return sorted(
        (at, *places[number], total) for at, number, total in rank(count_totals(together))
    )
