"""The clock: paces as data, time left, signals, interruptions, late slips, topping."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.duplicate import Pace
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.clock import (
    Clock,
    Due,
    Phase,
    Signal,
    SlipTiming,
    ToppingClock,
    slip_timing,
)
from raccord.duplicate.rules.clock import signals_due as due
from raccord.duplicate.rules.paces import (
    ONE_MINUTE,
    THREE_MINUTES,
    ClockError,
    format_pace,
    french_pace,
    parse_pace,
    provided,
)
from raccord.regulation import EDITION_IDS, EditionId

SECONDS = 1000


@pytest.mark.parametrize(
    ("text", "first", "last", "french"),
    [
        ("3:00", 150, 30, "3 min"),
        ("2:30", 120, 30, "2 min 30"),
        ("2:00", 90, 30, "2 min"),
        ("1:30", 70, 20, "1 min 30"),
        ("1:00", 40, 20, "1 min"),
        ("40+20", 40, 20, "1 min"),
        ("1:10+20", 70, 20, "1 min 30"),
        ("1:30+30", 90, 30, "2 min"),
        (" 1:00 + 20 ", 60, 20, "1 min 20"),
        ("20+20", 20, 20, "40 s"),
        ("15", 15, 0, "15 s"),
    ],
)
def test_a_pace_reads_as_people_write_it(text: str, first: int, last: int, french: str) -> None:
    pace = parse_pace(text)
    assert (pace.seconds, pace.last, french_pace(pace)) == (first + last, last, french)


@given(st.integers(1, 2500), st.integers(0, 999))
def test_a_pace_reads_back_what_it_writes(first: int, last: int) -> None:
    pace = Pace(first + last, last)
    assert parse_pace(format_pace(pace)) == pace


@given(st.text())
def test_any_text_is_a_pace_or_a_clear_refusal(text: str) -> None:
    try:
        pace = parse_pace(text)
    except ClockError:
        return
    assert 1 <= pace.seconds <= 3600


@pytest.mark.parametrize(
    "text", ["", "0", "0+20", "3:00:00", "-1", "trois minutes", "61:00", "٣:00"]
)
def test_a_pace_that_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(ClockError, match="attendu : 3:00 ou 1:10"):
        parse_pace(text)


@pytest.mark.parametrize(
    ("edition", "listed"),
    [
        ("2017", ["2:30+30 (3.3)", "2:00+30 (3.3)", "1:30+30 (3.3)", "40+20 (3.3)"]),
        ("2010", ["2:30+30 (2.3)", "1:30+30 (2.3)", "40+20 (2.3)"]),
        (
            "undated",
            ["2:30+30 (2.3)", "1:30+30 (annex 2)", "1:10+20 (annex 2)", "40+20 (annex 2)"],
        ),
    ],
)
def test_every_edition_lists_its_times_with_their_articles(
    edition: EditionId, listed: list[str]
) -> None:
    named = provided(edition)
    assert [f"{format_pace(n.pace)} ({n.citation.article})" for n in named] == listed
    assert all(n.citation.edition == edition and n.name for n in named)


def test_sudden_death_shortens_every_three_turns() -> None:
    ladder = formulas.parse("mort-subite")
    assert [format_pace(ladder.pace(turn)) for turn in range(1, 10)] == [
        *["1:00+20"] * 3,
        *["40+20"] * 3,
        *["20+20"] * 3,
    ]


@pytest.mark.parametrize("name", formulas.names())
@pytest.mark.parametrize("edition", EDITION_IDS)
def test_the_time_of_every_formula_is_one_the_clock_can_keep(name: str, edition: EditionId) -> None:
    formula = formulas.parse(name)
    for turn in (1, 4, 7, 30):
        pace = formula.pace(turn)
        clock = Clock(pace).start(0)
        assert parse_pace(format_pace(pace)).seconds == pace.seconds
        assert [d.signal for d in due(clock, -1, 10**7)] == list(Signal)
        assert pace.seconds <= provided(edition)[0].pace.seconds


def test_a_turn_goes_through_its_phases() -> None:
    clock = Clock(ONE_MINUTE)
    assert clock.phase(0) is Phase.READY
    clock = clock.start(10 * SECONDS)
    at = [10, 49, 50, 69, 70, 500]
    assert [clock.phase(s * SECONDS) for s in at] == [
        Phase.THINKING,
        Phase.THINKING,
        Phase.LAST,
        Phase.LAST,
        Phase.OVER,
        Phase.OVER,
    ]
    assert clock.remaining(50 * SECONDS) == 20 * SECONDS
    assert clock.remaining(500 * SECONDS) == 0


def test_the_three_signals_fall_due_once_each() -> None:
    clock = Clock(THREE_MINUTES).start(0)
    assert due(clock, -1, 200 * SECONDS) == (
        Due(Signal.START, 0),
        Due(Signal.LAST, 150 * SECONDS),
        Due(Signal.END, 180 * SECONDS),
    )
    assert due(clock, 0, 150 * SECONDS - 1) == ()


def test_a_pace_without_last_seconds_has_two_signals() -> None:
    clock = Clock(Pace(60, 0)).start(0)
    assert [d.signal for d in due(clock, -1, 99 * SECONDS)] == [Signal.START, Signal.END]


def test_an_interruption_puts_off_what_is_left() -> None:
    clock = Clock(ONE_MINUTE).start(0).pause(30 * SECONDS)
    assert clock.phase(100 * SECONDS) is Phase.PAUSED
    assert clock.remaining(100 * SECONDS) == 30 * SECONDS
    assert clock.paused_for(100 * SECONDS) == 70 * SECONDS
    assert [d.signal for d in due(clock, -1, 10**9)] == [Signal.START]
    clock = clock.resume(130 * SECONDS)
    assert due(clock, 0, 10**9) == (
        Due(Signal.LAST, 140 * SECONDS),
        Due(Signal.END, 160 * SECONDS),
    )
    assert clock.paused_for(140 * SECONDS) == 0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: Clock(ONE_MINUTE).pause(0), "ne tourne pas"),
        (lambda: Clock(ONE_MINUTE).resume(0), "pas en pause"),
        (lambda: Clock(ONE_MINUTE).start(0).start(1), "déjà lancé"),
        (lambda: Clock(ONE_MINUTE).start(0).resume(1), "pas en pause"),
        (lambda: Clock(ONE_MINUTE).start(5).pause(4), "antérieur"),
        (lambda: Clock(ONE_MINUTE).start(5).pause(9).resume(8), "antérieur"),
    ],
)
def test_a_command_out_of_order_is_refused(wrong, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ClockError, match=message):
        wrong()


def test_a_slip_counts_up_to_the_very_end() -> None:
    clock = Clock(ONE_MINUTE).start(0)
    end = 60 * SECONDS
    assert slip_timing(clock, -1) is SlipTiming.EARLY
    assert slip_timing(clock, 0) is SlipTiming.IN_TIME
    assert slip_timing(clock, end) is SlipTiming.IN_TIME
    assert slip_timing(clock, end + 1) is SlipTiming.LATE
    assert slip_timing(clock, end + 500, grace=500) is SlipTiming.IN_TIME
    assert slip_timing(clock, end + 501, grace=500) is SlipTiming.LATE


def test_a_slip_is_in_time_while_the_clock_is_paused() -> None:
    assert slip_timing(Clock(ONE_MINUTE).start(0).pause(9), 10**9) is SlipTiming.IN_TIME


def test_a_slip_before_any_start_is_early() -> None:
    assert slip_timing(Clock(ONE_MINUTE), 5) is SlipTiming.EARLY


@given(st.lists(st.integers(1, 40_000), min_size=1, max_size=9), st.integers(1, 10**6))
def test_pauses_never_make_or_lose_thinking_time(steps: list[int], later: int) -> None:
    clock, now, thought = Clock(ONE_MINUTE), 0, 0
    for step in steps:
        clock = clock.resume(now) if clock.is_started else clock.start(now)
        now += step
        thought += step
        clock = clock.pause(now)
        now += later
    assert clock.elapsed(now) == thought
    assert clock.remaining(now) == max(0, 60 * SECONDS - thought)
    ended = clock.instant(60 * SECONDS)
    assert (ended is None) == (thought < 60 * SECONDS)


@given(st.integers(0, 10**6), st.lists(st.integers(0, 80_000), min_size=1, max_size=8))
def test_signals_seen_in_slices_are_those_seen_at_once(start: int, slices: list[int]) -> None:
    clock = Clock(ONE_MINUTE).start(start)
    seen: list[Due] = []
    now = start - 1
    for length in slices:
        seen += due(clock, now, now + length)
        now += length
    assert tuple(seen) == due(clock, start - 1, now)


def test_topping_never_stops_and_charges_twenty_seconds_for_a_top_given() -> None:
    clock = ToppingClock.start(0)
    clock = clock.next_turn(12 * SECONDS)
    assert clock.deadline == 72 * SECONDS
    assert not clock.is_turn_over(71 * SECONDS)
    clock = clock.next_turn(73 * SECONDS)
    assert (clock.given, clock.turn_started) == (1, 72 * SECONDS)
    assert clock.time(80 * SECONDS) == (80 + 20) * SECONDS


def test_topping_refuses_an_instant_before_the_turn() -> None:
    with pytest.raises(ClockError, match="antérieur"):
        ToppingClock.start(10).next_turn(9)
