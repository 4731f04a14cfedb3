"""Slips sent, collected, entered and corrected: commands in, facts or refusals out."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from raccord.duplicate import Refusal, tops_of
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.beside import Beside, Found
from raccord.duplicate.errors import ReasonNeeded
from raccord.duplicate.slips.handing_in import Entered
from raccord.lexicon import Lexicon
from raccord.regulation import Flag, Sanction, Slip
from tests.duplicate.helpers import SECRET, Hall

PHONES = Beside(entry="assisted", grace=1000, draw="software", secret=SECRET)
PAPER = replace(PHONES, entry="paper")
MINUTES = 180_000


def running(french: Lexicon, beside: Beside = PHONES, tables: int = 3) -> tuple[Hall, str]:
    """A first turn under way since instant 0, and its top."""
    hall = Hall(french, beside=beside)
    hall.enter(tables)
    hall.do(cmd.Draw())
    tops = tops_of(hall.state, french, samples=0)
    assert tops is not None
    hall.beside = replace(beside, found=Found.of(hall.state, tops))
    hall.do(cmd.Start())
    return hall, tops.eligible[0].move


def slip(table: int, move: str, at: int = 1000, **more: Any) -> cmd.SendSlip:
    return cmd.SendSlip(at=at, table=table, turn=1, entered=Entered(move=move), **more)


def points(hall: Hall) -> dict[int, int]:
    return {t: m.ruling.points for t, m in hall.state.marks.get(1, {}).items() if m.ruling}


def test_a_slip_sent_in_time_waits_for_the_end(french: Lexicon) -> None:
    hall, top = running(french)
    hall.do(slip(1, top))
    assert isinstance(hall.events[-1], ev.SlipHandedIn)
    assert points(hall) == {}
    assert hall.do(cmd.Collect()) is hall.state
    assert points(hall) == {}, "nothing is collected before the end"


def test_slips_are_ruled_on_when_they_are_collected(french: Lexicon) -> None:
    hall, top = running(french)
    hall.do(slip(1, top), slip(2, top), cmd.EndTime(at=MINUTES), cmd.Collect(at=MINUTES + 1000))
    best = tops_of(hall.state, french, samples=0)
    assert best is not None
    assert points(hall) == {1: best.points, 2: best.points}
    ruled = [event for event in hall.events if isinstance(event, ev.Ruled)]
    assert {event.by for event in ruled} == {"logiciel"}


def test_a_slip_that_comes_late_is_kept_and_void(french: Lexicon) -> None:
    hall, top = running(french)
    hall.do(slip(1, top, at=MINUTES + 1000))
    assert points(hall) == {}
    hall.do(slip(2, top, at=MINUTES + 1001))
    mark = hall.state.mark(1, 2)
    assert mark.slip is not None
    assert mark.slip.flags == (Flag.LATE,)
    assert mark.ruling is not None
    assert mark.ruling.sanction is Sanction.NULLITY


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ({"at": MINUTES + 5000}, "déjà remis"),
        ({"draw": "ZZZZZZZ"}, "le tirage a changé"),
        ({"at": -1}, "pas encore lancé"),
        ({"move": "A1 A"}, "ne tient pas"),
    ],
)
def test_a_slip_that_cannot_count_is_refused(
    french: Lexicon, sent: dict[str, Any], reason: str
) -> None:
    hall, top = running(french)
    hall.do(slip(1, top))
    with pytest.raises(Refusal, match=reason):
        hall.do(slip(1, **{"move": top, **sent}))


def test_a_table_on_paper_sends_nothing(french: Lexicon) -> None:
    hall, top = running(french, replace(PHONES, paper_tables={2}))
    hall.do(slip(1, top))
    with pytest.raises(Refusal, match="sur papier"):
        hall.do(slip(2, top))


def test_retaining_rules_what_waits_and_voids_what_is_missing_but_on_paper(
    french: Lexicon,
) -> None:
    hall, top = running(french, replace(PHONES, paper_tables={3}))
    hall.do(slip(1, top), cmd.EndTime(at=MINUTES), cmd.Retain(at=MINUTES))
    assert points(hall) == {1: hall.state.turns[0].points, 2: 0}


def test_a_marker_enters_a_slip_once_then_needs_a_reason(french: Lexicon) -> None:
    hall, _ = running(french, PAPER)
    hall.do(cmd.EndTime(at=MINUTES), cmd.MarkMissing(by="Paul", tables=(1,)))
    found = cmd.Mark(by="Paul", table=1, slip=Slip(word="ZZ", reference="H8", score=40))
    hall.do(found)
    ruled = hall.events[-1]
    assert isinstance(ruled, ev.Ruled)
    assert (ruled.by, bool(ruled.reason)) == ("Paul", True)
    before = len(hall.events)
    hall.do(found)
    assert len(hall.events) == before, "the same entry again changes nothing"
    other = msgspec.structs.replace(found, slip=Slip(word="YY"))
    with pytest.raises(ReasonNeeded):
        hall.do(other)
    hall.do(msgspec.structs.replace(other, reason="mal lu"))
    assert hall.state.mark(1, 1).slip == Slip(word="YY")


def test_the_rest_is_a_markers_own_tables_that_play(french: Lexicon) -> None:
    hall, _ = running(french, PAPER, tables=4)
    hall.do(cmd.EndTime(at=MINUTES), cmd.Withdraw(table=4), cmd.MarkMissing(tables=(2,)))
    hall.do(cmd.MarkTop(rest=True, among=(1, 2, 4)))
    assert points(hall).keys() == {1, 2}
    hall.do(cmd.MarkTop(rest=True))
    assert points(hall).keys() == {1, 2, 3}


def test_no_slip_is_marked_before_the_end(french: Lexicon) -> None:
    hall, _ = running(french, PAPER)
    for command in (cmd.Mark(table=1, slip=Slip(word="OS")), cmd.MarkTop(rest=True)):
        with pytest.raises(Refusal, match="le temps court encore"):
            hall.do(command)


def test_the_software_takes_no_letters_and_a_bag_gives_them(french: Lexicon) -> None:
    hall = Hall(french, beside=PHONES)
    with pytest.raises(Refusal, match="lui-même"):
        hall.do(cmd.Draw(letters="AEINRST"))
    bag = Hall(french, beside=replace(PHONES, draw="hand"))
    assert bag.do(cmd.Draw(letters="AEINRST")).rack == "AEINRST"


def test_tables_are_entered_together_or_not_at_all(french: Lexicon) -> None:
    hall = Hall(french)
    one, two = (cmd.Register(table=n, players=(f"Joueur {n}",)) for n in (1, 2))
    hall.do(cmd.RegisterAll(at=7, tables=(one, two)))
    assert [event.at for event in hall.events[-2:]] == [7, 7]
    three = msgspec.structs.replace(one, table=3)
    for tables in ((three, two), (three, three)):
        with pytest.raises(Refusal, match="déjà inscrite"):
            hall.do(cmd.RegisterAll(tables=tables))
    assert set(hall.state.entrants) == {1, 2}


SERVER = {"at": 1, "by": "juge-arbitre", "table": 2, "among": [1], "secret": SECRET}


@pytest.mark.parametrize("command", [cmd.SendSlip, cmd.Propose, cmd.MarkTop, cmd.Reveal, cmd.Stop])
def test_nobody_sends_what_only_the_server_may_say(command: type[cmd.Command]) -> None:
    body = {"turn": 1, "entered": {}, "move": "H8 OS", "reason": "x"}
    plain = msgspec.json.decode(msgspec.json.encode(body), type=command)
    assert msgspec.json.decode(msgspec.json.encode(SERVER | body), type=command) == plain
    for name in {field.name for field in msgspec.structs.fields(command)} & SERVER.keys():
        forced = body | {f"#{name}": SERVER[name]}
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(msgspec.json.encode(forced), type=command)
