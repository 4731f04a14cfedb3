import pickle
from typing import Any

import pytest

from raccord.duplicate import Formula, NotAFormulaError, Pace
from raccord.duplicate.rules import formulas
from raccord.regulation import EDITION_IDS, Citation


def test_the_classic_formula_is_the_default() -> None:
    assert formulas.parse("classic") == Formula()


@pytest.mark.parametrize(
    ("name", "rack", "playable", "bonuses"),
    [
        ("7sur8", 8, 7, ((7, 50),)),
        ("7et8", 8, 8, ((7, 50), (8, 75))),
        ("7-8-9", 9, 9, ((7, 50), (8, 75), (9, 100))),
        ("joker", 7, 7, ((7, 50),)),
    ],
)
def test_long_racks_have_their_sizes_and_bonuses(
    name: str, rack: int, playable: int, bonuses: tuple[tuple[int, int], ...]
) -> None:
    rules = formulas.parse(name).rules
    assert (rules.rack_size, rules.playable, rules.bonuses) == (rack, playable, bonuses)


@pytest.mark.parametrize("name", ["7sur8", "7et8", "7-8-9", "blitz", "mort-subite", "topping"])
def test_each_combines_with_the_joker_formula(name: str) -> None:
    alone, both = formulas.parse(name), formulas.parse(f"{name}+joker")
    assert both.joker
    assert both.rules == alone.rules
    assert both.citations("2017") == (*alone.citations("2017"), Citation("2017", "7.1"))


def test_the_order_of_the_parts_changes_the_name_only() -> None:
    one, other = formulas.parse("blitz+7sur8"), formulas.parse("7sur8+blitz")
    assert (one.rules, one.paces, one.kinds) == (other.rules, other.paces, other.kinds)


def test_a_part_that_sets_the_time_wins_over_one_that_suggests_it() -> None:
    assert formulas.parse("7sur8").pace(1) == Pace(120, 30)
    assert formulas.parse("7sur8+blitz").pace(1) == Pace(60, 20)


def test_parts_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(NotAFormulaError, match="7 sur 8 et 7 et 8"):
        formulas.parse("7sur8+7et8")


@pytest.mark.parametrize("name", ["", "clasic", "joker+", "7et8@", "blitz@0", "blitz@9999"])
def test_an_unreadable_name_is_refused(name: str) -> None:
    with pytest.raises(NotAFormulaError):
        formulas.parse(name)


@pytest.mark.parametrize(
    ("alias", "name"),
    [("classique", "classic"), ("7 sur 8", "7sur8"), ("Mort Subite", "mort-subite")],
)
def test_names_are_read_as_people_write_them(alias: str, name: str) -> None:
    assert formulas.parse(alias) == formulas.parse(name)


def test_a_time_of_one_s_own_follows_the_at_sign() -> None:
    assert formulas.parse("joker@2:30").pace(9) == Pace(150, 30)
    assert formulas.parse("classic@45").pace(1) == Pace(45, 20)


def test_sudden_death_climbs_down_a_ladder() -> None:
    formula = formulas.parse("mort-subite")
    seconds = [formula.pace(turn).seconds for turn in (1, 3, 4, 6, 7, 30)]
    assert seconds == [80, 80, 60, 60, 40, 40]


@pytest.mark.parametrize("edition", EDITION_IDS)
@pytest.mark.parametrize("name", formulas.names())
def test_every_formula_has_an_article_whatever_the_edition(edition: str, name: str) -> None:
    cited = formulas.parse(name).citations(edition)
    assert len(cited) == (0 if name == "classic" else 1)


def test_an_edition_silent_about_a_formula_cites_the_text_that_describes_it() -> None:
    assert formulas.parse("joker").citations("2010") == (Citation("undated", "annex 1"),)
    assert formulas.parse("7-8-9").citations("undated") == (Citation("2017", "7.2"),)
    assert formulas.parse("multitops").citations("2017") == (Citation("undated", "annex 4"),)


def test_a_custom_formula_needs_no_code() -> None:
    formula = formulas.custom(
        {
            "base": "joker",
            "label": "Dix lettres",
            "rack_size": 10,
            "playable": 8,
            "bonuses": {"7": 40, "8": 80},
            "time": "1:30",
            "tiles": {"counts": {"K": 3}, "values": {"K": 5}, "jokers": 1},
        }
    )
    assert formula.joker
    assert formula.rules.bonus(8) == 80
    assert formula.tiles.letters().count("K") == 3
    assert formula.tiles.value("K") == 5
    assert formula.tiles.value("Z") == 10
    assert formula.pace(1).seconds == 90


@pytest.mark.parametrize(
    "description",
    [
        {"rack_size": 1},
        {"rack_size": "sept"},
        {"rack_size": 5, "playable": 6},
        {"unknown": 1},
        {"bonuses": {"sept": 50}},
        {"tiles": {"counts": {"É": 1}}},
        {"tiles": {"jokers": 3}},
        {"base": "joker", "tiles": {"jokers": 0}},
        {"time": "longtemps"},
        {"paces": []},
        {"solutions": 4},
    ],
)
def test_a_custom_formula_that_makes_no_sense_is_refused(description: dict[str, Any]) -> None:
    with pytest.raises(NotAFormulaError):
        formulas.custom(description)


def test_equal_formulas_have_one_canonical_text() -> None:
    for name in ("classic", "7et8+joker", "mort-subite"):
        formula = formulas.parse(name)
        copied = pickle.loads(pickle.dumps(formula))
        assert copied == formula
        assert copied.canonical() == formula.canonical()
    assert formulas.parse("classic").canonical() == "{}"
