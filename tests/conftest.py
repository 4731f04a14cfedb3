"""Hypothesis: no deadlines, machines differ; ``RACCORD_EXAMPLES`` sets how many examples.

Word lists are compiled in a folder of the tests' own, never in the user's. A test is marked by what
it needs, seen from its fixtures; ``make quick`` leaves out by these marks.
"""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile(
    "raccord", deadline=None, max_examples=int(os.environ.get("RACCORD_EXAMPLES", "100"))
)
settings.load_profile("raccord")
os.environ.setdefault("RACCORD_HOME", str(Path(tempfile.gettempdir()) / "raccord-tests"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that need a browser, a web server or a PostgreSQL server."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "browser" in fixtures:
            item.add_marker("browser")
        if "live_server" in fixtures or "make_server" in fixtures:
            item.add_marker("server")
        if "postgres" in fixtures or "postgresql" in _parameters(item):
            item.add_marker("postgres")


def _parameters(item: pytest.Item) -> list[object]:
    return list(item.callspec.params.values()) if hasattr(item, "callspec") else []
