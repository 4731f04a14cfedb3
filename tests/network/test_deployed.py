"""The files for several machines, read by the programs they are for."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from sqlalchemy import make_url

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
SCRIPTS = sorted(DEPLOY.rglob("*.sh"))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_finds_nothing_wrong_with_a_unit(unit: Path, tmp_path: Path) -> None:
    # The one thing this machine has not: the place where the product is installed.
    text = unit.read_text().replace("/opt/raccord/bin/raccord", "/bin/true")
    assert "ExecStart=/bin/true serve" in text
    copy = tmp_path / unit.name.replace("@", "@8001")
    copy.write_text(text)
    command = ["systemd-analyze", "verify", "--man=no", str(copy)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, _about(done.stderr, copy.name)) == (0, [])


def _about(said: str, unit: str) -> list[str]:
    """What is said of our unit, not of others of this machine."""
    return [line for line in said.splitlines() if unit in line]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_the_shell_reads_every_script(script: Path) -> None:
    done = subprocess.run(["sh", "-n", str(script)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_processes_are_restarted_one_after_the_other_and_each_is_ready_before_the_next(
    tmp_path: Path,
) -> None:
    said, tries = tmp_path / "said", tmp_path / "tries"
    programs = {
        "systemctl": f'echo "$*" >> {said}\necho 0 > {tries}\n',
        # Ready at the second look.
        "curl": f'for url; do :; done\necho "$url" >> {said}\n'
        f'n=$(($(cat {tries}) + 1)); echo $n > {tries}; test "$n" -ge 2\n',
        "sleep": "exit 0\n",
    }
    for name, text in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}")
        (tmp_path / name).chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = ["sh", str(DEPLOY / "systemd" / "raccord-restart.sh"), "8001", "8002"]
    subprocess.run(command, env=environment, check=True)
    expected = [
        line
        for port in (8001, 8002)
        for line in (f"restart raccord@{port}", *[f"http://localhost:{port}/readyz"] * 2)
    ]
    assert said.read_text().split("\n")[:-1] == expected


def test_compose_gives_every_process_one_key_and_an_address_that_finds_the_new_primary() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    ours = [one for name, one in services.items() if name.startswith(("section", "board"))]
    assert len({one["environment"]["RACCORD_SECRET"] for one in ours}) == 1
    for one in ours:
        address = make_url(one["environment"]["RACCORD_DATABASE"].replace("${", "").strip())
        assert address.query["host"] == "postgres,standby"
        assert address.query["target_session_attrs"] == "read-write"
        assert {"postgres", "standby"} <= services.keys()
    for text in [one["command"] for one in ours] + [services["standby"]["entrypoint"]]:
        script = " ".join(text.split()).replace("$$", "$")
        done = subprocess.run(["sh", "-n", "-c", script], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
    named = {v.partition(":")[0] for one in services.values() for v in one.get("volumes", ())}
    for file in (name for name in named if name.startswith("./")):
        assert (DEPLOY / file).exists(), file
