"""Sections whose opening, filling or following was cut short, or asked for twice at once."""

import asyncio
from typing import Any

import pytest

from raccord.duplicate import Refusal
from raccord.duplicate import commands as cmd
from raccord.hall import Hall
from raccord.hall.competitions import Competitions
from raccord.hall.players import entering
from raccord.hall.section_views import OWN
from raccord.tournament import commands
from tests.hall.conftest import Run, Time, enter_players
from tests.hall.test_competition_in_sections import play, ranks, scheduled, spread
from tests.hall.test_game_in_sections import caught_up


class KilledError(Exception):
    """As if the process had died here."""


def killed_at(monkeypatch: pytest.MonkeyPatch, where: object, name: str, kind: type | None) -> None:
    """Have a method die, for commands of one kind only if one is given."""
    before = getattr(where, name)

    async def die(*told: Any, **more: Any) -> Any:
        if kind is None or any(isinstance(one, kind) for one in told):
            raise KilledError
        return await before(*told, **more)

    monkeypatch.setattr(where, name, die)


async def begin(hall: Hall, master: str) -> list[list[int]]:
    """The first draw; the tables of the master and of its sections then."""
    await hall.execute(master, cmd.Draw(letters="LUSTRES"))
    sections = [added.game for added in (await hall.get(master)).state.sections]
    return [sorted((await hall.get(code)).state.entrants) for code in (master, *sections)]


@pytest.mark.parametrize("kind", [cmd.Unregister, cmd.RegisterAll])
def test_tables_on_their_way_into_a_section_count_once_and_are_there_at_the_first_draw(
    in_hall: Run, monkeypatch: pytest.MonkeyPatch, kind: type
) -> None:
    async def tournament(hall: Hall) -> None:
        _, _, master = await scheduled(hall)
        with monkeypatch.context() as patch:
            killed_at(patch, hall, "execute", kind)
            with pytest.raises(KilledError):
                await hall.sections.add(await hall.get(master), "Nord", (3, 4))
        view = await hall.sections.view(await hall.get(master), ranked=True)
        assert sum(line.tables for line in view.sections) == 4
        assert len(view.ranking) == 4
        assert await begin(hall, master) == [[1, 2], [3, 4]]

    in_hall(tournament)


def test_a_section_that_was_never_opened_has_its_tables_at_the_first_draw(
    in_hall: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def tournament(hall: Hall) -> None:
        _, event, master = await scheduled(hall)
        with monkeypatch.context() as patch:
            killed_at(patch, hall.games, "open", None)
            with pytest.raises(KilledError):
                await hall.sections.add(await hall.get(master), "Nord", (3, 4))
        assert await begin(hall, master) == [[1, 2], [3, 4]]
        (added,) = (await hall.get(master)).state.sections
        assert (await hall.get(added.game)).companion.event == event

    in_hall(tournament)


def test_a_number_given_anew_after_a_move_stays_where_it_was_given(in_hall: Run) -> None:
    async def tournament(hall: Hall) -> None:
        _, _, master, north = await spread(hall)
        await hall.execute(north, cmd.Unregister(table=3))
        await enter_players(hall, master, "3 Marc")
        assert await begin(hall, master) == [[1, 2, 3], [4]]

    in_hall(tournament)


def test_a_table_stays_where_it_is_if_the_first_draw_came_before_its_move(in_hall: Run) -> None:
    async def tournament(hall: Hall) -> None:
        _, _, master = await scheduled(hall)
        seen = await hall.get(master)
        assert await begin(hall, master) == [[1, 2, 3, 4]]
        with pytest.raises(Refusal, match="après le premier tirage"):
            await hall.sections.add(seen, "Nord", (3, 4))
        state = (await hall.get(master)).state
        assert (sorted(state.entrants), state.sections) == ([1, 2, 3, 4], ())

    in_hall(tournament)


def test_the_next_game_asked_for_at_once_on_two_processes_is_one(in_hall: Run, time: Time) -> None:
    async def tournament(hall: Hall) -> None:
        events, event, master, north = await spread(hall)
        await play(hall, time, master, north)
        await hall.execute(master, cmd.Publish())
        # Each process has locks of its own.
        other = Competitions(hall)
        game = await hall.get(master)
        first, second = await asyncio.gather(
            events.games.next_game(game), other.games.next_game(game)
        )
        assert first == second
        found = await events.get(event)
        assert [one.code for one in found.state.games] == [master, first]
        state = (await hall.get(first)).state
        assert [one.name for one in state.sections] == ["Nord"]
        assert (await hall.get(master)).companion.next == first
        after = await hall.get((await hall.get(north)).companion.next)
        assert sorted(after.state.entrants) == [3, 4]

    in_hall(tournament)


def test_a_next_game_cut_short_is_finished_when_it_is_asked_for_again(
    in_hall: Run, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def tournament(hall: Hall) -> None:
        events, event, master, north = await spread(hall)
        await play(hall, time, master, north)
        await hall.execute(master, cmd.Publish())
        with monkeypatch.context() as patch:
            killed_at(patch, hall.sections, "add", None)
            with pytest.raises(KilledError):
                await events.games.next_game(await hall.get(master))
        following = await events.games.next_game(await hall.get(master))
        codes = [one.code for one in (await events.get(event)).state.games]
        assert codes == [master, following]
        assert await begin(hall, following) == [[1, 2], [3, 4]]

    in_hall(tournament)


def test_whoever_comes_to_a_section_without_a_number_gets_one_that_no_section_has(
    in_hall: Run, time: Time
) -> None:
    async def tournament(hall: Hall) -> None:
        events, event, master, north = await spread(hall)
        await hall.execute(master, cmd.Draw(letters="LUSTRES"))
        late = await hall.get(north)
        await hall.execute(north, entering("Marc", await hall.sections.taken(late)))
        assert sorted((await hall.get(north)).state.entrants) == [3, 4, 5]
        assert (await hall.get(north)).state.entrants[5].first_turn == 1
        assert len((await events.get(event)).whole.entries) == 5
        # Where no competition keeps numbers apart a section begins at its own 1.
        _, _, alone = await scheduled(hall)
        plain = await hall.sections.add(await hall.get(alone), "Sud")
        assert await hall.sections.taken(await hall.get(plain)) == {1, 2, 3, 4}

    in_hall(tournament)


def test_of_two_tables_with_one_number_the_right_one_is_renamed(
    in_hall: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def tournament(hall: Hall) -> None:
        events, event, _, north = await spread(hall)

        async def not_seen(*_: object) -> None:
            """Two processes gave the number at the same instant."""

        with monkeypatch.context() as patch:
            patch.setattr(hall.sections, "check_seats", not_seen)
            await enter_players(hall, north, "1 Marc")
        await events.execute(event, commands.Admit())
        await events.games.rename(await hall.get(north), 1, ("Marcel",))
        names = {one.players for one in (await events.get(event)).whole.entries.values()}
        assert ("Anne",) in names
        assert ("Marcel",) in names
        assert ("Marc",) not in names

    in_hall(tournament)


def test_a_ranking_over_sections_is_forgotten_with_the_names_in_it(
    in_hall: Run, time: Time
) -> None:
    async def tournament(hall: Hall) -> None:
        events, event, master, north = await spread(hall)
        await play(hall, time, master, north)
        await hall.execute(master, cmd.Publish())
        await caught_up(hall, master, north)
        union = await hall.sections.union(await hall.get(master))
        assert [one.name for one in union.sections] == [OWN, "Nord"]
        assert await ranks(events, await events.get(event))
        await asyncio.to_thread(hall.resources.store.forget)
        assert await hall.sections.union(await hall.get(master)) is not union

    in_hall(tournament)
