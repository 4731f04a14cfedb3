import pytest

from raccord.board import Board, Move
from raccord.duplicate import Frame, Refusal, find_tops, opening, record, survey
from raccord.duplicate import commands as cmd
from raccord.duplicate.files import audit
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.tops import Tops
from raccord.lexicon import Lexicon
from raccord.regulation import Citation, EditionId
from tests.duplicate.helpers import Hall, frame, placed, position


def tops_of(board: Board, rack: str, bag: str, where: Frame, turn: int = 5) -> Tops:
    found = find_tops(position(board, bag), rack, turn, where, samples=4)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("edition", "article"), [("2017", "3.4"), ("2010", "2.4"), ("undated", "2.4")]
)
def test_a_joker_free_tie_bars_those_with_a_joker(edition: EditionId, article: str) -> None:
    words = Lexicon.of(["OS", "OSE", "SOS"], "essai")
    worthless = formulas.custom({"tiles": {"values": {"E": 0}}})
    where = Frame(words, frame(words, edition).edition, worthless)
    found = tops_of(placed("H7 OS"), "E?", "AB", where)
    assert [t.move for t in found.eligible] == ["H7 OSE"]
    barred = [t for t in found.ties if t.barred]
    assert {t.move for t in barred} == {"H7 OS(E)", "H6 (S)OS"}
    assert {t.citation.article for t in barred if t.citation} == {article}


def test_without_a_joker_free_tie_all_stay_eligible() -> None:
    words = Lexicon.of(["OS", "OSE", "SOS"], "essai")
    found = tops_of(placed("H7 OS"), "?B", "AB", frame(words))
    assert {t.move for t in found.eligible} == {"H7 OS(E)", "H6 (S)OS"}


@pytest.mark.parametrize(
    ("edition", "article"), [("2017", "3.6"), ("2010", "2.7"), ("undated", "2.7")]
)
def test_a_tie_that_ends_the_game_must_be_kept(edition: EditionId, article: str) -> None:
    words = Lexicon.of(["OS", "OSE", "OSB", "DOSB"], "essai")
    same = formulas.custom({"tiles": {"values": {"B": 1}}})
    where = Frame(words, frame(words, edition).edition, same)
    # After OSE only consonants are left; after OSB, D and E, and DOSB can be played.
    found = tops_of(placed("H7 OS"), "EB", "D", where, turn=20)
    assert [t.move for t in found.eligible] == ["H7 OSE"]
    assert found.eligible[0].ends
    assert found.citations[0].article == article
    (barred,) = [t for t in found.ties if t.barred]
    assert (barred.move, barred.citation) == ("H7 OSB", found.citations[0])


def test_the_joker_rule_comes_before_the_ending_rule() -> None:
    words = Lexicon.of(["OS", "OSE", "SOS", "OSED"], "essai")
    free = formulas.custom({"tiles": {"values": {"E": 0}}})
    where = Frame(words, frame(words).edition, free)
    # SOS with the joker would leave E alone with D; OSE keeps the joker: OSE is mandatory.
    found = find_tops(position(placed("H7 OS"), "D"), "E?", 20, where, samples=0)
    assert found is not None
    assert [t.move for t in found.eligible] == ["H7 OSE"]


def test_the_joker_formula_of_2017_keeps_a_move_that_preserves_the_joker() -> None:
    words = Lexicon.of(["OS", "OSE", "SOS", "OSES", "SOSA"], "essai")
    formula = formulas.parse("joker")
    where = position(placed("H7 OS"), "SA?", formula=formula)
    found = find_tops(where, "B?", 5, Frame(words, frame(words).edition, formula), samples=0)
    assert found is not None
    # The bag holds an S and no E: SOS gives the joker back.
    assert [t.move for t in found.eligible] == ["H6 (S)OS"]
    assert found.citations[0].article == "7.1"
    older = find_tops(
        where, "B?", 5, Frame(words, frame(words, "undated").edition, formula), samples=0
    )
    assert older is not None
    assert len(older.eligible) == 2


def test_the_opening_measure_is_reproducible(french: Lexicon) -> None:
    where = position(placed("H4 MAISON"), "AEEEIOURSTLNDBCFGH")
    values = [opening(where, "RSTLNEA", Move.parse("10H SALENT"), frame(french), 12) for _ in "ab"]
    assert values[0] == values[1] > 0


def test_ties_are_ranked_by_how_far_they_open_the_game(french: Lexicon) -> None:
    where = position(Board.empty(), "AAEEEIIOURSTLNDBCFGHMP")
    found = find_tops(where, "UXMAIGU", 1, frame(french), samples=10)
    assert found is not None
    values = [t.opening for t in found.eligible]
    assert len(values) > 1
    assert values == sorted(values, key=lambda v: -(v or 0))


def test_a_survey_counts_scrabbles_and_sub_tops(french: Lexicon) -> None:
    where = position(Board.empty(), "AB")
    found = survey(where, "RETINAS", frame(french), sub_tops=5)
    assert "RETINAS" in found.scrabbles or "ENTRAIS" in found.scrabbles
    assert all(len(word) == 7 for word in found.scrabbles)
    assert len(found.sub_tops) == 5
    assert found.second == found.sub_tops[0][1]


def first_turn(edition: EditionId) -> Hall:
    hall = Hall(Lexicon.of(["MAISONS"], "essai"), edition)
    hall.do(cmd.DrawLetters(letters="MAISONS"))
    return hall


@pytest.mark.parametrize(("edition", "article"), [("2017", "3.4"), ("2010", "2.4")])
def test_the_first_word_lies_across(edition: EditionId, article: str) -> None:
    with pytest.raises(Refusal, match="horizontalement") as refused:
        first_turn(edition).do(cmd.Retain(move="8D MAISONS"))
    assert refused.value.citation == Citation(edition, article)


def test_where_the_edition_does_not_say_so_the_first_word_may_lie_down() -> None:
    hall = first_turn("undated")
    assert str(hall.do(cmd.Retain(move="8D MAISONS")).turns[0].move) == "8D MAISONS"
    with pytest.raises(Refusal, match="n'est pas un top"):
        first_turn("undated").do(cmd.Retain(move="8E MAISONS"))


def test_a_record_whose_first_word_lies_down_is_as_good_as_its_edition_says() -> None:
    hall = first_turn("undated")
    hall.do(cmd.Retain(move="8D MAISONS"))
    kept = record.loads(record.dumps(hall.events))
    assert audit.audit(kept, frame(hall.lexicon, "undated")).is_faithful
