"""The end of the time called too early, and withdrawals noted by mistake, are taken back."""

import msgspec
import pytest

from raccord.duplicate import Phase, Refusal
from raccord.duplicate import commands as cmd
from raccord.duplicate.beside import Beside
from raccord.duplicate.rules.clock import SECOND, deadline
from raccord.duplicate.slips.handing_in import Entered
from raccord.lexicon import Lexicon
from raccord.regulation import Flag, Slip
from tests.duplicate.helpers import Hall

PHONES = Beside(entry="assisted", grace=SECOND)


def _hall(french: Lexicon, tables: int = 2) -> Hall:
    hall = Hall(french, beside=PHONES)
    hall.enter(tables)
    hall.do(cmd.DrawLetters(letters="AEINRST"), cmd.Start(at=0))
    return hall


def _send(table: int, at: int) -> cmd.SendSlip:
    sent = cmd.SendSlip(turn=1, entered=Entered(move="H4 RASE"))
    return msgspec.structs.replace(sent, table=table, at=at)


def test_what_was_left_of_the_time_runs_on(french: Lexicon) -> None:
    hall = _hall(french)
    hall.do(cmd.EndTime(at=2 * SECOND), cmd.ReopenTime(at=9 * SECOND))
    assert hall.state.phase is Phase.RUNNING
    assert deadline(hall.state) == (180 + 7) * SECOND
    hall.do(cmd.EndTime(at=20 * SECOND), cmd.ReopenTime(at=21 * SECOND))
    assert deadline(hall.state) == (180 + 8) * SECOND


def test_slips_are_kept_and_may_be_changed_again(french: Lexicon) -> None:
    hall = _hall(french)
    hall.do(_send(1, at=SECOND), cmd.EndTime(at=2 * SECOND), cmd.Collect(at=4 * SECOND))
    assert hall.state.mark(1, 1).ruling
    hall.do(cmd.ReopenTime(at=9 * SECOND))
    kept = hall.state.mark(1, 1)
    assert kept.slip
    assert kept.ruling is None
    hall.do(_send(1, at=10 * SECOND), cmd.EndTime(at=100 * SECOND), cmd.Collect(at=102 * SECOND))
    assert hall.state.mark(1, 1).ruling


def test_a_slip_noted_late_may_come_again_in_time(french: Lexicon) -> None:
    hall = _hall(french)
    hall.do(cmd.EndTime(at=2 * SECOND), _send(2, at=30 * SECOND))
    late = hall.state.mark(1, 2).slip
    assert late
    assert Flag.LATE in late.flags
    hall.do(cmd.ReopenTime(at=40 * SECOND), _send(2, at=41 * SECOND))
    again = hall.state.mark(1, 2).slip
    assert again
    assert Flag.LATE not in again.flags


@pytest.mark.parametrize("flags", [(), (Flag.MISCONDUCT,)])
def test_a_disciplinary_warning_outlives_it_and_counts_once(
    french: Lexicon, flags: tuple[Flag, ...]
) -> None:
    hall = Hall(french)
    hall.enter(1)
    hall.do(cmd.DrawLetters(letters="AEINRST"), cmd.Start(at=0), cmd.EndTime(at=SECOND))
    slip = Slip(word="RASE", reference="H4", score=8, flags=flags)
    hall.do(cmd.Mark(table=1, slip=slip, at=2 * SECOND))
    if not flags:
        hall.do(cmd.Warn(table=1, at=3 * SECOND))
    hall.do(cmd.ReopenTime(at=4 * SECOND), cmd.EndTime(at=5 * SECOND), cmd.Collect(at=6 * SECOND))
    ruling = hall.state.mark(1, 1).ruling
    assert ruling
    assert ruling.disciplinary + len(hall.state.conduct) == 1


def test_time_that_has_all_run_is_not_reopened(french: Lexicon) -> None:
    hall = _hall(french)
    hall.do(cmd.EndTime(at=180 * SECOND))
    with pytest.raises(Refusal, match="rien à rouvrir"):
        hall.do(cmd.ReopenTime(at=181 * SECOND))


def test_nothing_is_reopened_once_the_top_is_told(french: Lexicon) -> None:
    hall = _hall(french)
    hall.do(cmd.EndTime(at=2 * SECOND), cmd.Retain(at=3 * SECOND))
    with pytest.raises(Refusal):
        hall.do(cmd.ReopenTime(at=4 * SECOND))


def test_a_withdrawal_is_taken_back(french: Lexicon) -> None:
    hall = _hall(french)
    with pytest.raises(Refusal, match="rien à annuler"):
        hall.do(cmd.TakeBack(table=1))
    hall.do(cmd.Withdraw(table=1))
    assert not hall.state.entrants[1].plays(1)
    entrant = hall.do(cmd.TakeBack(table=1)).entrants[1]
    assert entrant.plays(1)
    assert entrant.players == ("Joueur 1",)


def test_an_exclusion_pronounced_by_mistake_is_taken_back(french: Lexicon) -> None:
    hall = Hall(french, "2023")
    hall.enter(2)
    hall.do(cmd.Exclude(table=1, reason="documents"), cmd.TakeBack(table=1))
    assert not hall.state.entrants[1].is_excluded
