"""What an event shows of its people holds on every page of its games, too."""

import re

import pytest

from tests.web.club import Club
from tests.web.competition.test_competitions import MakeServer, Organiser
from tests.web.competition.test_plans import game, over
from tests.web.test_rights import stranger

PATHS = (
    "/partie/{code}",
    "/partie/{code}.json",
    "/partie/{code}/classement",
    "/partie/{code}/classement.csv",
    "/partie/{code}/classement.json",
    "/partie/{code}/feuille",
    "/partie/{code}/feuille.json",
    "/projection/{code}",
    "/api/games/{code}",
    "/api/games/{code}/ranking",
    "/competition/{event}",
    "/competition/{event}.json",
    "/competition/{event}/classement.csv",
    "/competition/{event}/partie/1",
    "/competition/{event}/partie/1.json",
    "/api/tournaments/{event}",
    "/api/tournaments/{event}/ranking",
    "/api/tournaments/{event}/teams",
    "/saison/2026",
    "/saison/2026.json",
)


@pytest.fixture
def organiser(make_server: MakeServer) -> Organiser:
    return Organiser(make_server())


def played(organiser: Organiser, shown: str) -> Club:
    """A game with a solo in it, its results published."""
    organiser.open(shown=shown, season="2026")
    organiser.form("engages", text="Joueur;Équipe\nÉlodie Zwanzig;X\nHubert Quinze / Odile Seize;Y")
    organiser.form("plan", plan="classic")
    club = game(organiser)
    club.post("draw", {"letters": ""})
    club.post("start")
    club.finish_turn()
    for line in ("1 =", "2 -"):
        club.post("marks/line", {"turn": 1, "line": line})
    over(club)
    return club


def seen(organiser: Organiser, club: Club) -> dict[str, str]:
    outside = stranger(organiser.server)
    found = {}
    for path in PATHS:
        reply = outside.get(path.format(code=club.code, event=organiser.code))
        assert reply.status_code == 200, (path, reply.text)
        found[path] = reply.text
    return found


NAMES = re.compile("Élodie|Zwanzig|Hubert|Quinze|Odile|Seize")


@pytest.mark.parametrize("shown", ["initials", "number"])
def test_no_page_tells_a_name_that_the_event_does_not_show(
    organiser: Organiser, shown: str
) -> None:
    club = played(organiser, shown)
    told = [path for path, text in seen(organiser, club).items() if NAMES.search(text)]
    assert told == []
    desk = club.desk.get(f"{club.base}/ranking").json()
    assert desk[0]["players"] == ["Élodie Zwanzig"]
    assert "Élodie Zwanzig" in str(club.desk.get(f"{club.base}/referee").json())


def test_changing_what_is_shown_changes_it_on_games_already_played(organiser: Organiser) -> None:
    club = played(organiser, "name")
    before = seen(organiser, club)
    assert all(NAMES.search(before[path]) for path in PATHS if "ranking" in path)
    organiser.form("reglages", title="Open", shown="initials", season="2026")
    assert not any(NAMES.search(text) for text in seen(organiser, club).values())
    assert "É. Z." in str(stranger(organiser.server).get(f"{club.base}/ranking").json())
