"""Results of a game: from a game played here, from a CSV of totals."""

import pytest

from raccord.duplicate import fold
from raccord.duplicate.slips.ranking import ranking
from raccord.tournament import GameResult, TournamentError, of_csv, of_game
from tests.web.played import played

CSV = "joueur;total;top\nAnne Petit;60;80\nLuc Roy;50;80\nZoé;50;80\n"


def test_a_csv_of_totals_is_a_game() -> None:
    found = of_csv(CSV)
    assert found.top == 80
    assert found.totals == {"Anne Petit": 60, "Luc Roy": 50, "Zoé": 50}
    assert found.places == {"Anne Petit": 1, "Luc Roy": 2, "Zoé": 2}


@pytest.mark.parametrize(
    "text",
    [
        CSV.partition("\n")[2],
        CSV.replace(";", ","),
        CSV.replace(";", "\t"),
        "\ufeff" + CSV,
        CSV.replace("\n", "\r\n") + "\r\n",
        CSV.replace("50;80", "50;"),
    ],
)
def test_a_csv_reads_as_spreadsheets_write_it(text: str) -> None:
    assert of_csv(text) == of_csv(CSV)


def test_who_refereed_is_excused() -> None:
    found = of_csv(CSV + "Éva;dispensé;80\n")
    assert found.excused == {"Éva"}
    assert found.players == {"Anne Petit", "Luc Roy", "Zoé", "Éva"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (CSV + "Zoé;1;80", "ligne 5 : Zoé est déjà"),
        (CSV + "Éva;beaucoup;80", "ligne 5 : « beaucoup »"),
        (CSV + "Éva;12", "ligne 5 illisible"),
        (CSV + "Éva;12;81", "même sur chaque ligne"),
        ("", "même sur chaque ligne"),
        ("Anne;12;", "même sur chaque ligne"),
        (";12;80", "ligne 1 illisible"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text: str, told: str) -> None:
    with pytest.raises(TournamentError, match=told):
        of_csv(text)


def test_nobody_plays_and_is_excused_at_once() -> None:
    with pytest.raises(TournamentError, match="dispensé : Anne"):
        GameResult.of_totals({"Anne": 1}, 1, frozenset({"Anne"}))


def test_a_game_played_here_brings_its_ranking() -> None:
    state = fold(played(12))
    found = of_game(state)
    for line in ranking(state):
        name = " / ".join(line.players)
        assert (found.totals[name], found.places[name]) == (line.total, line.place)
        assert sum(found.turns[name]) == line.points
    assert found.top == state.total
    assert len(found.totals) == 12
