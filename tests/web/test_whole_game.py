"""A club night in one browser: referee, projector, three phones, a marker with paper slips.

Everything goes through the pages. One phone loses its network in the middle of a turn, hands in
meanwhile and comes back. What the pages tell at the end must be what the log on disk folds to.
"""

import asyncio
import re
import threading
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from raccord.duplicate import Event, fold, score_table
from raccord.duplicate import events as ev
from raccord.hall import Hall
from raccord.web import Settings
from raccord.web.services import Services
from tests.hall.logged import logged
from tests.web.club import Club, look, open_club, show_move, type_move, until
from tests.web.conftest import LiveServer, Visitors

DRAWS = ("AEINRST", "EILNOUT", "ADEGLMO")
"""Each makes a scrabble, so that the bag gives seven new letters every turn."""


def _events(club: Club) -> Sequence[Event]:
    """The events of the game as they stand on disk, read by another process than the server's."""
    found: list[Event] = []

    async def read() -> None:
        services = Services(Settings(data=club.server.services.settings.data))
        try:
            found.extend(await logged(services.get(Hall), club.code))
        finally:
            await services.close()

    thread = threading.Thread(target=lambda: asyncio.run(read()))
    thread.start()
    thread.join()
    assert found
    return found


class Night:
    """The visitors of one game."""

    def __init__(self, visit: Visitors, server: LiveServer) -> None:
        self.club = open_club(server, paper_tables=[4])
        self.referee = visit("laptop")
        self.referee.goto(f"/arbitrer/{self.club.code}")
        self.projector = visit("projector")
        self.projector.goto(f"/projection/{self.club.code}")
        self.phones = [self.club.join(visit("phone"), table) for table in (1, 2, 3)]
        self.marker = self.club.invite(visit("laptop"), "marker", label="Claire")
        self.turn = 0

    def step(self, key: str, then: str) -> None:
        """Press a key of the referee's desk and wait for the next thing to do."""
        self.referee.locator("h1").click()
        self.referee.keyboard.press(key)
        self.wait_for(then)

    def wait_for(self, act: str) -> None:
        """Wait until this is the one highlighted button."""
        bar = self.referee.locator(".desk-bar .primary:visible")
        expect(bar).to_have_attribute("data-act", act)

    def draw(self, letters: str) -> tuple[str, int, str, int]:
        """Draw by hand and start the clock; gives the top and the best move below it."""
        self.turn += 1
        self.referee.locator("h1").click()
        self.referee.keyboard.press("t")
        self.referee.locator("#letters").fill(letters)
        self.referee.keyboard.press("Enter")
        self.wait_for("start")
        tops = self.club.get("referee")["tops"]
        self.step("l", "end-time")
        for phone in self.phones:
            expect(phone.locator("#hand-in")).to_be_enabled()
        below, points = tops["sub_tops"][0]
        return tops["ties"][0]["move"], tops["points"], below, points

    def end_time(self) -> None:
        """The referee calls the end; the markers' line opens."""
        self.step("f", "retain")
        expect(self.marker.locator("#turn")).to_have_text(f"Coup {self.turn}")
        expect(self.marker.locator("#line")).to_be_enabled()

    def mark(self, line: str) -> None:
        """The marker types a line."""
        self.marker.locator("#line").fill(line)
        expect(self.marker.locator("#preview")).to_contain_text("point")
        # A ruling that is not plain must have been before the marker's eyes.
        self.marker.wait_for_timeout(350)
        self.marker.keyboard.press("Enter")
        expect(self.marker.locator("#line")).to_have_value("")

    def retain(self) -> None:
        """The top is announced."""
        self.step("v", "draw")


def _hand_in(phone: Page) -> None:
    phone.get_by_role("button", name="Remettre").click()


def _received(phone: Page) -> None:
    expect(phone.locator("#receipt")).to_have_text(
        re.compile(r"^Reçu à \d:\d\d — vous pouvez modifier")
    )


def _result(phone: Page, text: str | re.Pattern[str]) -> None:
    expect(phone.locator("#result")).to_contain_text(text)


def _first_turn(night: Night) -> tuple[int, int]:
    top, points, *_ = night.draw(DRAWS[0])
    below, lower = "H8 TARI", 8
    anne, luc, zoe = night.phones
    type_move(anne, top)
    show_move(luc, below)
    show_move(zoe, below)
    for phone in night.phones:
        _hand_in(phone)
        _received(phone)
    expect(night.referee.locator("#slips")).to_contain_text("3/4")
    night.end_time()
    night.mark(f"4 {top} {points}")
    expect(night.marker.get_by_role("button", name=re.compile("^Table 4, juste"))).to_be_visible()
    look(night.projector, "projector-turn")
    night.retain()
    _result(anne, f"{points} points — c’est le top")
    _result(luc, f"{lower} points sur {points}")
    expect(night.projector.locator("#last-text")).to_contain_text(top.split(" ")[1])
    return points, lower


def _second_turn(night: Night) -> tuple[int, int]:
    """Zoé is cut off; Anne changes her mind."""
    top, points, below, lower = night.draw(DRAWS[1])
    anne, luc, zoe = night.phones
    zoe.context.set_offline(True)
    show_move(zoe, top)
    _hand_in(zoe)
    expect(zoe.locator("#offline")).to_contain_text("votre bulletin partira dès le retour")
    expect(zoe.locator("#receipt")).not_to_contain_text("Reçu")
    show_move(anne, below)
    _hand_in(anne)
    _received(anne)
    anne.get_by_role("button", name="Effacer").click()
    show_move(anne, top)
    _hand_in(anne)
    _received(anne)
    show_move(luc, below)
    _hand_in(luc)
    _received(luc)
    expect(night.referee.locator("#slips")).to_contain_text("2/4")
    zoe.context.set_offline(False)
    _received(zoe)
    expect(night.referee.locator("#slips")).to_contain_text("3/4")
    night.end_time()
    night.mark(f"4 {top} {points + 1}")
    expect(
        night.marker.get_by_role("button", name=re.compile("^Table 4, avertissement"))
    ).to_be_visible()
    night.retain()
    for phone in (anne, zoe):
        _result(phone, f"{points} points — c’est le top")
    _result(luc, f"{lower} points sur {points}")
    return points, lower


def _third_turn(night: Night) -> int:
    """Luc hands in nothing; the marker gives the rest the top."""
    top, points, _, _ = night.draw(DRAWS[2])
    anne, luc, zoe = night.phones
    for phone in (anne, zoe):
        show_move(phone, top)
        _hand_in(phone)
        _received(phone)
    night.end_time()
    expect(luc.locator("#receipt")).to_have_text("Aucun bulletin n’a été remis.")
    night.mark("2 -")
    night.mark("= reste")
    night.retain()
    _result(luc, re.compile(r"0\spoint — nullité"))
    return points


def test_a_whole_game_from_the_first_draw_to_the_ranking(
    visit: Visitors, live_server: LiveServer, check_accessible: Callable[[Page], None]
) -> None:
    night = Night(visit, live_server)
    club, referee = night.club, night.referee
    first, first_lower = _first_turn(night)
    second, second_lower = _second_turn(night)
    third = _third_turn(night)

    referee.get_by_text("Réglages, tirage rectifié").click()
    referee.get_by_role("button", name="Arrêter définitivement").click()
    referee.keyboard.type("fin de soirée")
    referee.keyboard.press("Enter")
    expect(referee.locator("#turn")).to_have_text("Partie terminée")

    expected = {
        1: first + second + third,
        2: first_lower + second_lower,
        3: first_lower + second + third,
        4: first + second + third,
    }
    events = _events(club)
    scores = {score.table: score for score in score_table(fold(events))}
    assert {table: score.points for table, score in scores.items()} == expected
    assert scores[4].warnings == 1

    ranking = club.get("ranking")
    assert {line["table"]: line["total"] for line in ranking} == {
        table: score.total for table, score in scores.items()
    }
    totals = [line["total"] for line in ranking]
    assert totals == sorted(totals, reverse=True)

    handed = [(e.turn, e.table) for e in events if isinstance(e, ev.SlipHandedIn)]
    assert handed.count((2, 3)) == 1, "the slip written offline counts once"
    assert handed.count((2, 1)) == 2, "a replaced slip is kept beside the one that counts"
    assert (3, 2) not in handed

    referee.get_by_role("button", name="Publier le classement").first.click()
    referee.locator("#publish-form").get_by_role("button", name="Publier le classement").click()
    # The slides go by: the ranking comes back within a minute.
    expect(night.projector.get_by_text("Zoé Martin")).to_be_visible(timeout=60_000)
    for table, phone in enumerate(night.phones, 1):
        place = next(line["place"] for line in ranking if line["table"] == table)
        expect(phone.locator("#result")).to_contain_text(
            f"Vous êtes {'1er' if place == 1 else f'{place}e'} sur 4"
        )
        check_accessible(phone)
    anne = night.phones[0]
    look(anne, "player-over")
    anne.locator("#result").get_by_role("link", name="Classement").first.click()
    expect(anne.get_by_role("rowheader", name="Anne Petit")).to_be_visible()
    expect(anne.locator("main")).to_contain_text(str(scores[1].total))
    check_accessible(night.marker)
    until(lambda: club.get("referee")["next"] in {"reveal", "results"})
