"""What the phone tells of a table is what the ranking and its road sheet tell."""

from collections.abc import Sequence

import pytest

from raccord import documents, wordlists
from raccord.duplicate import Event, fold
from raccord.duplicate import events as ev
from raccord.hall.companion import Companion
from raccord.hall.games import Game
from raccord.hall.shapes import OwnView
from raccord.hall.standing import standing
from raccord.hall.views import own_view
from raccord.regulation import Citation, Finding, Ruling, Sanction
from raccord.regulation.ruling import DISCIPLINE
from tests.web.played import played, unfinished

TABLES = 16
"""From so many tables on a solo earns its bonus (2017 3.5)."""


def game_of(events: Sequence[Event]) -> Game:
    state = fold(events)
    return Game("ABCD", len(events), state, Companion(), 1, wordlists.load("fr-libre"))


def own(game: Game, table: int) -> OwnView:
    return own_view(game, table, standing(game))


def reprimand(table: int) -> ev.Ruled:
    """A right slip of a player who talks: nothing but a disciplinary warning."""
    finding = Finding(DISCIPLINE, Citation("2017", "6.1"), Sanction.WARNING, "conduite")
    ruling = Ruling(
        edition="2017",
        points=20,
        base=20,
        sanction=Sanction.WARNING,
        findings=(finding,),
        disciplinary=True,
    )
    return ev.Ruled(turn=1, table=table, ruling=ruling)


def test_a_disciplinary_warning_alone_is_one_warning_on_the_phone_as_in_the_ranking() -> None:
    game = game_of((*unfinished(played(1), 2), reprimand(1)))
    (line,) = documents.ranking(game.state).lines
    assert own(game, 1).warnings == line.warnings == 1


def test_after_the_end_the_phones_total_is_the_rankings() -> None:
    game = game_of(played(TABLES))
    lines = documents.ranking(game.state).lines
    assert any(line.bonus for line in lines)
    assert any(line.warning_cost for line in lines)
    for line in lines:
        told = own(game, line.table)
        assert (told.total, told.place) == (line.total, line.place)
        assert (told.bonus, told.warning_cost) == (line.bonus, line.warning_cost)


def test_under_way_the_phone_tells_no_solo_but_what_warnings_cost() -> None:
    game = game_of(unfinished(played(TABLES), 14))
    lines = documents.ranking(game.state).lines
    assert any(line.warning_cost for line in lines)
    assert [own(game, line.table).total for line in lines] == [line.total for line in lines]
    assert not any(own(game, line.table).bonus for line in lines)


@pytest.mark.parametrize("turn", [3, 14])
def test_the_phones_road_sheet_is_the_printed_one(turn: int) -> None:
    late = ev.Registered(table=TABLES + 1, players=("Retardataire",), first_turn=turn)
    game = game_of((*unfinished(played(TABLES), turn), late))
    for sheet in documents.road_sheets(game.state):
        told = own(game, sheet.line.table)
        assert [(r.turn, r.points, r.total, r.top_total, r.absent) for r in told.road] == [
            (r.turn, r.points, r.total, r.top_total, r.is_absent) for r in sheet.lines
        ]
        assert told.warnings == sum(row.warnings for row in sheet.lines)


def test_a_game_annulled_leaves_a_table_its_total_but_no_place() -> None:
    events = [e for e in played(TABLES) if not isinstance(e, ev.GameEnded)]
    ended = next(e for e in played(TABLES) if isinstance(e, ev.GameEnded))
    game = game_of((*events[:-1], ev.GameEnded(reason=ended.reason, void=True)))
    told = own(game, 1)
    assert told.place is None
    assert told.total == documents.road_sheet(game.state, 1).line.total > 0
