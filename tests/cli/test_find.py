"""The interactive top finder: scripted sessions, and any line at all."""

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from raccord.board import Board, Move
from raccord.cli import cli
from raccord.cli.finder import Finder, Show, respond
from raccord.cli.views import board_text
from raccord.lexicon import Lexicon

LEXICON = Lexicon.of(["ETE", "ETES", "MAISON", "MAISONS", "OSER", "SUER"], "essai")


def after(*lines: str) -> tuple[Finder, str, Show]:
    finder, message, show = Finder(LEXICON), "", Show.MESSAGE
    for line in lines:
        answer = respond(finder, line)
        finder, message, show = answer.finder, answer.message, answer.show
    return finder, message, show


def test_a_draw_shows_its_tops() -> None:
    finder, message, show = after("maison")
    assert show is Show.TOPS
    assert {t.move.word for t in finder.tops} == {"MAISON"}
    assert message == f"MAISON : un top à {finder.tops[0].score} points."


def test_one_point_is_not_a_plural() -> None:
    board = Board.empty().place(Move.parse("H8 MA"))
    finder = Finder(Lexicon.of(["AS"]), board=board)
    assert respond(finder, "?").message == "? : un top à 1 point."


@pytest.mark.parametrize(("width", "row"), [(48, " M  A (S) A "), (40, " M A s A")])
def test_the_board_fits_the_screen_and_shows_its_jokers_without_colours(
    width: int, row: str
) -> None:
    board = Board.empty().place(Move.parse("H8 MA(S)A"))
    lines = board_text(board, width=width).plain.splitlines()
    assert row in lines[8]
    assert max(map(len, lines)) <= width


def test_a_top_is_played_by_its_number_and_the_leave_kept() -> None:
    finder, message, show = after("MAISONZ", "1")
    assert show is Show.BOARD
    assert finder.leave == "Z"
    assert "Reliquat : Z" in message
    assert finder.total == finder.played[0].points > 0


def test_a_plus_completes_the_leave() -> None:
    finder, _, _ = after("MAISONS", "H4 MAISON", "+UER")
    assert finder.rack == "SUER"
    assert finder.tops


def test_another_move_than_the_top_can_be_played() -> None:
    finder, message, _ = after("MAISON", "h 8 maison")
    assert [p.move for p in finder.played] == [Move.parse("H8 MAISON")]
    assert message.startswith("H8 MAISON joué pour ")


def test_undo_gives_the_draw_and_its_tops_back() -> None:
    before, _, _ = after("MAISON")
    finder, message, show = after("MAISON", "1", "/a")
    assert show is Show.TOPS
    assert finder == before
    assert "annulé" in message


def test_undo_keeps_the_leave_of_the_turn_before() -> None:
    before, _, _ = after("MAISONS", "H4 MAISON", "+UER")
    finder, _, _ = after("MAISONS", "H4 MAISON", "+UER", "1", "/annuler")
    assert finder == before


def test_a_new_game_empties_the_board() -> None:
    finder, _, _ = after("MAISON", "1", "/nouvelle")
    assert finder == Finder(LEXICON)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["1"], "Tapez d'abord un tirage"),
        (["H4 MAISON"], "Tapez d'abord un tirage"),
        (["/a"], "Aucun coup à annuler"),
        (["/danser"], "Commande inconnue"),
        (["/"], "Commande inconnue"),
        ([""], "Tapez un tirage"),
        (["MAISON", "99"], "attendu : de 1 à"),
        (["MAISON", "9" * 5000], "attendu : de 1 à"),
        (["MAISON", "H1 MAISON"], "case centrale"),
        (["MAISON", "H8 SUER"], "lettre absente du tirage"),
        (["MAISON", "Z99 MAISON"], "coup incorrect"),
        (["M*"], "tirage incorrect"),
        (["A???"], "deux jokers au plus"),
        (["ZZ"], "Aucun coup possible avec ZZ."),
        (["²"], "coup incorrect"),
    ],
)
def test_a_line_that_cannot_be_done_says_what_was_expected(lines: list[str], expected: str) -> None:
    _, message, _ = after(*lines)
    assert expected in message


LINES = st.one_of(
    st.text(),
    st.text("AEIMNORSTUZ?", min_size=1, max_size=9),
    st.text("AEIMNORSTU", min_size=1, max_size=3).map(lambda t: f"+{t}"),
    st.integers(0, 9).map(str),
    st.sampled_from(["/a", "/n", "/g", "/h", "H8 MAISON", "8H OSER", "MAISONS"]),
)


@given(st.lists(LINES, max_size=8))
@settings(deadline=None)
def test_no_session_ever_fails(lines: list[str]) -> None:
    finder = Finder(LEXICON)
    for line in lines:
        answer = respond(finder, line)
        finder = answer.finder
        board = Board.empty()
        for played in finder.played:
            assert played.before == board
            board = board.place(played.move)
        assert finder.board == board


def test_a_session_in_the_terminal() -> None:
    typed = "AEINRST\n1\n/aide\nKIWIOU?\n1\n/a\n/g\nH4\n/q\n"
    result = CliRunner().invoke(cli, [], input=typed)
    assert result.exit_code == 0
    assert "tops à 66 points" in result.stdout
    assert "joué pour 66 points, total 66" in result.stdout
    assert "Aide" in result.stdout
    assert result.stdout.rstrip().endswith("Au revoir : 1 coup, 66 points.")


def test_the_end_of_the_input_ends_the_session() -> None:
    result = CliRunner().invoke(cli, ["find"], input="AEINRST\n")
    assert result.exit_code == 0
    assert result.stdout.rstrip().endswith("Au revoir.")


def test_bytes_that_are_no_text_do_not_end_the_session() -> None:
    typed = b"\xff\xfe[bold]\x00\nAEINRST\n\xe9\n/q\n"
    command = [sys.executable, "-m", "raccord.cli", "find"]
    done = subprocess.run(
        command, input=typed, capture_output=True, env={**os.environ, "LC_ALL": "C"}
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert "tops à 66 points" in done.stdout.decode()
