"""Evenings and tournaments in the hall: one game after another in the same room."""

import asyncio

import pytest

from raccord.duplicate import commands as game_cmd
from raccord.hall import Hall
from raccord.hall.competitions import Competitions
from raccord.hall.desk import NewGame
from raccord.hall.errors import UnknownError
from raccord.tournament import Person, Refusal, commands, standing
from tests.hall.conftest import Run, enter_players, new_game


async def stop(hall: Hall, code: str) -> None:
    await hall.execute(code, game_cmd.Stop(reason="fin de soirée"))
    await hall.execute(code, game_cmd.Publish())


def test_the_next_game_in_the_same_room_keeps_tables_settings_and_invitations(in_hall: Run) -> None:
    async def evening(hall: Hall) -> None:
        events = Competitions(hall)
        first = await new_game(hall, entry="strict", paper_tables=(2,), show_ranking=True)
        invited = await hall.desk.invite(first, "marker", "Paul", (1, 2))
        await hall.desk.renew_pins(first, (1,))
        await stop(hall, first)
        second = await events.games.next_game(await hall.get(first), absent={3})
        before, after = await hall.get(first), await hall.get(second)
        assert {t: e.players for t, e in after.state.entrants.items()} == {
            1: ("Anne",),
            2: ("Luc",),
        }
        assert after.companion.settings == before.companion.settings
        assert after.companion.invitations == {invited.id: invited}
        assert after.companion.pin_rounds == {1: 1, 3: 1}
        assert after.companion.before == (first,)
        assert before.companion.next == second
        assert after.state.opened.formula == before.state.opened.formula
        event = await events.get(before.companion.event)
        assert [game.code for game in event.state.games] == [first, second]
        assert event.state.title == "Soirée du 15 janvier 2027"
        assert after.state.opened.title == "Soirée du 15 janvier 2027 – partie 2"

    in_hall(evening)


def test_asking_twice_for_the_next_game_gives_the_same(in_hall: Run) -> None:
    async def evening(hall: Hall) -> None:
        events = Competitions(hall)
        first = await new_game(hall)
        await stop(hall, first)
        second = await events.games.next_game(await hall.get(first))
        assert await events.games.next_game(await hall.get(first)) == second

    in_hall(evening)


def test_asking_twice_at_once_opens_one_game(in_hall: Run) -> None:
    async def evening(hall: Hall) -> None:
        events = Competitions(hall)
        first = await new_game(hall)
        await stop(hall, first)
        game = await hall.get(first)
        one, other = await asyncio.gather(
            events.games.next_game(game), events.games.next_game(game)
        )
        assert one == other
        assert len(await events.all()) == 1

    in_hall(evening)


def test_the_next_game_waits_for_the_end_of_this_one(in_hall: Run) -> None:
    async def evening(hall: Hall) -> None:
        first = await new_game(hall)
        with pytest.raises(Refusal, match="pas terminée"):
            await Competitions(hall).games.next_game(await hall.get(first))

    in_hall(evening)


def test_the_absent_and_the_late_find_their_place_again(in_hall: Run) -> None:
    async def evening(hall: Hall) -> None:
        events = Competitions(hall)
        first = await new_game(hall)
        await stop(hall, first)
        second = await events.games.next_game(await hall.get(first), absent={3})
        await enter_players(hall, second, "7 Max")
        await stop(hall, second)
        third = await events.games.next_game(await hall.get(second), absent={1})
        entrants = (await hall.get(third)).state.entrants
        assert {t: e.players for t, e in entrants.items()} == {
            2: ("Luc",),
            3: ("Zoé",),
            7: ("Max",),
        }
        event = await events.get((await hall.get(third)).companion.event)
        names = {number: entry.name for number, entry in event.state.entries.items()}
        assert names == {1: "Anne", 2: "Luc", 3: "Zoé", 7: "Max"}
        lines = standing(await events.summary(event))
        assert {line.player: line.games for line in lines} == {
            "Anne": (0, 0),
            "Luc": (0, 0),
            "Zoé": (0, None),
            "Max": (None, 0),
        }

    in_hall(evening)


def test_a_game_counts_once_its_results_are_published(in_hall: Run) -> None:
    async def evening(hall: Hall) -> None:
        events = Competitions(hall)
        first = await new_game(hall)
        await hall.execute(first, game_cmd.Stop(reason="fin"))
        await events.games.next_game(await hall.get(first))
        code = (await hall.get(first)).companion.event
        assert standing(await events.summary(await events.get(code))) == ()
        await hall.execute(first, game_cmd.Publish())
        assert len(standing(await events.summary(await events.get(code)))) == 3

    in_hall(evening)


def test_a_competition_makes_its_games_for_those_who_are_there(in_hall: Run) -> None:
    async def event(hall: Hall) -> None:
        events = Competitions(hall)
        code = await events.open(commands.Open(title="Open d'automne"))
        entries = tuple(commands.Enter(people=(Person(name=n),)) for n in ("Anne", "Luc", "Zoé"))
        await events.execute(code, commands.EnterAll(entries=entries))
        await events.execute(code, commands.CheckIn(numbers=(2,), presence="absent"))
        game = await hall.get(await events.games.new_game(code, NewGame(formula="joker")))
        assert sorted(game.state.entrants) == [1, 3]
        assert game.state.opened.title == "Open d'automne – partie 1"
        assert game.companion.event == code
        assert [stream.title for stream in await events.all()] == ["Open d'automne"]

    in_hall(event)


def test_what_a_crash_leaves_is_taken_up_again(in_hall: Run) -> None:
    codes: list[str] = []

    async def before(hall: Hall) -> None:
        code = await Competitions(hall).open(commands.Open(title="Open"))
        codes.append(code)
        await Competitions(hall).execute(code, commands.Enter(people=(Person(name="Anne"),)))

    async def after(hall: Hall) -> None:
        found = await Competitions(hall).get(codes[0].lower())
        assert [entry.name for entry in found.state.entries.values()] == ["Anne"]
        for unknown in ("ZZZZ", "…", ""):
            with pytest.raises(UnknownError):
                await Competitions(hall).get(unknown)

    in_hall(before)
    in_hall(after)
