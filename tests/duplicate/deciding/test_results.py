"""The ranking of a game is provisional until the referee publishes it."""

import pytest

from raccord.duplicate import Refusal
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.said import announcement
from raccord.duplicate.slips.publication import MissingSlips, is_published, missing_slips
from raccord.lexicon import Lexicon
from tests.duplicate.helpers import Hall, ruling


def night(lexicon: Lexicon, formula: str = "classic") -> Hall:
    """Two turns of three tables; of table 2 the first slip and of table 3 both are unread."""
    hall = Hall(lexicon, formula=formula, awaits_publication=True)
    hall.enter(3)
    hall.play(2)
    hall.do(
        cmd.Rule(turn=1, table=1, ruling=ruling(10)),
        cmd.Rule(turn=2, table=1, ruling=ruling(12)),
        cmd.Rule(turn=2, table=2, ruling=ruling(8)),
    )
    return hall


def test_slips_without_a_ruling_are_missing_wherever_they_are(french: Lexicon) -> None:
    hall = night(french)
    assert missing_slips(hall.state) == (MissingSlips(1, (2, 3)), MissingSlips(2, (3,)))
    hall.draw()
    assert len(missing_slips(hall.state)) == 2, "the turn under way misses nothing yet"


def test_who_does_not_play_misses_nothing_and_topping_has_no_slips(french: Lexicon) -> None:
    hall = night(french)
    hall.do(cmd.Withdraw(table=3), cmd.Register(table=4, players=("Zoé",)))
    hall.play()
    assert missing_slips(hall.state)[-1] == MissingSlips(3, (1, 2, 4))
    topping = Hall(french, formula="topping", awaits_publication=True)
    topping.enter(2)
    topping.play()
    assert missing_slips(topping.state) == ()


def test_a_ranking_is_published_after_the_end_once_and_whole_unless_one_insists(
    french: Lexicon,
) -> None:
    hall = night(french)
    with pytest.raises(Refusal, match="après la fin"):
        hall.do(cmd.Publish())
    hall.do(cmd.Stop(reason="l'heure"))
    assert not is_published(hall.state)
    with pytest.raises(Refusal, match=r"\(3\) : coup 1, tables 2 3 ; coup 2, table 3"):
        hall.do(cmd.Publish())
    hall.do(cmd.Publish(insist=True, from_last=True, by="Anne", at=7))
    assert hall.events[-1] == ev.ResultsPublished(by="Anne", from_last=True, at=7)
    assert is_published(hall.state)
    with pytest.raises(Refusal, match="déjà publié"):
        hall.do(cmd.Publish())


def test_a_published_game_is_not_taken_up_again(french: Lexicon) -> None:
    hall = Hall(french, awaits_publication=True)
    hall.enter(1)
    while hall.state.end is None:
        hall.play()
        hall.do(cmd.Rule(turn=len(hall.state.turns), table=1, ruling=ruling(1)))
    hall.do(cmd.Publish())
    with pytest.raises(Refusal, match="terminée"):
        hall.do(cmd.CancelTurn(reason="erreur"))


def test_games_of_before_and_games_without_tables_have_nothing_to_publish(french: Lexicon) -> None:
    for hall in (Hall(french), Hall(french, awaits_publication=True)):
        hall.do(cmd.Stop(reason="l'heure"))
        assert is_published(hall.state)
        with pytest.raises(Refusal, match="pas de classement à publier"):
            hall.do(cmd.Publish())


def test_solos_are_told_once_no_slip_can_undo_them(french: Lexicon) -> None:
    hall = night(french)
    hall.do(cmd.Stop(reason="l'heure"))
    assert "solo" not in announcement(hall.state).text.casefold()
    for turn, table in ((1, 2), (1, 3), (2, 3)):
        hall.do(cmd.Rule(turn=turn, table=table, ruling=ruling(1)))
    assert "solo" in announcement(hall.state).text.casefold()
