"""A database of each sort; every test of the store runs on both."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from raccord.store.store import Store
from tests.store.postgres import PostgresServer


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.stop()


@pytest.fixture
def new_sqlite(tmp_path: Path) -> Callable[[], str]:
    counter = iter(range(100))
    return lambda: f"sqlite:///{tmp_path}/base{next(counter)}.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def new_address(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Makes addresses of new, empty databases."""
    if request.param == "sqlite":
        maker: Callable[[], str] = request.getfixturevalue("new_sqlite")
        return maker
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database


@pytest.fixture
def address(new_address: Callable[[], str]) -> str:
    return new_address()


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with Store.open(address) as opened:
        yield opened
