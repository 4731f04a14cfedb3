"""``raccord top`` and ``raccord moves``: the output other programs read, and every refusal."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from raccord.board import Board, Move, PlayRules, score
from raccord.cli import cli

WORDS = "MAISON\nMAISONS\nSUER\nRETINAS\nETES\nOSER\nRETINASSE\nRETINASS\nRE\nES\n"


@pytest.fixture
def words(tmp_path: Path) -> str:
    path = tmp_path / "mots.txt"
    path.write_text(WORDS)
    return str(path)


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "grille.txt"
    path.write_text(str(Board.empty().place(Move.parse("H4 MAISON"))))
    return str(path)


def run(*args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(cli, args, input=stdin)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_board_is_read_from_standard_input_with_or_without_its_mark(
    board: str, words: str, mark: str
) -> None:
    text = mark + Path(board).read_text()
    result = run("top", "--board", "-", "--rack", "S", "--lexicon", words, "--json", stdin=text)
    assert [top["move"] for top in json.loads(result.stdout)] == ["H4 MAISONS"]


def test_top_lists_every_tie_with_its_words(board: str, words: str) -> None:
    result = run("top", "--board", board, "--rack", "ERSU", "--lexicon", words, "--json")
    assert result.exit_code == 0
    (top,) = json.loads(result.stdout)
    assert top["move"] == "10H SUER"
    assert [w["word"] for w in top["words"]] == ["SUER", "MAISONS"]
    assert [w["reference"] for w in top["words"]] == ["10H", "H4"]
    assert sum(w["points"] for w in top["words"]) == top["score"]


def test_moves_come_best_first_and_agree_with_the_count(board: str, words: str) -> None:
    result = run("moves", "--board", board, "--rack", "ers?", "--lexicon", words, "--json")
    moves = json.loads(result.stdout)
    assert [m["score"] for m in moves] == sorted((m["score"] for m in moves), reverse=True)
    grid = Board.parse(Path(board).read_text())
    assert len(moves) > 3
    for move in moves:
        assert score(grid, Move.parse(move["move"])).total == move["score"]


def test_a_limit_keeps_the_best(board: str, words: str) -> None:
    every = ["moves", "--board", board, "--rack", "ERS?", "--lexicon", words, "--json"]
    assert json.loads(run(*every, "--limit", "2").stdout) == json.loads(run(*every).stdout)[:2]


def test_a_board_comes_from_standard_input_too(board: str, words: str) -> None:
    text = Path(board).read_text()
    result = run("top", "--board", "-", "--rack", "S", "--lexicon", words, "--json", stdin=text)
    assert json.loads(result.stdout)[0]["move"] == "H4 MAISONS"


def test_at_most_so_many_tiles_are_played(words: str) -> None:
    eight = ["top", "--rack", "RETINASS", "--lexicon", words, "--json"]
    seven = json.loads(run(*eight).stdout)
    assert {m["move"].split()[1] for m in seven} == {"RETINAS"}
    all_eight = json.loads(run(*eight, "--play", "8").stdout)
    assert {m["move"].split()[1] for m in all_eight} == {"RETINASS"}
    rules = PlayRules(8, 8, ((7, 50), (8, 75), (9, 100)))
    best = Move.parse(all_eight[0]["move"])
    assert all_eight[0]["score"] == score(Board.empty(), best, rules).total
    nine = run("top", "--rack", "RETINASSE", "--lexicon", words, "--json", "--play", "9")
    assert json.loads(nine.stdout)[0]["score"] >= 100


def test_nothing_to_play_is_an_empty_list(board: str, words: str) -> None:
    assert json.loads(run("top", "--rack", "ZZ", "--lexicon", words, "--json").stdout) == []
    shown = run("top", "--board", board, "--rack", "ZZ", "--lexicon", words)
    assert shown.stdout == "Aucun coup possible.\n"


def test_a_person_gets_a_table(board: str, words: str) -> None:
    result = run("moves", "--board", board, "--rack", "ERSU", "--lexicon", words)
    assert "10H" in result.stdout
    assert "MAISONS" in result.stdout
    cut = run("moves", "--board", board, "--rack", "ERSU", "--lexicon", words, "--limit", "1")
    assert "1 coups affichés sur" in cut.stdout


def test_the_shipped_lexicon_serves_when_none_is_named() -> None:
    result = run("top", "--rack", "AEINRST", "--json")
    assert any(m["score"] == 66 for m in json.loads(result.stdout))


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["top"], "option manquante « --rack »"),
        (["top", "--rack", "AB1"], "tirage incorrect"),
        (["top", "--rack", ""], "de 1 à 15 lettres"),
        (["top", "--rack", "A" * 16], "de 1 à 15 lettres"),
        (["top", "--rack", "A???"], "deux jokers au plus"),
        (["top", "--rack", "A", "--play", "0"], "intervalle"),
        (["top", "--rack", "A", "--play", "sept"], "n'est pas un nombre"),
        (["top", "--rack", "A", "--lexicon", "inconnu"], "lexique inconnu"),
        (["top", "--rack", "A", "--board", "absent.txt"], "« absent.txt » : fichier introuvable"),
        (["top", "--rack", "A", "--board", "."], "c'est un dossier"),
        (["top", "--rack", "A", "--board", "-"], "15 lignes"),
        (["top", "--rack", "A", "--couleur"], "option inconnue : « --couleur »"),
        (["top", "--rack", "A", "extra"], "argument en trop : « extra »"),
        (["moves", "--rack", "A", "--limit", "0"], "intervalle"),
        (["danser"], "commande inconnue : « danser »"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(args: list[str], expected: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert expected in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("Erreur : ")


def test_a_binary_board_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "image"
    path.write_bytes(b"\xff\xfe\x00")
    result = run("top", "--rack", "A", "--board", str(path))
    assert result.exit_code == 2
    assert "n'est pas un fichier texte" in result.stderr


LETTERS = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ.abc", min_size=15, max_size=15)
BOARDS = st.lists(LETTERS, min_size=15, max_size=15).map("\n".join)


@given(text=st.text(st.characters(exclude_categories=["Cs"])) | BOARDS, rack=st.text(max_size=20))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_board_and_rack_give_moves_or_one_line(words: str, text: str, rack: str) -> None:
    args = ["top", "--board", "-", f"--rack={rack}", "--lexicon", words, "--json"]
    result = run(*args, stdin=text)
    if result.exit_code == 0:
        assert isinstance(json.loads(result.stdout), list)
    else:
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1
