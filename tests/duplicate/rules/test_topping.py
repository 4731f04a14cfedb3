import pytest

from raccord.duplicate import Phase, Refusal
from raccord.duplicate import commands as cmd
from raccord.duplicate.beside import Beside
from raccord.duplicate.rules.topping import topping_times
from raccord.lexicon import Lexicon
from tests.duplicate.helpers import Hall

SECOND = 1000


def hall_of(french: Lexicon, tables: int = 0) -> Hall:
    hall = Hall(french, formula="topping")
    hall.enter(tables)
    hall.draw()
    hall.do(cmd.Start(at=0))
    return hall


def top(hall: Hall) -> str:
    other = Hall(hall.lexicon, formula="topping")
    other.events, other.state = list(hall.events), hall.state
    return str(other.do(cmd.Retain()).turns[-1].move)


def test_a_proposal_worth_the_top_is_placed_at_once(french: Lexicon) -> None:
    hall = hall_of(french)
    found = top(hall)
    state = hall.do(cmd.Propose(move="H8 AU", at=5 * SECOND))
    assert state.phase is Phase.RUNNING
    state = hall.do(cmd.Propose(move=found, at=12 * SECOND))
    assert str(state.turns[0].move) == found
    assert topping_times(state) == {1: 12 * SECOND}


def test_an_illegal_proposal_is_worth_nothing(french: Lexicon) -> None:
    hall = hall_of(french)
    state = hall.do(cmd.Propose(move="A1 ZZZZ", at=SECOND))
    assert state.proposals[-1].points == 0
    assert not state.proposals[-1].found


def test_a_top_given_costs_the_turn_and_twenty_seconds(french: Lexicon) -> None:
    hall = hall_of(french)
    state = hall.do(cmd.Retain(at=60 * SECOND))
    assert topping_times(state) == {1: 80 * SECOND}


def test_the_clock_never_stops_between_turns(french: Lexicon) -> None:
    hall = hall_of(french)
    hall.do(cmd.Propose(move=top(hall), at=10 * SECOND))
    hall.draw()
    state = hall.do(cmd.Propose(move=top(hall), at=25 * SECOND))
    assert topping_times(state) == {1: 25 * SECOND}


def test_with_several_tables_the_turn_waits_for_all(french: Lexicon) -> None:
    hall = hall_of(french, tables=2)
    found = top(hall)
    assert not hall.do(cmd.Propose(table=2, move=found, at=4 * SECOND)).turns
    with pytest.raises(Refusal, match="déjà trouvé"):
        hall.do(cmd.Propose(table=2, move=found, at=5 * SECOND))
    state = hall.do(cmd.Propose(table=1, move=found, at=9 * SECOND))
    assert topping_times(state) == {1: 9 * SECOND, 2: 4 * SECOND}


def test_proposals_belong_to_topping_alone(french: Lexicon) -> None:
    hall = Hall(french)
    hall.draw()
    with pytest.raises(Refusal, match="topping"):
        hall.do(cmd.Propose(move="H8 OS"))


def test_where_the_referee_starts_each_turn_his_own_time_is_not_counted(french: Lexicon) -> None:
    hall = hall_of(french, tables=2)
    found = top(hall)
    hall.do(*(cmd.Propose(table=table, move=found, at=10 * SECOND) for table in (1, 2)))
    hall.draw()
    hall.do(cmd.Start(at=95 * SECOND))
    found = top(hall)
    hall.do(*(cmd.Propose(table=table, move=found, at=100 * SECOND) for table in (1, 2)))
    assert topping_times(hall.state) == {1: 15 * SECOND, 2: 15 * SECOND}


def test_who_did_not_find_the_top_has_no_missing_slip_to_answer_for(french: Lexicon) -> None:
    hall = Hall(french, formula="topping", beside=Beside(entry="assisted"))
    hall.enter(2)
    hall.draw()
    hall.do(cmd.Start(at=0))
    hall.do(cmd.Propose(table=1, move=top(hall), at=10 * SECOND), cmd.EndTime(at=60 * SECOND))
    state = hall.do(cmd.Retain(at=61 * SECOND))
    assert not state.marks
    assert topping_times(state) == {1: 10 * SECOND, 2: 80 * SECOND}
