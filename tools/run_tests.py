"""All tests, and a second look at those that a busy machine may have disturbed.

    python tools/run_tests.py 3        # with three workers

A test that starts servers, browsers or databases meets real clocks, and so whatever else the
machine does. Where a few such tests fail beside others they are asked once more, one by one: what
fails alone is red, what passes alone is named at the end. Any other failure is final.
"""

import subprocess
import sys

import pytest

TIMED = frozenset({"browser", "server", "postgres", "slow"})
"""Marks of the tests that meet real clocks."""
MOST = 6
"""Where more fail, it is not the machine."""


class Failures:
    """The failed tests of a run, and whether each met a real clock."""

    def __init__(self) -> None:
        self.timed: dict[str, bool] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure, of the test itself or of what it needs."""
        if report.failed:
            self.timed[report.nodeid] = bool(TIMED & report.keywords.keys())

    @property
    def may_be_the_machine(self) -> bool:
        """Whether they are few and each of them met a real clock."""
        return 0 < len(self.timed) <= MOST and all(self.timed.values())


def second_look(failed: list[str]) -> int:
    """Ask failed tests again, nothing running beside them; say which pass alone."""
    print(f"\nA second look, one by one, at {len(failed)} that met real clocks:", flush=True)
    status = subprocess.run([sys.executable, "-m", "pytest", *failed]).returncode
    if status == 0:
        print("Failed beside others, passed alone:", *failed, sep="\n  ")
    return status


def main(workers: str, *more: str) -> int:
    """Run the tests; the exit status is that of what counts."""
    failures = Failures()
    status = pytest.main(["-n", workers, *more], plugins=[failures])
    if status == pytest.ExitCode.TESTS_FAILED and failures.may_be_the_machine:
        return second_look(list(failures.timed))
    return int(status)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
