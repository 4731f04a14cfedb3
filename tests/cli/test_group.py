"""The main command: help in French, errors in one line, commands loaded when asked for."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from raccord.board import NotARackError
from raccord.cli import cli
from raccord.cli.failures import DEBUG, Refusal, told
from raccord.lexicon import LexiconError

ROOT = Path(__file__).parents[2]


def test_the_help_is_in_french_and_lists_the_commands_that_exist() -> None:
    result = CliRunner().invoke(cli, ["--help"])
    assert result.exit_code == 0
    assert "Usage :" in result.stdout
    assert "Affiche cette aide." in result.stdout
    for name in ("find", "top", "moves", "rules"):
        assert f"\n  {name} " in result.stdout


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command and subcommand, by the words that name it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (*path, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


@pytest.mark.parametrize("path", [*commands(cli)], ids=" ".join)
def test_every_command_listed_can_be_loaded_and_has_help_in_french(path: tuple[str, ...]) -> None:
    result = CliRunner().invoke(cli, [*path, "--help"])
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage :")
    assert "Affiche cette aide." in result.stdout
    english = r"\b(COMMAND|ARGS|INTEGER|RANGE|TEXT|PATH|FILE|Show|Commands|default|required)\b"
    assert not re.search(english, result.stdout)
    assert "..." not in result.stdout, "a summary is cut short"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("--zut", "option inconnue : « --zut » (aide : raccord --help)"),
        ("zut", "commande inconnue : « zut » (aide : raccord --help)"),
        ("words", "commande manquante (aide : raccord words --help)"),
        ("words zut", "commande inconnue : « zut » (aide : raccord words --help)"),
        ("words rack", "argument manquant « LETTRES » (aide : raccord words rack --help)"),
        ("words rack A B", "argument en trop : « B » (aide : raccord words rack --help)"),
        (
            "words rack A --mi 3",
            "option inconnue : « --mi ». Vouliez-vous dire « --limit », « --min » ?",
        ),
        ("top", "option manquante « --rack » (aide : raccord top --help)"),
        ("top --rack", "l'option « --rack » demande une valeur"),
        ("top --rack A --json=3", "l'option « --json » ne prend pas de valeur"),
        ("top --rakc A", "option inconnue : « --rakc ». Vouliez-vous dire « --rack » ?"),
        ("top --rack A --play x", "valeur incorrecte pour « --play » : « x » n'est pas un nombre"),
        ("top --rack A --play 99", "valeur incorrecte pour « --play » : « 99 » n'est pas dans"),
        (
            "arbitrate absent.toml",
            "valeur incorrecte pour « FICHIER… » : Fichier introuvable : « absent.toml »",
        ),
        ("jarnac --level dieu", "niveau inconnu : « dieu » (attendu : debutant,"),
        ("prepare --turns 9-3", "valeur incorrecte pour « --turns » : « 9-3 » : le minimum"),
        ("play --formula zut", "valeur incorrecte pour « --formula » : formule inconnue : « zut »"),
        ("play --formula classic@x", "valeur incorrecte pour « --formula » : temps illisible dans"),
        ("replay absent.json", "« absent.json » : fichier introuvable"),
        (
            "rules --edition 1999",
            "valeur incorrecte pour « --edition » : « 1999 » ne fait pas partie",
        ),
    ],
)
def test_a_wrong_call_gets_one_line_in_french_and_exit_code_2(arguments: str, line: str) -> None:
    result = CliRunner().invoke(cli, arguments.split(), prog_name="raccord")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Erreur : {line}")
    assert result.stderr.count("\n") == 1


def test_the_version_is_told() -> None:
    assert CliRunner().invoke(cli, ["--version"]).stdout.startswith("raccord ")


def test_asking_for_help_imports_neither_solver_nor_web() -> None:
    script = (
        "import sys, raccord.cli as c\n"
        "c.cli.main(['--help'], standalone_mode=False)\n"
        "print(sorted(m for m in sys.modules if m in ('raccord._core', 'rich', 'litestar')))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("error", "line", "code"),
    [
        (Refusal("non"), "Erreur : non", 2),
        (LexiconError("liste vide"), "Erreur : liste vide", 2),
        (NotARackError("1"), "Erreur : tirage incorrect : « 1 »", 2),
        (FileNotFoundError(2, "x", "f.txt"), "Erreur : « f.txt » : fichier introuvable", 2),
        (OSError("disque plein"), "Erreur : lecture ou écriture impossible", 2),
        (OSError(28, "No space left on device"), "Erreur : plus de place sur le disque", 2),
        (OSError(30, "Read-only file system", "f"), "Erreur : « f » : le disque est en lecture", 2),
        (KeyboardInterrupt(), "Interrompu.", 130),
        (ZeroDivisionError("oups"), "Erreur interne (ZeroDivisionError : oups)", 70),
    ],
)
def test_every_error_has_its_line_and_exit_code(error: BaseException, line: str, code: int) -> None:
    message, found = told(error)
    assert message.startswith(line)
    assert found == code


def test_a_defect_shows_one_line_or_with_debugging_its_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_args: object) -> object:
        raise ZeroDivisionError("oups")

    monkeypatch.setattr("raccord.cli.top.read_board", broken)
    result = CliRunner().invoke(cli, ["top", "--rack", "A"])
    assert (result.exit_code, len(result.stderr.splitlines())) == (70, 1)
    monkeypatch.setenv(DEBUG, "1")
    result = CliRunner().invoke(cli, ["top", "--rack", "A"])
    assert isinstance(result.exception, ZeroDivisionError)


@pytest.mark.parametrize(
    "arguments",
    [
        "--help",
        "words --help",
        "moves --rack AEINRS? --json",
        "top --rack AEINRST",
        "words anagrams AEINRST",
        "lexicon export fr-libre",
        "rules",
        "play --auto --seed 1 --samples 0 --json",
        "arbitrate cases/slips/s02-word.toml",
    ],
)
def test_a_reader_that_goes_away_is_no_error(arguments: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "raccord.cli", *arguments.split()]
    done = subprocess.run(command, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_stream_is_no_defect(closed: str) -> None:
    shell = f'"$0" -m raccord.cli top --board - --rack ETE {closed}'
    done = subprocess.run(["/bin/sh", "-c", shell, sys.executable], stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    shell = f'"$0" -m raccord.cli words anagrams AEINRST {closed}'
    done = subprocess.run(["/bin/sh", "-c", shell, sys.executable], stdin=subprocess.DEVNULL)
    assert done.returncode == 0


@pytest.mark.parametrize("encoding", ["cp1252", "cp850"])
def test_a_stream_that_lacks_a_character_gets_the_nearest_one(encoding: str) -> None:
    command = [sys.executable, "-m", "raccord.cli", "lexicon", "info"]
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    told = done.stdout.decode(encoding)
    assert "?" not in told
    assert re.search(r"fr-libre : \d+[ \xa0]\d+ mots", told)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_a_terminal_that_lacks_a_character_still_gets_its_answer(encoding: str) -> None:
    command = [sys.executable, "-m", "raccord.cli", "find"]
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    done = subprocess.run(command, env=environment, input=b"/?\n", capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "« ? »" in done.stdout.decode("utf-8" if encoding == "ascii" else encoding)
