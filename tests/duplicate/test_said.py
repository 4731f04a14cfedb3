"""What the referee says at each moment of a game."""

import pytest

from raccord.board import ALPHABET
from raccord.duplicate import commands as cmd
from raccord.duplicate.announce import Part
from raccord.duplicate.said import announcement, calls
from raccord.lexicon import Lexicon
from raccord.regulation import EditionId
from tests.duplicate.helpers import Hall

WORDS = Lexicon.of(["MAISON", "MAISONS", "OS", "SUER"], "essai")


def hall(formula: str = "classic", edition: EditionId = "2017", tables: int = 2) -> Hall:
    game = Hall(WORDS, edition, formula)
    game.enter(tables)
    return game


def parts(game: Hall) -> list[Part]:
    return list(dict.fromkeys(s.part for s in announcement(game.state).segments))


def text(game: Hall) -> str:
    return announcement(game.state).text


@pytest.mark.parametrize(
    ("edition", "formula", "told"),
    [
        ("2017", "classic", ""),
        ("2017", "joker", "Joker, 2 min par coup."),
        ("2017", "classic@2:30", "Partie classique, 2 min 30 par coup."),
        ("2010", "classic", "Partie classique, 3 min par coup."),
        ("undated", "joker", ""),
    ],
)
def test_before_the_first_draw_the_kind_of_game_is_told_where_the_edition_asks(
    edition: EditionId, formula: str, told: str
) -> None:
    assert text(hall(formula, edition)) == told


def test_the_draw_can_be_repeated_while_players_think() -> None:
    game = hall()
    game.do(cmd.DrawLetters(letters="MAISONS"))
    drawn = text(game)
    assert "Maroc-M" in drawn
    game.do(cmd.Start())
    assert text(game) == drawn


def test_in_blitz_the_whole_draw_is_repeated_by_letters_in_2017_only() -> None:
    said = {}
    for edition in ("2017", "2010"):
        game = hall("blitz", edition)
        game.do(cmd.DrawLetters(letters="MAISONS"))
        said[edition] = announcement(game.state).segments[-1].text
    assert said == {
        "2017": "M, A, I, deux S, O, N.",
        "2010": "Maroc, Algérie, Italie, deux Suisse, Océanie, Norvège.",
    }


def test_a_rejected_draw_is_told() -> None:
    game = hall()
    game.do(cmd.DrawLetters(letters="BCDFGHJ"))
    assert text(game) == "Rejet, sept lettres."


@pytest.mark.parametrize(
    ("edition", "words"),
    [
        ("2017", ["Chrono !", "Trente secondes.", "Terminé !"]),
        ("2010", ["Chrono !", "Trente secondes.", "Terminé !"]),
        (
            "undated",
            ["Début du temps de jeu.", "Trente dernières secondes.", "Fin du temps de jeu."],
        ),
    ],
)
def test_the_signals_of_a_turn_are_called_in_the_words_of_the_edition(
    edition: EditionId, words: list[str]
) -> None:
    game = hall(edition=edition)
    game.do(cmd.DrawLetters(letters="MAISONS"), cmd.Start())
    assert [(call.left, call.text) for call in calls(game.state)] == list(
        zip((180, 30, 0), words, strict=True)
    )
    game.do(cmd.EndTime())
    assert text(game) == words[-1]


def test_nothing_is_called_where_time_is_not_counted() -> None:
    assert calls(hall("solitaire").state) == ()


def test_the_top_is_told_once_it_is_placed() -> None:
    game = played("MAISONS")
    assert text(game).startswith("70 points, à l'horizontale, en H4 : MAISONS.")


def played(letters: str, **tiles: int) -> Hall:
    """One turn; with ``tiles`` the bag holds only those letters."""
    counts = dict.fromkeys(ALPHABET, 0) | tiles
    few = {"tiles": {"counts": counts, "jokers": 0}}
    game = Hall(WORDS, "2017", few if tiles else "classic")
    game.enter(2)
    game.do(cmd.DrawLetters(letters=letters, at=1), cmd.Start(at=2), cmd.EndTime(at=3))
    game.award(1, [70, 10])
    game.do(cmd.Retain(at=4))
    return game


def test_a_top_that_ends_the_game_is_told_in_full_then_the_end_then_the_solos() -> None:
    game = played("MAISONS", M=1, A=1, I=1, S=2, O=1, N=1)
    assert game.state.end
    assert parts(game) == [
        Part.POINTS,
        Part.DIRECTION,
        Part.PLACE,
        Part.WORD,
        Part.SPELLING,
        Part.RECAP,
        Part.END,
        Part.SOLO,
    ]
    assert text(game).endswith(
        "Fin de la partie : toutes les lettres sont placées. "
        "Un solo dans cette partie. Coup 1 : Joueur 1, 70 points."
    )


def test_a_game_stopped_later_does_not_repeat_its_last_top() -> None:
    game = played("MAISONS")
    game.do(cmd.Stop(reason="orage", at=9))
    assert parts(game) == [Part.END, Part.SOLO]
    assert text(game).startswith("Fin de la partie : orage.")


def test_nobody_is_told_of_solos_where_there_is_nobody_to_compare_with() -> None:
    game = hall(tables=1)
    game.do(cmd.Stop(reason="orage"))
    assert parts(game) == [Part.END]


def test_results_annulled_have_no_solos() -> None:
    game = played("MAISONS")
    game.do(cmd.Interrupt(at=10), cmd.EndInterrupted(at=10 + 16 * 60_000))
    assert game.state.end
    assert game.state.end.void
    assert parts(game) == [Part.END]


def test_a_cancelled_turn_is_told_instead_of_the_top_before_it() -> None:
    game = played("MAISONS")
    game.do(cmd.CancelTurn(reason="Erreur de chronométrage.", at=9))
    assert parts(game) == [Part.CANCELLED]
    assert text(game).startswith("Coup 1 annulé : erreur de chronométrage.")
    game.do(cmd.DrawLetters(letters="MAISONE", at=10))
    assert Part.CANCELLED not in parts(game), "the draw that follows is announced by itself"
    assert game.state.cancelled, "and screens still tell why it was made again"
    game.do(cmd.Retain(at=11))
    assert game.state.cancelled is None
