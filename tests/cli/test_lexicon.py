"""The commands about lexicons and words answer people in French and machines in JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from raccord.cli import cli


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def answer(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture
def small(home: Path, tmp_path: Path) -> str:
    path = tmp_path / "petit.txt"
    path.write_text("lac\nlacs\ncals\nxyzzy\n1\n", "utf-8")
    return str(path)


def test_import_reports_what_it_left_out(small: str) -> None:
    result = run("lexicon", "import", small, "--name", "club")
    assert result.exit_code == 0
    assert "« club » : 4 mots" in result.output
    assert "1 ligne laissée de côté : autre chose que des lettres" in result.output
    assert "ligne 5 : 1" in result.output


def test_import_reports_as_json(small: str) -> None:
    report = answer("lexicon", "import", small, "--name", "club")
    assert report["words"] == 4
    assert report["rejected"] == {"not letters": 1}
    assert report["samples"] == [{"line": 5, "text": "1", "reason": "not letters"}]


def test_list_and_info_describe_what_is_installed(small: str) -> None:
    run("lexicon", "import", small, "--name", "club")
    assert [item["name"] for item in answer("lexicon", "list")] == ["fr-libre", "club"]
    assert "club" in run("lexicon", "list").output
    facts = answer("lexicon", "info", "club")
    assert facts["words"] == 4
    assert facts["words_with_known_entry"] == 3
    assert facts["lengths"] == {"3": 1, "4": 2, "5": 1}
    assert "4 mots" in run("lexicon", "info", "club").output


@pytest.mark.parametrize("command", [("lexicon", "check"), ("words", "valid")])
def test_check_says_whether_each_word_is_admitted(small: str, command: tuple[str, str]) -> None:
    result = run(*command, "lac", "xyzzy", "zzz", "--lexicon", small, "--json")
    assert result.exit_code == 1, "a script asks by the exit code"
    rows = json.loads(result.stdout)
    assert [row["valid"] for row in rows] == [True, True, False]
    assert rows[0]["entries"] == [{"lemma": "lac", "kind": "noun", "tags": ["noun"]}]
    assert rows[1]["entries"] is None
    people = run(*command, "lac", "xyzzy", "zzz", "--lexicon", small).output
    assert "LAC est admis (lac : nom)" in people
    assert "XYZZY est admis (entrée inconnue)" in people
    assert "ZZZ n’est pas admis" in people
    assert run(*command, "lac", "--lexicon", small).exit_code == 0


def test_diff_gives_both_sides(small: str, tmp_path: Path) -> None:
    other = tmp_path / "autre.txt"
    other.write_text("LAC\nMER\n")
    found = answer("lexicon", "diff", small, str(other))
    assert found["only_first"] == ["CALS", "LACS", "XYZZY"]
    assert found["only_second"] == ["MER"]
    assert found["common"] == 1
    assert "Seulement dans petit" in run("lexicon", "diff", small, str(other)).output


def test_export_gives_the_words_back(small: str, tmp_path: Path) -> None:
    assert run("lexicon", "export", small).output == "CALS\nLAC\nLACS\nXYZZY\n"
    assert answer("lexicon", "export", small) == ["CALS", "LAC", "LACS", "XYZZY"]
    output = tmp_path / "sortie.txt"
    assert run("lexicon", "export", small, "--output", str(output)).exit_code == 0
    assert output.read_text() == "CALS\nLAC\nLACS\nXYZZY\n"


def test_remove_drops_a_list(small: str) -> None:
    run("lexicon", "import", small, "--name", "club")
    assert answer("lexicon", "remove", "club") == {"removed": "club"}
    assert run("lexicon", "remove", "club").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("anagrams", "acls"), ["CALS", "LACS"]),
        (("anagrams", "la?"), ["LAC"]),
        (("rack", "acls"), ["CALS", "LACS", "LAC"]),
        (("rack", "acls", "--min", "4", "--limit", "1"), ["CALS"]),
        (("pattern", "l*"), ["LAC", "LACS"]),
        (("benjamins", "zy"), ["XYZZY"]),
        (("extensions", "lac"), {"front": [], "back": ["LACS"], "both": []}),
        (
            ("entry", "lac"),
            [{"lemma": "lac", "kind": "noun", "forms": ["LAC", "LACS"]}],
        ),
        (("entry", "xyzzy"), None),
        (("entry", "lac", "lacs"), {"words": ["LAC", "LACS"], "same_entry": True}),
        (("entry", "lac", "cals"), {"words": ["LAC", "CALS"], "same_entry": False}),
        (("entry", "lac", "xyzzy"), {"words": ["LAC", "XYZZY"], "same_entry": None}),
    ],
)
def test_questions_about_words(small: str, arguments: tuple[str, ...], expected: object) -> None:
    assert answer("words", *arguments, "--lexicon", small) == expected
    people = run("words", *arguments, "--lexicon", small)
    assert people.exit_code == 0
    assert people.output


def test_info_says_where_a_word_comes_from() -> None:
    facts = answer("lexicon", "info", "hôtesse")
    assert facts["word"] == "HOTESSE"
    assert facts["valid"] is True
    assert facts["sources"][:3] == ["Dicollecte", "Lefff", "Morphalou"]
    assert "Littré" in facts["sources"]
    assert [entry["lemma"] for entry in facts["entries"]] == ["hôte"]
    assert answer("lexicon", "info", "kwacha")["sources"][0] == "CLDR"
    mooc = answer("lexicon", "info", "mooc")
    assert (mooc["sources"][0], mooc["reason"]) == ("Raccord", "cours en ligne")
    people = run("lexicon", "info", "hui").output
    assert "HUI : admis" in people
    assert "sources : DELA, Lexique" in people


@pytest.mark.parametrize(("word", "rule"), [("yo", "stop"), ("ADN", "refused"), ("pimer", "drop")])
def test_info_says_why_a_word_is_not_admitted(word: str, rule: str) -> None:
    facts = answer("lexicon", "info", word)
    assert (facts["valid"], facts["rule"]) == (False, rule)
    assert facts["sources"], "a source has it, or nobody would have decided of it"
    assert f"{word.upper()} : non admis" in run("lexicon", "info", word).output
    assert facts["reason"] in run("lexicon", "info", word).output


def test_info_says_that_too_few_have_a_word_and_who() -> None:
    people = run("lexicon", "info", "abalober").output
    assert "ABALOBER : non admis" in people
    assert "sources : Dicollecte\n" in people
    assert "trop peu de sources" in people


def test_info_says_that_nothing_is_known_of_a_word() -> None:
    result = run("lexicon", "info", "xyzzy")
    assert result.exit_code == 0
    assert "XYZZY : non admis" in result.output
    assert "ni un mot relu" in result.output
    assert answer("lexicon", "info", "xyzzy")["sources"] == []


def test_a_list_of_that_name_comes_before_the_word(small: str) -> None:
    run("lexicon", "import", small, "--name", "lac")
    assert answer("lexicon", "info", "lac")["words"] == 4


@pytest.mark.parametrize(
    "arguments",
    [
        ("lexicon", "import", "absent.txt", "--name", "x"),
        ("lexicon", "import", "SMALL", "--name", "../x"),
        ("lexicon", "import", "SMALL", "--name", "fr-libre"),
        ("lexicon", "info", "absent-9"),
        ("lexicon", "check", "LAC", "--lexicon", "absent"),
        ("lexicon", "diff", "SMALL", "absent"),
        ("lexicon", "export", "SMALL", "--output", "absent/x/y.txt"),
        ("words", "anagrams", "12"),
        ("words", "rack", "ABCDEFGHIJKLMNOPQ"),
        ("words", "pattern", "A("),
        ("words", "benjamins", "A"),
        ("words", "entry", "zzz"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(small: str, arguments: tuple[str, ...]) -> None:
    result = run(*(small if item == "SMALL" else item for item in arguments))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("Erreur : ")
    assert result.stderr.count("\n") == 1


def test_a_word_a_list_and_a_quiz_are_asked_for_at_the_terminal(home: Path) -> None:
    shown = answer("words", "show", "chien")
    assert shown["hooks"] == {"front": "", "back": "ST"}
    assert "CHENIL" in shown["plus_one"]["L"]
    assert run("words", "show", "zzzz").exit_code == 1
    assert "QI" in answer("words", "lists", "deux")
    assert "benjamins" in answer("words", "lists")
    asked = ("words", "quiz", "deux", "--number", "4", "--size", "2")
    told = CliRunner().invoke(cli, asked, input="oui\noui\n")
    assert told.exit_code == 0
    assert "/ 2 questions" in told.output
    assert told.output.count("✓") + told.output.count("✗") == 2
    assert run("words", "lists", "autre").exit_code == 2
