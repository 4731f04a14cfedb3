"""The command that rules case files."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from raccord.cli.arbitrate import arbitrate_command

CASE = """
[[case]]
id = "one"
turn = 2
draw = "EEOPRRU"
placed = ["H4 MAISON"]
words = ["MAISON", "REPOSER"]
[case.slip]
word = "REPOSER"
direction = "down"
reference = "7D"
score = 11
"""
EXPECT = '[case.expect."2017"]\npoints = {}\nsanction = "none"\n'


def run(tmp_path: Path, text: str, *options: str) -> Result:
    path = tmp_path / "slips.toml"
    path.write_text(text, encoding="utf-8")
    return CliRunner().invoke(arbitrate_command, [str(path), *options])


def test_each_case_gives_one_object_for_each_edition(tmp_path: Path) -> None:
    result = run(tmp_path, CASE)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert [line["edition"] for line in lines] == ["2023", "2017", "2010", "undated"]
    assert lines[1] == {
        "id": "one",
        "edition": "2017",
        "points": 11,
        "sanction": "none",
        "articles": ["4.2.2"],
        "reasons": ["Retenu d'après la référence : 7D REPOSER, 11 points."],
        "placement": "7D REPOSER",
        "commission": None,
    }


def test_one_edition_can_be_asked_for(tmp_path: Path) -> None:
    result = run(tmp_path, CASE, "--edition", "2010")
    assert [json.loads(line)["edition"] for line in result.stdout.splitlines()] == ["2010"]


def test_an_ambiguous_slip_shows_both_provisional_outcomes(tmp_path: Path) -> None:
    two = CASE.replace("H4 MAISON", "H5 SAISIES").replace('"MAISON"', '"SAISIES"')
    two = two.replace('reference = "7D"\nscore = 11', "score = 18")
    line = json.loads(run(tmp_path, two, "--edition", "2017").stdout)
    assert (line["sanction"], line["points"]) == ("commission", 13)
    assert line["commission"] == [
        {"points": 13, "sanction": "penalty"},
        {"points": 0, "sanction": "nullity"},
    ]


def test_an_expectation_that_fails_is_told_and_leaves_with_one(tmp_path: Path) -> None:
    result = run(tmp_path, CASE + EXPECT.format(12))
    assert result.exit_code == 1
    assert "cas « one » (2017) : points 11 au lieu de 12" in result.stderr


def test_an_expectation_that_holds_leaves_with_nothing(tmp_path: Path) -> None:
    assert run(tmp_path, CASE + EXPECT.format(11)).exit_code == 0


def test_points_right_with_the_wrong_article_is_a_failure(tmp_path: Path) -> None:
    result = run(tmp_path, CASE + EXPECT.format(11) + 'article = "5.4"\n')
    assert result.exit_code == 1
    assert "article 5.4 non cité" in result.stderr


REFUSED = {
    "an unknown key of a case": (CASE.replace("turn = 2", "turn = 2\ncolour = 3"), "colour"),
    "an unknown key of a slip": (CASE + "colour = 3\n", "colour"),
    "an unknown key of a solution": (CASE + "[[case.slip.solutions]]\ncolour = 3\n", "colour"),
    "an unknown key of an expectation": (CASE + EXPECT.format(11) + "colour = 3\n", "colour"),
    "an unknown edition": (CASE + EXPECT.format(11).replace("2017", "1999"), "1999"),
    "an unknown flag": (CASE + 'flags = ["tired"]\n', "tired"),
    "an unknown sanction": (CASE + EXPECT.format(11).replace("none", "prison"), "prison"),
    "a bad reference": (CASE.replace("H4 MAISON", "Z4 MAISON"), "Z4 MAISON"),
    "a slip's reference off the grid": (CASE.replace("7D", "7P"), "« 7P »"),
    "a slip's reference that is none": (CASE.replace("7D", "7DD"), "« 7DD »"),
    "a solution's bad reference": (
        CASE + '[[case.slip.solutions]]\nreference = "Z9"\n',
        "« Z9 »",
    ),
    "a first word off the centre": (CASE.replace("H4 MAISON", "A1 MAISON"), "centrale"),
    "a word apart": (CASE.replace('"H4 MAISON"', '"H4 MAISON", "A1 MAISON"'), "ne touche"),
    "a word that is none": (CASE.replace('"REPOSER"]', '"REPOSER", "A1"]'), "« A1 »"),
    "an id given twice": (CASE + CASE, "2 cas"),
    "a move without a word": (CASE.replace("H4 MAISON", "H4"), "« H4 »"),
    "a word off the board": (CASE.replace("H4 MAISON", "H12 MAISON"), "sort de la grille"),
    "a collision": (CASE.replace('"H4 MAISON"', '"H4 MAISON", "4H SEL"'), "déjà placée"),
    "a move twice": (CASE.replace('"H4 MAISON"', '"H4 MAISON", "H4 MAISON"'), "aucune lettre"),
    "a board on turn 1": (CASE.replace("turn = 2", "turn = 1"), "premier coup"),
    "turn nought": (CASE.replace("turn = 2", "turn = 0"), "turn"),
    "a draw that is none": (CASE.replace("EEOPRRU", "EEO3"), "EEO3"),
    "an empty draw": (CASE.replace("EEOPRRU", ""), "tirage vide"),
    "a score that is text": (CASE.replace("score = 11", 'score = "onze"'), "slip.score"),
    "a missing key": (CASE.replace("turn = 2\n", ""), "clé manquante : turn"),
    "an impossible direction": (CASE.replace('"down"', '"up"'), "slip.direction"),
}


def test_a_reference_nobody_can_read_is_kept_as_written_under_its_flag(tmp_path: Path) -> None:
    text = CASE.replace('"7D"', '"7~"') + 'flags = ["illegible-reference"]\n'
    line = json.loads(run(tmp_path, text, "--edition", "2017").stdout)
    assert (line["points"], line["sanction"], line["articles"]) == (6, "penalty", ["5.3.1"])


@pytest.mark.parametrize(("text", "why"), REFUSED.values(), ids=REFUSED)
def test_a_bad_case_is_refused_with_file_case_and_reason(
    tmp_path: Path, text: str, why: str
) -> None:
    result = run(tmp_path, text)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "slips.toml" in result.stderr
    assert "cas « one »" in result.stderr
    assert why in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("not toml at all =", "slips.toml » : TOML illisible, ligne 1, colonne 5\n"),
        ('id = "one', "slips.toml » : TOML illisible, à la fin du texte\n"),
        ("", "aucun cas"),
        ("colour = 3\n", "colour"),
        ("case = 3\n", "aucun cas"),
        ("case = [3]\n", "n° 1"),
        (CASE.replace('id = "one"\n', ""), "n° 1"),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, text: str, why: str) -> None:
    result = run(tmp_path, text)
    assert result.exit_code == 2
    assert why in result.stderr


def test_a_file_that_is_not_there_is_refused() -> None:
    assert CliRunner().invoke(arbitrate_command, ["nowhere.toml"]).exit_code == 2


def test_nothing_is_ruled_if_one_file_is_refused(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(CASE, encoding="utf-8")
    bad.write_text("", encoding="utf-8")
    result = CliRunner().invoke(arbitrate_command, [str(good), str(bad)])
    assert result.exit_code == 2
    assert result.stdout == ""
