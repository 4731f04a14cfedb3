"""What opens a game: its code by now, and no amount of trying."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from raccord.hall import Hall
from raccord.hall.codes import clean_code, identity, new_code, new_key
from raccord.web import Settings
from raccord.web.entrance import Entrance
from raccord.web.errors import WebError
from raccord.web.guesses import PERIOD, TRIES, Guesses, network_of
from raccord.web.services import Services
from tests.hall.conftest import Run, Time, new_game
from tests.web.conftest import LiveServer, WebClient

PUBLIC_PATHS = (
    *("/api/games/{}", "/api/games/{}/me", "/partie/{}", "/partie/{}.json", "/partie/{}/feuille"),
    *("/projection/{}", "/partie/{}/qr.svg", "/partie/{}/coup/1", "/partie/{}/preuve"),
)
MakeServer = Callable[..., LiveServer]
TOO_MANY = "Trop de codes inconnus essayés depuis ce réseau"


class Room:
    """A server without an organiser by chance, its referee and a game."""

    def __init__(self, server: LiveServer) -> None:
        self.server = server
        self.desk = server.client().sign_in()
        self.code: str = self.desk.post("/api/games", json={}).raise_for_status().json()["code"]
        self.desk.post(f"/api/games/{self.code}/tables", json={"text": "1 Anne\n2 Luc"})

    def stranger(self, address: str = "192.0.2.7") -> WebClient:
        """Somebody from elsewhere, who is not the organiser by chance."""
        client = self.server.client()
        client.headers["x-forwarded-for"] = address
        return client.sign_in()

    def settle(self, *, private: bool) -> str:
        """Change the settings; gives the code by now."""
        base = f"/api/games/{self.code}"
        settings = self.desk.get(f"{base}/referee").json()["settings"]
        reply = self.desk.put(f"{base}/settings", json=settings | {"private": private})
        return str(reply.raise_for_status().json()["game"]["code"])


@pytest.fixture
def room(make_server: MakeServer) -> Room:
    return Room(make_server())


def test_the_old_code_of_a_game_made_private_opens_nothing_any_more(room: Room) -> None:
    stranger = room.stranger()
    assert stranger.get(f"/partie/{room.code}").status_code == 200
    new = room.settle(private=True)
    assert new.startswith(room.code)
    assert len(new) == 12
    nowhere = stranger.get("/api/games/ZZZZ")
    for path in PUBLIC_PATHS:
        assert stranger.get(path.format(room.code)).status_code == 404, path
        assert stranger.get(path.format(new[:-1] + "0")).status_code == 404, path
    assert stranger.get(f"/api/games/{room.code}").content == nowhere.content
    for path in PUBLIC_PATHS[:6]:
        assert stranger.get(path.format(new)).status_code == 200, path
    assert stranger.get(f"/partie/{new[:4]}-{new[4:8]}-{new[8:].lower()}").status_code == 200


def test_a_pin_with_the_old_code_lets_no_table_in_and_with_the_new_one_does(room: Room) -> None:
    new = room.settle(private=True)
    (line, _) = room.desk.get(f"/api/games/{new}/pins").json()
    assert f"/rejoindre/{new}?" in line["link"]
    wish = {"table": 1, "pin": line["pin"]}
    phone = room.stranger()
    assert phone.post(f"/api/games/{room.code}/join", json=wish).status_code == 404
    assert phone.post(f"/api/games/{new}/join", json=wish).json()["code"] == new


def test_whoever_is_in_stays_in_when_the_game_is_made_private(room: Room) -> None:
    pin = room.desk.get(f"/api/games/{room.code}/pins").json()[0]["pin"]
    phone, marker, late = room.stranger(), room.stranger(), room.stranger()
    phone.post(f"/api/games/{room.code}/join", json={"table": 1, "pin": pin}).raise_for_status()
    wish = {"role": "marker"}
    link = room.desk.post(f"/api/games/{room.code}/invitations", json=wish).json()["link"]
    path = httpx.URL(link).path
    assert marker.get(path).headers["location"] == f"/corriger/{room.code}"
    new = room.settle(private=True)
    assert phone.get(f"/api/games/{room.code}/own").status_code == 200
    assert phone.get(f"/jouer/{room.code}").status_code == 200
    assert marker.get(f"/corriger/{room.code}").status_code == 200
    assert late.get(path).headers["location"] == f"/corriger/{new}"


def test_each_time_a_game_is_made_private_its_code_is_another(room: Room) -> None:
    first = room.settle(private=True)
    assert room.settle(private=True) == first, "nothing has changed"
    assert room.settle(private=False) == room.code
    stranger = room.stranger()
    assert stranger.get(f"/partie/{room.code}").status_code == 200
    assert stranger.get(f"/partie/{first}").status_code == 200
    second = room.settle(private=True)
    assert second != first
    assert stranger.get(f"/partie/{first}").status_code == 404
    assert stranger.get(f"/partie/{second}").status_code == 200


def test_a_spectator_with_the_old_code_is_sent_away_and_does_not_hear_the_new_one(
    room: Room,
) -> None:
    stranger = room.stranger()
    with stranger.stream("GET", f"/live/{room.code}/public") as reply:
        lines = reply.iter_lines()
        first = json.loads(next(line for line in lines if line.startswith("data:"))[5:])
        assert first["code"] == room.code
        new = room.settle(private=True)
        assert new not in "".join(lines), "and the stream ends"
    assert stranger.get(f"/live/{room.code}/public").status_code == 404


def test_the_new_code_is_found_again_after_a_restart(in_hall: Run) -> None:
    codes: list[str] = []

    async def make_private(hall: Hall) -> None:
        id_ = await new_game(hall)
        settings = (await hall.get(id_)).companion.settings
        await hall.desk.change_settings(id_, type(settings)(private=True))
        codes.extend([id_, (await hall.get(id_)).code])

    async def again(hall: Hall) -> None:
        game = await hall.get(codes[0])
        assert game.code == codes[1] != codes[0]
        assert game.opens_with(codes[1])
        assert not game.opens_with(codes[0])

    in_hall(make_private)
    in_hall(again)


def test_an_invitation_does_not_tell_whether_there_is_such_a_game(room: Room) -> None:
    stranger = room.stranger()
    there, nowhere = (stranger.get(f"/invitation/{code}.a.b") for code in (room.code, "ZZZZ"))
    assert there.status_code == nowhere.status_code == 403
    page = stranger.get(f"/invitation/{room.code}.a.b", headers={"accept": "application/json"})
    other = stranger.get("/invitation/ZZZZ.a.b", headers={"accept": "application/json"})
    assert page.content == other.content


def _exhaust(door: Entrance, address: str) -> None:
    """Spend every try of a client; the clock then stands still."""
    door.guesses = Guesses(Time())
    for number in range(TRIES):
        assert door.guesses.wrong(address, f"W{number}").status == 404


def test_too_many_wrong_codes_are_answered_429_and_told_when_to_come_back(room: Room) -> None:
    private = room.desk.post("/api/games", json={"settings": {"private": True}}).json()["code"]
    _exhaust(room.server.services.get(Entrance), "192.0.2.7")
    stranger, neighbour = room.stranger(), room.stranger("192.0.2.8")
    refused = stranger.get("/api/games/ZZZZ")
    assert refused.status_code == 429
    assert refused.json()["error"] == {
        "code": "too-many-requests",
        "message": f"{TOO_MANY}\xa0: réessayez dans un instant.",
        "expected": "le code affiché dans la salle",
    }
    assert int(refused.headers["retry-after"]) >= 1
    told = stranger.get(f"/api/games/{private}")
    assert told.content == refused.content, "the right code is not told from wrong ones"
    form = stranger.get("/rejoindre/ZZZZ?table=1&pin=0000")
    assert form.status_code == 429
    assert int(form.headers["retry-after"]) >= 1
    assert TOO_MANY in form.text
    assert stranger.get(f"/api/games/{room.code}").status_code == 200, "a public game is open"
    assert neighbour.get(f"/api/games/{private}").status_code == 200


def test_a_table_and_its_referee_never_wait_for_the_wrong_codes_of_others(room: Room) -> None:
    new = room.settle(private=True)
    pin = room.desk.get(f"/api/games/{new}/pins").json()[0]["pin"]
    phone = room.stranger()
    phone.post(f"/api/games/{new}/join", json={"table": 1, "pin": pin}).raise_for_status()
    _exhaust(room.server.services.get(Entrance), "192.0.2.7")
    assert room.stranger().get(f"/partie/{new}").status_code == 429
    assert phone.get(f"/jouer/{new}").status_code == 200
    assert phone.get(f"/api/games/{new}/own").status_code == 200
    assert room.desk.get(f"/arbitrer/{new}").status_code == 200


def test_one_and_the_same_wrong_code_counts_once_however_many_phones_repeat_it(time: Time) -> None:
    guesses = Guesses(time)
    for _ in range(2000):
        assert guesses.wrong("192.0.2.7", "K7QX").status == 404
    guesses.check("192.0.2.7")
    others = [guesses.wrong("192.0.2.7", f"W{n}").status for n in range(TRIES)]
    assert others == [404] * (TRIES - 1) + [429]
    assert guesses.wrong("192.0.2.7", "K7QX").status == 404
    with pytest.raises(WebError):
        guesses.check("192.0.2.7")


def test_the_tries_come_back_with_time(time: Time) -> None:
    guesses = Guesses(time)
    for number in range(TRIES):
        guesses.wrong("192.0.2.7", f"W{number}")
    refused = guesses.wrong("192.0.2.7", "AGAIN")
    assert refused.status == 429
    time.go(refused.retry_after)
    assert guesses.wrong("192.0.2.7", "AGAIN").status == 404
    assert guesses.wrong("192.0.2.7", "MORE").status == 429
    time.go(PERIOD)
    assert [guesses.wrong("192.0.2.7", f"X{n}").status for n in range(TRIES)] == [404] * TRIES


@pytest.mark.parametrize(
    ("client", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:0db8:0001:0002"),
        ("2001:db8:1:2:bbbb::9", "2001:0db8:0001:0002"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_device_with_many_addresses_of_one_network_is_one_client(
    client: str, network: str
) -> None:
    assert network_of(client) == network


def test_the_identity_of_a_game_is_read_from_any_code_it_ever_had() -> None:
    for private in (False, True):
        code = new_code(private=private)
        assert identity(code) == code
        assert identity(clean_code(f"{code} {new_key()}".lower())) == code


def test_the_wrong_codes_are_counted_by_the_servers_own_clock(tmp_path: Path) -> None:
    time = Time()
    door = Services(Settings(data=tmp_path), clock=time).get(Entrance)
    for number in range(TRIES):
        door.guesses.wrong("192.0.2.7", f"W{number}")
    assert door.guesses.wrong("192.0.2.7", "ZZZZ").status == 429
    time.go(PERIOD)
    assert door.guesses.wrong("192.0.2.7", "ZZZZ").status == 404


def test_the_desk_moves_to_the_new_code_of_a_game_made_private(page: Page) -> None:
    page.goto("/arbitrer")
    page.get_by_role("button", name="Créer la partie").click()
    page.wait_for_url(re.compile(r"/arbitrer/[A-Z2-9]{4}$"))
    old = page.url.rsplit("/", 1)[1]
    page.get_by_text("Réglages, tirage rectifié").click()
    page.get_by_label("Partie privée").check()
    page.locator("#settings").get_by_role("button").click()
    page.wait_for_url(re.compile(rf"/arbitrer/{old}[A-Z2-9]{{8}}$"))
    new = page.url.rsplit("/", 1)[1]
    expect(page.locator(".desk-facts .code")).to_have_text(new)
    for link in page.locator(".desk-links a").all():
        assert new in str(link.get_attribute("href"))
