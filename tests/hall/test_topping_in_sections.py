"""Topping in sections: each table has its own time to the top, and one clock ends the turn."""

import pytest

from raccord.duplicate import Phase, Refusal
from raccord.duplicate import commands as cmd
from raccord.hall import Hall
from raccord.hall.companion import HallSettings
from raccord.hall.desk import NewGame
from tests.hall.conftest import Run, Time, enter_players
from tests.hall.test_game_in_sections import FIRST, caught_up

FOUND = {"Anne": 12, "Luc": 30, "Zoé": 47, "Paul": None}
"""Seconds to the top of the first turn; None: not at all."""
LATER = {"Anne": None, "Luc": 20, "Zoé": 40, "Paul": 5}
Seats = dict[str, tuple[str, int]]


async def topping(hall: Hall) -> str:
    wish = NewGame(formula="topping", settings=HallSettings(draw="hand"))
    return await hall.desk.create(wish)


async def top_of(hall: Hall, code: str) -> str:
    tops = (await hall.study(await hall.get(code))).found.tops
    assert tops is not None
    return tops.eligible[0].move


async def play(
    hall: Hall, time: Time, master: str, sections: list[str], seats: Seats
) -> list[tuple[object, ...]]:
    """Two turns to the end of their time; the ranking."""
    for letters, found in ((FIRST, FOUND), ("AEIRNTO", LATER)):
        await hall.execute(master, cmd.Draw(letters=letters))
        await hall.execute(master, cmd.Start())
        await caught_up(hall, master, *sections)
        move, began = await top_of(hall, master), hall.resources.now_ms()
        for name, seconds in sorted(found.items(), key=lambda one: one[1] or 0):
            if seconds is not None:
                code, table = seats[name]
                wish = cmd.Propose(table=table, move=move)
                await hall.execute(code, wish, at=began + 1000 * seconds)
                assert (await hall.get(master)).state.phase is Phase.RUNNING
        time.go(300)
        await hall.tick(master)
        await hall.execute(master, cmd.Retain())
        await caught_up(hall, master, *sections)
    await hall.execute(master, cmd.Stop(reason="essai"))
    await caught_up(hall, master, *sections)
    if sections:
        lines = (await hall.sections.view(await hall.get(master), ranked=True)).ranking
    else:
        lines = (await hall.standing(await hall.get(master))).lines
    return [(line.place, line.players, line.time_ms) for line in lines]


def test_times_over_sections_are_those_of_one_hall(in_hall: Run, time: Time) -> None:
    async def game(hall: Hall) -> None:
        whole = await topping(hall)
        await enter_players(hall, whole, "\n".join(FOUND))
        alone = await play(hall, time, whole, [], {n: (whole, t) for t, n in enumerate(FOUND, 1)})
        master = await topping(hall)
        north, south = [
            await hall.sections.add(await hall.get(master), name) for name in ("Nord", "Sud")
        ]
        await enter_players(hall, master, "Anne")
        await enter_players(hall, north, "Luc\nZoé")
        await enter_players(hall, south, "Paul")
        seats = {"Anne": (master, 1), "Luc": (north, 1), "Zoé": (north, 2), "Paul": (south, 1)}
        assert await play(hall, time, master, [north, south], seats) == alone
        assert [names for _, names, _ in alone] == [("Luc",), ("Paul",), ("Zoé",), ("Anne",)]

    in_hall(game)


def test_the_time_ends_for_all_once_every_table_of_every_section_has_found(
    in_hall: Run, time: Time
) -> None:
    async def game(hall: Hall) -> None:
        master = await topping(hall)
        north = await hall.sections.add(await hall.get(master), "Nord")
        await enter_players(hall, master, "Anne")
        await enter_players(hall, north, "Luc\nZoé")
        await hall.execute(master, cmd.Draw(letters=FIRST))
        await hall.execute(master, cmd.Start())
        await caught_up(hall, master, north)
        move = await top_of(hall, master)
        await hall.execute(north, cmd.Propose(table=1, move=move))
        await hall.execute(north, cmd.Propose(table=2, move="H4 LU"))
        # The only table of the main hall has found it, and the others are not done.
        await hall.execute(master, cmd.Propose(table=1, move=move))
        assert (await hall.get(master)).state.phase is Phase.RUNNING
        view = await hall.sections.view(await hall.get(master), ranked=False)
        assert [line.found for line in view.sections] == [1, 1]
        await hall.execute(north, cmd.Propose(table=2, move=move))
        assert (await hall.get(master)).state.phase is Phase.TIME_UP
        await caught_up(hall, master, north)
        with pytest.raises(Refusal):
            await hall.execute(north, cmd.Propose(table=1, move=move))
        await hall.execute(master, cmd.Retain())
        await caught_up(hall, master, north)

    in_hall(game)


def test_a_master_without_tables_of_its_own_proposes_nothing(in_hall: Run) -> None:
    async def game(hall: Hall) -> None:
        master = await topping(hall)
        await hall.sections.add(await hall.get(master), "Nord")
        await hall.execute(master, cmd.Draw(letters=FIRST))
        with pytest.raises(Refusal, match="ne joue pas ce coup"):
            await hall.execute(master, cmd.Propose(table=1, move=await top_of(hall, master)))
        assert (await hall.get(master)).state.phase is Phase.DRAWN

    in_hall(game)
