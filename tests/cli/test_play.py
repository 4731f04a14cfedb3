"""``raccord play``: one person against the top."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from raccord.cli import cli

SETTINGS = ("--seed", "5", "--samples", "0")


def play(lines: str, *arguments: str) -> Result:
    return CliRunner().invoke(cli, ["play", *SETTINGS, *arguments], input=lines)


@pytest.fixture(scope="module")
def tops() -> list[dict[str, Any]]:
    result = CliRunner().invoke(cli, ["play", "--auto", "--json", *SETTINGS])
    turns: list[dict[str, Any]] = json.loads(result.stdout)["turns"]
    return turns


def test_a_player_who_finds_every_top_ends_at_a_hundred_per_cent(
    tops: list[dict[str, Any]], tmp_path: Path
) -> None:
    out = tmp_path / "partie.json"
    result = play("".join(f"{turn['retained']}\n" for turn in tops), "--out", str(out))
    assert result.exit_code == 0
    total = tops[-1]["total"]
    assert result.stdout.endswith(f"Vous : {total} points sur {total}, soit 100,00 %\n")
    assert "Fin : " in result.stdout
    assert CliRunner().invoke(cli, ["replay", str(out)]).exit_code == 0


def test_the_draw_and_the_commitment_come_first_and_the_top_after_the_answer(
    tops: list[dict[str, Any]],
) -> None:
    shown = play("\nq\n").stdout
    first = tops[0]
    told = [
        "Engagement des tirages",
        f"Coup 1 : {first['draw']} · 3 min",
        "Votre coup : 0 point : aucun mot proposé",
        f"Top : {first['points']} points, {first['retained']}",
        f"Vous : 0 point sur {first['points']}, soit 0,00 %",
        "Coup 2 : ",
        "Secret des tirages",
    ]
    places = [shown.index(text) for text in told]
    assert places == sorted(places)


def test_a_line_that_is_no_move_is_asked_again_and_a_wrong_move_scores_nothing() -> None:
    shown = play("bla\n?\nA1 ZZZ\nq\n").stdout
    assert "Non : coup illisible : « bla »" in shown
    assert "arrête la partie" in shown
    assert "Votre coup : 0 point : " in shown
    assert "ZZZ" in shown
    assert shown.count("Top : ") == 1


def test_an_answer_after_the_time_is_not_taken(
    tops: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = itertools.count(step=200)
    monkeypatch.setattr("raccord.cli.solo.time.monotonic", lambda: float(next(clock)))
    shown = play(f"{tops[0]['retained']}\nq\n").stdout
    assert "Votre coup : 0 point : mot proposé hors délai" in shown
    untimed = play(f"{tops[0]['retained']}\nq\n", "--formula", "solitaire").stdout
    assert "soit 100,00 %" in untimed


def test_several_solutions_are_typed_on_one_line(tops: list[dict[str, Any]]) -> None:
    best = tops[0]["retained"]
    shown = play(f"{best} ; {best}\nq\n", "--formula", "multitops", "--edition", "undated").stdout
    assert f"Votre coup : {tops[0]['points']} points" in shown, "the same word counts once"


def test_a_list_without_a_first_move_ends_at_once(tmp_path: Path) -> None:
    path = tmp_path / "liste.txt"
    path.write_text("KKKK\n", encoding="utf-8")
    result = play("", "--lexicon", str(path))
    assert result.exit_code == 0
    assert result.stdout.endswith("Aucun coup joué.\n")


ABSENT = Path("absent", "partie.json")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--json",), "--json et --table demandent --auto"),
        (("--table",), "--json et --table demandent --auto"),
        (("--out", str(ABSENT)), f"--out « {ABSENT} » : ce dossier n'existe pas"),
        (("--formula", "topping"), "Topping : cette formule se joue dans l'application"),
        (("--formula", "replay"), "Partie rejouée : cette formule se joue dans l'application"),
    ],
)
def test_what_a_terminal_cannot_play_is_refused(arguments: tuple[str, ...], why: str) -> None:
    result = play("", *arguments)
    assert result.exit_code == 2
    assert why in result.stderr
    assert result.stderr.count("\n") == 1
