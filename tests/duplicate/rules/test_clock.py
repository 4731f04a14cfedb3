"""The clock: paces as data, time left, signals, interruptions, late slips."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.duplicate import Pace, State
from raccord.duplicate import commands as cmd
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.clock import (
    SECOND,
    Signal,
    SlipTiming,
    deadline,
    left_when_paused,
    next_draw_from,
    signals,
    slip_timing,
)
from raccord.duplicate.rules.paces import ClockError, french_pace, parse_pace, provided
from raccord.lexicon import Lexicon
from raccord.regulation import EDITION_IDS, EditionId
from raccord.regulation.editions import EDITIONS
from tests.duplicate.helpers import Hall

WORDS = Lexicon.of(["MAISON", "MAISONS", "OS"], "essai")
MINUTE = 60 * SECOND


def split(pace: Pace) -> str:
    return f"{pace.seconds - pace.last}+{pace.last}"


def started(*commands: cmd.Command, formula: str = "blitz", at: int = 0) -> State:
    """A turn of a game whose clock was started at an instant."""
    hall = Hall(WORDS, formula=formula)
    return hall.do(cmd.DrawLetters(letters="MAISONS"), cmd.Start(at=at), *commands)


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
        ("2017", ["150+30 (3.3)", "120+30 (3.3)", "90+30 (3.3)", "40+20 (3.3)"]),
        ("2010", ["150+30 (2.3)", "90+30 (2.3)", "40+20 (2.3)"]),
        ("undated", ["150+30 (2.3)", "90+30 (annex 2)", "70+20 (annex 2)", "40+20 (annex 2)"]),
    ],
)
def test_every_edition_lists_its_times_with_their_articles(
    edition: EditionId, listed: list[str]
) -> None:
    named = provided(EDITIONS[edition])
    assert [f"{split(n.pace)} ({n.citation.article})" for n in named] == listed
    assert all(n.citation.edition == edition and n.name for n in named)


def test_sudden_death_shortens_every_three_turns() -> None:
    ladder = formulas.parse("mort-subite")
    assert [split(ladder.pace(turn)) for turn in range(1, 10)] == [
        *["60+20"] * 3,
        *["40+20"] * 3,
        *["20+20"] * 3,
    ]


@pytest.mark.parametrize("name", formulas.names())
@pytest.mark.parametrize("edition", EDITION_IDS)
def test_the_time_of_every_formula_is_one_the_clock_can_keep(name: str, edition: EditionId) -> None:
    formula = formulas.parse(name)
    for turn in (1, 4, 7, 30):
        pace = formula.pace(turn)
        assert [signal for signal, _ in signals(pace)] == list(Signal)
        assert pace.seconds <= EDITIONS[edition].time.value


def test_the_time_ends_when_the_pace_of_the_turn_is_over() -> None:
    assert deadline(started(at=10 * SECOND)) == 70 * SECOND
    assert deadline(started(formula="mort-subite")) == 80 * SECOND
    assert deadline(started(formula="solitaire")) is None
    assert deadline(started(cmd.EndTime(at=5))) is None


def test_the_last_seconds_are_signalled_between_start_and_end() -> None:
    assert signals(Pace(180, 30)) == ((Signal.START, 180), (Signal.LAST, 30), (Signal.END, 0))


def test_a_pace_without_last_seconds_has_two_signals() -> None:
    assert [signal for signal, _ in signals(Pace(60, 0))] == [Signal.START, Signal.END]
    assert [signal for signal, _ in signals(Pace(15, 20))] == [Signal.START, Signal.END]


def test_an_interruption_puts_off_what_is_left() -> None:
    paused = started(cmd.Interrupt(at=20 * SECOND))
    assert (deadline(paused), left_when_paused(paused)) == (None, 40 * SECOND)
    resumed = started(cmd.Interrupt(at=20 * SECOND), cmd.Resume(at=100 * SECOND))
    assert (deadline(resumed), left_when_paused(resumed)) == (140 * SECOND, None)


def test_a_slip_counts_up_to_the_very_end() -> None:
    state = started(at=5)
    end = 5 + MINUTE
    assert slip_timing(state, 4, 0) is SlipTiming.EARLY
    assert slip_timing(state, 5, 0) is SlipTiming.IN_TIME
    assert slip_timing(state, end, 0) is SlipTiming.IN_TIME
    assert slip_timing(state, end + 1, 0) is SlipTiming.LATE
    assert slip_timing(state, end + 500, 500) is SlipTiming.IN_TIME
    assert slip_timing(state, end + 501, 500) is SlipTiming.LATE


def test_a_slip_is_late_once_the_referee_has_called_the_end() -> None:
    called = started(cmd.EndTime(at=30 * SECOND))
    assert slip_timing(called, 30 * SECOND, 0) is SlipTiming.IN_TIME
    assert slip_timing(called, 30 * SECOND + 1, 0) is SlipTiming.LATE


def test_an_end_called_late_gives_nobody_more_time() -> None:
    """The referee calls it while the server starts again, before its clock goes on."""
    called = started(cmd.EndTime(at=MINUTE + 5 * SECOND))
    assert called.ended == MINUTE
    assert slip_timing(called, MINUTE + SECOND, 500) is SlipTiming.LATE
    resumed = (cmd.Interrupt(at=20 * SECOND), cmd.Resume(at=100 * SECOND))
    assert started(*resumed, cmd.EndTime(at=150 * SECOND)).ended == 140 * SECOND


def test_a_slip_is_in_time_while_the_clock_is_paused() -> None:
    assert slip_timing(started(cmd.Interrupt(at=9)), 10**9, 0) is SlipTiming.IN_TIME


def test_a_slip_before_any_start_is_early() -> None:
    hall = Hall(WORDS)
    assert slip_timing(hall.do(cmd.DrawLetters(letters="MAISONS")), 5, 0) is SlipTiming.EARLY


@given(st.lists(st.integers(1, 5_000), min_size=1, max_size=9), st.integers(1, 10**5))
def test_pauses_never_make_or_lose_thinking_time(steps: list[int], later: int) -> None:
    hall = Hall(WORDS, formula="blitz")
    hall.do(cmd.DrawLetters(letters="MAISONS"), cmd.Start())
    now = thought = 0
    for step in steps:
        now, thought = now + step, thought + step
        paused = hall.do(cmd.Interrupt(at=now))
        assert left_when_paused(paused) == MINUTE - thought
        now += later
        assert deadline(hall.do(cmd.Resume(at=now))) == now + MINUTE - thought


@pytest.mark.parametrize(("edition", "waits"), [("2023", 20), ("2017", None)])
def test_2023_waits_between_a_top_and_the_next_draw(edition: EditionId, waits: int | None) -> None:
    hall = Hall(WORDS, edition)
    hall.do(cmd.DrawLetters(letters="MAISONE"), cmd.Start(at=0), cmd.EndTime(at=1))
    assert next_draw_from(hall.state) is None
    hall.do(cmd.Retain(at=5 * SECOND, move="H4 MAISON"))
    assert next_draw_from(hall.state) == (waits and (5 + waits) * SECOND)
    hall.do(cmd.CancelTurn(reason="mot mal placé"))
    assert next_draw_from(hall.state) is None
