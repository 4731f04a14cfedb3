"""What the system must have is installed once, or asked for in one line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from needs import Machine, Need, provide

TOOLS = Path(__file__).parents[2] / "tools"
# Notes what it is asked; an installation ends once two runs have seen that the program is missing.
MANAGER = """\
#!/bin/sh
echo "$@" >> "$FOLDER/asked"
if [ "$1" = install ]; then
  while [ "$(ls "$FOLDER" | grep -c ^looked)" -lt 2 ]; do sleep 0.02; done
  touch "$FOLDER/program"
fi
"""
RUN = """\
import os
from pathlib import Path
from needs import Machine, Need, provide

folder = Path(os.environ["FOLDER"])

def is_there() -> bool:
    there = (folder / "program").exists()
    (folder / f"looked-{os.getpid()}").touch()
    return there

provide(
    [Need("a program", "build", "program-dev", is_there)],
    Machine(str(folder / "manager"), True, folder / "lock"),
)
"""


def write_manager(folder: Path, script: str) -> Machine:
    manager = folder / "manager"
    manager.write_text(script)
    manager.chmod(0o755)
    return Machine(str(manager), is_root=True, lock=folder / "lock")


def is_in(folder: Path) -> Need:
    return Need("a program", "build", "program-dev", (folder / "program").exists)


def test_two_runs_at_once_install_once(tmp_path: Path) -> None:
    write_manager(tmp_path, MANAGER)
    environment = {**os.environ, "FOLDER": str(tmp_path), "PYTHONPATH": str(TOOLS)}
    command = [sys.executable, "-c", RUN]
    runs = [subprocess.Popen(command, env=environment) for _ in range(2)]
    assert [run.wait(60) for run in runs] == [0, 0]
    asked = (tmp_path / "asked").read_text().splitlines()
    (installation,) = [line for line in asked if line.startswith("install")]
    assert installation.endswith(" program-dev")


def test_nothing_is_asked_of_the_manager_when_all_is_there(tmp_path: Path) -> None:
    (tmp_path / "program").touch()
    provide([is_in(tmp_path)], Machine("/nowhere/apt-get", is_root=True, lock=tmp_path / "lock"))


@pytest.mark.parametrize(
    ("manager", "is_root", "advice"),
    [
        (
            "apt-get",
            False,
            "a program; type this, then try again: sudo apt-get install program-dev",
        ),
        (None, True, "a program (Debian's program-dev); install it and try again"),
        (None, False, "a program (Debian's program-dev); install it and try again"),
    ],
)
def test_where_we_may_not_install_one_line_says_what_to_do(
    tmp_path: Path, manager: str | None, is_root: bool, advice: str
) -> None:
    with pytest.raises(SystemExit) as refused:
        provide([is_in(tmp_path)], Machine(manager, is_root, tmp_path / "lock"))
    assert refused.value.code == f"needed from the system: {advice}"


def test_a_lock_on_the_lists_of_packages_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOLDER", str(tmp_path))
    machine = write_manager(
        tmp_path,
        "#!/bin/sh\n"
        'if [ "$1" = install ]; then cp "$FOLDER/lists" "$FOLDER/program"; exit; fi\n'
        'if [ -e "$FOLDER/tried" ]; then touch "$FOLDER/lists"; exit; fi\n'
        'touch "$FOLDER/tried"; echo "E: Could not get lock of the lists" >&2; exit 100\n',
    )
    provide([is_in(tmp_path)], machine)
    assert (tmp_path / "program").exists()


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("#!/bin/sh\nexit 100\n", "could not be installed (see above): program-dev"),
        ("#!/bin/sh\n", "still missing once installed: a program"),
    ],
)
def test_an_installation_that_does_not_help_is_told(tmp_path: Path, script: str, told: str) -> None:
    with pytest.raises(SystemExit) as refused:
        provide([is_in(tmp_path)], write_manager(tmp_path, script))
    assert refused.value.code == told


def test_an_unknown_group_is_refused() -> None:
    command = [sys.executable, str(TOOLS / "needs.py"), "tets"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (
        1,
        "unknown group: tets (expected: build, tests, bare)\n",
    )
