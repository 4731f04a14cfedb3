"""A competition's game in sections: its tables are spread, its ranking is over all of them."""

from dataclasses import replace

import pytest

from raccord.duplicate import Refusal
from raccord.duplicate import commands as cmd
from raccord.duplicate.slips.sections import APART, Section, joined
from raccord.hall import Hall
from raccord.hall.appeals import Appeals
from raccord.hall.companion import HallSettings
from raccord.hall.competitions import Competition, Competitions, find_event
from raccord.hall.desk import NewGame
from raccord.hall.section_views import OWN
from raccord.regulation import Sanction
from raccord.tournament import Person, commands, standing
from raccord.tournament.cases import Spot
from tests.hall.conftest import Run, Time, enter_players
from tests.hall.test_game_in_sections import caught_up

NAMES = ("Anne", "Luc", "Zoé", "Paul")
POINTS = {1: 10, 2: 20, 3: 30, 4: 40}


async def scheduled(hall: Hall) -> tuple[Competitions, str, str]:
    """A tournament of four with its first game open: the competition's and the game's code."""
    events = Competitions(hall)
    event = await events.open(commands.Open(title="Tournoi"))
    for name in NAMES:
        await events.execute(event, commands.Enter(people=(Person(name=name),)))
    wish = NewGame(settings=HallSettings(draw="hand"))
    return events, event, await events.games.new_game(event, wish)


async def spread(hall: Hall) -> tuple[Competitions, str, str, str]:
    events, event, master = await scheduled(hall)
    north = await hall.sections.add(await hall.get(master), "Nord", (3, 4))
    return events, event, master, north


async def play(hall: Hall, time: Time, master: str, north: str) -> None:
    """One turn, every table with points of its own; then the end."""
    await hall.execute(master, cmd.Draw(letters="LUSTRES"))
    await hall.execute(master, cmd.Start())
    time.go(180)
    await hall.tick(master)
    await hall.execute(master, cmd.Retain())
    await caught_up(hall, master, north)
    for table, points in POINTS.items():
        await correct(hall, north if table > 2 else master, table, points)
    await hall.execute(master, cmd.Stop(reason="fin"))
    await caught_up(hall, master, north)


async def correct(hall: Hall, code: str, table: int, points: int) -> None:
    wish = cmd.Correct(turn=1, table=table, points=points, reason="relu", insist=True)
    await hall.execute(code, wish)


async def ranks(events: Competitions, found: Competition) -> list[tuple[int, str, int]]:
    lines = standing(await events.summary(found))
    return [(line.place, line.player, int(line.value)) for line in lines]


def test_results_of_every_section_count_in_the_competition(in_hall: Run, time: Time) -> None:
    async def tournament(hall: Hall) -> None:
        events, event, master, north = await spread(hall)
        assert sorted((await hall.get(master)).state.entrants) == [1, 2]
        assert sorted((await hall.get(north)).state.entrants) == [3, 4]
        assert (await hall.get(north)).companion.event == event
        await play(hall, time, master, north)
        assert not (await events.summary(await events.get(event))).games
        await hall.execute(master, cmd.Publish())
        found = await events.get(event)
        assert len(found.whole.entries) == 4
        assert await ranks(events, found) == [
            (1, "Paul", 40),
            (2, "Zoé", 30),
            (3, "Luc", 20),
            (4, "Anne", 10),
        ]
        _, halls, _ = await find_event(hall.resources.store, event)
        assert sorted(halls[master].entrants) == [1, 2, 3, 4]
        # A correction in a section moves the competition's ranking.
        await caught_up(hall, master, north)
        await correct(hall, north, 3, 50)
        assert (await ranks(events, await events.get(event)))[0] == (1, "Zoé", 50)

    in_hall(tournament)


def test_an_appeal_is_filed_and_decided_where_the_table_plays(in_hall: Run, time: Time) -> None:
    async def tournament(hall: Hall) -> None:
        events, event, master, north = await spread(hall)
        await play(hall, time, master, north)
        appeals = Appeals(hall, events)
        spot = Spot(1, 1, 4)
        wish = commands.FileAppeal(spot=spot, by="player", who="Paul", reason="mot valable")
        await appeals.file(await hall.get(north), 1, 4, wish)
        assert [case.table for case in (await appeals.own(await hall.get(north), 4)).cases] == [4]
        settled = commands.Settle(
            spot=spot, points=44, sanction=Sanction.NONE, reason="valable", by="Eva"
        )
        await appeals.settle(event, settled, insist=True)
        ruling = (await hall.get(north)).state.mark(1, 4).ruling
        assert ruling is not None
        assert ruling.points == 44

    in_hall(tournament)


def test_whoever_is_excluded_is_out_of_the_section_he_plays_in(in_hall: Run) -> None:
    async def tournament(hall: Hall) -> None:
        events, event, _, north = await spread(hall)
        await events.execute(event, commands.Exclude(number=4, reason="tricherie"))
        out = (await hall.get(north)).state.entrants[4]
        assert out.is_excluded or out.last_turn is not None

    in_hall(tournament)


def test_the_next_game_opens_the_same_sections_with_their_tables(in_hall: Run, time: Time) -> None:
    async def tournament(hall: Hall) -> None:
        events, event, master, north = await spread(hall)
        invited = await hall.desk.invite(north, "marker", "Eva", (3,))
        await play(hall, time, master, north)
        await hall.execute(master, cmd.Publish())
        with pytest.raises(Exception, match="pupitre de la salle principale"):
            await events.games.next_game(await hall.get(north))
        second = await events.games.next_game(await hall.get(master))
        after = await hall.get((await hall.get(north)).companion.next)
        assert sorted(after.state.entrants) == [3, 4]
        assert after.state.opened.follows == second
        assert after.companion.invitations == {invited.id: invited}
        assert sorted((await hall.get(second)).state.entrants) == [1, 2]
        assert sorted((await events.get(event)).halls[second].entrants) == [1, 2, 3, 4]

    in_hall(tournament)


def test_equals_of_two_sections_meet_in_one_sudden_death(in_hall: Run, time: Time) -> None:
    async def tournament(hall: Hall) -> None:
        events, event, master, north = await spread(hall)
        await play(hall, time, master, north)
        await correct(hall, master, 1, 50)
        await correct(hall, north, 3, 50)
        await hall.execute(master, cmd.Publish())
        code = await events.games.tie_game(event, (1, 3))
        game = await hall.get(code)
        assert {one.players for one in game.state.entrants.values()} == {("Anne",), ("Zoé",)}
        assert game.state.formula.knockout
        with pytest.raises(Refusal, match="entre par son téléphone"):
            await hall.sections.add(game, "Nord", (3,))
        assert not (await hall.get(code)).state.sections

    in_hall(tournament)


def test_two_sections_never_give_the_same_number(in_hall: Run) -> None:
    async def tournament(hall: Hall) -> None:
        _, _, _, north = await spread(hall)
        with pytest.raises(Refusal, match="la table 1 joue déjà en section « Salle principale »"):
            await enter_players(hall, north, "1 Marc")
        await enter_players(hall, north, "5 Marc")

    in_hall(tournament)


def test_tables_that_are_not_there_or_have_begun_do_not_move(in_hall: Run) -> None:
    async def tournament(hall: Hall) -> None:
        _, _, master = await scheduled(hall)
        with pytest.raises(Refusal, match="la table 9 n'est pas de cette salle"):
            await hall.sections.add(await hall.get(master), "Nord", (9,))
        await hall.execute(master, cmd.Draw(letters="LUSTRES"))
        with pytest.raises(Refusal, match="après le premier tirage"):
            await hall.sections.add(await hall.get(master), "Nord", (1,))
        assert not (await hall.get(master)).state.sections

    in_hall(tournament)


def test_two_tables_of_one_number_both_count_and_one_on_its_way_counts_once(in_hall: Run) -> None:
    async def tournament(hall: Hall) -> None:
        _, _, master, north = await spread(hall)
        own, far = (await hall.get(master)).state, (await hall.get(north)).state
        both = joined(own, [Section("A", OWN, own), Section("B", "x", far), Section("C", "y", far)])
        assert sorted(both.state.entrants) == [1, 2, 3, 4, 2 * APART + 3, 2 * APART + 4]
        assert both.places[2 * APART + 3] == ("C", 3)
        coming = replace(far, moving={3: "B", 4: "B"})
        moving = joined(coming, [Section("A", OWN, coming), Section("B", "x", far)])
        assert moving.places == {3: ("B", 3), 4: ("B", 4)}

    in_hall(tournament)
