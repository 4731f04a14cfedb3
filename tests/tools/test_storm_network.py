"""The storm over several machines in short; and its own checks see what they should."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from storm_network import report
from storm_network.__main__ import storm
from storm_network.actors import Actor, DeadError, RefusedError
from storm_network.checks import Sending, counted, missing_or_double, turns_twice
from storm_network.plan import CENTRES, FAULTS, TURNS, choose, draw_plan
from storm_network.result import Result
from tests.web.played import played

from raccord.duplicate import events as ev
from raccord.duplicate import fold, record
from raccord.duplicate.slips.ranking import ranking


@pytest.mark.server
@pytest.mark.postgres
@pytest.mark.slow
def test_games_in_several_places_come_whole_through_every_fault() -> None:
    # The primary and its standby have a test of their own (tests/network/test_standby.py).
    faults = [*CENTRES, "section", "master"]
    results = storm([draw_plan(7, fault) for fault in faults], at_once=2)
    assert sorted(result.plan.fault for result in results) == sorted(faults)
    assert [finding for result in results for finding in result.findings] == []
    assert all(result.acknowledged for result in results)


def log() -> list[dict[str, Any]]:
    """Two turns of two tables."""
    found: list[dict[str, Any]] = [{"event": "registered", "table": n} for n in (1, 2)]
    for turn in range(1, TURNS + 1):
        found += [{"event": kind, "turn": turn} for kind in ("drawn", "started", "time-up")]
        for table in (1, 2):
            slip = {"word": "OS", "reference": "H8", "score": table}
            ruling = {"points": table, "base": table, "sanction": "none"}
            found.append({"event": "slip", "turn": turn, "table": table, "slip": slip})
            found.append({"event": "ruled", "turn": turn, "table": table, "ruling": ruling})
        found.append({"event": "retained", "turn": turn})
    return found


def sent(turn: int, table: int) -> Sending:
    return Sending(turn, table, "OS", "H8", table)


def test_a_sound_log_has_nothing_to_be_found() -> None:
    acknowledged = [sent(turn, table) for turn in (1, 2) for table in (1, 2)]
    assert list(missing_or_double("Lyon", log(), acknowledged)) == []
    assert list(turns_twice("Lyon", log())) == []


def test_a_slip_lost_or_doubled_and_a_turn_played_twice_are_seen() -> None:
    (first,) = [e for e in log() if e["event"] == "slip" and (e["turn"], e["table"]) == (1, 1)]
    without = [event for event in log() if event != first]
    assert "there 0 times" in "".join(missing_or_double("Lyon", without, [sent(1, 1)]))
    assert "there 2 times" in "".join(missing_or_double("Lyon", [*log(), first], [sent(1, 1)]))
    assert "there 2 times" in "".join(missing_or_double("Lyon", [*log(), first], []))
    again = [*log(), {"event": "retained", "turn": 2}]
    assert "retained for turns [1, 2, 2]" in "".join(turns_twice("Lyon", again))
    ruling = next(event for event in log() if event["event"] == "ruled")
    assert "ruled on 2 times" in "".join(turns_twice("Lyon", [*log(), ruling]))


def test_the_second_programme_ranks_places_side_by_side() -> None:
    events = played(18)
    whole = json.loads(record.dumps(events))["events"]

    def half(first: int) -> Iterator[dict[str, Any]]:
        for event in whole:
            if event.get("table", first) % 2 == first % 2 or "table" not in event:
                yield event

    found = counted({"Nord": list(half(1)), "Sud": list(half(0))})
    assert any(isinstance(event, ev.Ruled) for event in events)
    lines = ranking(fold(events))
    named = ((line.place, "Nord" if line.table % 2 else "Sud", line) for line in lines)
    assert found == sorted((place, name, line.table, line.total) for place, name, line in named)


def test_a_process_is_killed_in_the_midst_of_its_work_and_its_asker_hears_of_it() -> None:
    def busy(_: object) -> Any:
        def answer(what: str, _: tuple[Any, ...]) -> int:
            if what == "refuse":
                raise ValueError("non")
            return sum(range(10**10)) if what == "work" else 1

        return answer

    actor = Actor(busy)
    assert actor.ask("easy") == 1
    with pytest.raises(RefusedError, match="ValueError: non"):
        actor.ask("refuse")
    actor.doom(0.01)
    with pytest.raises(DeadError):
        actor.ask("work")


def test_plans_are_the_same_each_time_and_every_fault_has_its_share() -> None:
    plans = choose(100, 1)
    assert plans == choose(100, 1)
    assert {plan.fault for plan in plans} == set(FAULTS)
    assert [plan.seed for plan in plans] == list(range(1, 101))


def test_the_table_takes_its_place_in_the_page_and_leaves_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "NETWORK.md"
    page.write_text("# Page\n\nText.\n", encoding="utf-8")
    monkeypatch.setattr(report, "FILE", page)
    for slips in (12, 34):
        results = [Result(draw_plan(1, "hub"), slips, 1, 0, ("gone",))]
        report.write(report.report(results, 1, 2.0))
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Page\n\nText.\n\n## Faults\n")
    assert "| all | 1 | 34 | 1 | 0 | 1 |" in text
    assert "| 12 |" not in text
