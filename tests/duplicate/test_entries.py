"""Entries put right: another number, a double, an entry taken back."""

import pytest

from raccord.duplicate import Refusal, State, decide, fold, open_game, score_table
from raccord.duplicate import commands as cmd
from raccord.duplicate.evolve import evolve
from raccord.lexicon import Lexicon
from raccord.regulation import Ruling, Sanction, Slip
from raccord.wordlists import load


def worth(points: int) -> Ruling:
    return Ruling(edition="2017", points=points, base=points, sanction=Sanction.NONE)


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return load("fr-libre")


class Play:
    """A game with three tables."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.state: State = fold(open_game(cmd.Open(), lexicon))
        for table, name in ((1, "Anne"), (2, "Luc"), (3, "Anne P.")):
            self.do(cmd.Register(table=table, players=(name,)))

    def do(self, command: cmd.Command) -> State:
        for event in decide(self.state, command, self.lexicon):
            self.state = evolve(self.state, event)
        return self.state

    def turn(self, **points: int) -> None:
        """A turn whose slips are worth so much: ``t1=20``."""
        self.do(cmd.DrawLetters(letters="AEINRST"))
        for table, earned in points.items():
            number = int(table[1:])
            turn = self.state.turn
            self.do(cmd.HandIn(turn=turn, table=number, slip=Slip(word="X")))
            self.do(cmd.Rule(turn=turn, table=number, ruling=worth(earned)))


@pytest.fixture
def play(lexicon: Lexicon) -> Play:
    return Play(lexicon)


def test_a_table_changes_its_number_before_the_first_draw(play: Play) -> None:
    state = play.do(cmd.Renumber(table=3, to=12))
    assert {t: e.players for t, e in state.entrants.items()} == {
        1: ("Anne",),
        2: ("Luc",),
        12: ("Anne P.",),
    }
    assert state.entrants[12].table == 12


def test_an_entry_is_taken_back_before_the_first_draw(play: Play) -> None:
    assert sorted(play.do(cmd.Unregister(table=2)).entrants) == [1, 3]


def test_a_double_is_merged_and_keeps_what_it_played(play: Play) -> None:
    play.turn(t1=20, t2=10)
    play.do(cmd.MergeTables(table=3, into=1))
    assert sorted(play.state.entrants) == [1, 2]
    assert play.state.mark(1, 1).ruling == worth(20)


def test_what_a_double_handed_in_goes_to_the_table_kept(play: Play) -> None:
    play.turn(t3=20, t2=10)
    play.do(cmd.MergeTables(table=3, into=1))
    assert play.state.mark(1, 1).ruling == worth(20)
    assert 3 not in play.state.marks[1]
    play.do(cmd.Retain())
    assert {s.table: s.points for s in score_table(play.state)} == {1: 20, 2: 10}


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (cmd.Renumber(table=9, to=12), "pas inscrite"),
        (cmd.Renumber(table=1, to=2), "déjà inscrite"),
        (cmd.Renumber(table=1, to=0), "impossible"),
        (cmd.Unregister(table=9), "pas inscrite"),
        (cmd.MergeTables(table=1, into=1), "elle-même"),
        (cmd.MergeTables(table=1, into=9), "pas inscrite"),
    ],
)
def test_what_makes_no_sense_is_refused(play: Play, command: cmd.Command, told: str) -> None:
    with pytest.raises(Refusal, match=told):
        play.do(command)


def test_once_something_is_drawn_numbers_stay_and_nobody_is_deleted(play: Play) -> None:
    play.turn(t1=20, t3=10)
    for command in (cmd.Renumber(table=1, to=12), cmd.Unregister(table=1)):
        with pytest.raises(Refusal, match="a commencé"):
            play.do(command)
    with pytest.raises(Refusal, match="elles sont deux"):
        play.do(cmd.MergeTables(table=3, into=1))
