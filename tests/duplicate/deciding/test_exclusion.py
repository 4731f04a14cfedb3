"""Proven cheating (2023 6.1): earlier scores void, nothing more to play."""

import pytest

from raccord.duplicate import Refusal, score_table
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.slips.scores import solos
from raccord.lexicon import Lexicon
from raccord.regulation import Sanction
from tests.duplicate.helpers import Hall, ruling

CHEATING = cmd.Exclude(table=2, reason="documents sous la table")


@pytest.fixture
def hall(french: Lexicon) -> Hall:
    """Two turns of three tables, the second ahead on both."""
    hall = Hall(french, "2023")
    hall.enter(3)
    for turn in (1, 2):
        hall.draw()
        hall.do(cmd.Start(), cmd.EndTime())
        for table, points in ((1, 18), (2, 30), (3, 12)):
            given = ruling(points, sanction=Sanction.WARNING if table == 2 else Sanction.NONE)
            hall.do(cmd.Rule(turn=turn, table=table, ruling=given))
        hall.do(cmd.Retain())
    return hall


def test_every_score_of_the_table_is_void(hall: Hall) -> None:
    assert {s.table: s.points for s in score_table(hall.state)} == {1: 36, 2: 60, 3: 24}
    hall.do(CHEATING)
    scores = {s.table: s for s in score_table(hall.state)}
    assert {table: s.total for table, s in scores.items()} == {1: 36, 2: 0, 3: 24}
    assert scores[2].warnings == 0


def test_the_solos_go_to_those_who_played_fair(hall: Hall) -> None:
    assert solos(hall.state) == {1: 2, 2: 2}
    hall.do(CHEATING)
    assert solos(hall.state) == {1: 1, 2: 1}


def test_the_table_plays_no_more_and_the_article_is_cited(hall: Hall) -> None:
    hall.do(CHEATING)
    excluded = hall.events[-1]
    assert isinstance(excluded, ev.Excluded)
    assert str(excluded.citation) == "art. 6.1 (2023)"
    hall.draw()
    with pytest.raises(Refusal, match="ne joue pas le coup 3"):
        hall.do(cmd.Rule(turn=3, table=2, ruling=ruling(10)))
    with pytest.raises(Refusal, match="déjà exclue"):
        hall.do(CHEATING)


def test_an_exclusion_pronounced_by_mistake_is_put_right(hall: Hall) -> None:
    hall.do(CHEATING, cmd.Register(table=2, players=("J2",), replaces=True))
    assert {s.table: s.total for s in score_table(hall.state)}[2] == 60


def test_it_needs_its_reason(hall: Hall) -> None:
    with pytest.raises(Refusal, match="motif"):
        hall.do(cmd.Exclude(table=2, reason=" "))


def test_the_earlier_editions_do_not_know_it(french: Lexicon) -> None:
    hall = Hall(french, "2017")
    hall.enter(2)
    with pytest.raises(Refusal, match="n'exclut pas"):
        hall.do(CHEATING)
