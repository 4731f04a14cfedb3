"""The clock: paces as data, time left, signals, interruptions, late slips, topping."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.duplicate.clock import Clock, Due, Phase, Signal, SlipTiming, ToppingClock, slip_timing
from raccord.duplicate.clock import signals_due as due
from raccord.duplicate.paces import (
    LADDER,
    ONE_MINUTE,
    PACES,
    THREE_MINUTES,
    ClockError,
    Pace,
    Schedule,
    custom,
    schedule,
)
from raccord.regulation import EDITION_IDS, Citation, EditionId

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
    pace = Pace.parse(text)
    assert (pace.first, pace.last, pace.french) == (first, last, french)


@given(st.integers(1, 3000), st.integers(0, 99))
def test_a_pace_reads_back_what_it_writes(first: int, last: int) -> None:
    assert Pace.parse(str(Pace(first, last))) == Pace(first, last)


@given(st.text())
def test_any_text_is_a_pace_or_a_clear_refusal(text: str) -> None:
    try:
        pace = Pace.parse(text)
    except ClockError:
        return
    assert 1 <= pace.total <= 3600


@pytest.mark.parametrize("text", ["", "0", "0+20", "3:00:00", "-1", "trois minutes", "61:00"])
def test_a_pace_that_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(ClockError, match="attendu"):
        Pace.parse(text)


@pytest.mark.parametrize(
    ("edition", "formula", "total", "last", "article"),
    [
        ("2017", "classic", 180, 30, "3.3"),
        ("2017", "blitz", 60, 20, "3.3"),
        ("2017", "semi-rapide", 120, 30, "3.3"),
        ("2017", "joker", 120, 30, "3.3"),
        ("2017", "7et8+joker", 120, 30, "3.3"),
        ("2017", "joker+blitz", 60, 20, "3.3"),
        ("2010", "classic", 180, 30, "2.3"),
        ("2010", "blitz", 60, 20, "2.3"),
        ("undated", "classic", 180, 30, "2.3"),
        ("undated", "blitz", 60, 20, "annex 2"),
        ("undated", "semi-rapide", 120, 30, "annex 2"),
        ("2017", "topping", 60, 0, "7.4"),
    ],
)
def test_every_formula_has_its_time_and_article(
    edition: EditionId, formula: str, total: int, last: int, article: str
) -> None:
    times = schedule(edition, formula)
    assert times.is_constant
    assert (times.pace(9).total, times.pace(9).last) == (total, last)
    assert times.citation.article == article


def test_2017_lists_its_four_times() -> None:
    assert [n.pace.total for n in PACES["2017"]] == [180, 150, 120, 60]


def test_undated_lists_the_semi_blitz_in_one_minute_thirty() -> None:
    assert "1:10+20" in [str(n.pace) for n in PACES["undated"]]


def test_sudden_death_shortens_every_three_turns() -> None:
    times = schedule("2017", "mort-subite")
    assert times == LADDER
    assert [str(times.pace(turn)) for turn in range(1, 10)] == [
        *["1:00+20"] * 3,
        *["40+20"] * 3,
        *["20+20"] * 3,
    ]
    assert times.citation == Citation("2017", "7.3")


def test_an_organiser_may_choose_another_time() -> None:
    assert custom(Pace.parse("1:45"), "2010").pace(20).total == 105


def test_a_turn_number_below_one_is_refused() -> None:
    with pytest.raises(ClockError, match="numéro de coup"):
        LADDER.pace(0)


def test_a_schedule_without_steps_is_refused() -> None:
    with pytest.raises(ClockError, match="au moins une étape"):
        Schedule((), Citation("2017", "3.3"))


@pytest.mark.parametrize("edition", EDITION_IDS)
def test_every_edition_starts_with_three_minutes(edition: EditionId) -> None:
    assert schedule(edition).pace(1) == THREE_MINUTES


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
    clock = Clock(Pace(60)).start(0)
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
