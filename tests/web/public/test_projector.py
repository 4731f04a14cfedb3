"""The projector: it follows the game alone, comes back alone, and shows the ranking at the end."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from raccord.web import addresses
from raccord.web.doors import organiser_path
from raccord.web.public.projector import balanced
from tests.web.club import Club
from tests.web.conftest import LiveServer, Visitors, WebClient
from tests.web.played import played, state_of, unfinished
from tests.web.seeded import FROM_ELSEWHERE, seed


def test_the_projector_follows_a_turn_without_a_click(visit: Visitors, club: Club) -> None:
    page = visit("projector", extra_http_headers=FROM_ELSEWHERE)
    page.goto(f"/projection/{club.code}")
    expect(page.locator("#welcome")).to_contain_text(club.code)
    club.draw("ABEILRS")
    expect(page.locator("#welcome")).to_be_hidden()
    expect(page.locator("#rack .tile")).to_have_count(7)
    expect(page.locator("#said")).to_contain_text("Algérie\u2011A")
    tops = club.tops()
    club.post("start")
    expect(page.locator("#said")).to_have_text("Chrono\u202f!")
    expect(page.locator("#said")).to_be_empty()
    expect(page.locator("#clock .clock-time")).not_to_have_text("3:00")
    club.post("end-time")
    expect(page.locator("#said")).to_contain_text("Terminé")
    club.post("retain", {"move": tops[0]})
    place, word = tops[0].split()
    expect(page.locator("#last-text")).to_contain_text(f"{place} · {word}")
    expect(page.locator("#said")).to_contain_text("point")
    expect(page.locator("#board .sq.last")).to_have_count(
        len(word.replace("(", "").replace(")", ""))
    )
    expect(page.locator("#turn")).to_have_text("2")


def _opened(make_server: Callable[..., LiveServer], listens: str, **headers: str) -> str:
    """The projector of a new game, as a browser on the server's machine or elsewhere gets it."""
    names = tuple(text.partition(":")[0] for text in headers.values())
    server = make_server(host=listens, hosts=names)
    with server.client() as client:
        client.sign_in().get(f"/{organiser_path(server.services)}")
        code = client.post("/api/games", json={}).raise_for_status().json()["code"]
        return client.get(f"/projection/{code}", headers=headers).raise_for_status().text


def test_a_projector_of_a_server_that_phones_cannot_reach_says_how_to_open_it(
    make_server: Callable[..., LiveServer],
) -> None:
    text = _opened(make_server, "127.0.0.1")
    assert "raccord serve --host 0.0.0.0" in text
    assert "qr.svg" not in text
    assert "127.0.0.1" not in text
    assert "localhost" not in text


def test_a_projector_opened_on_the_servers_machine_gives_its_address_on_the_network(
    make_server: Callable[..., LiveServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.0.2.44")
    text = _opened(make_server, "0.0.0.0")
    assert "<strong>192.0.2.44:" in text
    assert "qr.svg" in text
    assert "unreachable" not in text


def test_a_projector_without_a_network_says_so_instead_of_a_useless_code(
    make_server: Callable[..., LiveServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "")
    text = _opened(make_server, "0.0.0.0")
    assert "aucun réseau" in text
    assert "qr.svg" not in text


def test_a_projector_opened_by_a_name_of_the_network_gives_that_name(
    make_server: Callable[..., LiveServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "")
    text = _opened(make_server, "0.0.0.0", host="club.example:8000")
    assert "<strong>club.example:8000</strong>" in text
    assert "qr.svg" in text


def test_the_long_code_of_a_private_game_stays_on_one_line(
    visit: Visitors, client: WebClient
) -> None:
    code = client.post("/api/games", json={}).json()["code"]
    told = client.put(f"/api/games/{code}/settings", json={"private": True}).json()
    page = visit("laptop")
    page.goto(f"/projection/{told['game']['code']}")
    shown = page.locator(".proj-code")
    expect(shown).to_have_text(told["game"]["code"])
    assert shown.evaluate("e => e.getClientRects().length") == 1
    assert shown.evaluate("e => e.getBoundingClientRect().right <= innerWidth")


@pytest.mark.parametrize("size", ["projector", "laptop"])
def test_the_hint_fits_the_screen(
    visit: Visitors, club: Club, size: str, check_accessible: Callable[[Page], None]
) -> None:
    page = visit(size)
    page.goto(f"/projection/{club.code}")
    expect(page.locator("#unreachable")).to_be_in_viewport(ratio=1)
    expect(page.locator(".proj-code")).to_be_in_viewport(ratio=1)
    if folder := os.environ.get("RACCORD_PICTURES"):
        page.screenshot(path=Path(folder) / f"projector-hint-{size}.png")
    check_accessible(page)


def test_a_projector_opened_while_the_time_runs_is_as_silent_as_the_others(
    visit: Visitors, club: Club
) -> None:
    club.draw("ABEILRS")
    club.post("start")
    page = visit("projector")
    page.goto(f"/projection/{club.code}")
    expect(page.locator("#said")).to_be_empty()


def test_the_leave_stands_apart_from_the_new_letters(
    live_server: LiveServer, visit: Visitors
) -> None:
    games = (unfinished(played(12), turn) for turn in range(2, 20))
    events, state = next(
        (game, state) for game in games if (state := state_of(game)).leave and state.new
    )
    page = visit("projector")
    page.goto(f"/projection/{seed(live_server, events)}")
    gap = page.locator("#rack .gap")
    expect(gap).to_have_count(1)
    order = page.locator("#rack > *:not(.sr-only)").evaluate_all(
        "els => els.map(e => e.matches('.gap') ? '+' : e.querySelector('b').textContent).join('')"
    )
    assert order == f"{state.leave}+{state.new}"


def test_the_projector_comes_back_after_the_network_was_lost(visit: Visitors, club: Club) -> None:
    page = visit("projector")
    page.goto(f"/projection/{club.code}")
    expect(page.locator("#lost")).to_be_hidden()
    page.context.set_offline(True)
    club.draw("ABEILRS")
    page.context.set_offline(False)
    expect(page.locator("#rack .tile")).to_have_count(7, timeout=30_000)


def test_a_joker_has_a_colour_of_its_own(live_server: LiveServer, visit: Visitors) -> None:
    events = played(12)
    with_joker = next(t.number for t in state_of(events).turns if not t.move.word.isupper())
    page = visit("projector")
    page.goto(f"/projection/{seed(live_server, unfinished(events, with_joker + 1))}")
    colours = page.evaluate(
        "['.tile.joker', '.tile:not(.joker):not(.blank)']"
        ".map(s => getComputedStyle(document.querySelector('#board ' + s)).color)"
    )
    assert colours[0] != colours[1]


def test_after_the_end_the_ranking_goes_by_in_pages(
    live_server: LiveServer, visit: Visitors
) -> None:
    page = visit("projector")
    page.clock.install()
    page.goto(f"/projection/{seed(live_server, played(20))}")
    seen = []
    for _ in range(8):
        seen.append(page.locator(".slide:visible h2").inner_text())
        assert page.locator(".slide:visible").count() == 1
        page.clock.run_for(9_100)
    assert [title.split()[0] for title in seen[:2]] == ["Classement", "Classement"]
    assert {"Solos", "Courbe des tops", "Grille finale"} <= set(seen)
    assert sum(title.startswith("Qui a trouvé les tops") for title in seen) == 2
    assert seen[7] == seen[0]


def test_the_projector_shows_the_ranking_once_the_end_is_told(visit: Visitors, club: Club) -> None:
    page = visit("projector")
    page.goto(f"/projection/{club.code}")
    expect(page.locator("#lost")).to_be_hidden()
    club.post("stop", {"reason": "fin de la soirée"})
    expect(page.locator("#said")).to_contain_text("fin de la soirée")
    expect(page.locator(".over-head")).to_be_visible()


@pytest.mark.parametrize("size", ["projector", "laptop"])
@pytest.mark.parametrize("turn", [1, 6, None])
def test_the_projector_is_accessible_and_never_scrolls(
    live_server: LiveServer,
    visit: Visitors,
    check_accessible: Callable[[Page], None],
    size: str,
    turn: int | None,
) -> None:
    game = played(20)
    page = visit(size)
    page.goto(f"/projection/{seed(live_server, unfinished(game, turn) if turn else game)}")
    page.wait_for_function("document.documentElement.classList.contains('has-script')")
    check_accessible(page)
    assert page.evaluate(
        "document.documentElement.scrollWidth <= innerWidth"
        " && document.documentElement.scrollHeight <= innerHeight"
    )
    assert page.evaluate(
        "[...document.querySelectorAll('#said, .proj-last, #clock, .slide:not([hidden])')]"
        ".every(e => e.getBoundingClientRect().bottom <= innerHeight + 1"
        " && e.getBoundingClientRect().right <= innerWidth + 1)"
    )


@pytest.mark.parametrize("size", ["projector", "laptop", "phone"])
def test_the_curve_is_whole_however_long_its_numbers_are(
    live_server: LiveServer, visit: Visitors, size: str
) -> None:
    page = visit(size)
    page.goto(f"/projection/{seed(live_server, played(20))}")
    plot = page.locator("rc-plot")
    plot.evaluate("e => e.closest('.slide').hidden = false")
    plot.evaluate(
        "e => e.series = ['Tops', 'Premier']"
        ".map((name, n) => ({ name, values: [0, 900, 11500 - n] }))"
    )
    outside = plot.evaluate(
        "e => { const edge = e.querySelector('svg').getBoundingClientRect();"
        " return [...e.querySelectorAll('text, polyline')].filter((part) => {"
        " const box = part.getBoundingClientRect();"
        " return box.left < edge.left || box.right > edge.right"
        " || box.top < edge.top || box.bottom > edge.bottom;"
        " }).map((part) => part.textContent); }"
    )
    assert outside == []


@pytest.mark.parametrize(
    ("lines", "pages"),
    [(0, []), (1, [1]), (12, [12]), (13, [6, 7]), (25, [8, 8, 9]), (100, [11] * 8 + [12])],
)
def test_pages_are_about_as_full_as_each_other(lines: int, pages: list[int]) -> None:
    cut = balanced(range(lines))
    assert sorted(map(len, cut)) == pages
    assert [line for page in cut for line in page] == list(range(lines))
