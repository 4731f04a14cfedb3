"""The lock files hold what ``pyproject.toml`` asks for, and nothing that is not checked by hash."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
ASKED: dict[str, list[str]] = {
    "runtime": PROJECT["project"]["dependencies"],
    **PROJECT["dependency-groups"],
}


def read_lock(name: str) -> dict[str, list[str]]:
    """The options of each ``name==version``."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    lines = re.sub(r"\\\n", "", re.sub(r"#.*\n", "", text)).splitlines()
    pins = (re.split(r" ; | (?=--)", line, maxsplit=1) for line in lines)
    return {pin: options.split() for pin, options in pins}


def pinned(name: str) -> dict[str, Version]:
    pairs = (pin.strip().split("==") for pin in read_lock(name))
    return {package: Version(version) for package, version in pairs}


@pytest.mark.parametrize("name", ASKED)
def test_a_lock_holds_all_that_is_asked_for(name: str) -> None:
    locked = pinned(name)
    for requirement in map(Requirement, ASKED[name]):
        assert requirement.specifier.contains(locked[requirement.name]), requirement


@pytest.mark.parametrize("name", ASKED)
def test_everything_locked_has_its_hashes_and_no_address(name: str) -> None:
    for pin, options in read_lock(name).items():
        assert any(option.startswith("--hash=sha256:") for option in options), pin
        assert not any("://" in option or "index" in option for option in options), pin


def test_locks_used_together_agree() -> None:
    together: dict[str, Version] = {}
    for name in ASKED:
        for package, version in pinned(name).items():
            assert together.setdefault(package, version) == version, (name, package)


def test_the_build_asks_for_what_is_locked() -> None:
    locked = pinned("build")
    for requirement in map(Requirement, PROJECT["build-system"]["requires"]):
        assert requirement.specifier.contains(locked[requirement.name])
