"""The open room through the web: a game without a desk, from the switch to the second turn."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from raccord.duplicate import commands as cmd
from raccord.hall import Hall
from raccord.hall.room import RoomRank, RoomSettings, service, tally
from raccord.hall.room.events import GameCounted, RoomLine
from raccord.web.room.pages import OpenRoom
from tests.web.alone.test_pages import solutions
from tests.web.conftest import LiveServer, Visitors, WebClient

MakeServer = Callable[..., LiveServer]
PATIENCE = 60


def wait(ask: Callable[[], Any]) -> Any:
    """What is asked for, once it is there."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        if found := ask():
            return found
        time.sleep(0.1)
    raise AssertionError("never came")


def player(server: LiveServer, name: str) -> tuple[WebClient, dict[str, Any]]:
    client = server.client().sign_in()
    reply = client.post("/api/room/join", json={"name": name, "luck": "7"})
    assert reply.status_code == 200, reply.text
    return client, reply.json()


def test_a_closed_room_lets_nobody_in_and_only_the_organiser_opens_it(
    make_server: MakeServer,
) -> None:
    server = make_server(hosts=("club.example",))
    stranger = server.client().sign_in()
    assert "Le salon est fermé" in stranger.get("/salon").text
    refused = stranger.post("/api/room/join", json={"name": "Ada"})
    assert (refused.status_code, refused.json()["error"]["message"]) == (409, "Le salon est fermé.")
    assert stranger.post("/salon/reglages", data={"action": "open"}).status_code == 401
    assert stranger.get("/api/room").json()["open"] is False
    assert "Salon ouvert" not in stranger.get("/").text


def test_the_settings_show_what_is_set_and_setting_the_rest_leaves_it(
    make_server: MakeServer, visit: Visitors
) -> None:
    """``--room 7`` was shown as another period, and « Régler » then changed it without a word."""
    server = make_server(room=7)
    room = server.services.get(OpenRoom).room
    chosen = RoomSettings(every=7, seconds=75, formula="7sur8+joker", pause=3, most=40)
    asyncio.run_coroutine_threadsafe(room.open(chosen), server.loop).result()
    page = visit()
    page.goto(f"{server.url}/salon")
    expect(page.get_by_label("Une partie toutes les (minutes)")).to_have_value("7")
    expect(page.get_by_label("Temps par coup")).to_have_value("75")
    expect(page.get_by_label("Formule", exact=True)).to_have_value("7sur8+joker")
    page.get_by_role("button", name="Régler").click()
    page.wait_for_load_state()
    state = asyncio.run_coroutine_threadsafe(room.state(), server.loop).result()
    assert state.settings == chosen


def test_why_a_nickname_is_refused_is_told_in_the_language_of_the_page(
    make_server: MakeServer,
) -> None:
    client = make_server(room=60).client().sign_in()
    client.cookies.set("langue", "en")
    refused = client.post("/salon/rejoindre", data={"name": "a / b"})
    assert refused.status_code == 409
    assert "A nickname has 2 to 20 letters, digits or signs, without “/”." in refused.text


def test_players_come_in_with_a_nickname_and_the_software_does_the_rest(
    make_server: MakeServer, visit: Visitors
) -> None:
    server = make_server(room=60)
    organiser = server.client().sign_in()
    form = {"action": "open", "every": "60", "seconds": "8", "formula": "classic"}
    assert organiser.post("/salon/reglages", data=form).status_code == 303
    ada, seat = player(server, "Ada")
    assert "Salon ouvert" in ada.get("/").text
    taken = organiser.post("/api/room/join", json={"name": "ada"})
    assert taken.status_code == 409
    phone = visit("phone")
    phone.goto(f"{server.url}/salon")
    phone.get_by_label("Pseudonyme").fill("Zoé")
    phone.get_by_role("button", name="Jouer").click()
    expect(phone.locator("#names")).to_have_text("Zoé")
    assert organiser.post("/salon/reglages", data={"action": "now"}).status_code == 303
    game = f"/api/games/{seat['code']}"
    wait(lambda: organiser.get(game).json()["phase"] == "running")
    assert ada.get("/mots?q=CHIEN").status_code == 403
    running = organiser.get(game).json()
    top = solutions(server, {"cells": running["cells"], "draw": running["draw"]["letters"]})[0][0]
    slip = {"turn": 1, "entered": {"move": top}}
    assert ada.post(f"{game}/slip", json=slip).status_code == 200
    wait(lambda: organiser.get(game).json()["turn"] == 2)
    expect(phone.locator("#found")).to_contain_text("Top trouvé par 1 joueur : Ada")
    late, other = player(server, "Luc")
    assert other["code"] == seat["code"]
    assert late.get(f"{game}/own").status_code == 200
    assert len(late.get("/api/room").json()["players"]) == 3
    wait(lambda: organiser.get(game).json()["phase"] in ("drawing", "drawn", "running"))
    hall = server.services.get(Hall)
    stopped = hall.execute(organiser.get(game).json()["code"], cmd.Stop(reason="essai"), "essai")
    asyncio.run_coroutine_threadsafe(stopped, server.loop).result()
    phone.get_by_role("link", name="Partie suivante").tap()
    expect(phone.get_by_label("Pseudonyme")).to_have_value("Zoé")


def test_on_a_phone_held_across_board_letters_and_sending_are_in_sight(
    make_server: MakeServer, visit: Visitors
) -> None:
    server = make_server(room=60)
    phone = visit("phone", viewport={"width": 740, "height": 360})
    phone.goto(f"{server.url}/salon")
    phone.get_by_label("Pseudonyme").fill("Zoé")
    phone.get_by_role("button", name="Jouer").click()
    expect(phone.locator("#names")).to_have_text("Zoé")
    server.client().sign_in().post("/salon/reglages", data={"action": "now"})
    for part in ("#board", "#rack", "#hand-in"):
        expect(phone.locator(part)).to_be_in_viewport(ratio=0.98, timeout=PATIENCE * 1000)


def test_who_waits_is_told_when_the_game_begins(make_server: MakeServer, visit: Visitors) -> None:
    server = make_server(room=60)
    phone = visit("phone", timezone_id="Europe/Paris")
    phone.goto(f"{server.url}/salon")
    phone.get_by_label("Pseudonyme").fill("Zoé")
    phone.get_by_role("button", name="Jouer").click()
    starts = datetime.fromtimestamp(server.client().get("/api/room").json()["starts"] / 1000, UTC)
    told = starts.astimezone(ZoneInfo("Europe/Paris"))
    expect(phone.locator("#say")).to_contain_text(f"La partie commence à {told:%H:%M}")


def test_a_long_ranking_of_the_room_is_folded_after_its_first_lines(
    make_server: MakeServer, visit: Visitors
) -> None:
    server = make_server(room=60)
    room, now = server.services.get(OpenRoom).room, server.services.now_ms()
    lines = tuple(RoomLine(name=f"Nom {n}", place=n, points=900 - n) for n in range(1, 61))
    counted = GameCounted(at=now, game="G1", formula="classic", total=900, lines=lines)
    asyncio.run_coroutine_threadsafe(room._note(counted), server.loop).result()
    phone = visit("phone")
    phone.goto(f"{server.url}/salon")
    evening = phone.locator("section[aria-labelledby=evening]")
    expect(evening.get_by_text("Nom 20", exact=True)).to_be_visible()
    expect(evening.get_by_text("Nom 21", exact=True)).to_be_hidden()
    evening.get_by_text("Les 40 autres").click()
    expect(evening.get_by_text("Nom 60", exact=True)).to_be_visible()


def test_a_browser_comes_in_a_few_times_a_minute_only(make_server: MakeServer) -> None:
    server = make_server(room=60)
    client = server.client().sign_in()
    said = [client.post("/api/room/join", json={"name": f"Ada {n}"}).status_code for n in range(12)]
    assert said[:10] == [200] * 10
    assert said[-1] == 429


def test_a_week_of_games_is_counted_once_and_off_the_loop(
    make_server: MakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody asks for the rankings, as often as he likes: each asking cost the loop 25 ms."""
    server = make_server(room=60)
    room, now = server.services.get(OpenRoom).room, server.services.now_ms()
    lines = tuple(RoomLine(name=f"Nom {n}", place=n, points=900 - n) for n in range(1, 800))
    games = [
        GameCounted(at=now, game=f"G{n}", formula="classic", total=900, lines=lines)
        for n in range(5)
    ]
    asyncio.run_coroutine_threadsafe(room._note(*games), server.loop).result()
    threads: list[str] = []
    really = tally

    def spy(games: Sequence[GameCounted]) -> tuple[RoomRank, ...]:
        threads.append(threading.current_thread().name)
        return really(games)

    monkeypatch.setattr(service, "tally", spy)
    client = server.client()
    for _ in range(5):
        told = client.get("/api/room").json()
        assert len(told["week"]) == service.MOST_RANKED
        page = client.get("/salon")
        assert page.status_code == 200
        assert "% des tops" in page.text
    assert len(threads) == 2
    assert not any(name.startswith("Thread-") for name in threads), "the loop's own thread"
