"""A second programme that counts a game: the log's JSON and plain sums, nothing of Raccord's.

The points of a table are those of the last ruling of each turn whose top was retained, since the
turn was last cancelled if it was. Under the regulation of 2017 a warning costs five points from the
fourth on, and with sixteen tables a solo earns ten: whoever is alone above all others before
penalties.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import Any

import psycopg

Event = dict[str, Any]
_QUERY = "SELECT payload FROM events WHERE stream = {} ORDER BY version"


def read_events(address: str, stream: str) -> list[Event]:
    """The events of a stream, straight from the database."""
    kind, _, rest = address.partition("://")
    if kind == "sqlite":
        with closing(sqlite3.connect(rest.removeprefix("/"))) as file:
            rows: Sequence[tuple[str]] = file.execute(_QUERY.format("?"), (stream,)).fetchall()
    else:
        with psycopg.connect(f"postgresql://{rest}") as line:
            rows = line.execute(_QUERY.format("%s").encode(), (stream,)).fetchall()
    return [json.loads(payload) for (payload,) in rows]


def of_kind(events: Iterable[Event], kind: str) -> list[Event]:
    """The events of a kind, in order."""
    return [event for event in events if event["event"] == kind]


def standing(events: Iterable[Event]) -> list[Event]:
    """The events without those of a turn before it was cancelled."""
    kept: list[Event] = []
    for event in events:
        if event["event"] == "turn-cancelled":
            kept = [one for one in kept if one.get("turn") != event["turn"]]
        else:
            kept.append(event)
    return kept


def count_totals(log: Iterable[Event]) -> dict[int, int]:
    """What each table has in the end."""
    events = standing(log)
    tables = [event["table"] for event in of_kind(events, "registered")]
    turns = [event["turn"] for event in of_kind(events, "retained")]
    # Later decisions take the place of earlier ones.
    rulings = {(e["turn"], e["table"]): e["ruling"] for e in of_kind(events, "ruled")}
    solos = [_solo(rulings, turn, tables) for turn in turns] if len(tables) >= 16 else []
    totals = {}
    for table in tables:
        own = [rulings[turn, table] for turn in turns if (turn, table) in rulings]
        warnings = sum(ruling["sanction"] == "warning" for ruling in own)
        points = sum(ruling["points"] for ruling in own)
        totals[table] = points + 10 * solos.count(table) - 5 * max(0, warnings - 3)
    return totals


def _solo(rulings: dict[tuple[int, int], Any], turn: int, tables: Sequence[int]) -> int | None:
    scores = {t: rulings[turn, t]["base"] if (turn, t) in rulings else 0 for t in tables}
    best = max(scores.values())
    winners = [table for table, score in scores.items() if score == best]
    return winners[0] if best > 0 and len(winners) == 1 else None


def rank(totals: dict[int, int]) -> list[tuple[int, int, int]]:
    """Place, table, total: a place is one more than the number of tables with more points."""
    return sorted(
        (1 + sum(other > total for other in totals.values()), table, total)
        for table, total in totals.items()
    )
