"""Who cheated, from one game to the next: no scores, no seat, in the game and in the event."""

import pytest

from raccord.duplicate import commands as game_cmd
from raccord.duplicate.slips.ranking import ranking
from raccord.hall import Hall
from raccord.hall.companion import HallSettings
from raccord.hall.competitions import Competitions
from raccord.hall.desk import NewGame
from raccord.regulation import EditionId
from raccord.tournament import Refusal, commands, playing, standing
from tests.hall.conftest import Run, enter_players

PAIRS = "1 Anne\n2 Émile / Luc\n3 Zoé"


async def a_game(hall: Hall, edition: EditionId = "2023", players: str = PAIRS) -> str:
    settings = HallSettings(entry="paper", draw="hand")
    code = await hall.desk.create(NewGame(title="Une", edition=edition, settings=settings))
    await enter_players(hall, code, players)
    await hall.execute(code, game_cmd.Draw(letters="AEINRST"))
    await hall.execute(code, game_cmd.Start())
    await hall.execute(code, game_cmd.EndTime())
    await hall.execute(code, game_cmd.MarkTop(rest=True))
    await hall.execute(code, game_cmd.Retain())
    return code


async def over(hall: Hall, code: str) -> None:
    await hall.execute(code, game_cmd.Stop(reason="fin"))
    await hall.execute(code, game_cmd.Publish())


def test_a_pair_excluded_in_a_game_plays_no_later_one(in_hall: Run) -> None:
    async def evening(hall: Hall) -> None:
        events = Competitions(hall)
        first = await a_game(hall)
        await hall.execute(first, game_cmd.Exclude(table=2, reason="documents"))
        await over(hall, first)
        second = await events.games.next_game(await hall.get(first))
        following = await hall.get(second)
        assert set(following.state.entrants) == {1, 3}
        found = await events.get(following.companion.event)
        assert found.excluded == {2}
        assert 2 not in playing(found.state, found.excluded)
        assert [line.number for line in standing(await events.summary(found))] == [1, 3]
        third = await events.games.new_game(found.code, NewGame(edition="2023"))
        assert set((await hall.get(third)).state.entrants) == {1, 3}

    in_hall(evening)


def test_who_is_excluded_from_the_event_is_out_of_its_games(in_hall: Run) -> None:
    async def evening(hall: Hall) -> None:
        events = Competitions(hall)
        first = await a_game(hall)
        await over(hall, first)
        second = await events.games.next_game(await hall.get(first))
        code = (await hall.get(second)).companion.event
        await events.execute(code, commands.Exclude(number=2, reason="téléphone"))
        for game in (first, second):
            state = (await hall.get(game)).state
            assert state.entrants[2].is_excluded, game
        lines = {line.table: line for line in ranking((await hall.get(first)).state)}
        assert (lines[2].total, lines[2].place, lines[2].excluded) == (0, 3, True)
        with pytest.raises(Refusal, match="déjà exclu"):
            await events.execute(code, commands.Exclude(number=2, reason="encore"))
        await events.execute(code, commands.Readmit(number=2, reason="erreur de personne"))
        for game in (first, second):
            assert not (await hall.get(game)).state.entrants[2].is_excluded
        found = await events.get(code)
        assert [line.number for line in standing(await events.summary(found))] == [1, 2, 3]

    in_hall(evening)


def test_an_edition_that_excludes_nobody_lets_the_event_withdraw_him(in_hall: Run) -> None:
    async def evening(hall: Hall) -> None:
        events = Competitions(hall)
        first = await a_game(hall, "2017")
        await over(hall, first)
        second = await events.games.next_game(await hall.get(first))
        code = (await hall.get(second)).companion.event
        await events.execute(code, commands.Exclude(number=2, reason="conduite"))
        over_, under_way = (await hall.get(first)).state, (await hall.get(second)).state
        assert over_.entrants[2].last_turn is None
        assert under_way.entrants[2].last_turn == 0
        found = await events.get(code)
        assert [line.number for line in standing(await events.summary(found))] == [1, 3]
        await events.execute(code, commands.Readmit(number=2, reason="pardon"))
        assert (await hall.get(second)).state.entrants[2].last_turn == 0, "the desk undoes it"

    in_hall(evening)


def test_a_refused_exclusion_touches_no_game(in_hall: Run) -> None:
    async def evening(hall: Hall) -> None:
        events = Competitions(hall)
        first = await a_game(hall)
        await over(hall, first)
        await events.games.next_game(await hall.get(first))
        code = (await hall.get(first)).companion.event
        with pytest.raises(Refusal, match="motif"):
            await events.execute(code, commands.Exclude(number=2, reason=" "))
        assert not (await hall.get(first)).state.entrants[2].is_excluded

    in_hall(evening)
