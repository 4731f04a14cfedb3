"""Games that were published: followed as they were, whatever our list thinks of them."""

import pytest

from raccord.board import Board, moves
from raccord.duplicate import Refusal, record
from raccord.duplicate.alone import Answer, Begin, Next, SoloState, Step, sources
from raccord.duplicate.alone.sources import Source
from raccord.duplicate.alone.terms import afresh, replayed
from raccord.duplicate.events import DrawRejected
from raccord.duplicate.files.audit import audit
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.ends import Frame
from raccord.hall.alone.results import result
from raccord.hall.alone.service import Choice, command_of
from raccord.lexicon import Lexicon
from tests.duplicate.alone.test_play import played

# MAISON and ALBUM were kept though other moves score more; nobody admits BLURM.
TABLE = """\
# formule : 7sur8
1|AEIMNOST|MAISON|H4|18|18
2|ET+LRUBEA|ALBUM|4D|16|34
"""
UNKNOWN = TABLE.replace("ALBUM", "BLURM")


def begun(text: str, lexicon: Lexicon, wished: str = "classic") -> Begin:
    source = sources.read(text, lexicon, "2017")
    choice = Choice(formula=formulas.parse(wished), timed="@" in wished)
    return command_of(choice, at=0, source=source)


def told(state: SoloState) -> list[tuple[str, int, bool]]:
    return [(str(t.move), t.points, bool(t.ties)) for t in state.play.turns]


def test_a_published_game_is_followed_though_its_words_are_no_tops(french: Lexicon) -> None:
    begin = begun(TABLE, french)
    state = played(french, begin, (Answer(1, None, 1), Next(2), Answer(2, None, 3)))
    assert [move for move, *_ in told(state)] == [step.move for step in begin.script]
    assert not any(tied for *_, tied in told(state)), "better words are to be found"
    shown = result(state, state.play.turns[0], str)
    assert shown.published
    assert (shown.top.points, shown.reference) == (18, 18)


def test_what_was_published_stands_for_the_player_too(french: Lexicon) -> None:
    begin = begun(UNKNOWN, french)
    word = begin.script[1].move
    assert word.split()[1] not in french
    state = played(french, begin, (Answer(1, None, 1), Next(2), Answer(2, word, 3)))
    shown = result(state, state.play.turns[1], str)
    assert (shown.points, shown.found, shown.verdict) == (
        shown.reference,
        True,
        "Bien vu, c'est le top !",
    )
    best = moves(Board.empty(), "AEIMNOST", french, begin.formula.rules)[0]
    better = played(french, begin, (Answer(1, str(best.move), 1),))
    verdict = result(better, better.play.turns[0], str).verdict
    assert verdict == f"{best.score} / 18, +{best.score - 18}"


def test_the_record_of_a_followed_game_is_sound(french: Lexicon) -> None:
    state = played(
        french, begun(UNKNOWN, french), (Answer(1, None, 1), Next(2), Answer(2, None, 3))
    )
    found = record.loads(record.dumps(state.record))
    frame = Frame(french, state.play.edition, state.play.formula)
    assert audit(found, frame).failures == []


def test_the_record_of_a_game_whose_leave_went_back_is_sound(french: Lexicon) -> None:
    """A sheet tells that the letters are all new, not which ones were rejected with the leave."""
    table = TABLE.replace("2|ET+LRUBEA", "2|-ALBURSEI")
    answers = (Answer(1, None, 1), Next(2), Answer(2, None, 3))
    state = played(french, begun(table, french), answers)
    assert any(isinstance(event, DrawRejected) for event in state.record)
    found = record.loads(record.dumps(state.record))
    frame = Frame(french, state.play.edition, state.play.formula)
    assert audit(found, frame).failures == []


def test_the_formula_of_the_file_decides_letters_and_the_player_the_time(french: Lexicon) -> None:
    formula = begun(TABLE, french, "blitz").formula
    assert (formula.rack_size, formula.playable, formula.prepared) == (8, 7, True)
    assert formula.pace(1).seconds == 120
    assert begun(TABLE, french, "classic@0:45").formula.pace(1).seconds == 45
    assert begun(TABLE, french, "topping").formula.topping
    assert afresh(formula).name == "7sur8"
    assert not afresh(formula).prepared


@pytest.mark.parametrize("wished", ["7sur8", "multitops3"])
def test_a_game_that_says_nothing_is_played_as_wished(wished: str) -> None:
    formula = formulas.parse(wished)
    again = replayed(None, formula, timed=False)
    assert (again.rack_size, again.solutions) == (formula.rack_size, formula.solutions)


def test_a_move_that_does_not_fit_is_no_published_game(french: Lexicon) -> None:
    wrong = Source((Step("AEIMNOS", "A1 MAISON"),), None, "2017")
    begin = command_of(Choice(), at=0, source=wrong)
    with pytest.raises(Refusal, match="ne peut être placé"):
        played(french, begin, (Answer(1, None, 1),))
