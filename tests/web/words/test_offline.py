"""Installable, and usable without the server: what is kept, and what never is."""

import gzip
import re

from playwright.sync_api import Browser, expect

from raccord.web.words.offline import OWN
from tests.web.club import open_club
from tests.web.conftest import LiveServer, WebClient


def decoded(text: str) -> list[str]:
    words, before = [], ""
    for line in text.splitlines():
        before = before[: int(line[0], 36)] + line[1:]
        words.append(before)
    return words


def test_the_manifest_and_its_icons_are_served(client: WebClient) -> None:
    address = re.search(r'rel="manifest" href="([^"]+)"', client.get("/").text)
    assert address
    manifest = client.get(address.group(1))
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    assert manifest.json()["display"] == "standalone"
    folder = address.group(1).rpartition("/")[0]
    for icon in manifest.json()["icons"]:
        assert client.get(f"{folder}/{icon['src']}").status_code == 200


def test_the_worker_names_files_that_are_there_and_this_version(
    live_server: LiveServer, client: WebClient
) -> None:
    reply = client.get("/travailleur.js")
    assert reply.headers["cache-control"] == "no-store"
    assert f'"VERSION": "{live_server.services.assets.digest}"' in reply.text
    files = re.findall(r'"(/static/[^"]+)"', reply.text)
    assert len(files) > 20
    assert {client.get(path).status_code for path in files} == {200}


def test_only_the_free_list_is_sent_and_whole(client: WebClient, live_server: LiveServer) -> None:
    address = re.search(r'"LIST": "([^"]+)"', client.get("/travailleur.js").text)
    assert address
    words = decoded(client.get(address.group(1)).text)
    assert words == sorted(live_server.services.lexicon)
    plain = client.get(address.group(1), headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert client.get("/mots/hors-ligne/0123456789abcdef.txt").status_code == 404


def test_a_seated_phone_is_given_no_list_while_its_letters_are_in_play(
    live_server: LiveServer, client: WebClient
) -> None:
    address = re.search(r'"LIST": "([^"]+)"', client.get("/travailleur.js").text)
    assert address
    club = open_club(live_server)
    player = live_server.client().sign_in()
    player.post(f"{club.base}/join", json={"table": 1, "pin": club.pin(1)})
    club.post("draw", {"letters": "AEINRST"})
    assert {player.get(p).status_code for p in (address.group(1), "/hors-ligne")} == {403}


def test_without_the_server_words_are_looked_up_and_no_game_page_is_kept(
    live_server: LiveServer, browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{live_server.url}/mots")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(f"{live_server.url}/parties")
    kept = page.evaluate(
        "caches.keys().then(names => Promise.all(names.map(n => caches.open(n)"
        ".then(c => c.keys()).then(k => k.map(r => new URL(r.url).pathname)))))"
    )
    paths = [path for names in kept for path in names]
    others = [p for p in paths if not p.startswith(("/static/", "/mots/hors-ligne/"))]
    assert sorted(others) == ["/hors-ligne", "/i18n/en.json", *OWN]
    context.set_offline(True)
    page.goto(f"{live_server.url}/mots")
    expect(page.locator("#kept")).to_contain_text("mots sont sur cet appareil")
    page.get_by_label("Mot ou lettres").fill("chien")
    page.get_by_role("button", name="Chercher").click()
    expect(page.locator("#answer")).to_contain_text("CHIEN est admis")
    expect(page.locator("#answer")).to_contain_text("NICHE")
    page.get_by_role("button", name="Nouveau quiz").click()
    page.get_by_role("button", name="Corriger").click()
    expect(page.locator("#quiz [role=status]")).to_contain_text("/ 10")
    page.goto(f"{live_server.url}/salon")
    expect(page.get_by_role("heading", name="Hors ligne")).to_be_visible()
    context.set_offline(False)
    page.goto(f"{live_server.url}/solo")
    expect(page.get_by_role("button", name="Commencer").first).to_be_visible()
    context.close()


def test_the_list_is_small_enough_for_a_phone(client: WebClient) -> None:
    address = re.search(r'"LIST": "([^"]+)"', client.get("/travailleur.js").text)
    assert address
    text = client.get(address.group(1), headers={"accept-encoding": "identity"}).content
    assert len(gzip.compress(text)) < 400_000
