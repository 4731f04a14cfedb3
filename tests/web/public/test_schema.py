"""The API of a real game as it describes itself: whatever is sent, no answer is a fault of ours."""

import pytest

from tests.web.attack import attack, operations
from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer

pytestmark = pytest.mark.slow
MAX_EXAMPLES = 12
LAST = ("/stop", "/reveal")
BY_PLAYERS = ("/slip", "/own", "/propose")


def _game(server: LiveServer) -> Club:
    """A game whose first turn was played and whose second is running."""
    club = open_club(server, "1 Anne\n2 Luc\n3 Zoé", draw="software")
    for action in ("draw", "start", "end-time", "retain", "draw", "start"):
        club.post(action)
    return club


def test_no_request_about_a_real_game_makes_the_server_fail(live_server: LiveServer) -> None:
    with live_server.client() as desk:
        desk.sign_in()
        about_games = [each for each in operations(desk) if "/games/{code}" in each.path]
        assert len(about_games) > 25
        about_games.sort(key=lambda each: each.path.endswith(LAST))
        club = _game(live_server)
        player = club.phone(1)
        for operation in about_games:
            client = player if operation.path.endswith(BY_PLAYERS) else club.desk
            attack(operation, client, MAX_EXAMPLES, code=club.code, table=1)
