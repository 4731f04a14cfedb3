"""The locks hold all that is asked for, for every Python we promise, and all of it by hash.

``make lock`` has seen that each version finds its wheels; that takes the network.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from lock import LOCKS
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.version import Version
from versions import PROJECT, VERSIONS

EXTRAS = PROJECT["project"]["optional-dependencies"]
ASKED: dict[str, list[str]] = {
    "runtime": [*PROJECT["project"]["dependencies"], *EXTRAS["web"], *EXTRAS["reading"]],
    **PROJECT["dependency-groups"],
}


class Pin(NamedTuple):
    """A line of a lock: what is taken, where, and by which hashes."""

    requirement: Requirement
    options: list[str]

    def counts_on(self, version: str) -> bool:
        return is_for(self.requirement.marker, version)


def is_for(marker: Marker | None, version: str) -> bool:
    return marker is None or marker.evaluate(
        {"python_version": version, "python_full_version": f"{version}.0"}
    )


def read_lock(name: str) -> Iterator[Pin]:
    text = (LOCKS / f"{name}.txt").read_text()
    for line in re.sub(r"\\\n", "", re.sub(r"#.*\n", "", text)).splitlines():
        pin, *options = re.split(r"\s+(?=--)", line)
        yield Pin(Requirement(pin), options)


def pinned(name: str, version: str) -> dict[str, Version]:
    """What a Python takes of a lock; each package once."""
    found: dict[str, Version] = {}
    for pin in read_lock(name):
        if pin.counts_on(version):
            (exact,) = pin.requirement.specifier
            assert pin.requirement.name not in found, (name, version, pin.requirement)
            found[pin.requirement.name] = Version(exact.version)
    return found


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", ASKED)
def test_a_lock_holds_all_that_is_asked_for(name: str, version: str) -> None:
    locked = pinned(name, version)
    for requirement in map(Requirement, ASKED[name]):
        if is_for(requirement.marker, version):
            assert requirement.specifier.contains(locked[requirement.name]), requirement


@pytest.mark.parametrize("name", ASKED)
def test_everything_locked_has_its_hashes_and_no_address(name: str) -> None:
    for pin in read_lock(name):
        assert any(option.startswith("--hash=sha256:") for option in pin.options), pin
        assert not any("://" in option or "index" in option for option in pin.options), pin


@pytest.mark.parametrize("version", VERSIONS)
def test_locks_used_together_agree(version: str) -> None:
    together: dict[str, Version] = {}
    for name in ASKED:
        for package, taken in pinned(name, version).items():
            assert together.setdefault(package, taken) == taken, (name, package)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_build_asks_for_what_is_locked(version: str) -> None:
    locked = pinned("build", version)
    for requirement in map(Requirement, PROJECT["build-system"]["requires"]):
        assert requirement.specifier.contains(locked[requirement.name])
