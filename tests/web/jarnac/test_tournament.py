"""A tournament of Jarnac in real browsers: two phones and a laptop, four players, one ranking.

The laptop is the organiser's, and in the second round a player sits at it too.
"""

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from raccord import jarnac
from raccord.hall.jarnac import service
from raccord.jarnac import plays
from tests.web.conftest import LiveServer
from tests.web.jarnac.test_pages import button, look, mat_of, shown, toss, type_word

Check = Callable[[Page], None]
NEEDED = (
    "#last, .mat-head, .is-unfolded .line, .is-unfolded .loose .tile, "
    ".mat-bar button, .mat:not(.is-unfolded) .mat-strip"
)
"""What one plays with; none of it may lie outside the window of a phone."""
PARTS = """(selector) => [...document.querySelectorAll(selector)].flatMap((one) => {
  const box = one.getBoundingClientRect();
  if (!box.width || !box.height) return [];
  const name = `${one.className} ${one.textContent.trim().slice(0, 20)}`;
  const out = box.left < -1 || box.right > innerWidth + 1 || box.top < -1 ||
    box.bottom > innerHeight + 1;
  const small = one.matches("button:not(.tile)") && box.height < 43;
  return out || small ? [`${name}: ${JSON.stringify(box)}`] : [];
})"""
NAMES = ("Anne", "Bruno", "Chloé", "David")


def check_in_view(page: Page) -> None:
    """Nothing needed in play is off-screen at 360 × 740, nor too low for a thumb."""
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(PARTS, NEEDED) == []


def open_event(page: Page) -> tuple[str, dict[str, str]]:
    """The organiser opens a competition for four and its tournament; the codes of the players."""
    page.goto("/competitions")
    csrf = page.request.get("/api/session").json()["csrf"]
    made = page.request.post("/competitions", form={"title": "Coupe", "_csrf": csrf})
    event = made.url.split("/")[-2]
    text = "\n".join(NAMES)
    page.request.post(f"/competition/{event}/engages", form={"text": text, "_csrf": csrf})
    page.goto(f"/competition/{event}/gerer")
    page.get_by_role("link", name="Tournoi de Jarnac").click()
    page.get_by_label("Nombre de rondes").fill("2")
    page.get_by_label("Minutes par joueur").select_option("1")
    page.get_by_role("button", name="Ouvrir le tournoi").click()
    rows = page.locator("tr:has([data-code])")
    cells = [row.locator("td").all_inner_texts() for row in rows.all()]
    return event, {name: code for name, code, *_ in cells}


def enter(phone: Page, event: str, code: str) -> None:
    """A player gives his code once, from the address of his slip of paper."""
    phone.goto(f"/competition/{event}/jarnac/joueur?cle={code}")
    expect(phone.get_by_label("Votre code de joueur")).to_have_value(code)
    phone.get_by_role("button", name="Entrer").click()
    phone.get_by_role("button", name="Aller à ma table").click()
    phone.wait_for_url("**/jarnac/*")


def type_result(page: Page, table: int, points: tuple[int, int]) -> None:
    """The organiser types the result of a table."""
    box = page.locator(".jt-now > li").filter(has=page.get_by_text(re.compile(f"Table {table} :")))
    box.locator("summary").click()
    for field, value in zip(box.locator('[name^="points_"]').all(), points, strict=True):
        field.fill(str(value))
    box.get_by_role("button", name="Noter").click()
    expect(page.locator(".jt-now")).to_contain_text(f"{points[0]} – {points[1]}")


def test_four_play_a_tournament_to_the_printed_ranking(
    visit: Callable[..., Page],
    live_server: LiveServer,
    check_accessible: Check,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service, "new_secret", lambda: "a bag with words to find")
    services = live_server.services
    monkeypatch.setattr(services, "clock", services.clock)  # put back at the end
    desk, wall = visit("laptop"), visit("projector")
    event, codes = open_event(desk)
    check_accessible(desk)
    desk.get_by_role("button", name="Apparier la ronde 1").click()
    expect(desk.locator(".jt-now > li")).to_have_count(2)
    wall.goto(f"/competition/{event}/jarnac/ecran")
    check_accessible(wall)
    told = desk.request.get(f"/api/tournaments/{event}/jarnac").json()
    pair = told["tables"][0]
    phones: dict[str, Page] = {}
    for name in (pair["first"], pair["second"]):
        phones[name] = visit("phone")
        enter(phones[name], event, codes[name])
    table = pair["name"]
    pages = {"A": phones[pair["first"]], "B": phones[pair["second"]]}
    expect(pages["A"].locator("#table")).to_be_visible()
    play_first_table(pages, table, live_server, check_accessible)
    expect(desk.locator(".jt-now")).to_contain_text("⚑")
    end_by_flags(pages, table, live_server)

    # The result came by itself; the other table is typed, and the second round paired.
    points = [side["points"] for side in look(desk, table)["game"]["sides"]]
    expect(desk.locator(".jt-now")).to_contain_text(f"{points[0]} – {points[1]}")
    expect(wall.locator(".jt-tables")).to_contain_text(f"{points[0]} – {points[1]}")
    rematch(pages)
    type_result(desk, 2, (200, 90))
    desk.get_by_role("button", name="Apparier la ronde 2").click()
    expect(desk.locator("#now")).to_contain_text("Ronde 2")
    met = {frozenset((t["first"], t["second"])) for t in told["tables"]}
    told = desk.request.get(f"/api/tournaments/{event}/jarnac").json()
    second = [t for t in told["tables"] if t["round"] == 2]
    assert not met & {frozenset((t["first"], t["second"])) for t in second}
    by_phone = next(t for t in second if pair["first"] in (t["first"], t["second"]))
    play_second_round(desk, by_phone, event, phones, codes, live_server)
    type_result(desk, 3 - by_phone["table"], (120, 100))
    desk.get_by_role("button", name="Clore le tournoi").click()
    expect(desk.get_by_role("button", name="Clore le tournoi")).to_have_count(0)
    check_ranking(desk, event, check_accessible)


def play_first_table(
    pages: dict[str, Page], table: str, server: LiveServer, check_accessible: Check
) -> None:
    """A word laid without the network, contested in vain, then a flag."""
    toss(pages["A"], table)
    starter = look(pages["A"], table)["game"]["turn"]
    foe = jarnac.other(starter)
    one, two = pages[starter], pages[foe]
    for page in pages.values():
        check_in_view(page)
    place = one.locator(f"#mat-{starter} .lines").bounding_box()
    button(one, starter, "Piocher 6").click()
    view = shown(one, table, starter)
    check_in_view(one)
    assert one.locator(f"#mat-{starter} .lines").bounding_box() == place, "nothing jumps"
    lexicon, libre = server.services.lexicon, jarnac.FORMULAS["libre"]
    play = next(plays(lexicon, mat_of(view, starter), libre))
    one.context.set_offline(True)
    type_word(one, starter, play, mat_of(view, starter))
    expect(one.locator(f"#bar-{starter}")).to_contain_text("Envoi")
    one.context.set_offline(False)
    expect(two.locator(f"#bar-{foe}")).to_contain_text("Contestez-vous")
    check_in_view(two)
    check_accessible(two)
    button(two, foe, "Je conteste$").click()
    for page in (one, two):
        expect(page.locator("#verdict")).to_contain_text(f"✓ {play.word} : bon")
        page.get_by_role("button", name="Compris").click()
    button(one, starter, "Piocher 2").click()
    shown(one, table, starter)
    check_in_view(one)
    assert one.locator(f"#mat-{starter} .lines").bounding_box() == place, "nothing jumps"
    pass_time(pages["A"], table, server, 61)
    expect(one.locator(f"#mat-{starter} .mat-flag")).to_be_visible()
    check_in_view(two)


def pass_time(page: Page, table: str, server: LiveServer, seconds: float) -> None:
    """Let the server's clock run, and knock so that it looks at it."""
    services, clock = server.services, server.services.clock
    services.clock = lambda: clock() + seconds
    csrf = page.request.get("/api/session").json()["csrf"]
    data = {"type": "toss", "seat": page.locator("#table").get_attribute("data-mine")}
    headers = {"x-csrf-token": csrf}
    path = f"/api/jarnac/{table}/moves"
    assert page.request.post(path, data=data, headers=headers).status == 409


def end_by_flags(pages: dict[str, Page], table: str, server: LiveServer) -> None:
    """The other draws, and his flag falls too: the game is over."""
    turn = look(pages["A"], table)["game"]["turn"]
    expect(button(pages[turn], turn, "Piocher")).to_be_visible()
    button(pages[turn], turn, "Piocher").click()
    shown(pages[turn], table, turn)
    pass_time(pages["A"], table, server, 61)
    for page in pages.values():
        expect(page.locator("#verdict")).to_contain_text("les deux drapeaux sont tombés")


def rematch(pages: dict[str, Page]) -> None:
    """One tap on each phone, and both sit at a new table; it does not count for the round."""
    first, second = pages.values()
    before = first.url
    first.get_by_role("button", name="Revanche").click()
    second.get_by_role("button", name=re.compile("demande la revanche")).click()
    for page in (first, second):
        expect(page).not_to_have_url(before)
        expect(page.locator("#series")).to_contain_text("Série")
        expect(page.get_by_role("button", name="Tirer au sort")).to_be_visible()


def play_second_round(
    desk: Page,
    told: dict[str, Any],
    event: str,
    phones: dict[str, Page],
    codes: dict[str, str],
    server: LiveServer,
) -> None:
    """A phone comes to its next table with one tap, and meets a player on the laptop."""
    players = {"A": told["first"], "B": told["second"]}
    pages = {}
    for seat, name in players.items():
        if name in phones:
            pages[seat] = phones[name]
            pages[seat].goto(f"/competition/{event}/jarnac/joueur")
            pages[seat].get_by_role("button", name="Aller à ma table").click()
        else:
            pages[seat] = desk.context.new_page()
            enter(pages[seat], event, codes[name])
    table = told["name"]
    for page in pages.values():
        page.wait_for_url(f"**/jarnac/{table}")
    toss(pages["A"], table)
    turn = look(desk, table)["game"]["turn"]
    one, two = pages[turn], pages[jarnac.other(turn)]
    button(one, turn, "Piocher 6").click()
    mat = mat_of(shown(one, table, turn), turn)
    play = next(plays(server.services.lexicon, mat, jarnac.FORMULAS["libre"]))
    type_word(one, turn, play, mat)
    button(two, jarnac.other(turn), "D.accord").click()
    button(one, turn, "Piocher").click()
    shown(one, table, turn)
    pass_time(pages["A"], table, server, 61)
    end_by_flags(pages, table, server)
    points = [side["points"] for side in look(desk, table)["game"]["sides"]]
    assert sorted(points) == [0, len(play.word) ** 2]
    expect(desk.locator(".jt-now")).to_contain_text(f"{points[0]} – {points[1]}")


def check_ranking(desk: Page, event: str, check_accessible: Check) -> None:
    """The ranking of the page and that on paper are one, with what parted equals."""
    desk.goto(f"/competition/{event}/jarnac")
    check_accessible(desk)
    told: dict[str, Any] = desk.request.get(f"/api/tournaments/{event}/jarnac").json()
    assert told["closed"]
    order = [line["name"] for line in told["ranking"]]
    assert sorted(order) == sorted(NAMES)
    scores = [(line["score"], line["points"]) for line in told["ranking"]]
    assert scores == sorted(scores, reverse=True)
    rows = desk.locator(".jt-ranking tbody tr").all_inner_texts()
    assert [next(name for name in NAMES if name in row) for row in rows] == order
    paper = desk.request.get(f"/competition/{event}/jarnac/classement.pdf").body()
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(paper)).pages)
    assert re.findall("|".join(NAMES), text)[:4] == order
    codes = desk.request.get(f"/competition/{event}/jarnac/tables.pdf")
    assert codes.body().startswith(b"%PDF")
