"""Players as people type, paste or export them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.documents import ranking, to_csv
from raccord.duplicate import fold
from raccord.hall.players import parse_players
from raccord.tournament import PeopleError
from tests.web.played import played


def _read(text: str, *taken: int) -> list[tuple[int, tuple[str, ...]]]:
    return [(entry.table, entry.players) for entry in parse_players(text, taken)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12 Émile Durand", [(12, ("Émile Durand",))]),
        ("12;Émile Durand", [(12, ("Émile Durand",))]),
        ("12\tÉmile Durand", [(12, ("Émile Durand",))]),
        ("table 12 : Émile", [(12, ("Émile",))]),
        ("Anne Petit / Luc Roy", [(1, ("Anne Petit", "Luc Roy"))]),
        ("1;Durand;Émile", [(1, ("Émile Durand",))]),
        ("1;de la Tour;Anne", [(1, ("Anne de la Tour",))]),
        ("Durand, Émile", [(1, ("Émile Durand",))]),
        ("3;Anne Petit;Luc Roy", [(3, ("Anne Petit", "Luc Roy"))]),
        ("3;Anne / Luc", [(3, ("Anne", "Luc"))]),
        ("Anne et Luc", [(1, ("Anne", "Luc"))]),
        ("Prénom;Club;Nom;Table\nAnne;Lyon;Petit;4", [(4, ("Anne Petit",))]),
        ("\ufeffTable;Joueurs\r\n1;Anne\r\n2;Luc\r\n", [(1, ("Anne",)), (2, ("Luc",))]),
        ("table,nom,prénom\n4,Petit,Anne", [(4, ("Anne Petit",))]),
        ('7,"Durand, Émile"', [(7, ("Durand, Émile",))]),
        ("# commentaire\n\n  Zoé   d'Arc  ", [(1, ("Zoé d'Arc",))]),
        ("2 Anne\nLuc\nZoé", [(2, ("Anne",)), (1, ("Luc",)), (3, ("Zoé",))]),
    ],
)
def test_the_usual_ways_of_writing_are_read(
    text: str, expected: list[tuple[int, tuple[str, ...]]]
) -> None:
    assert _read(text) == expected


def test_numbers_in_use_are_passed_over_or_refused() -> None:
    assert _read("Anne", 1, 2) == [(3, ("Anne",))]
    with pytest.raises(PeopleError, match="Ligne 1 : la table 2 est déjà prise"):
        _read("2 Anne", 2)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "Aucun joueur"),
        ("Anne\n12", "Ligne 2 : il manque le nom"),
        ("A / B / C", "Ligne 1 : 3 noms"),
        ("0 Anne", "Ligne 1 : table 0 impossible"),
        ("1 Anne\n1 Luc", "Ligne 2 : la table 1 est déjà prise"),
        ("1 ???", "Ligne 1 : « ??? » n'est pas un nom"),
        ("1 " + "x" * 100, "Ligne 1 : nom trop long"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_with_its_number(text: str, line: str) -> None:
    with pytest.raises(PeopleError) as told:
        _read(text)
    assert line in str(told.value)


def test_the_program_s_own_ranking_comes_back_in_as_the_same_tables() -> None:
    state = fold(played(12))
    text = to_csv(ranking(state)).decode("utf-8")
    found = {entry.table: entry.players for entry in parse_players(text)}
    assert found == {table: entrant.players for table, entrant in state.entrants.items()}


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_in_french(text: str) -> None:
    try:
        entries = parse_players(text)
    except PeopleError:
        return
    tables = [entry.table for entry in entries]
    assert len(set(tables)) == len(tables) > 0
