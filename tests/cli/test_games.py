import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from raccord.cli import cli
from raccord.duplicate.files import fair_draws


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(cli, arguments, input=text)


def played(*arguments: str) -> dict[str, Any]:
    result = run("play", "--auto", "--samples", "2", "--json", *arguments)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


@pytest.fixture(scope="module")
def game() -> dict[str, Any]:
    return played("--seed", "5")


def test_a_seeded_game_is_the_same_every_time(game: dict[str, Any]) -> None:
    assert played("--seed", "5") == game
    assert game["seed"] == 5
    assert game["secret"] == fair_draws.secret_of_seed(5)


def test_without_a_seed_two_games_differ() -> None:
    first, second = played(), played()
    assert first["commitment"] != second["commitment"]
    assert first["seed"] is None


def test_edition_and_formula_are_told() -> None:
    found = played("--edition", "undated", "--formula", "7et8+joker", "--seed", "1")
    assert (found["edition"], found["formula"], found["lexicon"]) == (
        "undated",
        "7et8+joker",
        "fr-libre",
    )
    assert all("?" in turn["draw"] for turn in found["turns"][:3])
    assert "annex 1" in found["turns"][0]["articles"]
    assert found["end"]["article"] == "2.7"


def test_a_person_reads_the_game_in_french() -> None:
    result = run("play", "--auto", "--seed", "5", "--samples", "0")
    assert result.exit_code == 0
    for text in ("Tirage", "Mot retenu", "Fin :", "Engagement des tirages", "règlement 2017"):
        assert text in result.output


def test_a_custom_formula_comes_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "dix.toml"
    path.write_text('rack_size = 10\nlabel = "Dix lettres"\ntime = "1:30"\n', encoding="utf-8")
    found = played("--formula", str(path), "--seed", "1")
    assert len(found["turns"][0]["draw"]) == 10
    path.write_text("rack_size = 1\n", encoding="utf-8")
    assert run("play", "--auto", "--formula", str(path)).exit_code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "--auto", "--edition", "1999"),
        ("play", "--auto", "--formula", "9sur8"),
        ("play", "--auto", "--formula", "absent.toml"),
        ("play", "--auto", "--seed", "abc"),
        ("replay", "absent.json"),
        ("replay",),
        ("prepare", "--count", "1"),
        ("prepare", "--count", "0", "--out", "x"),
        ("prepare", "--count", "1", "--turns", "22-18", "--out", "x"),
        ("prepare", "--count", "1", "--total", "beaucoup", "--out", "x"),
    ],
)
def test_bad_input_gives_one_line_and_exit_code_two(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1
    assert result.stderr.startswith("Erreur")


def test_a_game_written_to_a_file_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "partie.json"
    run("play", "--auto", "--seed", "8", "--samples", "0", "--out", str(path))
    result = run("replay", str(path))
    assert result.exit_code == 0, result.output
    assert "partie reproduite" in result.output
    found = json.loads(run("replay", str(path), "--json").stdout)
    assert found["ok"] is True
    assert found["failures"] == []


GCG = """\
#player1 j1 Top
>j1: AEIMNOS 8D MAISON +18 18
>j1: ELRUBEA D4 ALBU. +16 34
"""


def test_a_gcg_game_is_replayed_and_laid_out_as_a_club_table_is(tmp_path: Path) -> None:
    table = "1|AEIMNOS|MAISON|H4|18|18\n2|E+LRUBEA|BLURM|4D|16|34\n"
    for name, text, word in (("a.gcg", GCG, "ALBUM"), ("a.txt", table, "BLURM")):
        (tmp_path / name).write_text(text)
        result = run("replay", str(tmp_path / name), "--json")
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["total"] == 34
        laid = run("sheet", str(tmp_path / name), "--csv", str(tmp_path / "out.csv"))
        assert laid.exit_code == 0, laid.output
        assert word in (tmp_path / "out.csv").read_text("utf-8-sig"), "whatever our list admits"


def test_a_summary_alone_is_replayed_too(game: dict[str, Any]) -> None:
    alone = {k: v for k, v in game.items() if k not in ("events", "schema", "version")}
    assert run("replay", "-", text=json.dumps(alone)).exit_code == 0
    alone["turns"] = [dict(t) for t in alone["turns"]]
    alone["turns"][3]["points"] += 2
    result = run("replay", "-", "--json", text=json.dumps(alone))
    assert result.exit_code == 1
    assert json.loads(result.stdout)["failures"][0]["turn"] == 4


def test_a_tampered_game_is_reported_with_exit_code_one(game: dict[str, Any]) -> None:
    text = json.dumps(game | {"turns": [t | {"total": 0} for t in game["turns"]]})
    result = run("replay", "-", text=text)
    assert result.exit_code == 1
    assert "coup 1" in result.output


@pytest.mark.parametrize("formula", ["classic", "joker", "7-8-9+joker"])
def test_a_table_is_replayed(formula: str) -> None:
    text = run("play", "--auto", "--seed", "3", "--samples", "0", "--table", "--formula", formula)
    result = run("replay", "-", text=text.stdout)
    assert result.exit_code == 0, result.output
    lines = text.stdout.splitlines()
    spoiled = [line if not line.startswith("4|") else line + "9" for line in lines]
    assert run("replay", "-", text="\n".join(spoiled)).exit_code == 1


def test_a_table_shows_its_formula_and_its_jokers_by_itself() -> None:
    text = run("play", "--auto", "--seed", "3", "--samples", "0", "--table", "--formula", "joker")
    bare = [row for row in text.stdout.splitlines() if not row.startswith("#")]
    plain = "\n".join(bare).replace("(", "").replace(")", "")
    plain = re.sub(r"(?m)^(\d+\|[^|]*)\|([A-Z]{7,})\|", r"\1|\2*|", plain)
    assert "*" in plain
    result = run("replay", "-", text=plain)
    assert result.exit_code == 0, result.output
    assert "formule lue dans les tirages : Joker" in result.output


@pytest.mark.parametrize("text", ["", "bonjour", "{", "[1, 2]", '{"schema": "autre"}', "1|2|3"])
def test_what_is_no_game_gives_exit_code_two(text: str) -> None:
    result = run("replay", "-", text=text)
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("many", [1, 200], ids=["processes", "threads"])
def test_games_are_prepared_to_order_however_many_cores_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr("raccord.cli.prepare._MANY", many)
    order = ("--count", "2", "--turns", "17-24", "--scrabbles", "2", "--seed", "9", "--tables")
    for jobs in ("1", "2"):
        result = run("prepare", *order, "--jobs", jobs, "--out", str(tmp_path / jobs))
        assert result.exit_code == 0, result.output
    names = sorted(p.name for p in (tmp_path / "1").iterdir())
    assert names == ["partie-001.json", "partie-001.txt", "partie-002.json", "partie-002.txt"]
    for name in names:
        one, two = ((tmp_path / jobs / name).read_text(encoding="utf-8") for jobs in "12")
        assert one == two
        assert run("replay", str(tmp_path / "1" / name)).exit_code == 0
    found = json.loads((tmp_path / "1" / "partie-001.json").read_text(encoding="utf-8"))
    assert 17 <= len(found["turns"]) <= 24


def test_an_order_that_cannot_be_met_is_given_up(tmp_path: Path) -> None:
    result = run(
        *("prepare", "--count", "1", "--turns", "-3", "--tries", "2", "--jobs", "1"),
        *("--out", str(tmp_path)),
    )
    assert result.exit_code == 2
    assert "assouplissez" in result.stderr


SPOILED: dict[str, Any] = {
    "the total": {"total": 1},
    "the seed": {"seed": 4},
    "the commitment": {"commitment": "0" * 64},
    "the secret": {"secret": "0" * 64},
}


@pytest.mark.parametrize("change", SPOILED.values(), ids=SPOILED)
def test_a_summary_that_lies_beside_true_events_is_reported(
    game: dict[str, Any], change: dict[str, Any]
) -> None:
    result = run("replay", "-", text=json.dumps(game | change))
    assert result.exit_code == 1
    assert next(iter(change)) in result.output


def test_a_false_end_is_reported_part_by_part(game: dict[str, Any]) -> None:
    text = json.dumps(game | {"end": game["end"] | {"reason": "stopped"}})
    result = run("replay", "-", "--json", text=text)
    assert [f["kind"] for f in json.loads(result.stdout)["failures"]] == ["end.reason"]


@pytest.mark.parametrize("key", ["tops", "articles", "rejected", "retained"])
def test_each_column_of_a_turn_is_held_against_the_events(game: dict[str, Any], key: str) -> None:
    turns = [dict(turn) for turn in game["turns"]]
    turns[2][key] = ["H4 MOT"]
    result = run("replay", "-", "--json", text=json.dumps(game | {"turns": turns}))
    failures = json.loads(result.stdout)["failures"]
    assert [(f["turn"], f["kind"]) for f in failures] == [(3, key)]


def test_a_seed_that_does_not_give_the_secret_is_reported(game: dict[str, Any]) -> None:
    opened = game["events"][0] | {"seed": 77}
    text = json.dumps({k: v for k, v in game.items() if k != "seed"})
    spoiled = json.loads(text) | {"events": [opened, *game["events"][1:]]}
    result = run("replay", "-", text=json.dumps(spoiled))
    assert result.exit_code == 1
    assert "la graine 77" in result.output


def test_ties_that_are_not_the_tops_are_reported(game: dict[str, Any]) -> None:
    events = [dict(event) for event in game["events"]]
    kept = next(event for event in events if event["event"] == "retained")
    kept["ties"] = [*kept["ties"], {"move": "H8 ZZ"}]
    result = run("replay", "-", text=json.dumps(game | {"events": events}))
    assert result.exit_code == 1
    assert "coup 1 : les tops annoncés" in result.output


@pytest.mark.parametrize(
    "turns", [[], [{"turn": 1}], [{"draw": "AEIBCDF", "retained": "H8 BEC"}], ["H8 BEC"]]
)
def test_a_summary_without_its_turns_is_refused(turns: list[Any]) -> None:
    result = run("replay", "-", text=json.dumps({"turns": turns}))
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_comment_of_a_table_may_say_anything() -> None:
    text = run("play", "--auto", "--seed", "3", "--samples", "0", "--table").stdout
    body = "".join(line for line in text.splitlines(True) if not line.startswith("#"))
    notes = "# formule : originale, trois minutes\n# édition : mars 2024\n# lexique : ODS\n"
    assert run("replay", "-", text=notes + body).exit_code == 0


def test_a_table_saved_in_latin_1_is_read(tmp_path: Path) -> None:
    text = run("play", "--auto", "--seed", "3", "--samples", "0", "--table").stdout
    path = tmp_path / "partie.txt"
    path.write_text("# Été à Besançon\n" + text, encoding="latin-1")
    assert run("replay", str(path)).exit_code == 0


def test_a_turn_without_a_word_is_named() -> None:
    text = run("play", "--auto", "--seed", "3", "--samples", "0", "--table").stdout
    lines = [
        "|".join([*line.split("|")[:2], "", "", "", ""]) if line.startswith("5|") else line
        for line in text.splitlines()
    ]
    result = run("replay", "-", text="\n".join(lines))
    assert result.exit_code == 1
    assert "coup 5 : aucun mot" in result.output


def test_an_order_given_up_is_told_in_one_line(tmp_path: Path) -> None:
    result = run(
        *("prepare", "--count", "1", "--turns", "-3", "--tries", "1", "--jobs", "1"),
        *("--out", str(tmp_path)),
    )
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "text", "where"),
    [
        ("formule.json", '{"rack_size": 8', "ligne 1, colonne 16 (attendu : du JSON)"),
        ("formule.toml", "rack_size = 8\ntime = = 3", "ligne 2, colonne 8 (attendu : du TOML)"),
        ("formule.toml", "[", "à la fin du texte (attendu : du TOML)"),
        ("formule.json", "[" * 100_000, "trop d'imbrications (attendu : du JSON)"),
    ],
)
def test_a_formula_that_cannot_be_read_is_told_in_french(
    tmp_path: Path, name: str, text: str, where: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    result = run("play", "--auto", "--formula", str(path))
    assert result.exit_code == 2
    assert f"{name} : description illisible, {where}" in result.stderr
