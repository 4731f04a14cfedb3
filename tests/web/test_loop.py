"""The loop serves slips: pages, documents and long lists are made in other threads."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from raccord import documents
from raccord.duplicate import record
from raccord.hall.pictures import Pictures
from raccord.store.codec import Codec
from raccord.web.doors import Doors
from raccord.web.marker import second_api
from raccord.web.public import projector
from raccord.web.render import Renderer
from tests.web.conftest import LiveServer
from tests.web.played import played, unfinished
from tests.web.seeded import FROM_ELSEWHERE, seed
from tests.web.test_routes import OF_A_GAME, declared

TABLES = 60


class Spy:
    """Counts what is called on the loop's own thread, request by request."""

    def __init__(self, loop: int) -> None:
        self._loop = loop
        self.calls: dict[str, int] = {}

    def on(self, name: str, really: Callable[..., Any]) -> Callable[..., Any]:
        def called(*args: Any, **kwargs: Any) -> Any:
            if threading.get_ident() == self._loop:
                self.calls[name] = self.calls.get(name, 0) + 1
            return really(*args, **kwargs)

        return called


@pytest.fixture
def spy(live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Spy:
    told: list[int] = []
    heard = threading.Event()

    def tell() -> None:
        told.append(threading.get_ident())
        heard.set()

    live_server.loop.call_soon_threadsafe(tell)
    assert heard.wait(60)
    found = Spy(told[0])
    for owner, name in (
        *((Renderer, "render"), (Codec, "decode"), (Doors, "pin"), (record, "dumps")),
        *((documents, "ranking"), (documents, "game_sheet"), (documents, "road_sheets")),
        *((documents, "road_sheet"), (documents, "notes"), (documents, "proof_sheet")),
        *((documents, "turn_pictures"), (documents, "to_pdf"), (Pictures, "listed")),
        *((projector, "found_by_turn"), (second_api, "difference_views")),
    ):
        monkeypatch.setattr(owner, name, found.on(name, getattr(owner, name)))
    return found


@pytest.fixture(scope="module")
def games(live_server: LiveServer) -> list[str]:
    """A game over, and one under way."""
    events = played(TABLES)
    return [seed(live_server, events), seed(live_server, unfinished(events, 4))]


def pages(code: str) -> Iterator[str]:
    """Every page, document and answer of a game."""
    for route in declared():
        method, path = route.split(" ")
        if method == "GET" and path.startswith(OF_A_GAME):
            filled = path.replace("{code}", code).replace("{table}", "3").replace("{turn}", "2")
            yield filled + ("?tous=1" if path.endswith("/billets") else "")
            if path.endswith(("/feuille", "/classement")):
                yield filled + ".pdf"


def test_no_page_of_a_large_game_is_made_on_the_loop(
    live_server: LiveServer, games: list[str], spy: Spy
) -> None:
    desk, stranger = live_server.client(), live_server.client()
    stranger.headers.update(FROM_ELSEWHERE)
    shown = 0
    for client, path in [(c, p) for c in (desk, stranger) for g in games for p in pages(g)]:
        spy.calls = {}
        reply = client.get(path)
        assert reply.status_code < 500, path
        # An error is a short page, made where it happens.
        allowed = {"render"} if reply.status_code >= 400 else set()
        made = {name for name, count in spy.calls.items() if (name, count) != ("pin", 1)}
        assert made <= allowed, (path, spy.calls)
        shown += reply.status_code == 200
    assert shown > 60
