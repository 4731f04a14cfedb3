"""Several processes of Raccord on one PostgreSQL."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.network.hall import Process
from tests.store.conftest import postgres

__all__ = ["postgres"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """Starts processes that share one key; they stop with the test."""
    with ExitStack() as stack:

        def started(database: str, *options: str, **environment: str) -> Process:
            folder = tmp_path / f"data{len(list(tmp_path.iterdir()))}"
            folder.mkdir()
            process = Process(folder, database, *options, environment=environment)
            stack.callback(process.stop)
            process.start()
            return process

        yield started


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    """Closes the phones of a test, however it ends."""
    with ExitStack() as stack:
        yield stack
