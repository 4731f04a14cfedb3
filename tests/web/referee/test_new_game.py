"""The form of a new game: formulas that combine, times as people say them, nothing dropped."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from raccord.duplicate import fold, score_table
from tests.web.conftest import LiveServer, Visitors, WebClient
from tests.web.played import played, state_of
from tests.web.seeded import seed

CheckAccessible = Callable[[Page], None]
PLAYERS = "1 Anne Petit\n2 Luc Roy\n3 Zoé Martin"


def _post(client: WebClient, **form: str) -> Any:
    token = client.headers["x-csrf-token"]
    return client.post("/arbitrer", data={"_csrf": token, **form}, follow_redirects=False)


def _created(client: WebClient, **form: str) -> dict[str, Any]:
    """The desk of the game that a form makes."""
    reply = _post(client, **form)
    assert reply.status_code == 303, reply.text
    code = reply.headers["location"].rsplit("/", 1)[1]
    desk: dict[str, Any] = client.get(f"/api/games/{code}/referee").json()
    return desk


def _refused(client: WebClient, **form: str) -> str:
    """What the page says of a form that makes no game."""
    reply = _post(client, **form)
    assert reply.status_code == 400
    told = re.search(r'role="alert">([^<]*)', reply.text)
    assert told
    for value in form.values():
        assert value.replace("'", "&#39;") in reply.text, "what was typed is kept"
    return told[1]


@pytest.mark.parametrize(
    ("chosen", "label", "seconds"),
    [
        ({"formula": "blitz", "joker": "joker"}, "Blitz + Joker", 60),
        ({"formula": "blitz", "letters": "7et8"}, "Blitz + 7 et 8", 60),
        ({"formula": "mort-subite", "letters": "7sur8"}, "Mort subite + 7 sur 8", 80),
        ({"formula": "topping", "joker": "joker"}, "Topping + Joker", 60),
        ({"letters": "7-8-9", "joker": "joker"}, "7, 8 et 9 + Joker", 120),
        ({"formula": "7sur8+joker"}, "7 sur 8 + Joker", 120),
    ],
)
def test_formulas_combine_in_the_form(
    client: WebClient, chosen: dict[str, str], label: str, seconds: int
) -> None:
    game = _created(client, **chosen)["game"]
    assert (game["formula"], game["clock"]["seconds"]) == (label, seconds)


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [("1", 60), ("1'30", 90), ("2 min", 120), ("90 s", 90), ("2:30", 150), ("1:10+20", 90)],
)
def test_a_time_is_read_as_people_say_it(client: WebClient, typed: str, seconds: int) -> None:
    assert _created(client, time=typed)["game"]["clock"]["seconds"] == seconds


def test_a_time_or_tables_that_are_not_understood_are_refused_in_one_line(
    client: WebClient,
) -> None:
    assert "minutes ou secondes" in _refused(client, time="90", title="Vendredi", players=PLAYERS)
    assert "temps illisible".capitalize() in _refused(client, time="vite")
    assert "Tables illisibles" in _refused(client, paper_tables="5-douze", players=PLAYERS)
    assert "lexique" in _refused(client, lexicon="nulle-part").lower()


def test_a_hall_of_phones_and_paper_is_made_in_the_form(client: WebClient) -> None:
    desk = _created(client, players=PLAYERS, paper_tables="2-3 5 à 7")
    assert desk["settings"]["paper_tables"] == [2, 3, 5, 6, 7]
    assert [line["on_paper"] for line in desk["tables"]] == [False, True, True]


def test_an_event_has_its_own_rule_for_solos_where_the_edition_lets_it(client: WebClient) -> None:
    own = {"solo_bonus": "5", "solo_players": "3"}
    assert "fixe la prime" in _refused(client, edition="2017", **own)
    assert "incomplète" in _refused(client, edition="2023", solo_bonus="5")
    assert "100" in _refused(client, edition="2023", solo_bonus="500", solo_players="3")
    code = _created(client, edition="2023", players=PLAYERS, entry="paper", **own)["game"]["code"]
    base = f"/api/games/{code}"
    for action in ("draw", "start", "end-time"):
        client.post(f"{base}/{action}", json={}).raise_for_status()
    client.post(f"{base}/marks/top", json={"tables": [2]}).raise_for_status()
    client.post(f"{base}/marks/missing", json={"rest": True}).raise_for_status()
    client.post(f"{base}/retain", json={}).raise_for_status()
    client.post(f"{base}/stop", json={"reason": "essai"}).raise_for_status()
    (solo,) = client.get(base).json()["solos"]
    assert (solo["table"], solo["bonus"]) == (2, 5)
    assert re.search(r"solos\s: 5\spoints à partir de 3", client.get(f"/arbitrer/{code}").text)


def test_topping_is_played_by_phone(client: WebClient) -> None:
    assert "téléphone" in _refused(client, formula="topping", entry="paper")


def test_a_tie_break_has_the_named_tables_and_no_others(
    client: WebClient, live_server: LiveServer
) -> None:
    events = played(6)
    code = seed(live_server, events)
    entrants = state_of(events).entrants
    form = {"formula": "mort-subite", "tie_of": code}
    desk = _created(client, **form, tie_tables="3-4")
    assert desk["game"]["formula"] == "Mort subite"
    assert [line["table"] for line in desk["tables"]] == [3, 4]
    assert [tuple(line["players"]) for line in desk["tables"]] == [
        entrants[3].players,
        entrants[4].players,
    ]
    assert "pas inscrite" in _refused(client, **form, tie_tables="3 99")
    assert "deux tables" in _refused(client, **form, tie_tables="3")
    assert "nommez-les" in _refused(client, **form)
    assert "reprend les joueurs" in _refused(client, **form, tie_tables="3 4", players=PLAYERS)
    assert "existe pas" in _refused(client, formula="mort-subite", tie_of="ZZZZ")


def test_the_desk_of_a_game_that_ends_level_leads_to_the_tie_break(
    page: Page, live_server: LiveServer
) -> None:
    code = seed(live_server, played(6))
    page.goto(f"/arbitrer/{code}")
    page.get_by_role("link", name="Départager des ex aequo").click()
    totals = {score.table: score.total for score in score_table(fold(played(6)))}
    place = 1 + sum(total > totals[3] for total in totals.values())
    expect(page.locator("#level")).to_contain_text(re.compile(rf"place {place}.: tables 3 4"))
    page.get_by_label("Tables qui se départagent").fill("3 4")
    expect(page.locator("#tie-of")).to_have_value(code)
    expect(page.locator("#formula")).to_have_value("mort-subite")
    page.get_by_role("button", name="Créer la partie").click()
    page.wait_for_url(re.compile(r"/arbitrer/[A-Z2-9]{4}$"))
    expect(page.locator("#slips")).to_have_text("2 tables inscrites")


def test_what_was_understood_is_shown_before_it_counts(
    page: Page, check_accessible: CheckAccessible
) -> None:
    page.goto("/arbitrer")
    shown = page.locator("#read-back")
    expect(shown).to_have_text("Partie classique, 3 min par coup")
    page.get_by_label("Temps par coup").fill("1")
    expect(shown).to_have_text("Partie classique, 1 min par coup")
    page.get_by_label("Temps par coup").fill("20")
    expect(shown).to_contain_text("minutes ou secondes")
    page.get_by_label("Temps par coup").fill("")
    page.get_by_label("Formule").select_option("mort-subite")
    page.get_by_label("Partie joker").check()
    expect(shown).to_have_text(
        "Mort subite + Joker, 1 min 20 pendant 3 coups, 1 min pendant 3 coups, puis 40 s par coup"
    )
    check_accessible(page)


def test_enter_never_sends_a_form_that_is_being_filled(page: Page) -> None:
    page.goto("/arbitrer")
    page.get_by_label("Nom de la partie").fill("Partie du vendredi")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Règlement")).to_be_focused()
    page.get_by_label("Temps par coup").fill("2")
    page.keyboard.press("Enter")
    page.get_by_label("Tables sur papier").fill("5-12")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Nom de la partie")).to_have_value("Partie du vendredi")
    assert page.url.endswith("/arbitrer")


def test_the_rule_for_solos_is_offered_where_the_edition_lets_an_event_have_one(
    page: Page,
) -> None:
    page.goto("/arbitrer")
    own = page.get_by_text("Solos : règle propre à l’épreuve")
    expect(own).to_be_hidden()
    page.get_by_label("Règlement").select_option("2023")
    expect(own).to_be_visible()


def test_two_phones_race_for_the_top(visit: Visitors, client: WebClient) -> None:
    players = "1 Anne\n2 Luc"
    desk = _created(client, formula="topping", draw="hand", players=players)
    code = desk["game"]["code"]
    base = f"/api/games/{code}"
    pins = {line["table"]: line["pin"] for line in client.get(f"{base}/pins").json()}
    phones = {table: visit("phone") for table in pins}
    for table, phone in phones.items():
        phone.goto(f"/rejoindre/{code}?table={table}&pin={pins[table]}")
        expect(phone.locator("body[data-ready]")).to_be_attached()
    client.post(f"{base}/draw", json={"letters": "AEINRST"}).raise_for_status()
    client.post(f"{base}/start").raise_for_status()
    top = client.get(f"{base}/referee").json()["tops"]["ties"][0]["move"]
    page = visit("laptop")
    page.goto(f"/arbitrer/{code}")
    expect(page.locator("#slips")).to_have_text("Coup 1 : top trouvé par 0/2 · cherchent : 1 2")
    for table, phone in phones.items():
        phone.get_by_text("Taper le mot").click()
        phone.locator("#typed").fill(top)
        phone.get_by_role("button", name="Proposer").click()
        if table == 1:
            expect(page.locator("#slips")).to_contain_text("top trouvé par 1/2 · cherchent : 2")
    expect(page.locator("#turns tbody tr")).to_have_count(1)
    for phone in phones.values():
        expect(phone.locator("#result")).to_contain_text("trouvé")
