"""The head referee's pages in a real browser, mostly with the keyboard."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.web.conftest import LiveServer, Visitors

CheckAccessible = Callable[[Page], None]
PLAYERS = "1 Anne Petit\n2 Émile Durand / Luc Roy\n3 Zoé Martin"


def _look(page: Page, name: str) -> None:
    """Keep a picture where RACCORD_PICTURES says so."""
    if folder := os.environ.get("RACCORD_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def _create(page: Page, draw: str = "", entry: str = "") -> str:
    page.goto("/arbitrer")
    page.get_by_label("Nom de la partie").fill("Partie du vendredi")
    if draw:
        page.get_by_role("radio", name=re.compile(draw)).check()
    if entry:
        page.get_by_role("radio", name=re.compile(entry)).check()
    page.get_by_text("Joueurs (on peut les saisir plus tard)").click()
    page.get_by_label("Une table par ligne").fill(PLAYERS)
    page.get_by_role("button", name="Créer la partie").click()
    page.wait_for_url(re.compile(r"/arbitrer/[A-Z2-9]{4}$"))
    return page.url.rsplit("/", 1)[1]


def _stop(page: Page, reason: str) -> None:
    page.locator("[data-act=stop]").click()
    page.keyboard.type(reason)
    page.keyboard.press("Enter")


def _next_thing(page: Page) -> str:
    """The one highlighted button."""
    highlighted = page.locator(".desk-bar .primary:visible")
    expect(highlighted).to_have_count(1)
    return highlighted.get_attribute("data-act") or ""


def test_the_referee_conducts_a_short_game_with_the_keyboard(
    page: Page, check_accessible: CheckAccessible
) -> None:
    _create(page)
    turn, phase = page.locator("#turn"), page.locator(".desk-bar .primary:visible")
    for number in (1, 2):
        expect(turn).to_have_text(f"Coup {number}")
        assert _next_thing(page) == "draw"
        page.keyboard.press("t")
        expect(phase).to_have_attribute("data-act", "start")
        expect(page.locator("#rack [data-tile]")).to_have_count(7)
        expect(page.locator("#tops")).to_contain_text("cachés")
        page.keyboard.press("l")
        expect(phase).to_have_attribute("data-act", "end-time")
        expect(page.locator("#clock")).to_contain_text(re.compile(r"2:5\d|3:00"))
        page.keyboard.press("o")
        expect(page.locator("input[name=tie]").first).to_be_visible()
        page.keyboard.press("o")
        expect(page.locator("input[name=tie]")).to_have_count(0)
        page.keyboard.press("f")
        expect(phase).to_have_attribute("data-act", "retain")
        expect(page.locator("input[name=tie]:checked")).to_have_count(1)
        expect(page.locator("#slips")).to_contain_text("0/3")
        if number == 2:
            check_accessible(page)
            _look(page, "desk-time-up")
        page.keyboard.press("v")
        expect(page.locator("#turns tbody tr")).to_have_count(number)
        expect(page.locator("#board .sq.last").first).to_be_visible()
    expect(page.locator("#say")).to_contain_text("Je répète")
    page.get_by_text("Réglages, tirage rectifié").click()
    _stop(page, "fin de soirée")
    expect(turn).to_have_text("Partie terminée")
    assert _next_thing(page) == "reveal"
    page.locator("h1").click()
    page.keyboard.press("p")
    page.get_by_role("button", name="Publier le secret", exact=True).click()
    expect(phase).to_have_attribute("data-act", "publish")
    page.keyboard.press("c")
    page.locator("#publish-form").get_by_role("button", name="Publier le classement").click()
    expect(phase).to_have_attribute("data-act", "results")
    check_accessible(page)
    _look(page, "desk-over")


def test_an_answer_does_not_undo_what_was_pushed_before_it(page: Page) -> None:
    code = _create(page)
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/api/games/*/draw", lambda route: held.append((route, route.fetch())))
    page.keyboard.press("t")
    while not held:
        page.wait_for_timeout(20)
    assert page.request.get(f"/api/games/{code}/referee").json()["tops"]
    page.wait_for_timeout(300)
    route, answer = held[0]
    route.fulfill(json=answer.json() | {"tops": None, "searching": True})
    expect(page.locator(".desk-bar .primary:visible")).to_have_attribute("data-act", "start")
    page.keyboard.press("o")
    expect(page.locator("input[name=tie]").first).to_be_visible()


def test_without_its_stream_the_desk_is_never_stuck(page: Page) -> None:
    page.route("**/live/**", lambda route: route.abort())
    _create(page)
    for key, act in (("t", "start"), ("l", "end-time"), ("f", "retain"), ("v", "draw")):
        page.keyboard.press(key)
        following = page.locator(".desk-bar .primary:visible")
        expect(following).to_have_attribute("data-act", act)
        expect(following).to_be_enabled()
    expect(page.locator("#turns tbody tr")).to_have_count(1)


def test_a_stream_that_comes_back_tells_what_was_done_meanwhile(page: Page) -> None:
    code = _create(page)
    phase = page.locator(".desk-bar .primary:visible")
    page.context.set_offline(True)
    page.keyboard.press("t")
    expect(page.locator(".toast")).to_contain_text("Hors connexion")
    expect(phase).to_be_enabled()
    page.context.set_offline(False)
    token = page.locator("meta[name=csrf-token]").get_attribute("content") or ""
    page.request.post(f"/api/games/{code}/draw", data={}, headers={"x-csrf-token": token})
    expect(phase).to_have_attribute("data-act", "start")


def test_tops_being_read_stay_open_when_the_desk_is_told_again(page: Page) -> None:
    _create(page)
    page.keyboard.press("t")
    expect(page.locator("#rack [data-tile]")).to_have_count(7)
    page.keyboard.press("o")
    sub_tops = page.locator("#tops details").first
    sub_tops.locator("summary").click()
    page.get_by_text("Réglages, tirage rectifié").click()
    page.locator("#settings").get_by_role("button").click()
    expect(page.locator(".toast")).to_contain_text("Réglages enregistrés")
    expect(sub_tops).to_have_attribute("open", "")


def test_a_turn_is_cancelled_with_its_reason_and_interrupted(page: Page) -> None:
    _create(page)
    page.keyboard.press("t")
    expect(page.locator("#rack [data-tile]")).to_have_count(7)
    page.keyboard.press("l")
    expect(page.locator(".desk-bar .primary:visible")).to_have_attribute("data-act", "end-time")
    page.keyboard.press("i")
    expect(page.locator(".desk-bar .primary:visible")).to_have_attribute("data-act", "resume")
    page.keyboard.press("r")
    expect(page.locator(".desk-bar .primary:visible")).to_have_attribute("data-act", "end-time")
    page.keyboard.press("a")
    page.keyboard.type("Erreur de chronométrage")
    page.keyboard.press("Enter")
    expect(page.locator(".desk-bar .primary:visible")).to_have_attribute("data-act", "draw")
    expect(page.locator("#turn")).to_have_text("Coup 1")


def test_letters_of_a_real_bag_are_typed_and_refused_if_they_cannot_be(page: Page) -> None:
    _create(page, draw="Un vrai sac")
    page.keyboard.press("t")
    page.keyboard.type("WWXYZAE")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("sac")
    page.locator("#letters").fill("AEINRST")
    page.keyboard.press("Enter")
    expect(page.locator("#rack [data-tile]")).to_have_count(7)
    page.keyboard.press("o")
    expect(page.locator("#tops .tie").first).to_be_visible()
    expect(page.locator("#tops")).to_contain_text("Scrabbles")


def test_the_key_after_announced_letters_is_not_typed_among_them(page: Page) -> None:
    _create(page, draw="Un vrai sac")
    # The same moment as the stream's word: no frame is drawn in between.
    page.evaluate(
        """() => new MutationObserver(() => {
          const start = document.querySelector(".desk-bar .primary[data-act=start]");
          if (!start || window.focused) return;
          window.focused = document.activeElement.id || document.activeElement.localName;
        }).observe(document.body, { subtree: true, attributes: true })"""
    )
    page.keyboard.press("t")
    page.keyboard.type("AEINRST")
    page.keyboard.press("Enter")
    expect(page.locator(".desk-bar .primary:visible")).to_have_attribute("data-act", "start")
    assert page.evaluate("window.focused") == "body"


def test_a_draw_without_a_scrabble_shows_its_tops_and_nothing_else(page: Page) -> None:
    _create(page, draw="Un vrai sac")
    page.keyboard.press("t")
    page.locator("#letters").fill("NWCANAS")
    page.keyboard.press("Enter")
    expect(page.locator("#say")).to_contain_text("Norvège\u2011N, Wallonie\u2011W")
    page.keyboard.press("o")
    expect(page.locator("#tops")).to_contain_text("Scrabbles : 0")
    assert "null" not in page.locator("#tops").inner_text()


def test_a_table_that_handed_nothing_in_is_not_said_to_have(page: Page) -> None:
    _create(page)
    for key, then in (("t", "start"), ("l", "end-time"), ("f", "retain"), ("v", "draw")):
        page.keyboard.press(key)
        act = page.locator(".desk-bar .primary:visible")
        expect(act).to_have_attribute("data-act", then)
    expect(page.locator("#slips")).to_have_text(
        "Coup 1 : bulletins 0/3 reçus · 3 sans bulletin · 3 corrigés"
    )


def test_the_referee_is_told_when_phones_cannot_reach_the_server(page: Page) -> None:
    code = _create(page)
    for name in ("joueurs", "codes"):
        page.goto(f"/arbitrer/{code}/{name}")
        expect(page.locator(".note.is-warn")).to_contain_text("raccord serve --host 0.0.0.0")


def test_the_editions_are_read_whole_on_a_laptop(page: Page) -> None:
    page.goto("/arbitrer")
    chosen = page.locator("#edition")
    expect(chosen.locator("option:checked")).to_have_text("du 1er janvier 2017")
    needed = chosen.evaluate(
        "e => { const c = document.createElement('canvas').getContext('2d');"
        " c.font = getComputedStyle(e).font;"
        " return c.measureText(e.selectedOptions[0].text).width; }"
    )
    assert needed + 50 < chosen.evaluate("e => e.clientWidth")


HEARD = """
window.heard = [];
const mute = { speak: (said) => heard.push(said.text), cancel() {}, getVoices: () => [] };
Object.defineProperty(window, "speechSynthesis", { value: mute });
"""


def test_the_desk_says_the_game_from_its_format_to_its_solos(page: Page) -> None:
    page.add_init_script(HEARD)
    page.goto("/arbitrer")
    page.get_by_label("Temps par coup").fill("22 s")
    page.get_by_text("Joueurs (on peut les saisir plus tard)").click()
    page.get_by_label("Une table par ligne").fill(PLAYERS)
    page.get_by_role("button", name="Créer la partie").click()
    expect(page.locator("#say")).to_have_text("Partie classique, 22 s par coup.")
    page.get_by_label("lire chaque annonce").check()

    def hears(text: str) -> None:
        page.wait_for_function("text => heard.some(said => said.includes(text))", arg=text)

    page.locator("h1").click()
    page.keyboard.press("t")
    expect(page.locator("#rack [data-tile]")).to_have_count(7)
    drawn = page.locator("#say").inner_text()
    page.keyboard.press("l")
    hears("Chrono !")
    expect(page.locator("#call")).to_have_text("Chrono\u202f!")
    assert page.locator("#say").inner_text() == drawn, "the draw can still be repeated"
    hears("Vingt secondes.")
    page.keyboard.press("f")
    hears("Terminé !")
    expect(page.locator("#call")).to_be_hidden()
    expect(page.locator("#say")).to_have_text("Terminé\u202f!")
    page.keyboard.press("v")
    hears("Je répète")
    page.get_by_text("Réglages, tirage rectifié").click()
    _stop(page, "il est tard")
    hears("Fin de la partie : il est tard.")
    hears("Aucun solo dans cette partie.")


def test_each_edition_offers_its_times(page: Page) -> None:
    page.goto("/arbitrer")
    offered = {}
    for edition in ("2023", "2017", "undated"):
        page.get_by_label("Règlement").select_option(edition)
        listed = page.locator(f"#{page.locator('#time').get_attribute('list')} option")
        offered[edition] = listed.evaluate_all("all => all.map(one => one.value)")
    assert offered == {
        "2023": ["3:00", "2:30", "2:00", "1:00"],
        "2017": ["3:00", "2:30", "2:00", "1:00"],
        "undated": ["3:00", "2:00", "1:30", "1:00"],
    }


@pytest.mark.parametrize("address", ["/arbitrer", "/solo"])
def test_the_edition_last_chosen_is_offered_again(page: Page, address: str) -> None:
    page.goto(address)
    chosen = page.locator("#edition")
    expect(chosen).to_have_value("2017")
    for folded in page.locator("details:has(#edition) > summary").all():
        folded.click()
    chosen.select_option(label="du 1er janvier 2023 (en vigueur)")
    page.reload()
    expect(chosen).to_have_value("2023")


def test_a_table_that_cheated_is_excluded_where_the_edition_says_so(page: Page) -> None:
    page.goto("/arbitrer")
    page.locator("#edition").select_option("2023")
    code = _create(page)
    page.goto(f"/arbitrer/{code}/joueurs")
    page.get_by_text("Tricherie").first.click()
    page.get_by_label("Motif de l’exclusion").first.fill("documents")
    page.get_by_role("button", name="Annuler ses scores et l’exclure : table 1").click()
    expect(page.get_by_role("row", name="Anne Petit")).to_contain_text("exclue pour tricherie")
    expect(page.get_by_text("Tricherie", exact=True)).to_have_count(2)


def test_the_pause_before_a_draw_is_shown_and_holds_nobody(page: Page) -> None:
    page.goto("/arbitrer")
    page.locator("#edition").select_option("2023")
    _create(page)
    rest = page.locator("#rest")
    expect(rest).to_be_hidden()
    for key, then in (("t", "start"), ("l", "end-time"), ("f", "retain"), ("v", "draw")):
        page.keyboard.press(key)
        act = page.locator(".desk-bar .primary:visible")
        expect(act).to_have_attribute("data-act", then)
    expect(rest).to_contain_text(re.compile(r"tirage attendu dans \d+.s"))
    page.keyboard.press("t")
    expect(page.locator(".desk-bar .primary:visible")).to_have_attribute("data-act", "start")
    expect(rest).to_be_hidden()


def test_keys_can_be_switched_off(page: Page) -> None:
    _create(page)
    page.locator("#keys").uncheck()
    page.locator("h1").click()
    page.keyboard.press("t")
    page.wait_for_timeout(300)
    assert _next_thing(page) == "draw"


def test_players_invitations_and_codes_are_at_hand(
    page: Page, check_accessible: CheckAccessible
) -> None:
    code = _create(page)
    page.goto(f"/arbitrer/{code}/joueurs")
    page.get_by_label("Une table par ligne").fill("4 Noé\n1 Max\n5")
    page.get_by_role("button", name="Inscrire").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Ligne 2")
    expect(alert).to_contain_text("Ligne 3")
    page.get_by_label("Une table par ligne").fill("4 Noé")
    page.get_by_role("button", name="Inscrire").click()
    expect(page.get_by_role("heading", name="4 tables inscrites")).to_be_visible()
    page.get_by_label("Tables confiées").fill("1-2 4")
    page.get_by_role("button", name="Créer le lien").click()
    expect(page.locator(".invitations")).to_contain_text("tables 1 2 4")
    assert "/invitation/" in page.locator(".invitations .link").input_value()
    check_accessible(page)
    _look(page, "players")
    page.get_by_role("link", name="Codes et QR codes").click()
    expect(page.locator(".codes li")).to_have_count(4)
    assert page.locator(".codes img").first.evaluate("i => i.decode().then(() => i.naturalWidth)")
    check_accessible(page)
    _look(page, "codes")


def test_an_earlier_ruling_is_corrected_with_its_reason(
    page: Page, check_accessible: CheckAccessible
) -> None:
    code = _create(page)
    for key, act in (("t", "start"), ("l", "end-time"), ("f", "retain"), ("v", "draw")):
        page.keyboard.press(key)
        expect(page.locator(".desk-bar .primary:visible")).to_have_attribute("data-act", act)
    page.goto(f"/arbitrer/{code}/decisions")
    rows = page.locator(".decisions tbody tr")
    expect(rows).to_have_count(3)
    row = rows.nth(1)
    row.locator("summary").click()
    row.get_by_label("Points").fill("1899")
    row.get_by_label("Sanction").select_option("none")
    row.get_by_label("Motif").fill("bulletin retrouvé sous la table")
    row.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_role("alert")).to_contain_text("1899 points quand")
    expect(row.get_by_label("Motif")).to_have_value("bulletin retrouvé sous la table")
    row.get_by_label("sur appel").check()
    row.get_by_label("maintenir une décision").check()
    check_accessible(page)
    _look(page, "decisions")
    row.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_role("status").first).to_contain_text("Décision enregistrée")
    expect(rows.nth(1)).to_contain_text("1899")
    expect(rows.nth(1)).to_contain_text("6.3")
    expect(rows.nth(1)).to_contain_text("bulletin retrouvé")


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_the_desk_and_the_form_fit_the_screen(
    visit: Visitors, live_server: LiveServer, check_accessible: CheckAccessible, size: str
) -> None:
    page = visit(size)
    page.goto("/arbitrer")
    check_accessible(page)
    _look(page, f"create-{size}")
    code = _create(page)
    page.keyboard.press("t")
    expect(page.locator("#rack [data-tile]")).to_have_count(7)
    page.keyboard.press("l")
    expect(page.locator(".desk-bar .primary:visible")).to_have_attribute("data-act", "end-time")
    check_accessible(page)
    _look(page, f"desk-{size}")
    for path in ("", "/joueurs", "/codes", "/decisions"):
        page.goto(f"/arbitrer/{code}{path}")
        too_wide = page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        )
        assert not too_wide, path


def test_after_the_end_the_desk_offers_neither_to_correct_a_draw_nor_to_stop(page: Page) -> None:
    _create(page, draw="Un vrai sac")
    more, correct, stop = page.locator("#more-title"), page.locator("#correct-draw"), "#stop"
    more.click()
    expect(page.locator(stop)).to_be_visible()
    expect(correct).to_be_hidden()
    page.locator("#letters").fill("RETINAS")
    page.keyboard.press("Enter")
    expect(correct).to_be_visible()
    _stop(page, "panne")
    expect(page.locator("#turn")).to_have_text("Partie terminée")
    expect(page.locator(stop)).to_be_hidden()
    expect(correct).to_be_hidden()
    expect(more).to_have_text("Réglages")
    expect(page.locator("#settings")).to_be_visible()
    for act in ("draw", "start", "end-time", "retain", "cancel"):
        expect(page.locator(f"[data-act={act}]")).to_be_disabled()
    for act in ("interrupt", "resume", "no-solution", "reveal"):
        expect(page.locator(f"[data-act={act}]")).to_be_hidden()


def test_a_private_game_is_created_from_the_form_and_opened_from_the_desk(page: Page) -> None:
    page.goto("/arbitrer")
    page.get_by_role("checkbox", name=re.compile("^Partie privée")).check()
    page.get_by_role("button", name="Créer la partie").click()
    page.wait_for_url(re.compile(r"/arbitrer/[A-Z2-9]{8}$"))
    code = page.url.rsplit("/", 1)[1]
    assert code not in page.request.get("/parties.json").text()
    page.get_by_text("Réglages, tirage rectifié").click()
    private = page.get_by_label("Partie privée")
    expect(private).to_be_checked()
    private.uncheck()
    page.locator("#settings").get_by_role("button").click()
    expect(page.locator(".toast")).to_contain_text("Réglages enregistrés")
    assert code in page.request.get("/parties.json").text()


def test_a_game_that_cannot_be_created_says_why(page: Page) -> None:
    page.goto("/arbitrer")
    page.get_by_label("Temps par coup").fill("bientôt")
    page.get_by_role("button", name="Créer la partie").click()
    expect(page.get_by_role("alert")).to_contain_text("temps illisible", ignore_case=True)


def test_every_link_of_the_desk_leads_somewhere(page: Page) -> None:
    _create(page)
    links = page.locator(".desk-links a, .desk-bar a").evaluate_all("all => all.map(a => a.href)")
    assert len(links) >= 6
    for link in links:
        reply = page.request.get(link)
        assert reply.status < 400, link


def test_the_bag_is_told_how_many_letters_to_give_beside_which_leave(page: Page) -> None:
    _create(page, draw="Un vrai sac")
    label, leave = page.locator("#letters-label"), page.locator("#leave")
    expect(label).to_have_text("Tirez 7\u00a0lettres du sac")
    expect(leave).to_be_hidden()
    page.keyboard.press("t")
    page.keyboard.type("AEINRTZ")
    page.keyboard.press("Enter")
    expect(page.locator("#rack [data-tile]")).to_have_count(7)
    expect(label).to_be_hidden()
    for key, then in (("l", "end-time"), ("f", "retain"), ("v", "draw")):
        page.keyboard.press(key)
        act = page.locator(".desk-bar .primary:visible")
        expect(act).to_have_attribute("data-act", then)
    played = page.locator("#turns tbody td").nth(1).inner_text()
    kept = 7 - len(played.replace("(", "").replace(")", ""))
    expect(label).to_have_text(re.compile(rf"Tirez {7 - kept}.lettres? du sac"))
    if kept:
        expect(leave).to_contain_text("Reliquat")


def test_the_bag_and_the_software_take_turns_in_one_game(page: Page) -> None:
    _create(page, draw="Le sac ou le logiciel")
    expect(page.locator("#letters-label")).to_have_text("Ou tirez 7\u00a0lettres du sac")
    page.keyboard.press("b")
    page.keyboard.type("AEINRST")
    page.keyboard.press("Enter")
    act = page.locator(".desk-bar .primary:visible")
    expect(act).to_have_attribute("data-act", "start")
    for key, then in (("l", "end-time"), ("f", "retain"), ("v", "draw"), ("t", "start")):
        page.keyboard.press(key)
        expect(act).to_have_attribute("data-act", then)
