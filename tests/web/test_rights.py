"""Rights: what a door has granted it takes back, and nobody comes in by another way."""

import os
import queue
import re
import socket
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from raccord.cli import cli
from raccord.hall import Hall
from raccord.hall.companion import Companion
from raccord.web import create_app
from raccord.web.doors import organiser_path
from raccord.web.entrance import Entrance
from raccord.web.guesses import PINS_OF_A_NETWORK, PINS_OF_ONE
from raccord.web.limits import MAX_KEYS, Limiter
from raccord.web.sessions import MAX_GRANTS
from tests.web.club import Club, open_club
from tests.web.conftest import LiveServer, WebClient
from tests.web.raw import answer, connect

MakeServer = Callable[..., LiveServer]


def stranger(server: LiveServer, address: str = "192.0.2.7") -> WebClient:
    """Somebody from another machine."""
    client = server.client()
    client.headers["x-forwarded-for"] = address
    return client.sign_in()


def invited(club: Club, role: str, **wish: Any) -> tuple[WebClient, str]:
    """An official of the game on another machine, and the name of the invitation."""
    line = club.post("invitations", {"role": role, **wish})
    client = stranger(club.server)
    assert client.get(urlsplit(line["link"]).path).status_code == 303
    return client, line["id"]


class Ear:
    """Listens to a stream until it ends."""

    def __init__(self) -> None:
        self.heard: queue.Queue[bytes] = queue.Queue()
        self.ended = threading.Event()

    def text(self) -> str:
        return b"".join(self.heard.queue).decode()

    def first(self) -> None:
        """Wait for the state the stream begins with."""
        self.heard.queue.appendleft(self.heard.get(timeout=60))


@contextmanager
def listening(club: Club, client: WebClient, path: str) -> Iterator[Ear]:
    ear = Ear()

    def listen() -> None:
        with client.stream("GET", path) as reply:
            assert reply.status_code == 200
            for piece in reply.iter_raw():
                ear.heard.put(piece)
        ear.ended.set()

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    ear.first()
    yield ear
    club.server.loop.call_soon_threadsafe(club.server.services.hub.close)
    thread.join(10)


@pytest.fixture
def club(make_server: MakeServer) -> Club:
    return open_club(make_server())


@pytest.mark.parametrize(("role", "audience"), [("referee", "referee"), ("marker", "marker")])
def test_the_stream_of_an_official_ends_with_the_invitation(
    club: Club, role: str, audience: str
) -> None:
    official, invitation = invited(club, role)
    with listening(club, official, f"/live/{club.code}/{audience}") as ear:
        club.desk.delete(f"{club.base}/invitations/{invitation}")
        assert ear.ended.wait(60)
        top = club.draw("AEINRST")["tops"]["ties"][0]["move"].split()[1]
        assert top not in ear.text()


def test_the_stream_of_a_phone_ends_with_its_pin(club: Club) -> None:
    phone, other = club.phone(1), club.phone(2)
    path = f"/live/{club.code}/player"
    with listening(club, phone, path) as ear, listening(club, other, path) as neighbour:
        club.post("pins", {"tables": [1]})
        assert ear.ended.wait(60)
        assert not neighbour.ended.is_set()
        club.draw("AEINRST")
        assert "AEINRST" not in ear.text()


def test_a_marker_given_other_tables_listens_anew(club: Club) -> None:
    marker, invitation = invited(club, "marker", tables=[1])
    with listening(club, marker, f"/live/{club.code}/marker") as ear:
        reply = club.desk.put(f"{club.base}/invitations/{invitation}/tables", json={"tables": [2]})
        assert reply.is_success
        assert ear.ended.wait(60)


@pytest.fixture
def frozen_club(make_server: MakeServer) -> Club:
    """A club where no time passes that would give guesses back."""
    server = make_server()
    now = server.services.clock()
    server.services.clock = lambda: now
    return open_club(server)


def guess(client: WebClient, club: Club, table: int, pin: str) -> int:
    reply = client.post(f"{club.base}/join", json={"table": table, "pin": pin})
    return reply.status_code


def test_a_pin_has_six_digits_and_no_two_tables_tell_another(club: Club) -> None:
    pins = [line["pin"] for line in club.get("pins")]
    assert all(len(pin) == 6 and pin.isdigit() for pin in pins)
    assert len(set(pins)) == len(pins)


def test_every_six_digits_are_as_likely(club: Club) -> None:
    doors = club.server.services.get(Entrance).doors
    pins = [int(doors.pin(club.code, table, Companion())) for table in range(20_000)]
    counts = [sum(1 for pin in pins if pin // 100_000 == first) for first in range(10)]
    assert min(counts) > 1800
    assert max(counts) < 2200


def test_joining_ones_own_table_buys_no_more_guesses(frozen_club: Club) -> None:
    frozen_club.post("tables", {"text": "\n".join(f"{n} Joueur {n}" for n in range(10, 40))})
    attacker = stranger(frozen_club.server)
    own = frozen_club.pin(1)
    seen = []
    for table in range(10, 40):
        seen += [guess(attacker, frozen_club, table, "abcdef") for _ in range(3)]
        guess(attacker, frozen_club, 1, own)
    assert seen.count(403) <= 2 * PINS_OF_ONE
    assert 429 in seen


def test_new_sessions_of_one_network_share_their_guesses(frozen_club: Club) -> None:
    path = f"/rejoindre/{frozen_club.code}?table=2&pin=abcdef"
    seen = []
    with frozen_club.server.client() as attacker:
        for number in range(150):
            attacker.cookies.clear()
            headers = {"x-forwarded-for": f"2001:db8:1:2::{number:x}"}
            seen.append(attacker.get(path, headers=headers).status_code)
        assert seen.count(403) == PINS_OF_A_NETWORK
        assert seen[-1] == 429
        other = {"x-forwarded-for": "2001:db8:1:3::1"}
        assert attacker.get(path, headers=other).status_code == 403


def test_strangers_lock_no_table_out(frozen_club: Club) -> None:
    attacker = stranger(frozen_club.server)
    while guess(attacker, frozen_club, 1, "abcdef") == 403:
        pass
    pin = frozen_club.pin(1)
    same_network = stranger(frozen_club.server)
    assert guess(same_network, frozen_club, 1, pin) == 200
    assert guess(stranger(frozen_club.server, "198.51.100.9"), frozen_club, 1, pin) == 200
    assert guess(attacker, frozen_club, 1, pin) == 429


def test_a_full_limiter_forgets_whoever_waits_least() -> None:
    limiter = Limiter(3, 60, lambda: 0.0)
    for _ in range(4):
        limiter.allows("attacker")
    for number in range(3 * MAX_KEYS):
        limiter.allows(f"passer-by {number}")
    assert not limiter.allows("attacker")
    assert limiter.wait("attacker")


GCG = "#player1 a a\n>a: AEINRST 8H RATE +8 8\n"


def test_a_seated_phone_learns_nothing_from_the_other_games_of_the_server(club: Club) -> None:
    phone = club.phone(1)
    mine = phone.post("/api/solo", json={"seed": 7}).raise_for_status().json()["id"]
    phone.post(f"/api/solo/{mine}/stop").raise_for_status()
    table = phone.post("/api/jarnac", json={"mode": "screen"}).json()
    club.draw("AEINRST")
    gets = (
        *("/solo", f"/solo/{mine}", f"/solo/{mine}/bilan", f"/api/solo/{mine}"),
        *("/jarnac", f"/api/jarnac/{table['id']}", "/mots?q=lustre"),
        *("/api/words/check?words=LUSTRE", "/api/words/study?question=valide&q=lustre"),
    )
    posts = {"/api/solo": {"seed": 8}, "/api/jarnac": {"mode": "screen"}}
    for path in gets:
        assert phone.get(path).status_code == 403, path
    for path, body in posts.items():
        reply = phone.post(path, json=body)
        assert reply.status_code == 403, path
        assert reply.json()["error"]["code"] == "turn-under-way"
    assert club.server.client().get("/solo").status_code == 200
    club.post("start")
    club.finish_turn()
    assert phone.get("/solo").status_code == 200


def test_the_record_of_a_position_tells_a_seated_phone_no_top(club: Club) -> None:
    phone = club.phone(1)
    club.draw("AEINRST")
    reply = phone.post("/api/solo", json={"record": GCG})
    assert "points" not in reply.text
    assert reply.status_code == 403
    assert reply.json()["error"]["code"] == "turn-under-way"


def test_many_solo_games_take_no_role_away(make_server: MakeServer) -> None:
    server = make_server()
    desk = stranger(server)
    desk.get(f"/{organiser_path(server.services)}")
    assert desk.get("/api/games").status_code == 200
    for seed in range(30):
        assert desk.post("/api/solo", json={"seed": seed}).is_success
    assert desk.get("/api/games").status_code == 200
    assert len(desk.cookies["raccord"]) < 4000


def test_a_table_s_qr_code_demotes_no_referee(club: Club) -> None:
    referee, _ = invited(club, "referee")
    link = club.get("pins")[0]["link"]
    assert referee.get(link[len(club.server.url) :]).status_code == 303
    assert referee.get(f"{club.base}/referee").status_code == 200
    assert referee.get(f"/jouer/{club.code}").status_code == 200
    assert referee.get(f"{club.base}/own").status_code == 200
    assert referee.get(f"{club.base}/me").json()["role"] == "referee"


def test_a_table_s_qr_code_demotes_no_organiser(club: Club) -> None:
    link = club.get("pins")[0]["link"]
    assert club.desk.get(link[len(club.server.url) :]).status_code == 303
    assert club.desk.get(f"{club.base}/referee").status_code == 200


def test_a_person_sees_and_leaves_his_roles(club: Club) -> None:
    marker, _ = invited(club, "marker", label="Zoé")
    guess(marker, club, 1, club.pin(1))
    shown = marker.get("/acces").text
    assert "arbitre-correcteur" in shown
    assert "Table 1" in shown
    for scope in (f"game:{club.code}", f"seat:{club.code}"):
        assert marker.post("/acces/quitter", data={"scope": scope}).status_code == 303
    assert "arbitre-correcteur" not in marker.get("/acces").text
    assert marker.get(f"{club.base}/me").json()["role"] == "public"


def test_nobody_leaves_a_seat_to_ask_for_words_and_comes_back(club: Club) -> None:
    phone = club.phone(1)
    club.draw("AEINRST")
    seat = {"scope": f"seat:{club.code}"}
    assert phone.post("/acces/quitter", data=seat).status_code == 403
    club.post("start")
    club.finish_turn()
    assert phone.post("/acces/quitter", data=seat).status_code == 303
    assert phone.get(f"{club.base}/own").status_code in {401, 403}


def test_seats_of_other_games_push_nobody_out_of_the_one_in_play(club: Club) -> None:
    """A dozen PINs of evenings past made a phone forget where it sat: words, and back again."""
    others = [open_club(club.server) for _ in range(MAX_GRANTS["seat"])]
    phone = club.phone(1)
    club.draw("AEINRST")
    for other in others:
        seat = {"table": 1, "pin": other.pin(1)}
        phone.post(f"{other.base}/join", json=seat)
    assert phone.get("/mots?q=CHIEN").status_code == 403
    assert phone.get(f"{club.base}/own").status_code == 200
    club.post("start")
    club.finish_turn()
    last = others[-1]
    seat = {"table": 1, "pin": last.pin(1)}
    assert phone.post(f"{last.base}/join", json=seat).status_code == 200


FORWARDING = (
    *("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"),
    *("via", "cf-connecting-ip", "true-client-ip", "x-forwarded-server", "x-client-ip"),
    *("x-vercel-forwarded-for", "x-remote-addr", "do-connecting-ip", "x-amzn-trace-id"),
    *(
        "x-varnish",
        "ngrok-trace-id",
        "tailscale-user-login",
        "wl-proxy-client-ip",
        "x-nf-request-id",
    ),
)


@pytest.mark.parametrize("header", FORWARDING)
def test_what_came_through_a_proxy_is_not_local(live_server: LiveServer, header: str) -> None:
    with live_server.client() as client:
        assert client.get("/api/games").status_code == 200
        assert client.get("/api/games", headers={header: "127.0.0.1"}).status_code == 401


def test_behind_a_public_name_only_the_link_makes_an_organiser(make_server: MakeServer) -> None:
    server = make_server(hosts=("club.example",))
    for host in ("localhost", "127.0.0.1", "club.example"):
        with server.client() as client:
            client.headers["host"] = host
            assert client.get("/api/games").status_code == 401
            assert client.get(f"/{organiser_path(server.services)}").status_code == 303
            assert client.get("/api/games").status_code == 200


def test_a_name_led_here_by_somebody_else_s_dns_is_refused(make_server: MakeServer) -> None:
    server = make_server(hosts=("club.example",))
    with server.client() as client:
        for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example"):
            reply = client.get("/api/session", headers={"host": host})
            assert reply.status_code == 421
            assert reply.json()["error"]["code"] == "misdirected"
            assert client.get("/", headers={"host": host}).status_code == 421
        name = socket.gethostname()
        for host in ("localhost:8000", "127.0.0.1", "[::1]:80", "192.0.2.1", "Club.Example:443"):
            assert client.get("/api/session", headers={"host": host}).status_code == 200, host
        for host in (name, f"{name}.local", f"{name.upper()}:8000"):
            assert client.get("/api/session", headers={"host": host}).status_code == 200, host


def test_a_proxy_that_ends_tls_gives_visitors_their_own_address(make_server: MakeServer) -> None:
    server = make_server(hosts=("club.example",))
    with server.client() as client:
        client.headers["host"] = "club.example"
        client.headers["x-forwarded-proto"] = "https"
        client.headers["x-forwarded-for"] = "192.0.2.7"
        reply = client.get(f"/{organiser_path(server.services)}")
        assert "Secure" in reply.headers["set-cookie"]
        client.headers["cookie"] = reply.headers["set-cookie"].partition(";")[0]
        client.sign_in()
        code = client.post("/api/games", json={}).raise_for_status().json()["code"]
        client.post(f"/api/games/{code}/tables", json={"text": "1 Anne"})
        (line,) = client.get(f"/api/games/{code}/pins").json()
        assert line["link"].startswith("https://club.example/")


def asked(server: LiveServer, *lines: str, body: bytes = b"") -> str:
    with connect(server.url) as connection:
        connection.sendall("\r\n".join((*lines, "", "")).encode() + body)
        return answer(connection)


def test_a_host_with_two_colons_is_a_bad_request(live_server: LiveServer) -> None:
    for host in ("a:b:c", "localhost:80:80", "localhost:port", "[::1", "a b", "localhost:99999"):
        for path in ("/", "/api/session"):
            reply = asked(live_server, f"GET {path} HTTP/1.1", f"host: {host}")
            assert reply.startswith("HTTP/1.1 400"), (host, reply[:200])
        nowhere = asked(live_server, "GET /nulle-part HTTP/1.1", f"host: {host}")
        assert nowhere.startswith(("HTTP/1.1 400", "HTTP/1.1 404")), (host, nowhere[:200])


def test_an_origin_that_is_none_is_foreign(client: WebClient) -> None:
    for origin in ("http://[", "http://[::1", "null", "http://a:b:c"):
        reply = client.post("/api/solo", json={}, headers={"origin": origin})
        assert reply.status_code in {400, 403}, origin


def test_json_too_deep_to_read_is_a_bad_request(client: WebClient) -> None:
    kind = {"content-type": "application/json"}
    for content in (b"[" * 100_000, b'{"a":' * 40_000, b'{"settings":' * 20_000):
        for path in ("/api/games", "/api/solo", "/api/jarnac"):
            reply = client.post(path, content=content, headers=kind)
            assert reply.status_code == 400, (path, reply.text)


def test_the_data_are_their_owner_s_only(make_server: MakeServer, tmp_path: Path) -> None:
    home = tmp_path / "home"
    old = os.umask(0o022)
    try:
        desk = make_server(data=home).client().sign_in()
        desk.post("/api/games", json={}).raise_for_status()
        export = home / "export.jsonl.gz"
        database = f"sqlite:///{home / 'raccord.sqlite'}"
        arguments = ["database", "export", str(export), "--database", database]
        assert CliRunner().invoke(cli, arguments).exit_code == 0
    finally:
        os.umask(old)
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in home.iterdir()}
    assert {"raccord.sqlite", "secret.key", "export.jsonl.gz"} <= set(found)
    assert set(found.values()) == {0o600}, found


KEPT_BY_BROWSERS = ("/static/", "/i18n/", "/favicon.ico", "/schema")


def test_no_answer_of_a_game_is_kept_by_anybody(club: Club) -> None:
    club.phone(1)
    guess(club.desk, club, 1, club.pin(1))
    club.draw("AEINRST")
    known = {"code": club.code, "table": "1", "turn": "1", "number": "1", "audience": "none"}
    walked = 0
    app = create_app(club.server.services.settings, club.server.services)
    for route in app.routes:
        path = re.sub(r"{(\w+)(:\w+)?}", lambda found: known.get(found[1], "x"), route.path)
        if path.startswith(KEPT_BY_BROWSERS) or path.startswith("/jarnac/x/live"):
            continue
        reply = club.desk.get(path)
        assert reply.headers.get("cache-control") == "no-store", (path, reply.status_code)
        walked += reply.status_code == 200
    assert walked > 30


BIDI = "\u202e\u202a\u2066\u2069\u200f\u200e\u061c"


def test_no_name_turns_the_text_around_it(club: Club) -> None:
    club.post("tables", {"text": f"9 {BIDI}Zoé{BIDI} Martin"})
    form = {"text": f"10 {BIDI}Noé{BIDI} Blanc"}
    assert club.desk.post(f"/arbitrer/{club.code}/joueurs", data=form).status_code == 303
    title = {"title": f"Partie {BIDI}du soir", "settings": {}}
    made = club.desk.post("/api/games", json=title).json()["code"]
    names = {line["table"]: line["players"] for line in club.get("tables")}
    assert names[9] == ["Zoé Martin"]
    assert names[10] == ["Noé Blanc"]
    assert club.desk.get(f"/api/games/{made}").json()["title"] == "Partie du soir"
    seats = {"mode": "screen", "first": f"{BIDI}Léa", "second": "Luc"}
    told = club.desk.post("/api/jarnac", json=seats).text
    assert "Léa" in told
    assert not set(BIDI) & set(told)


def test_a_line_of_the_log_is_one_line(
    make_server: MakeServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = make_server()

    async def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(Hall, "get", fail)
    assert server.client().get("/partie/AAAA%0Aforged%1b[31m").status_code == 500
    told = [record.getMessage() for record in caplog.records]
    assert any("error while serving" in line for line in told)
    assert not any("\n" in line or "\x1b" in line for line in told)
