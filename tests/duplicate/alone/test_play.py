"""A game for one, decided without a server or a clock."""

from collections.abc import Sequence
from typing import Any

import pytest

from raccord.board import Board, moves
from raccord.duplicate import DuplicateError, NotATableError, Refusal, events
from raccord.duplicate.alone import (
    TABLE,
    Answer,
    Begin,
    Hint,
    Next,
    SoloState,
    Step,
    Stop,
    decide,
    evolve,
    sources,
)
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.clock import deadline
from raccord.lexicon import Lexicon


def played(lexicon: Lexicon, begin: Begin, wishes: Sequence[Any] = ()) -> SoloState:
    decided = decide(lexicon)
    state: SoloState | None = None
    for wish in (begin, *wishes):
        for event in decided(state, wish):
            state = evolve(state, event)
    assert state is not None
    return state


def beginning(formula: str = "classic") -> Begin:
    return Begin(edition="2017", formula=formulas.parse(formula), secret="ab" * 32)


def best(state: SoloState, lexicon: Lexicon) -> str:
    return str(moves(state.play.position.board, state.play.rack, lexicon)[0].move)


def test_the_same_wishes_make_the_same_game(french: Lexicon) -> None:
    wishes = (Answer(1, None, 5), Next(6), Hint(2, 7), Stop(8))
    first, second = (played(french, beginning(), wishes) for _ in range(2))
    assert first == second
    assert first.is_over
    assert first.play.secret, "the secret is told once the game is over"


def test_an_answer_after_the_time_and_its_grace_earns_nothing(french: Lexicon) -> None:
    begun = played(french, beginning())
    limit = deadline(begun.play)
    assert limit is not None
    points = {}
    for late in (3000, 3001):
        answer = Answer(1, best(begun, french), limit + late)
        ruling = played(french, beginning(), [answer]).play.mark(1, TABLE).ruling
        assert ruling is not None
        points[late] = ruling.points
    assert points[3000] > points[3001] == 0


def test_a_turn_is_answered_once(french: Lexicon) -> None:
    with pytest.raises(Refusal, match="n'est plus en jeu"):
        played(french, beginning(), [Answer(1, None, 0), Answer(1, None, 0)])


def test_nothing_is_asked_of_a_game_that_was_not_begun(french: Lexicon) -> None:
    with pytest.raises(Refusal, match="n'existe pas"):
        decide(french)(None, Stop(0))


def test_a_prepared_draw_may_have_put_the_leave_back(french: Lexicon) -> None:
    opening = moves(Board.empty(), "EEUVCQO", french)[0].move
    assert len(opening.word) < 7, "the example needs a leave"
    script = (Step("EEUVCQO", str(opening)), Step("AIDLMRN", ""))
    begin = Begin(edition="2017", formula=formulas.parse("solitaire+replay"), script=script)
    state = played(french, begin, (Answer(1, None, 0), Next(0)))
    assert sorted(state.play.rack) == sorted("AIDLMRN")
    assert sum(isinstance(event, events.DrawRejected) for event in state.record) == 1


@pytest.mark.parametrize("text", ["", "{}", '{"events": []}', "#player1 A A\n"])
def test_a_file_without_a_game_is_no_source_of_draws(text: str, french: Lexicon) -> None:
    with pytest.raises(DuplicateError):
        sources.read(text, french, "2017")


def test_a_gcg_game_is_replayed_without_the_moves_withdrawn(french: Lexicon) -> None:
    text = ">a: XY 8G XY +40 40\n>a: XY -- -40 0\n>a: AS 8G AS +4 4\n"
    assert [step.move for step in sources.read(text, french, "2017").steps] == ["H7 AS"]


def test_a_gcg_game_that_cannot_be_read_is_told_in_french(french: Lexicon) -> None:
    with pytest.raises(NotATableError, match=r"GCG incorrecte, ligne 1 : .* place comme 8D"):
        sources.read(">a: AS 99Z AS +4 4\n", french, "2017")
