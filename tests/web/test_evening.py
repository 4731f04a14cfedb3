"""A club's evening in a real browser: what everybody wrote is what is counted, and nothing else.

Thirteen tables, four with phones and nine on paper, one of which comes late; two markers a turn
behind the hall, a second marker, a cancelled turn, an appeal, and a second game in the same room.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from storm.oracle import count_totals, rank, standing

from tests.web.club import look, open_club, show_move
from tests.web.conftest import LiveServer, Visitors
from tests.web.evening import Draw, Evening, below_the_fold, count, counted, words_in

PHONES = (1, 2, 3, 4)
CLAIRE, PAUL = (5, 6, 7, 8), (9, 10, 11, 12)
LATE, ABSENT = 13, 12
PLAYERS = "\n".join(f"{n} Joueuse {n}" for n in range(1, LATE))
DESK = (".desk-bar .primary:not([hidden])", "#slips", "#say", "#clock", "#rack", "#tops")
MARKER = (
    "#turn",
    "#top",
    "#line",
    "#entry .primary",
    "#top-one",
    "#preview",
    "#rest-top",
    "#cells",
)
PHONE = ("#board", "#rack", "#clock", "#hand-in", "#shuffle", "#clear")


@pytest.fixture
def evening(browser: Browser, make_server: Callable[..., LiveServer]) -> Iterator[Evening]:
    """A hall with its door: nobody is an official who was not invited."""
    server = make_server(host="0.0.0.0")
    visitors = Visitors(browser, server.url)
    club = open_club(server, PLAYERS, paper_tables=[*CLAIRE, *PAUL])
    yield Evening(club, visitors, PHONES)
    visitors.close()
    assert not visitors.complaints


def test_what_everybody_wrote_is_what_is_counted_all_evening(
    evening: Evening, check_accessible: Callable[[Page], None]
) -> None:
    _first_game(evening)
    _check_log(evening)
    _second_game(evening)
    _check_log(evening)
    for page in (evening.desk.page, evening.claire.page, evening.phone, evening.projector):
        check_accessible(page)


def _first_game(evening: Evening) -> None:
    desk = evening.desk
    first = _first_turn(evening)
    _arrive_late(evening)
    second = _second_turn(evening, first)
    third = _cancelled_turn(evening, second)
    _appeal(evening, first)
    desk.stop()
    _missing_are_named(evening)
    evening.mark(evening.claire, third, *CLAIRE)
    evening.mark(evening.paul, third, *PAUL, LATE)
    expect(desk.page.locator("#incomplete")).to_be_hidden()
    _publish(evening)


def _first_turn(evening: Evening) -> Draw:
    """Everything that the turn's rhythm needs is seen without scrolling, and few keys do it."""
    desk = evening.desk
    count(desk.page)
    draw = desk.draw("AEINRST")
    assert below_the_fold(desk.page, *DESK) == []
    expect(evening.phone.locator("#hand-in")).to_be_enabled()
    assert below_the_fold(evening.phone, *PHONE) == []
    look(evening.phone, "evening-phone")
    taps = evening.tap(draw, PHONES[0])
    assert taps == len(draw.of(PHONES[0])[0].split(" ")[1]) + 2
    evening.hand_in(draw)
    expect(desk.page.locator("#slips")).to_contain_text("4/12")
    desk.press("f", "retain")
    assert below_the_fold(desk.page, *DESK[:3], "input[name=tie]") == []
    look(desk.page, "evening-desk")
    desk.press("v", "draw")
    assert counted(desk.page) == (len("t") + len("AEINRST") + len("\nlfv"), 0)
    return draw


def _arrive_late(evening: Evening) -> None:
    desk = evening.desk
    desk.visit("Joueurs et accès")
    page = desk.page
    page.get_by_label("Une table par ligne").fill(f"{LATE} Joueuse {LATE}")
    page.get_by_role("radio", name="Papier").check()
    page.get_by_label("Qui corrige leurs bulletins").select_option(index=2)
    page.get_by_role("button", name="Inscrire").click()
    expect(page.get_by_role("row", name=f"Joueuse {LATE}")).to_contain_text("depuis le coup 2")
    desk.come_back()


def _second_turn(evening: Evening, first: Draw) -> Draw:
    """The hall plays the second turn while both markers are at the first."""
    desk, claire, paul = evening.desk, evening.claire, evening.paul
    draw = desk.draw("EILNOUT")
    _play_phone(evening, draw)
    claire.is_at(first.turn)
    expect(claire.page.locator("#hall-turn")).to_have_text("la salle : coup 2")
    assert below_the_fold(claire.page, *MARKER) == []
    look(claire.page, "evening-marker")
    evening.mark(claire, first, 5, 6)
    move, points = first.of(7)
    claire.enter_held(7, move, points + 1)
    evening.written.note(first, 7, move)
    _misread(evening, first, 8)
    assert counted(claire.page)[1] == 0
    evening.mark(paul, first, *PAUL)
    _second_reading(evening, first, 8)
    desk.press("f", "retain")
    desk.press("v", "draw")
    return draw


def _misread(evening: Evening, draw: Draw, table: int) -> None:
    """The marker reads a neighbour's word on a slip."""
    move, points = draw.of(table + 1)
    evening.claire.enter(table, move, points)
    evening.written.note(draw, table, move)


def _second_reading(evening: Evening, draw: Draw, table: int) -> None:
    """The second marker reads it right: the referee sees the difference and puts it right."""
    move, points = draw.of(table)
    denis = evening.denis
    while denis.page.locator("#turn").inner_text() != f"Coup {draw.turn}":
        denis.page.keyboard.press("PageUp")
    denis.is_at(draw.turn)
    denis.enter(table, move, points)
    expect(denis.page.locator("#difference-lines")).to_contain_text(move.split(" ")[1])
    line = {"line": f"{table} {move} {points}", "turn": draw.turn, "reason": "relu"}
    evening.club.post("marks/line", line)
    evening.written.note(draw, table, move)


def _play_phone(evening: Evening, draw: Draw) -> None:
    """The phone's page writes the word, the others are programs."""
    expect(evening.phone.locator("#hand-in")).to_be_enabled()
    move, _ = draw.of(PHONES[0])
    show_move(evening.phone, move)
    evening.phone.get_by_role("button", name="Remettre").click()
    expect(evening.phone.locator("#receipt")).to_contain_text("Reçu")
    evening.written.note(draw, PHONES[0], move)
    evening.hand_in(draw)


def _cancelled_turn(evening: Evening, second: Draw) -> Draw:
    """The third turn is cancelled under a marker's fingers, and drawn again."""
    desk, claire = evening.desk, evening.claire
    void = desk.draw("ADEGLMO")
    _play_phone(evening, void)
    evening.mark(claire, second, *CLAIRE)
    evening.mark(evening.paul, second, *PAUL, LATE)
    desk.press("f", "retain")
    evening.mark(claire, void, 5)
    claire.page.keyboard.type("6 H4 MOD")
    desk.page.keyboard.press("a")
    desk.page.keyboard.type("Erreur d'épellation")
    desk.press("Enter", "draw")
    expect(claire.page.locator("#line")).to_have_value("")
    for page in (desk.page, evening.projector, evening.phone):
        expect(page.locator("#cancelled")).to_contain_text("Coup 3 annulé")
    draw = desk.draw("ABDEIRU")
    _play_phone(evening, draw)
    desk.press("f", "retain")
    desk.press("v", "draw")
    return draw


def _appeal(evening: Evening, draw: Draw) -> None:
    """The referee gives table 7 its points back."""
    desk, (_, points) = evening.desk, draw.of(7)
    desk.visit("Décisions")
    page = desk.page
    page.get_by_label("Coup").select_option(str(draw.turn))
    page.get_by_role("button", name="Afficher").click()
    page.get_by_text("Rectifier table 7").click()
    page.locator("#p7").fill(str(points))
    page.locator("#s7").select_option("none")
    page.locator("#r7").fill("le chiffre se lit bien")
    row = page.get_by_role("row", name="Joueuse 7")
    row.get_by_label("sur appel").check()
    row.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_text("Décision enregistrée")).to_be_visible()
    desk.come_back()


def _missing_are_named(evening: Evening) -> None:
    """The game is over, its ranking is not: it says what it lacks, and nobody sees it."""
    wanted = "coup 3, tables 5 6 7 8 9 10 11 12 13"
    expect(evening.desk.ask_to_publish()).to_contain_text(wanted)
    evening.desk.page.get_by_role("button", name="Pas encore").click()
    seen = evening.club.server.client().get(evening.club.base).json()
    assert (seen["provisional"], seen["published"], seen["ranking"]) == (True, False, [])
    assert seen["missing"] == [{"turn": 3, "tables": [*CLAIRE, *PAUL, LATE]}]
    expect(evening.projector.get_by_text("Il manque 9 bulletins").first).to_be_attached()
    expect(evening.phone.locator("#result")).to_contain_text("L’arbitre publiera le classement")


def _publish(evening: Evening) -> None:
    expect(evening.desk.ask_to_publish()).to_contain_text("Tous les bulletins sont corrigés")
    evening.desk.publish()
    expect(evening.phone.locator("#result")).to_contain_text("Vous êtes")


def _check_log(evening: Evening) -> None:
    """Every slip of the log stands on the draw it was written for; the ranking is its fold."""
    events = evening.events()
    written = evening.written.words
    assert words_in(events) == written
    for (number, table), words in written.items():
        others = {w for (n, t), ws in written.items() if n != number and t == table for w in ws}
        assert not others & set(words), "a slip on a wrong turn could not be told"
    assert evening.ranking() == rank(count_totals(events))
    ruled = {(e["turn"], e["table"]) for e in standing(events) if e["event"] == "ruled"}
    slips = {(e["turn"], e["table"]) for e in standing(events) if e["event"] == "slip"}
    assert ruled == slips


def _second_game(evening: Evening) -> None:
    """The same room, but for one who went home; the markers are a turn behind again."""
    desk = evening.desk
    desk.page.get_by_role("link", name="Même salle, partie suivante").click()
    desk.page.get_by_label(f"{ABSENT} · Joueuse {ABSENT}").uncheck()
    before = desk.page.url
    desk.page.get_by_role("button", name="Ouvrir la partie suivante").click()
    expect(desk.page).not_to_have_url(before)
    evening.follow(desk.page.url.rpartition("/")[2])
    present = [table for table in (*PAUL, LATE) if table != ABSENT]
    draws: list[Draw] = []
    for letters in ("EILNOUT", "AEINRST"):
        draw = desk.draw(letters)
        _play_phone(evening, draw)
        for behind in draws:
            evening.mark(evening.claire, behind, *CLAIRE)
            evening.mark(evening.paul, behind, *present)
        desk.press("f", "retain")
        desk.press("v", "draw")
        draws.append(draw)
    evening.mark(evening.claire, draws[-1], *CLAIRE)
    evening.mark(evening.paul, draws[-1], *present)
    desk.stop()
    _publish(evening)
