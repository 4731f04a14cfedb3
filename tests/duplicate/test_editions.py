import pytest

from raccord.regulation import EDITION_IDS
from raccord.regulation.editions import EDITIONS, Edition, UnknownEditionError, edition, named

EDITION_LIST = list(EDITIONS.values())


def test_there_is_one_edition_for_each_identifier() -> None:
    assert set(EDITIONS) == set(EDITION_IDS)
    assert all(EDITIONS[name].id == name for name in EDITION_IDS)


@pytest.mark.parametrize("one", EDITION_LIST, ids=lambda e: e.id)
def test_every_provision_has_its_article(one: Edition) -> None:
    provisions = one.provisions()
    assert len(provisions) > 20
    assert all(p.article for p in provisions.values())


def test_chapter_three_is_cited_for_draws_since_2017() -> None:
    assert EDITIONS["2023"].early_turns.article == "3.2"
    assert EDITIONS["2017"].early_turns.article == "3.2"
    assert EDITIONS["2010"].early_turns.article == "2.2"
    assert EDITIONS["undated"].early_turns.article == "2.2"


def test_2010_never_cites_its_lost_article() -> None:
    articles = {p.article for p in EDITIONS["2010"].provisions().values()}
    assert "3.1" not in articles
    assert not any(a.startswith("annex") for a in articles - {"annex 1"})


def test_since_2017_solos_are_read_before_the_penalty_and_recorded_with_any_number() -> None:
    compared = {e.id: e.solo_compares.value for e in EDITION_LIST}
    assert compared == {"2023": "base", "2017": "base", "2010": "points", "undated": "points"}
    recorded = {e.id: e.solo_recorded.value for e in EDITION_LIST}
    assert recorded == {"2023": 2, "2017": 2, "2010": 16, "undated": 16}


def test_the_undated_edition_knows_no_interruption_rule() -> None:
    assert EDITIONS["undated"].interruption is None
    assert EDITIONS["2010"].interruption is not None


def test_one_edition_is_in_force_and_says_so_where_editions_are_listed() -> None:
    assert [e.id for e in EDITION_LIST if e.in_force] == ["2023"]
    assert [e.dated for e in EDITION_LIST] == [
        "du 1er janvier 2023 (en vigueur)",
        "du 1er janvier 2017",
        "du 1er septembre 2010",
        "Ancien règlement, d'avant 2010",
    ]


def test_an_edition_is_named_by_its_year_and_the_oldest_by_what_stands_for_one() -> None:
    assert [named(e) for e in EDITION_LIST] == ["2023", "2017", "2010", "d'avant 2010"]


def test_an_unknown_edition_is_named_in_the_error() -> None:
    with pytest.raises(UnknownEditionError, match=r"1999.*2023, 2017, 2010, undated"):
        edition("1999")
