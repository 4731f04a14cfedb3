"""``raccord jarnac``: what it prints, and that nothing typed can break it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from raccord.cli import cli
from raccord.cli.jarnac_input import Unclear, read_command, read_play
from raccord.jarnac import (
    LEVELS,
    Command,
    Computer,
    JarnacGame,
    Mat,
    Phase,
    Play,
    SeededSource,
    Settings,
    fold,
    loads,
    plays,
)
from raccord.lexicon import Lexicon

KEYS = [
    *("formula", "seed", "events", "mats", "loose"),
    *("points", "jarnacs", "time_penalties", "winner", "reason"),
]


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, ["jarnac", *arguments], input=typed)


def test_a_game_between_computers_as_json() -> None:
    result = run("--auto", "--seed", "7", "--formula", "competition", "--json")
    assert result.exit_code == 0, result.output
    document = json.loads(result.output)
    assert list(document) == KEYS
    assert (document["formula"], document["seed"]) == ("competition", 7)
    squares = [sum(len(word) ** 2 for word in mat) for mat in document["mats"]]
    penalties = document["time_penalties"]
    assert document["points"] == [squares[0] + penalties[1], squares[1] + penalties[0]]
    assert document["events"][-1]["type"] == "game-ended"
    letters = "".join(word for mat in document["mats"] for word in mat)
    assert len(letters + "".join(document["loose"])) < 144


def test_the_same_seed_prints_the_same_game() -> None:
    first, second = (run("--auto", "--seed", "8", "--json").output for _ in range(2))
    assert first == second
    assert run("--auto", "--seed", "9", "--json").output != first


def test_a_seed_left_out_is_drawn_and_told() -> None:
    assert isinstance(json.loads(run("--auto", "--json").output)["seed"], int)


def test_a_game_told_for_people_ends_with_the_missed_jarnacs() -> None:
    result = run("--auto", "--seed", "3", "--levels", "debutant,amateur")
    assert result.exit_code == 0
    assert "Fin de partie" in result.output
    assert "Jarnac manqué" in result.output


def test_a_saved_game_replays(tmp_path: Path) -> None:
    file = tmp_path / "partie.json"
    result = run("--auto", "--seed", "5", "--clock", "2", "--json", "--save", str(file))
    document = json.loads(result.output)
    state = fold(loads(file.read_bytes()))
    assert state.phase == Phase.OVER
    assert [list(state.mat("A").lines), list(state.mat("B").lines)] == document["mats"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--json"], "--auto"),
        (["--seed", "abc"], "abc"),
        (["--seed", "-1"], "-1"),
        (["--formula", "dure"], "dure"),
        (["--level", "dieu"], "niveau inconnu"),
        (["--levels", "expert,dieu"], "niveau inconnu"),
        (["--clock", "soon"], "attendu"),
        (["--clock", "0"], "attendu"),
        (["--letters", "A1"], "répartition"),
        (["--letters", ""], "répartition"),
        (["--lexicon", "nulle-part"], "nulle-part"),
        (["--auto", "--save", "/nulle/part/x", "--seed", "1"], str(Path("/nulle/part/x"))),
        (["--nope"], "--nope"),
        (["trop"], "trop"),
    ],
)
def test_bad_input_is_one_line_in_french(arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_a_person_plays_to_the_first_pass() -> None:
    result = run("--seed", "3", typed="?\n\n\n\n\n\n\np\nq\n")
    assert result.exit_code == 0
    assert "Partie interrompue" in result.output
    assert "échange trois lettres" in result.output


def test_the_end_of_the_input_ends_the_game_quietly() -> None:
    result = run("--seed", "3")
    assert result.exit_code == 0
    assert "Partie interrompue" in result.output


LINES = st.one_of(
    st.sampled_from(
        ["", "", "p", "p!", "a", "c", "cj", "?", "o", "n", "e ABC", "j LES", "j LES 1", "12 LES"]
    ),
    st.text(max_size=12),
    st.integers(-5, 10**12).map(str),
)


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    typed=st.lists(LINES, max_size=120),
    options=st.sampled_from(
        [[], ["--checked"], ["--clock", "coup"], ["--clock", "1"], ["--formula", "competition"]]
    ),
    seed=st.integers(0, 50),
)
def test_nothing_typed_breaks_the_game(typed: list[str], options: list[str], seed: int) -> None:
    lines = "\n".join(line.encode("utf-8", "replace").decode() for line in typed)
    result = run("--seed", str(seed), *options, typed=lines + "\n")
    assert result.exit_code == 0, result.output[-500:]
    assert result.exception is None


def test_a_person_who_finds_words_can_win(lexicon: Lexicon) -> None:
    """Drive the terminal with the solver's own words until the game is over."""
    game = JarnacGame.open(Settings(), lexicon, SeededSource(2))
    rival = Computer("B", LEVELS["debutant"], lexicon, 2)
    while not game.over:
        state = game.state
        command: Command | None = rival.command(state, state.now)
        if command is None:
            line = ""
            if state.phase == Phase.PLAY:
                play = next(plays(lexicon, state.mat("A"), state.settings.formula), None)
                line = f"{play.word} {play.line or ''}" if play else "p"
            command = read_command(line, state, "A", state.now)
        game = game.submit(command)
    assert game.state.ended
    assert game.state.ended.winner == "A"


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("TES", Play("TES")),
        ("lacet", Play("LACET", 1)),
        ("LACET 1", Play("LACET", 1)),
        ("1 lacet", Play("LACET", 1)),
        ("làcet", Play("LACET", 1)),
        ("XYZ", Play("XYZ")),
    ],
)
def test_a_word_finds_its_line(text: str, play: Play) -> None:
    assert read_play(text.split(), Mat(("LAC",), "ETS")) == play


def test_a_word_for_two_lines_asks_which() -> None:
    with pytest.raises(Unclear, match="précisez la ligne : 1, 2"):
        read_play(["LACE"], Mat(("LAC", "CAL"), "E"))


def test_the_terminal_offers_no_exchange_before_the_first_letters() -> None:
    for seed in range(4):
        # The computer may begin: its words are let stand until the bag comes.
        told = run("--seed", str(seed), typed="\n" * 40 + "q\n").output
        offered = told.partition("Vous avez le sac")[2].partition(">")[0]
        assert offered.startswith(" : Entrée pioche")
        assert "échange" not in offered


def test_a_downloaded_game_is_replayed_and_a_result_made_up_is_found(tmp_path: Path) -> None:
    file = tmp_path / "partie.json"
    assert run("--auto", "--seed", "7", "--save", str(file)).exit_code == 0
    found = CliRunner().invoke(cli, ["replay", str(file), "--json"])
    assert found.exit_code == 0, found.output
    assert json.loads(found.output)["ok"] is True
    told = CliRunner().invoke(cli, ["replay", str(file)]).output
    assert "partie reproduite" in told
    record = json.loads(file.read_text("utf-8"))
    record["events"][-1]["points"] = [999, 0]
    file.write_text(json.dumps(record), "utf-8")
    wrong = CliRunner().invoke(cli, ["replay", str(file), "--json"])
    assert wrong.exit_code == 1
    assert "le résultat n’est pas celui des tapis" in wrong.output
