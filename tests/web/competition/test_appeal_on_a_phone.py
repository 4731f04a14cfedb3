"""An appeal in a real browser: filed on a phone, decided in two clicks, and another one wins."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.club import look
from tests.web.competition.test_appeals import contested
from tests.web.conftest import LiveServer, Visitors


def test_an_appeal_filed_on_a_phone_changes_the_winner(
    live_server: LiveServer, visit: Visitors, check_accessible: Callable[[Page], None]
) -> None:
    club = contested(live_server)
    public = visit("laptop")
    public.goto(f"/partie/{club.code}/classement")
    expect(public.locator("tbody tr").first).to_contain_text("Anne Petit")
    phone = club.join(visit("phone"), 2)
    phone.get_by_text("Ma feuille de route").click()
    phone.get_by_role("link", name="Contester une décision").click()
    expect(phone.locator("#limit")).to_contain_text("15 minutes après la fin")
    check_accessible(phone)
    look(phone, "phone-file")
    phone.get_by_label("Ce que vous contestez").fill("Le mot se lit très bien")
    phone.get_by_role("button", name="Déposer le recours").click()
    expect(phone.locator(".appeal")).to_contain_text("à trancher")
    look(phone, "phone-filed")
    phone.get_by_role("link", name="Ma partie").click()
    expect(phone.locator("#appeals")).to_contain_text("la commission tranchera")

    organiser = visit("laptop")
    for cookie in club.desk.cookies.jar:
        organiser.context.add_cookies(
            [{"name": cookie.name, "value": cookie.value or "", "url": live_server.url}]
        )
    event = club.desk.get(club.base).json()["event"]
    organiser.goto(f"/competition/{event}/gerer")
    organiser.get_by_role("link", name=re.compile("1 affaire à trancher")).click()
    check_accessible(organiser)
    look(organiser, "commission")
    organiser.get_by_role("link", name=re.compile("Trancher")).click()
    check_accessible(organiser)
    look(organiser, "case")
    organiser.get_by_role("button", name=re.compile("Faire droit")).click()
    expect(organiser.get_by_text("Recours accueilli :")).to_be_visible()
    look(organiser, "decided")

    expect(phone.locator("#appeals")).to_contain_text("Recours accueilli")
    look(phone, "phone-told")
    public.reload()
    expect(public.locator("tbody tr").first).to_contain_text("Émile Durand")
    organiser.goto(f"/competition/{event}")
    expect(organiser.locator("table.ranking tbody tr").first).to_contain_text("Émile Durand")
    organiser.goto(f"/arbitrer/{club.code}/hypothese?coup=1&table=2&points=0&sanction=nullity")
    expect(organiser.locator("tr.moved")).not_to_have_count(0)
    check_accessible(organiser)
    look(organiser, "what-if")
    organiser.goto(f"/corriger/{club.code}/recours")
    check_accessible(organiser)
    look(organiser, "marker")
