"""What is promised of Python is promised alike wherever it is said."""

import re
import sys

import pytest
from versions import PROJECT, ROOT, VERSIONS

OLDEST, NEWEST = VERSIONS[0], VERSIONS[-1]


def test_the_versions_follow_one_another_and_the_one_at_hand_is_among_them() -> None:
    minors = [int(version.removeprefix("3.")) for version in VERSIONS]
    assert minors == list(range(minors[0], minors[-1] + 1))
    assert f"3.{sys.version_info.minor}" in VERSIONS


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (PROJECT["project"]["requires-python"], f">={OLDEST}"),
        (PROJECT["tool"]["ruff"]["target-version"], f"py{OLDEST.replace('.', '')}"),
        ((ROOT / "CMakeLists.txt").read_text(), f"find_package(Python {OLDEST} REQUIRED"),
        ((ROOT / "README.md").read_text(), f"Python {OLDEST} à {NEWEST}"),
        ((ROOT / "README.en.md").read_text(), f"Python {OLDEST} to {NEWEST}"),
        ((ROOT / "deploy/windows/raccord.cmd").read_text(), f"Python {OLDEST} ou plus recent"),
    ],
    ids=["requires-python", "ruff", "cmake", "README", "README.en", "Windows"],
)
def test_what_is_said_of_python_agrees(said: str, expected: str) -> None:
    assert expected in said


def test_the_wheel_of_the_stable_abi_begins_after_the_oldest() -> None:
    """3.11 has a wheel of its own; all others share one."""
    stable = PROJECT["tool"]["scikit-build"]["wheel"]["py-api"]
    own = PROJECT["tool"]["cibuildwheel"]["build"]
    assert stable == f"cp{VERSIONS[1].replace('.', '')}"
    assert own == [f"cp{OLDEST.replace('.', '')}-*", f"{stable}-*"]
    workflow = (ROOT / ".github/workflows/wheels.yml").read_text()
    assert set(re.findall(r'python-version: "(.*)"', workflow)) <= set(VERSIONS)
