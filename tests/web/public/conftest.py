"""A hall without a server, as the tests of the hall make it, and a game on the server."""

import pytest

from tests.hall.conftest import in_hall, time
from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer

__all__ = ["club", "in_hall", "time"]


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    """A game drawn by hand, without players."""
    return open_club(live_server, "")
