"""Every Jarnac that was there and nobody called."""

import pytest
from msgspec.structs import replace

from raccord.jarnac import (
    CallJarnac,
    Command,
    Draw,
    FixedSource,
    JarnacGame,
    NotARecordError,
    Pass,
    Play,
    Settings,
    Toss,
    missed_jarnacs,
)
from raccord.lexicon import Lexicon

WORDS = Lexicon.of(["LAC", "LACE", "CAL", "TES"])


def after(*commands: Command) -> JarnacGame:
    game = JarnacGame.open(Settings(), WORDS, FixedSource("ABLACEZZ"))
    game = replace(game, state=game.state)
    for command in commands:
        game = game.submit(command)
    return game


BEGINNING = (Toss(at=0), Draw(at=0, seat="A"), Pass(at=0, seat="A"))


def test_a_pass_that_leaves_words_is_missed_when_nobody_calls() -> None:
    (missed,) = missed_jarnacs(after(*BEGINNING, Draw(at=1, seat="B")).events, WORDS)
    assert missed.seat == "B"
    assert missed.called is None
    assert missed.plays == (Play("LACE"), Play("CAL"), Play("LAC"))


def test_the_best_jarnac_called_leaves_nothing_missed() -> None:
    game = after(*BEGINNING, CallJarnac(at=1, seat="B", word="LACE"))
    assert missed_jarnacs(game.events, WORDS) == ()


def test_a_lesser_jarnac_leaves_the_better_one_missed() -> None:
    game = after(*BEGINNING, CallJarnac(at=1, seat="B", word="CAL"), Draw(at=2, seat="B"))
    (missed,) = missed_jarnacs(game.events, WORDS)
    assert missed.called == Play("CAL")
    assert missed.plays == (Play("LACE"),)


def test_a_pass_that_leaves_nothing_is_not_listed() -> None:
    nothing = Lexicon.of(["TES"])
    assert missed_jarnacs(after(*BEGINNING).events, nothing) == ()


def test_what_is_not_a_game_is_refused() -> None:
    with pytest.raises(NotARecordError, match="ouverture"):
        missed_jarnacs((), WORDS)
