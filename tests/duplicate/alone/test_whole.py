"""A game told whole: the same as one played wish by wish, and refused where a wish is."""

from collections.abc import Sequence

import pytest

from raccord import wordlists
from raccord.duplicate import Refusal
from raccord.duplicate.alone import Answer, Begin, Next, Pass, SoloState, Stop, decide, evolve
from raccord.duplicate.alone.whole import decide_whole, passing
from raccord.duplicate.rules import formulas

LEXICON = wordlists.load(wordlists.FREE)
BEGIN = Begin(edition="2017", formula=formulas.parse("classic"), secret="5a" * 32, at=1000)


def folded(wishes: Sequence[object]) -> SoloState:
    state: SoloState | None = None
    for event in decide_whole(LEXICON)(None, wishes):
        state = evolve(state, event)
    assert state is not None
    return state


def test_wishes_that_come_together_are_decided_one_after_the_other() -> None:
    wishes = [BEGIN, Pass(1, 2000), Next(3000), Answer(2, "H4 ZZZ", 4000), Stop(5000)]
    state: SoloState | None = None
    for wish in wishes:
        for event in decide(LEXICON)(state, wish):
            state = evolve(state, event)
    assert folded(wishes) == state
    assert state is not None
    assert state.is_over


def test_one_wish_that_is_refused_refuses_the_whole_game() -> None:
    with pytest.raises(Refusal, match="plus en jeu"):
        folded([BEGIN, Pass(1, 2000), Pass(1, 3000)])
    with pytest.raises(Refusal, match="n'existe pas"):
        folded([Pass(1, 2000)])


def test_a_game_passed_through_is_seen_at_each_of_its_turns() -> None:
    states = list(passing(BEGIN, LEXICON))
    assert states[-1].is_over
    assert not any(state.is_over for state in states[:-1])
    thinking = [state.play.turn for state in states if not state.is_over and state.play.rack]
    assert sorted(set(thinking)) == list(range(1, len(states[-1].play.turns) + 1))
