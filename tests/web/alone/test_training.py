"""Training: progress, revision, the daily game, challenges; whose they are, and what they tell."""

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from raccord.duplicate.alone.progress import GameLine
from raccord.hall.alone.contests import daily, today
from raccord.hall.alone.training import Document
from raccord.store.learning import MOST_ROWS
from raccord.web.alone.learner import OF_A_NETWORK, Newcomers
from tests.web.alone.test_pages import answer, begin, go_on, play_out
from tests.web.club import until
from tests.web.conftest import LiveServer, WebClient
from tests.web.played import played
from tests.web.seeded import seed


def progress(client: WebClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/progress").json()
    return found


def form(client: WebClient, path: str, **values: str) -> Any:
    return client.post(path, data={"_csrf": client.headers["x-csrf-token"], **values})


def begun(client: WebClient, path: str) -> dict[str, Any]:
    """Begin a shared game with its button; its view."""
    reply = form(client, path)
    assert reply.status_code == 303, reply.text
    view: dict[str, Any] = client.get(f"/api{reply.headers['location']}").json()
    return view


def passed(client: WebClient, view: dict[str, Any]) -> dict[str, Any]:
    while view["phase"] != "over":
        view = go_on(client, view) if view["phase"] == "result" else answer(client, view, None)
    return view


@pytest.fixture
def other(live_server: LiveServer) -> WebClient:
    return live_server.client().sign_in()


def test_a_finished_game_is_kept_with_what_there_is_to_revise(
    client: WebClient, other: WebClient, live_server: LiveServer
) -> None:
    assert progress(client)["progress"]["games"] == 0
    view = play_out(client, live_server, begin(client, seed=31))
    told = progress(client)
    (line,) = told["progress"]["recent"]
    assert (line["you"], line["total"], line["turns"]) == (
        view["you"],
        view["total"],
        len(view["sheet"]),
    )
    missed = [r for r in view["sheet"] if r["points"] < r["reference"]]
    assert line["found"] == len(view["sheet"]) - len(missed)
    assert told["due"] == len(missed) > 3
    assert told["progress"]["best"]["game"] == view["id"]
    cards = client.get("/api/progress/cards").json()
    first = min(cards["cards"], key=lambda card: int(card["key"].rpartition(":")[2]))
    assert first["draw"] == missed[0]["draw"]
    assert f"{missed[0]['top']['reference']} {missed[0]['top']['word']}" in first["answers"]
    assert first["points"] == missed[0]["top"]["points"]
    assert all(points < first["points"] for _, points in first["others"])
    assert progress(other)["progress"]["games"] == 0, "one's history is nobody else's"


def test_what_was_remembered_comes_back_later_and_counts_once(
    client: WebClient, live_server: LiveServer
) -> None:
    play_out(client, live_server, begin(client, seed=32))
    cards = client.get("/api/progress/cards").json()
    key, due, now = cards["cards"][0]["key"], cards["due"], cards["now"]
    for _ in range(2):
        sent = {"reviews": [{"key": key, "rating": 3, "at": now}]}
        left = client.post("/api/progress/reviews", json=sent)
        assert left.json()["due"] == due - 1
    document = client.get("/solo/progres/progression.json").json()
    (card,) = [c for c in document["cards"] if c["key"] == key]
    assert card["memory"]["reviews"] == 1
    assert card["due"] > now
    future = {"reviews": [{"key": key, "rating": 3, "at": now + 10**12}]}
    client.post("/api/progress/reviews", json=future)
    again = client.get("/solo/progres/progression.json").json()
    (later,) = [c for c in again["cards"] if c["key"] == key]
    assert later["memory"]["last"] < now + 10**9, "nobody answers tomorrow"
    stranger = live_server.client().sign_in()
    assert stranger.post("/api/progress/reviews", json=sent).json()["due"] == 0
    assert client.get("/solo/progres/progression.json").json() == again


def test_lists_and_words_never_found_are_learnt_ten_at_a_time(
    client: WebClient, live_server: LiveServer
) -> None:
    passed(client, begin(client, seed=33))
    before = progress(client)["due"]
    for deck in ("deux", "rajouts", "jamais", "benjamins"):
        added = client.post("/api/progress/decks", json={"deck": deck})
        assert added.json() == {"added": 10}, deck
    assert progress(client)["due"] == before + 40
    document = client.get("/solo/progres/progression.json").json()
    lexicon = live_server.services.lexicon
    for card in document["cards"]:
        if card["kind"] == "word":
            assert card["answers"] == list(lexicon.anagrams(card["letters"]))
        elif card["kind"] == "hook":
            assert all(card["letters"] in word and word in lexicon for word in card["answers"])
    assert client.post("/api/progress/decks", json={"deck": "autre"}).status_code == 404


def test_progress_is_carried_by_key_or_file_and_erased(
    client: WebClient, other: WebClient, live_server: LiveServer
) -> None:
    passed(client, begin(client, seed=34))
    passed(other, begin(other, seed=35))
    key = re.search(r'data-key="([^"]+)"', client.get("/solo/progres").text)
    assert key is not None
    assert form(other, "/solo/progres/reprendre", key="court").status_code == 400
    assert form(other, "/solo/progres/reprendre", key=key[1]).status_code == 303
    assert progress(other)["progress"]["games"] == 2 == progress(client)["progress"]["games"]
    document = client.get("/solo/progres/progression.json").text
    third = live_server.client().sign_in()
    csrf = {"_csrf": (None, third.headers["x-csrf-token"])}
    for text, status in ((document, 303), (document, 303), ("{", 400), ('{"games": [1]}', 400)):
        files: dict[str, Any] = {**csrf, "file": ("p.json", text.encode())}
        assert third.post("/solo/progres/importer", files=files).status_code == status
    assert progress(third)["progress"] == progress(client)["progress"]
    assert form(client, "/solo/progres/effacer").status_code == 303
    assert progress(client)["progress"]["games"] == 0
    assert progress(other)["progress"]["games"] == 0, "the two were one player's"
    assert progress(third)["progress"]["games"] == 2


def test_every_game_is_in_the_history_also_without_the_server(visit: Callable[..., Page]) -> None:
    games = [
        GameLine(
            game=f"g{n}",
            at=1_760_000_000_000 + n * 86_400_000,
            formula="classic",
            label="Partie classique",
            lexicon="fr-libre",
            you=700 + n,
            total=900,
            found=12,
            turns=20,
            ms=1_200_000,
        )
        for n in range(45)
    ]
    page = visit("laptop")
    page.goto("/solo/progres")
    page.get_by_text("Emporter, reprendre ailleurs, effacer").click()
    text = msgspec.json.encode(Document(games=tuple(games)))
    file = {"name": "progression.json", "mimeType": "application/json", "buffer": text}
    page.locator("#file").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Ajouter ce fichier").click()
    expect(page.locator("#recent-rows tr")).to_have_count(20)
    page.get_by_role("button", name="Voir les 45 parties").click()
    expect(page.locator("#recent-rows tr")).to_have_count(45)
    oldest = page.locator("#recent-rows tr").last
    expect(oldest).to_contain_text("9 oct. 2025")
    expect(oldest).to_contain_text(re.compile("77,8.%.*12 / 20.*20:00"))
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto("/solo/progres")
    page.get_by_role("button", name="Voir les 45 parties").click()
    expect(page.locator("#recent-rows tr")).to_have_count(45)


def test_a_file_brought_along_can_do_no_harm(client: WebClient) -> None:
    game = {"game": "x", "at": 2**70, "formula": "", "label": "<b>", "lexicon": ""}
    game |= {"you": -5, "total": 0, "found": 9, "turns": 0, "ms": 0}
    card = {"key": "k" * 200, "kind": "turn", "due": 5, "lexicon": "?", "formula": "inventée"}
    big = {**card, "key": "b", "letters": "A" * 9000}
    document = {"games": [game, {**game, "game": "y", "at": 4}], "cards": [card, big]}
    files: dict[str, Any] = {
        "_csrf": (None, client.headers["x-csrf-token"]),
        "file": ("p.json", json.dumps(document).encode()),
    }
    assert client.post("/solo/progres/importer", files=files).status_code == 303
    assert progress(client)["progress"]["games"] == 1
    assert client.get("/solo/progres").status_code == 200
    assert client.get("/api/progress/cards").json()["cards"] == []


def test_rows_of_a_player_and_players_of_a_network_are_limited(
    make_server: Callable[..., LiveServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = make_server()
    monkeypatch.setitem(MOST_ROWS, "card", 7)
    client = server.client().sign_in()
    passed(client, begin(client, seed=36))
    assert progress(client)["known"] == 7
    server.services.get(Newcomers).keys.spend("127.0.0.1", OF_A_NETWORK)
    late = server.client().sign_in()
    view = passed(late, begin(late, seed=36))
    assert view["phase"] == "over", "the game is played all the same"
    assert progress(late)["progress"]["games"] == 0
    assert late.post("/api/progress/decks", json={"deck": "deux"}).status_code == 429


def test_the_daily_game_is_the_same_for_all_and_tells_nothing_before_ones_own(
    client: WebClient, other: WebClient, live_server: LiveServer
) -> None:
    view, same = begun(client, "/solo/jour"), begun(other, "/solo/jour")
    assert view["draw"] == same["draw"]
    assert view["competition"]
    assert begun(client, "/solo/jour")["id"] == view["id"], "one game each"
    day = daily(today(live_server.services.now_ms()))
    secret = live_server.services.signer.digest("daily", day.encode()).hex()
    first = passed(client, view)
    ranking = client.get("/solo/jour").text
    assert "is-mine" in ranking
    top = first["sheet"][0]["top"]["word"]
    late = other.get("/solo/jour").text
    assert "is-mine" not in late
    assert top not in late
    for path in ("bilan", "coup/1", "partie.json"):
        assert other.get(f"/solo/{view['id']}/{path}").status_code == 403, path
        assert secret not in other.get(f"/solo/{view['id']}/{path}").text
    assert other.get(f"/api/solo/{view['id']}/solutions/1").status_code == 403
    count = client.get("/solo/jour").text.count("<tr")
    second = passed(other, same)
    assert [r["draw"] for r in second["sheet"]] == [r["draw"] for r in first["sheet"]]
    assert other.get(f"/solo/{view['id']}/bilan").status_code == 200
    assert other.get("/solo/jour").text.count("<tr") == count + 1
    assert form(client, f"/solo/{view['id']}/defier").status_code == 409


def test_a_challenge_shows_nothing_of_the_tops(
    client: WebClient, other: WebClient, live_server: LiveServer
) -> None:
    view = play_out(client, live_server, begin(client, seed=37, formula="7sur8"))
    link = form(client, f"/solo/{view['id']}/defier").headers["location"]
    assert form(other, f"/solo/{view['id']}/defier").status_code == 403
    shown = other.get(link).text
    assert view["id"] not in shown
    # As words of their own: two letters are found in any token of the page.
    told = set(re.findall(r"(?<![\w-])[A-Z()?]{2,}(?![\w-])", shown))
    assert not [r for r in view["sheet"] if r["top"]["word"] in told or r["draw"] in told]
    mine = begun(other, link)
    assert mine["draw"] == view["sheet"][0]["draw"]
    assert "is-mine" not in other.get(link).text
    over = passed(other, mine)
    draws = [sorted(r["draw"]) for r in over["sheet"]]
    assert draws == [sorted(r["draw"]) for r in view["sheet"]]
    assert other.get(link).text.count("<tr") == 3
    assert client.get("/solo/defi/inconnu").status_code == 404


def test_a_game_of_the_hall_is_played_alone_at_one_click(
    client: WebClient, live_server: LiveServer
) -> None:
    code = seed(live_server, played())
    assert f"/solo/partie/{code}" in client.get(f"/partie/{code}").text
    assert f'action="/solo/partie/{code}"' in client.get("/parties").text
    assert "/parties" in client.get("/solo").text
    view = begun(client, f"/solo/partie/{code}")
    told = client.get(f"/partie/{code}.json").json()
    over = passed(client, view)
    assert over["total"] == told["total"]


def test_a_player_revises_on_his_phone_and_without_the_server(
    visit: Callable[..., Page], check_accessible: Callable[[Page], None]
) -> None:
    page = visit("phone")
    page.goto("/solo")
    page.get_by_role("button", name="Commencer").first.tap()
    expect(page.locator("body[data-ready]")).to_be_visible()
    page.locator("#pass").tap()
    page.locator("#next").tap()
    page.locator("#pass").tap()
    expect(page.locator("#next")).to_be_visible()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_text("Aide", exact=True).click()
    page.locator("#stop").tap()
    expect(page.get_by_role("heading", name="Bilan de la partie")).to_be_visible()
    page.get_by_role("link", name="Progression").tap()
    expect(page.locator("#due")).to_contain_text("2 fiches")
    expect(page.locator("#recent-rows tr")).to_have_count(1)
    check_accessible(page)
    page.get_by_role("button", name="Ajouter dix").tap()
    expect(page.locator("#due")).to_contain_text(re.compile("[3-9]|1[0-2]"))
    page.get_by_role("link", name="Réviser").tap()
    expect(page.locator("body[data-ready]")).to_be_visible()
    expect(page.locator("#question")).to_be_visible()
    expect(page.locator("#try")).to_be_in_viewport(ratio=1)
    check_accessible(page)
    cards = page.evaluate("JSON.parse(localStorage.getItem('rc-cards')).cards")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto("/solo/progres")
    expect(page.locator("#copy")).to_contain_text("Hors connexion")
    expect(page.locator("#recent-rows tr")).to_have_count(1)
    page.goto("/solo/revision")
    expect(page.locator("#copy")).to_contain_text("Hors connexion")
    for card in cards[:2]:
        page.locator("#entry").fill(
            card["answers"][0] if card["kind"] == "turn" else " ".join(card["answers"])
        )
        page.locator("#try").tap()
        expect(page.locator(".verdict")).to_have_text("Trouvé.")
        page.locator("#next").tap()
    page.context.set_offline(False)
    with page.expect_response(lambda r: "/reviews" in r.url and r.ok):
        page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: page.evaluate("localStorage.getItem('rc-queue')") == "[]")
    page.goto("/solo/progres")
    expect(page.locator("#due")).to_contain_text(f"{len(cards) - 2} fiche")
