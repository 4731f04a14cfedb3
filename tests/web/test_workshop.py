"""Heavy work: off the loop, paid for by who asks, and never in the way of a slip."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import httpx
import pytest
from litestar.openapi.spec import OpenAPI

from raccord.lexicon import Lexicon
from raccord.store import log
from raccord.web import workshop
from raccord.web.limits import Limiter
from raccord.web.page import Asker
from raccord.web.press import Press
from raccord.web.printing import Printing
from raccord.web.workshop import Workshop
from tests.web.club import open_club
from tests.web.conftest import LiveServer, WebClient
from tests.web.test_hostile import Seat, new_game, start


@pytest.fixture
def desk(live_server: LiveServer) -> Iterator[WebClient]:
    with live_server.client() as client:
        yield client


def test_questions_about_words_are_answered_off_the_loop(
    client: WebClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    really: Callable[..., Any] = Lexicon.from_rack

    def spy(self: Lexicon, letters: str) -> Any:
        threads.append(threading.current_thread().name)
        return really(self, letters)

    monkeypatch.setattr(Lexicon, "from_rack", spy)
    asked = {"question": "tirage", "q": "RETINA?"}
    assert client.get("/api/words/study", params=asked).is_success
    assert client.get("/mots", params=asked).is_success
    assert len(threads) == 2
    assert all(name.startswith("workshop") for name in threads)


def test_a_rack_has_two_jokers_at_most(client: WebClient) -> None:
    for question in ("tirage", "anagrammes"):
        asked = {"question": question, "q": "?" * 15}
        reply = client.get("/api/words/study", params=asked)
        assert reply.status_code == 400
        assert "deux jokers" in reply.json()["error"]["message"]


def test_who_has_spent_his_purse_waits_and_slips_do_not(
    live_server: LiveServer, desk: WebClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = new_game(desk, time="100")
    top = start(desk, code)
    seat = Seat(live_server, desk, code, 1)
    shop = live_server.services.get(Workshop)
    clock = live_server.services.clock
    monkeypatch.setattr(shop, "_sessions", Limiter(20, 600, clock))
    monkeypatch.setattr(shop, "_networks", Limiter(20, 600, clock))
    with live_server.client() as greedy:
        greedy.sign_in()
        # What a question costs is told by the machine: one of many is the last that is paid for.
        racks = (f"ESAR{''.join(pair)}??" for pair in combinations("BCDFGHILMNOPTUV", 3))
        asked = (
            greedy.get("/api/words/study", params={"question": "tirage", "q": rack}).status_code
            for rack in racks
        )
        assert next(asked) == 200
        assert 429 in asked
    assert seat.slip({"turn": 1, "entered": {"move": top}}).is_success


def test_more_work_than_can_wait_is_told_to_come_back(
    client: WebClient, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "WAITING", 0)
    reply = client.get("/api/words/study", params={"question": "tirage", "q": "RETINAS"})
    assert reply.status_code == 503
    assert reply.headers["retry-after"] == "1"


def test_the_press_keeps_files_by_their_bytes(
    live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("raccord.web.press.KEPT_BYTES", 1000)
    press = Press(live_server.services)
    for number in range(5):
        press._keep(("game", number), b"x" * 400)
    assert list(press._files) == [("game", 3), ("game", 4)]
    press._keep(("game", 9), b"x" * 5000)
    assert list(press._files) == [("game", 9)]


def test_the_description_of_the_api_is_written_once(
    client: WebClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = client.get("/schema/openapi.yaml")

    def never(_: object) -> dict[str, bytes]:
        raise AssertionError("written again")

    monkeypatch.setattr("raccord.web.schema._written", never)
    assert client.get("/schema/openapi.yaml").content == first.content
    for path in ("/schema/openapi.json", "/schema", "/schema/", "/schema/openapi.json/"):
        assert client.get(path).json()["openapi"].startswith("3."), path


def test_the_framework_never_writes_the_description_on_the_loop(
    make_server: Callable[..., LiveServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    loops: list[bool] = []
    really: Any = OpenAPI.to_schema
    server = make_server()

    def spy(self: OpenAPI) -> Any:
        loops.append(threading.current_thread().name.startswith("Thread-"))
        return really(self)

    monkeypatch.setattr(OpenAPI, "to_schema", spy)
    for path in ("/schema/", "/schema", "/schema/openapi.yaml/", "/schema/openapi.json/"):
        assert server.client().get(path).status_code == 200
    assert loops == [False]


def test_who_has_a_log_read_pays_for_it_and_a_kept_file_reads_none(
    make_server: Callable[..., LiveServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of 1,000 tables took a quarter of a second: 200 askings held a referee up for 18 s."""
    club = open_club(make_server(host="0.0.0.0"))
    phone = club.phone(1)
    club.draw("AEINRST")
    club.post("start")
    slip = {"turn": 1, "entered": {"move": "H8 TARI"}}
    assert phone.post(f"{club.base}/slip", json=slip).is_success
    club.finish_turn()
    club.post("stop", {"reason": "fin"})
    stranger = club.server.client().sign_in()
    readers: list[str] = []
    really = log.load

    def load(*args: Any, **options: Any) -> Any:
        readers.append(threading.current_thread().name.partition("_")[0])
        return really(*args, **options)

    monkeypatch.setattr(log, "load", load)
    sheet = f"/partie/{club.code}/feuille"
    asked = (sheet, f"{sheet}.json", f"/parties/feuilles.pdf?partie={club.code}")
    more = (f"/partie/{club.code}/preuve", f"/partie/{club.code}/enregistrement.json")
    for path in (*asked, *more):
        assert stranger.get(path).status_code == 200, path
    assert phone.get(f"{club.base}/own/1/why").status_code == 200
    assert set(readers) == {"workshop"}
    readers.clear()
    for path in asked[1:]:
        assert stranger.get(path).status_code == 200, path
    assert not readers


def test_no_referee_and_no_seat_waits_behind_what_strangers_ask_for(
    make_server: Callable[..., LiveServer],
) -> None:
    club = open_club(make_server(host="0.0.0.0"))
    phone, services = club.phone(1), club.server.services
    done = threading.Event()

    def fill(pool: ThreadPoolExecutor) -> None:
        for _ in range(8):
            pool.submit(done.wait, 60)

    pools = services.get(Printing).pools
    fill(services.get(Workshop)._pool)
    fill(pools[Asker.STRANGER])
    try:
        assert phone.get(f"/jouer/{club.code}", timeout=20).status_code == 200
        with pytest.raises(httpx.ReadTimeout):
            club.server.client().get(f"/partie/{club.code}", timeout=1)
        # Nor does a referee wait behind one phone that asks for its page without end.
        fill(pools[Asker.SEAT])
        for path in ("/arbitrer/{}", "/arbitrer/{}/joueurs", "/partie/{}/route", "/corriger/{}"):
            assert club.desk.get(path.format(club.code), timeout=20).status_code == 200, path
        assert club.desk.get("/personnes", timeout=20).status_code == 200
    finally:
        done.set()
