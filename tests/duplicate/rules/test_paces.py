"""Times of play as people say them."""

import pytest

from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.formula import Pace
from raccord.duplicate.rules.paces import (
    ClockError,
    exact_pace,
    french_paces,
    parse_pace,
    said_pace,
)


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        *(("1", 60), ("3", 180), ("10", 600), ("1'30", 90), ("1’30", 90), ("1'30\"", 90)),
        *(("2 min", 120), ("2 minutes", 120), ("2 min 30", 150), ("2mn05", 125), ("1,5", 90)),
        *(("90 s", 90), ("90 secondes", 90), ('45"', 45), ("1:30", 90), ("3:00", 180)),
    ],
)
def test_minutes_are_meant_unless_seconds_are_said(said: str, seconds: int) -> None:
    assert said_pace(said).seconds == seconds


def test_a_signal_of_ones_own_is_kept() -> None:
    assert said_pace("1:10 + 20") == Pace(90, 20)
    assert said_pace("40+10") == Pace(50, 10)


@pytest.mark.parametrize("said", ["11", "20", "90", "180"])
def test_a_bare_number_that_may_be_seconds_is_asked_about(said: str) -> None:
    with pytest.raises(ClockError, match="minutes ou secondes"):
        said_pace(said)


@pytest.mark.parametrize("said", ["", "0", "vite", "1'75", "1:3", "-1", "2 min 30 min 5", "9999 s"])
def test_what_is_no_time_is_refused_with_an_example(said: str) -> None:
    with pytest.raises(ClockError, match="90 s"):
        said_pace(said)


@pytest.mark.parametrize("said", ["1", "15 s", "1'30", "3", "1:10+30", "60 min"])
def test_a_time_said_is_handed_on_exactly(said: str) -> None:
    pace = said_pace(said)
    assert parse_pace(exact_pace(pace)) == pace


def test_a_ladder_is_told_step_by_step() -> None:
    assert french_paces(formulas.parse("mort-subite").paces) == (
        "1 min 20 pendant 3 coups, 1 min pendant 3 coups, puis 40 s"
    )
    assert french_paces(formulas.parse("blitz").paces) == "1 min"
