"""Without the packages of ``raccord[web]``: the library and its commands work, the rest says so."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
MODULES = {"psycopg[binary]": "psycopg", "python-calamine": "python_calamine"}
"""Where a package's module has another name."""
BLOCK = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
"""
TOTALS = "joueur;total;top\nAnne;900;1000\nLuc;800;1000\n"


def names(requirements: list[str]) -> set[str]:
    plain = {line.split(">")[0].strip() for line in requirements}
    return {MODULES.get(name, name) for name in plain}


WEB = names(PROJECT["optional-dependencies"]["web"])


def alone(code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a program where the packages of the server are not installed."""
    program = BLOCK.format(missing=sorted(WEB)) + code
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_the_library_asks_for_four_small_packages() -> None:
    assert names(PROJECT["dependencies"]) == {"click", "msgspec", "platformdirs", "rich"}


def test_everything_named_by_the_library_is_there_without_the_server() -> None:
    done = alone("import raccord\nfor name in raccord.__all__: getattr(raccord, name)")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["top", "--rack", "EEOPRRS"],
        ["words", "valid", "MAISON"],
        ["lexicon", "info", "MAISON"],
        ["rules", "--edition", "2023"],
        ["prepare", "--count", "1", "--seed", "3", "--out", "{folder}"],
        ["tournament", "rank", "{folder}/totaux.csv"],
        ["verify", "{record}"],
        ["replay", "{record}"],
        ["sheet", "{record}", "--csv", "{folder}/partie.csv"],
    ],
    ids=lambda arguments: arguments[0].strip("-"),
)
def test_a_command_of_the_library_runs_without_the_server(
    arguments: list[str], tmp_path: Path
) -> None:
    (tmp_path / "totaux.csv").write_text(TOTALS, "utf-8")
    record = _record(tmp_path) if "{record}" in arguments else ""
    given = [argument.format(folder=tmp_path, record=record) for argument in arguments]
    done = alone("from raccord.cli import main\nmain()", *given)
    assert done.returncode == 0, done.stderr


def _record(folder: Path) -> str:
    code = "from raccord.cli import main\nmain()"
    done = alone(code, "prepare", "--count", "1", "--seed", "3", "--out", str(folder))
    assert done.returncode == 0, done.stderr
    return str(next(folder.glob("*.json")))


@pytest.mark.parametrize(
    ("arguments", "package"),
    [
        (["serve"], "segno"),
        (["database", "check"], "sqlalchemy"),
        (["people", "list"], "sqlalchemy"),
    ],
    ids=["serve", "database", "people"],
)
def test_a_command_of_the_server_says_in_one_line_what_to_install(
    arguments: list[str], package: str
) -> None:
    done = alone("from raccord.cli import main\nmain()", *arguments)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        f'Erreur : il manque le paquet « {package} » (pip install "raccord[web]")'
    ]
