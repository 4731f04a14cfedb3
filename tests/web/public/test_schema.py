"""The API of a real game as it describes itself: whatever is sent, no answer is a fault of ours."""

import pytest

from tests.web.attack import attack, operations
from tests.web.conftest import LiveServer, WebClient

pytestmark = pytest.mark.slow
MAX_EXAMPLES = 12
LAST = ("/stop", "/reveal")
BY_PLAYERS = ("/slip", "/own", "/propose")


def _game(server: LiveServer, desk: WebClient) -> tuple[str, WebClient]:
    """A game whose first turn was played and whose second is running, and one of its players."""
    code = desk.post("/api/games", json={}).json()["code"]
    base = f"/api/games/{code}"
    desk.post(f"{base}/tables", json={"text": "1 Anne\n2 Luc\n3 Zoé"})
    for action in ("draw", "start", "end-time", "retain", "draw", "start"):
        assert desk.post(f"{base}/{action}", json={}).status_code == 200, action
    pin = desk.get(f"{base}/pins").json()[0]["pin"]
    player = server.client().sign_in()
    assert player.post(f"{base}/join", json={"table": 1, "pin": pin}).status_code == 200
    return code, player


def test_no_request_about_a_real_game_makes_the_server_fail(live_server: LiveServer) -> None:
    with live_server.client() as desk:
        desk.sign_in()
        about_games = [each for each in operations(desk) if "/games/{code}" in each.path]
        assert len(about_games) > 25
        about_games.sort(key=lambda each: each.path.endswith(LAST))
        code, player = _game(live_server, desk)
        for operation in about_games:
            client = player if operation.path.endswith(BY_PLAYERS) else desk
            attack(operation, client, MAX_EXAMPLES, code=code, table=1)
