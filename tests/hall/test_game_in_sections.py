"""A game in sections: they repeat their master, fact by fact, with tables of their own."""

import asyncio
from typing import Any

import msgspec
import pytest

from raccord.board import moves
from raccord.duplicate import Phase, Refusal, State, fold
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.slips.handing_in import Entered
from raccord.hall import Hall
from raccord.hall.companion import HallSettings
from raccord.hall.desk import NewGame
from raccord.hall.referee_views import offered
from tests.hall.conftest import Run, Time, enter_players, send
from tests.hall.logged import logged

PATIENCE = 60
FIRST = "LUSTRES"


async def caught_up(hall: Hall, master: str, *sections: str) -> None:
    """Wait until sections have repeated all that their master has told."""
    async with asyncio.timeout(PATIENCE):
        told = (await hall.get(master)).state
        while not all([_same((await hall.get(s)).state, told) for s in sections]):
            await asyncio.sleep(0.01)


def _same(section: State, master: State) -> bool:
    return told(section) == told(master)


def told(state: State) -> tuple[object, ...]:
    """All that everybody in the hall is told, the instants included."""
    return (
        state.phase,
        state.turn,
        state.rack,
        state.started,
        state.ended,
        state.interrupted,
        state.paused,
        state.position,
        state.turns,
        state.cancelled and state.cancelled.reason,
        state.end and (state.end.at, state.end.reason),
        state.published and state.published.at,
    )


async def in_sections(hall: Hall, *names: str, **settings: Any) -> tuple[str, list[str]]:
    wish = NewGame(title="Finale", settings=HallSettings(draw="hand", **settings))
    master = await hall.desk.create(wish)
    return master, [await hall.sections.add(await hall.get(master), name) for name in names]


async def _time_up(hall: Hall, time: Time, master: str) -> None:
    await hall.execute(master, cmd.Start())
    time.go(180)
    await hall.tick(master)


def test_a_section_repeats_every_fact_of_its_master_at_the_same_instant(
    in_hall: Run, time: Time
) -> None:
    async def play(hall: Hall) -> None:
        master, (north, south) = await in_sections(hall, "Nord", "Sud")
        await enter_players(hall, north, "1 Anne\n2 Luc")
        steps: list[tuple[float, cmd.Command]] = [
            (1, cmd.Draw(letters="LUSTRES")),
            (1, cmd.CorrectDraw(letters="LUSTREE", reason="mal lu")),
            (1, cmd.Start()),
            (20, cmd.Interrupt()),
            (60, cmd.Resume()),
            (30, cmd.EndTime()),
            (1, cmd.ReopenTime()),
            (10, cmd.CancelTurn(reason="téléphone")),
            (1, cmd.Draw(letters="RETINAS")),
            (1, cmd.Start()),
        ]
        for seconds, command in steps:
            time.go(seconds)
            await hall.execute(master, command)
            await caught_up(hall, master, north, south)
        time.go(180)
        await hall.tick(master)
        await hall.execute(master, cmd.Retain())
        await caught_up(hall, master, north, south)
        await hall.execute(master, cmd.Stop(reason="le gymnase ferme"))
        await hall.execute(master, cmd.Publish(insist=True))
        await caught_up(hall, master, north, south)
        state = (await hall.get(north)).state
        assert state.published
        assert len(state.turns) == 1
        # The missing slips were ruled on in the section, whose tables they are.
        assert {mark.ruling.points for mark in state.marks[1].values() if mark.ruling} == {0}
        repeated = [e for e in await logged(hall, north) if e.master]
        once = [e.master for e in repeated]
        assert once == sorted(set(once))
        own = await logged(hall, master)
        assert [msgspec.structs.replace(e, master=0) for e in repeated] == [
            own[version - 1] for version in once
        ]
        assert fold(await logged(hall, north)) == state

    in_hall(play)


def test_a_section_draws_nothing_and_keeps_its_own_tables(in_hall: Run, time: Time) -> None:
    async def play(hall: Hall) -> None:
        master, (north,) = await in_sections(hall, "Nord")
        forbidden = [
            cmd.Draw(letters=FIRST),
            cmd.Start(),
            cmd.EndTime(),
            cmd.Retain(),
            cmd.CancelTurn(reason="non"),
            cmd.Interrupt(),
            cmd.Stop(reason="non"),
            cmd.Publish(),
            cmd.AddSection(game="X", name="Sous-section"),
        ]
        await hall.execute(master, cmd.Draw(letters=FIRST))
        await caught_up(hall, master, north)
        for command in forbidden:
            with pytest.raises(Refusal, match="section"):
                await hall.execute(north, command)
        assert offered((await hall.get(north)).state, False) == ()
        await hall.execute(north, cmd.Register(table=7, players=("Tard",)))
        assert (await hall.get(north)).state.entrants[7].first_turn == 1
        assert not (await hall.get(master)).state.entrants
        fact = (await logged(hall, master))[-1]
        assert isinstance(fact, ev.Drawn)
        with pytest.raises(Refusal, match="n'est pas une section"):
            await hall.execute(master, cmd.FollowMaster(fact=fact, version=9, after=0))
        with pytest.raises(Refusal, match="il manque des faits"):
            await hall.execute(north, cmd.FollowMaster(fact=fact, version=99, after=50))

    in_hall(play)


def test_a_section_that_was_away_catches_up_and_repeats_nothing_twice(
    in_hall: Run, time: Time
) -> None:
    codes: list[str] = []

    async def before(hall: Hall) -> None:
        master, (north,) = await in_sections(hall, "Nord")
        codes.extend((master, north))
        await hall.execute(master, cmd.Draw(letters=FIRST))
        await caught_up(hall, master, north)
        # As if the process of the section were gone, its master's not.
        await hall.following.close()
        await _time_up(hall, time, master)
        await hall.execute(master, cmd.Retain())
        await hall.execute(master, cmd.Draw(letters="AEIRNTO"))
        await hall.execute(master, cmd.Start())
        assert (await hall.get(north)).state.turn == 1

    async def after(hall: Hall) -> None:
        master, north = codes
        await caught_up(hall, master, north)
        state = (await hall.get(north)).state
        assert (state.turn, state.phase) == (2, Phase.RUNNING)
        events = await logged(hall, north)
        await hall.take_up(north)
        await asyncio.sleep(0.05)
        assert await logged(hall, north) == events
        # One that comes late has played the turns before it with nobody.
        south = await hall.sections.add(await hall.get(master), "Sud")
        await caught_up(hall, master, south)
        await enter_players(hall, south, "1 Tardive")
        assert (await hall.get(south)).state.entrants[1].first_turn == 2

    in_hall(before)
    in_hall(after)


async def _play(
    hall: Hall, time: Time, master: str, seats: list[tuple[str, int]], sections: list[str]
) -> None:
    """Two turns: everybody sends a solution of his own, one is alone at the top."""
    for turn, letters in ((1, "RETINAS"), (2, "AEIOLNT")):
        await hall.execute(master, cmd.Draw(letters=letters))
        await hall.execute(master, cmd.Start())
        await caught_up(hall, master, *sections)
        found = await _solutions(hall, master)
        for n, (code, table) in enumerate(seats):
            move = found[0 if n == 7 * turn else 1 + n % (len(found) - 1)]
            slip = cmd.SendSlip(turn=turn, entered=Entered(move=move), key=f"{turn}")
            await send(hall, code, table, slip, hall.resources.now_ms() + 1000)
        time.go(180)
        await hall.tick(master)
        time.go(5)
        await hall.execute(master, cmd.Retain())
        await caught_up(hall, master, *sections)
    await hall.execute(master, cmd.Stop(reason="essai"))
    await caught_up(hall, master, *sections)


async def _solutions(hall: Hall, code: str) -> list[str]:
    game = await hall.get(code)
    state = game.state
    found = moves(state.position.board, state.rack, game.lexicon, state.formula.rules)
    # The first word lies across: of the moves worth the same the one whose reference says so.
    across = [one for one in found if state.turns or str(one.move)[0] == "H"]
    by_points = {solution.score: str(solution.move) for solution in across}
    return [by_points[points] for points in sorted(by_points, reverse=True)]


def test_the_top_is_told_nowhere_while_a_slip_of_a_section_may_still_be_on_its_way(
    in_hall: Run, time: Time
) -> None:
    async def play(hall: Hall) -> None:
        master, (north,) = await in_sections(hall, "Nord")
        await enter_players(hall, north, "1 Anne")
        await hall.execute(master, cmd.Draw(letters=FIRST))
        await _time_up(hall, time, master)
        await caught_up(hall, master, north)
        retaining = asyncio.create_task(hall.execute(master, cmd.Retain()))
        await asyncio.sleep(0.1)
        assert not (await hall.get(master)).state.turns
        slip = cmd.SendSlip(turn=1, entered=Entered(move="H4 LUSTRES"), key="k")
        receipt = await send(hall, north, 1, slip, hall.resources.now_ms() + 500)
        assert not receipt.late
        await retaining
        await caught_up(hall, master, north)
        ruling = (await hall.get(north)).state.mark(1, 1).ruling
        assert ruling is not None
        assert ruling.points > 0

    in_hall(play)


@pytest.mark.parametrize("own", [0, 5])
def test_the_ranking_over_sections_is_that_of_one_game_with_all_tables(
    in_hall: Run, time: Time, own: int
) -> None:
    async def play(hall: Hall) -> None:
        sizes = [own, 7, 6, 5]
        names = [f"J{n}" for n in range(sum(sizes))]
        whole = await hall.desk.create(NewGame(settings=HallSettings(draw="hand")))
        await enter_players(hall, whole, "\n".join(names))
        await _play(hall, time, whole, [(whole, n + 1) for n in range(len(names))], [])
        master, sections = await in_sections(hall, "Nord", "Sud", "Est")
        seats: list[tuple[str, int]] = []
        for code, size in zip((master, *sections), sizes, strict=True):
            if size:
                mine = names[len(seats) : len(seats) + size]
                await enter_players(hall, code, "\n".join(mine))
                seats += [(code, table) for table in range(1, size + 1)]
        await _play(hall, time, master, seats, sections)
        one = (await hall.standing(await hall.get(whole))).lines
        view = await hall.sections.view(await hall.get(sections[1]), ranked=True)
        assert [(x.place, x.players, x.total, x.solos, x.bonus) for x in view.ranking] == [
            (x.place, x.players, x.total, x.solos, x.bonus) for x in one
        ]
        assert any(line.bonus for line in one)
        expected = (await hall.public(await hall.get(whole))).solos
        assert [(s.turn, s.players, s.points, s.bonus) for s in view.solos] == [
            (s.turn, s.players, s.points, s.bonus) for s in expected
        ]
        assert {line.section for line in view.ranking} <= {
            "Salle principale",
            "Nord",
            "Sud",
            "Est",
        }
        # A section by itself counts no solo: there is one count, over all of them.
        assert not any(x.solos for x in (await hall.standing(await hall.get(sections[0]))).lines)

    in_hall(play)


def test_the_ranking_is_provisional_until_every_section_has_its_slips(
    in_hall: Run, time: Time
) -> None:
    async def play(hall: Hall) -> None:
        master, (north, south) = await in_sections(hall, "Nord", "Sud", entry="paper")
        await enter_players(hall, north, "1 Anne")
        await enter_players(hall, south, "1 Luc")
        await hall.execute(master, cmd.Draw(letters=FIRST))
        await _time_up(hall, time, master)
        await hall.execute(master, cmd.Retain())
        await hall.execute(master, cmd.Stop(reason="essai"))
        await caught_up(hall, master, north, south)
        await hall.execute(north, cmd.MarkTop(tables=(1,)))
        view = await hall.sections.view(await hall.get(master), ranked=True)
        assert (view.settled, view.total, view.provisional) == (1, 2, True)
        assert not view.ranking[0].section.startswith("Sud")
        with pytest.raises(Refusal, match=r"1 sections? sur 2.*Sud"):
            await hall.execute(master, cmd.Publish())
        await hall.execute(south, cmd.MarkMissing(tables=(1,)))
        await hall.execute(master, cmd.Publish())
        view = await hall.sections.view(await hall.get(master), ranked=True)
        assert (view.settled, view.provisional) == (2, False)
        assert [solo.section for solo in view.solos] == ["Nord"]

    in_hall(play)


def test_what_cannot_be_played_in_sections_is_refused(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        sudden = await hall.desk.create(NewGame(formula="mort-subite"))
        with pytest.raises(Refusal, match="ne se joue pas en sections"):
            await hall.sections.add(await hall.get(sudden), "Nord")
        master, (north,) = await in_sections(hall, "Nord")
        for name, said in (("nord", "déjà"), (" ", "nom de sa salle")):
            with pytest.raises(Refusal, match=said):
                await hall.sections.add(await hall.get(master), name)
        with pytest.raises(Refusal, match="section"):
            await hall.sections.add(await hall.get(north), "Sous-section")
        assert [one.name for one in (await hall.get(master)).state.sections] == ["Nord"]

    in_hall(play)
