"""The player's phone in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.club import (
    Club,
    look,
    open_club,
    show_move,
    small_targets,
    too_wide,
    type_move,
    until,
)
from tests.web.conftest import LiveServer, Visitors

CheckAccessible = Callable[[Page], None]


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    return open_club(live_server)


def test_a_player_comes_in_with_the_code_the_table_and_its_pin(
    visit: Visitors, club: Club, check_accessible: CheckAccessible
) -> None:
    phone = visit("phone")
    phone.goto("/")
    phone.get_by_role("link", name="Rejoindre une partie").click()
    check_accessible(phone)
    assert not small_targets(phone)
    phone.get_by_label("Code de la partie").fill(club.code.lower())
    phone.get_by_label("Table", exact=True).fill("2")
    wrong = "000000" if club.pin(2) != "000000" else "000001"
    phone.get_by_label("Code de la table").fill(wrong)
    phone.get_by_role("button", name="Entrer").click()
    expect(phone.get_by_role("alert")).to_contain_text("Table ou code inconnus")
    expect(phone.get_by_label("Code de la partie")).to_have_value(club.code.lower())
    look(phone, "join")
    phone.get_by_label("Code de la table").fill(club.pin(2))
    phone.get_by_role("button", name="Entrer").click()
    expect(phone).to_have_url(re.compile(f"/jouer/{club.code}$"))
    expect(phone.locator(".phone-bar")).to_contain_text("Table 2")


def test_whoever_has_not_joined_is_asked_to(page: Page, club: Club) -> None:
    page.goto(f"/jouer/{club.code}")
    expect(page).to_have_url(re.compile(f"/rejoindre/{club.code}$"))
    page.goto("/rejoindre/ZZZZ?table=1&pin=1234")
    expect(page.get_by_role("alert")).to_contain_text("Aucune partie ne porte ce code")


def test_an_assisted_slip_is_composed_received_and_replaced(
    visit: Visitors, club: Club, check_accessible: CheckAccessible
) -> None:
    phone = club.join(visit("phone"), 1)
    expect(phone.locator("#say")).to_have_text(re.compile("va commencer"))
    tops = club.draw("AEINRST")["tops"]
    expect(phone.locator("#rack [data-tile]")).to_have_count(7)
    expect(phone.locator("#hand-in")).to_be_disabled()
    club.post("start")
    expect(phone.locator("#hand-in")).to_be_enabled()
    type_move(phone, "H8 TARI")
    expect(phone.locator("#slip-move")).to_contain_text("H8")
    expect(phone.locator("#slip-move")).to_contain_text("8 pts")
    check_accessible(phone)
    assert not small_targets(phone)
    assert not too_wide(phone)
    look(phone, "player-assisted")
    phone.get_by_role("button", name="Remettre").click()
    receipt = phone.locator("#receipt")
    expect(receipt).to_have_text(re.compile(r"^Reçu à \d:\d\d — vous pouvez modifier"))
    phone.get_by_role("button", name="Effacer").click()
    top = tops["ties"][0]["move"]
    show_move(phone, top)
    expect(receipt).to_contain_text("modifié depuis")
    phone.get_by_role("button", name="Remettre").click()
    expect(receipt).to_contain_text("vous pouvez modifier")
    view = club.finish_turn()
    card = phone.locator("#result")
    expect(card).to_contain_text(f"{tops['points']} points — c’est le top")
    expect(card).to_contain_text("Top :")
    assert view["slips"]["received"] == 1
    check_accessible(phone)
    look(phone, "player-result")
    phone.get_by_text("Ma feuille de route").click()
    expect(phone.locator("#road-lines tr")).to_have_count(1)
    check_accessible(phone)


def test_an_assisted_first_word_claims_its_best_place(visit: Visitors, club: Club) -> None:
    phone = club.join(visit("phone"), 1)
    club.draw("AEINRST")
    club.post("start")
    expect(phone.locator("#hand-in")).to_be_enabled()
    type_move(phone, "H5 ARISENT")
    expect(phone.locator("#slip-note")).to_contain_text("meilleure place")
    phone.get_by_role("button", name="Remettre").click()
    expect(phone.locator("#receipt")).to_contain_text("Reçu à")
    club.finish_turn()
    mark = club.get("marks/1?turn=1")
    assert mark["ruling"]["sanction"] == "none"
    assert mark["ruling"]["points"] == mark["slip"]["score"]


def test_the_keyboard_is_enough(
    visit: Visitors, club: Club, check_accessible: CheckAccessible
) -> None:
    page = visit("laptop")
    page.goto("/rejoindre")
    expect(page.get_by_label("Code de la partie")).to_be_focused()
    for text in (club.code, "1", club.pin(1)):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("body[data-ready]")).to_be_attached()
    club.draw("AEINRST")
    club.post("start")
    expect(page.locator("#hand-in")).to_be_enabled()
    page.keyboard.press("ArrowRight")
    page.keyboard.type("SA")
    page.keyboard.press("Backspace")
    page.keyboard.type("ENTI")
    expect(page.locator("#slip-move")).to_contain_text("H8SENTI")
    page.keyboard.press("Enter")
    expect(page.locator("#receipt")).to_contain_text("Reçu à")
    check_accessible(page)
    assert not too_wide(page)
    look(page, "player-laptop")


def test_tapping_and_dragging_compose_too(visit: Visitors, club: Club) -> None:
    phone = club.join(visit("phone"), 1)
    club.draw("AEINRST")
    club.post("start")
    expect(phone.locator("#hand-in")).to_be_enabled()
    phone.locator("#board [data-index='112']").tap()
    for letter in "RAT":
        phone.locator(f"#rack [data-tile]:not(.used)[aria-label^='{letter},']").tap()
    expect(phone.locator("#slip-move")).to_contain_text("H8RAT")
    tile = phone.locator("#rack [data-tile][aria-label^='S,']")
    tile.drag_to(phone.locator("#board [data-index='115']"))
    expect(phone.locator("#slip-move")).to_contain_text("H8RATS")
    phone.get_by_role("button", name="Agrandir la grille").click()
    wider = phone.locator("#board").evaluate(
        "b => b.clientWidth / b.closest('#zoomer').clientWidth"
    )
    assert wider > 1.4


def test_a_strict_slip_is_ruled_like_paper(
    visit: Visitors, live_server: LiveServer, check_accessible: CheckAccessible
) -> None:
    club = open_club(live_server, entry="strict")
    phone = club.join(visit("phone"), 1)
    club.draw("AEINRS?")
    club.post("start")
    expect(phone.locator("#hand-in")).to_be_enabled()
    phone.get_by_label("Mot", exact=True).fill("rater")
    phone.get_by_label("Référence").fill("h4")
    phone.get_by_label("Points").fill("99")
    phone.get_by_role("button", name="T, lettre 3").click()
    check_accessible(phone)
    assert not small_targets(phone)
    look(phone, "player-strict")
    phone.get_by_role("button", name="Remettre").click()
    expect(phone.locator("#receipt")).to_contain_text("Reçu à")
    club.post("end-time")
    until(lambda: club.get("marks/1")["ruling"] is not None)
    mark = club.get("marks/1")
    assert mark["slip"]["word"] == "RA(T)ER"
    assert mark["slip"]["reference"] == "H4"
    assert mark["slip"]["score"] == 99
    club.post("retain")
    card = phone.locator("#result")
    expect(card).to_contain_text(re.compile(r"point.* — "))
    card.get_by_role("button", name="Pourquoi").click()
    expect(phone.locator("#why")).to_contain_text("RA(T)ER")
    expect(phone.locator("#why")).to_contain_text("art. 5")
    check_accessible(phone)
    look(phone, "player-why")


def test_a_reload_keeps_the_draft(visit: Visitors, live_server: LiveServer) -> None:
    club = open_club(live_server, entry="strict")
    phone = club.join(visit("phone"), 1)
    club.draw("AEINRS?")
    club.post("start")
    expect(phone.locator("#hand-in")).to_be_enabled()
    phone.get_by_label("Mot", exact=True).fill("RATE")
    phone.get_by_role("button", name="T, lettre 3").click()
    phone.get_by_label("Référence").fill("H5")
    phone.reload()
    expect(phone.get_by_label("Mot", exact=True)).to_have_value("RATE")
    expect(phone.get_by_role("button", name="T, lettre 3")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(phone.get_by_label("Référence")).to_have_value("H5")


def test_a_slip_written_offline_leaves_when_the_network_is_back_and_counts_once(
    visit: Visitors, club: Club, check_accessible: CheckAccessible
) -> None:
    phone = club.join(visit("phone"), 3)
    club.draw("AEINRST")
    club.post("start")
    expect(phone.locator("#hand-in")).to_be_enabled()
    phone.context.set_offline(True)
    type_move(phone, "H8 TARI")
    phone.get_by_role("button", name="Remettre").click()
    expect(phone.locator("#offline")).to_contain_text("votre bulletin partira dès le retour")
    expect(phone.locator("#receipt")).to_have_text("Bulletin gardé sur ce téléphone.")
    check_accessible(phone)
    look(phone, "player-offline")
    assert club.get("referee")["slips"]["received"] == 0
    phone.context.set_offline(False)
    expect(phone.locator("#receipt")).to_contain_text("Reçu à")
    expect(phone.locator("#offline")).to_be_hidden()
    club.post("end-time")
    history = club.get("marks/3/history?turn=1")
    assert len([line for line in history if line["slip"]]) == 1


def test_a_receipt_lost_on_the_way_is_asked_for_again_and_the_slip_counts_once(
    visit: Visitors, club: Club
) -> None:
    phone = club.join(visit("phone"), 2)
    club.draw("AEINRST")
    club.post("start")
    expect(phone.locator("#hand-in")).to_be_enabled()
    sent: list[str | None] = []

    def lose_the_answer(route: Route) -> None:
        sent.append(route.request.headers.get("idempotency-key"))
        if len(sent) == 1:
            route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()

    phone.route("**/slip", lose_the_answer)
    type_move(phone, "H8 TARI")
    phone.get_by_role("button", name="Remettre").click()
    expect(phone.locator("#receipt")).to_contain_text("Reçu à")
    assert len(sent) == 2
    assert len(set(sent)) == 1
    club.post("end-time")
    history = club.get("marks/2/history?turn=1")
    assert len([line for line in history if line["slip"]]) == 1


def test_a_slip_that_leaves_too_late_is_told_so(visit: Visitors, club: Club) -> None:
    phone = club.join(visit("phone"), 2)
    club.draw("AEINRST")
    club.post("start")
    expect(phone.locator("#hand-in")).to_be_enabled()
    phone.context.set_offline(True)
    type_move(phone, "H8 TARI")
    phone.get_by_role("button", name="Remettre").click()
    expect(phone.locator("#receipt")).to_have_text("Bulletin gardé sur ce téléphone.")
    club.finish_turn()
    phone.context.set_offline(False)
    expect(phone.locator("#result")).to_contain_text("0 point — nullité")
    assert club.get("marks/2?turn=1")["ruling"]["points"] == 0


def test_paper_tables_follow_the_game_without_a_slip(
    visit: Visitors, live_server: LiveServer
) -> None:
    club = open_club(live_server, entry="paper")
    phone = club.join(visit("phone"), 1)
    club.draw("AEINRST")
    club.post("start")
    expect(phone.locator("#say")).to_contain_text("sur papier")
    expect(phone.locator("#slip")).to_be_hidden()
    club.finish_turn()
    expect(phone.locator("#result")).to_contain_text("en cours de correction")


def test_in_topping_moves_are_proposed_until_the_top_is_found(
    visit: Visitors, live_server: LiveServer
) -> None:
    club = open_club(live_server, players="1 Anne", formula="topping")
    phone = club.join(visit("phone"), 1)
    tops = club.draw("AEINRST")["tops"]
    expect(phone.locator("#rack [data-tile]")).to_have_count(7)
    type_move(phone, "H8 TARI")
    phone.get_by_role("button", name="Proposer").click()
    expect(phone.locator("#receipt")).to_contain_text("Ce n’est pas le top")
    phone.get_by_role("button", name="Effacer").click()
    show_move(phone, tops["ties"][0]["move"])
    phone.get_by_role("button", name="Proposer").click()
    expect(phone.locator("#board .sq.last")).to_have_count(7)
    assert club.get("referee")["game"]["turn"] == 2


def test_multitops_slips_hold_several_solutions(
    visit: Visitors, live_server: LiveServer, check_accessible: CheckAccessible
) -> None:
    club = open_club(live_server, formula="multitops")
    phone = club.join(visit("phone"), 1)
    club.draw("AEINRST")
    club.post("start")
    expect(phone.locator("#hand-in")).to_be_enabled()
    type_move(phone, "H8 TARI")
    phone.get_by_role("button", name="Ajouter une autre solution").click()
    expect(phone.locator("#chosen li")).to_have_count(1)
    type_move(phone, "H8 SAIN")
    check_accessible(phone)
    assert not small_targets(phone)
    look(phone, "player-multitops")
    phone.get_by_role("button", name="Remettre").click()
    expect(phone.locator("#receipt")).to_contain_text("vous pouvez modifier")
    phone.reload()
    expect(phone.locator("#chosen li")).to_have_count(1)
    expect(phone.locator("#receipt")).to_contain_text("vous pouvez modifier")
    club.finish_turn()
    mark = club.get("marks/1?turn=1")
    assert [one["word"] for one in mark["slip"]["solutions"]] == ["TARI", "SAIN"]
    expect(phone.locator("#result")).to_contain_text("TARI")
    phone.locator("#result").get_by_role("button", name="Pourquoi").click()
    expect(phone.locator("#why")).to_contain_text("SAIN")


def test_strict_entry_stands_above_the_fold_with_its_button(
    visit: Visitors, live_server: LiveServer
) -> None:
    club = open_club(live_server, entry="strict")
    phone = club.join(visit("phone"), 2)
    club.draw("AEINRS?")
    club.post("start")
    phone.locator("#s-word").fill("ENTERRAIS")
    expect(phone.locator("#s-circles button")).to_have_count(9)
    phone.evaluate("scrollTo(0, 0)")
    box = phone.locator("#hand-in").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 740
    expect(phone.locator(".phone-bar")).to_contain_text("Émile Durand / Luc Roy")
    assert not too_wide(phone)
    assert not small_targets(phone)
    look(phone, "player-strict")


def test_an_explanation_closes_when_the_next_letters_are_drawn(visit: Visitors, club: Club) -> None:
    phone = club.join(visit("phone"), 1)
    club.draw("AEINRST")
    club.post("start")
    club.finish_turn()
    phone.locator("#result").get_by_role("button", name="Pourquoi").click()
    expect(phone.locator("#why")).to_be_visible()
    club.draw("EIOUDLM")
    expect(phone.locator("#why")).to_be_hidden()


def test_the_connection_shows_that_it_has_come_back(visit: Visitors, club: Club) -> None:
    phone = club.join(visit("phone"), 1)
    dot = phone.locator("rc-connection")
    expect(dot).to_have_attribute("data-state", "open")
    phone.context.set_offline(True)
    expect(dot).to_have_attribute("data-state", "closed")
    phone.context.set_offline(False)
    expect(dot).to_have_attribute("data-state", "open")
    club.draw("AEINRST")
    expect(phone.locator("#rack [data-tile]")).to_have_count(7)
