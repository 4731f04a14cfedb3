"""A centre plays games under seal, with its link, without it, and on another laptop."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from raccord import wordlists
from raccord.duplicate import Refusal as GameRefusal
from raccord.duplicate import commands as cmd
from raccord.duplicate.rules import formulas
from raccord.network.centre_views import centre_view
from raccord.network.contest import commands as asked
from raccord.network.errors import EnvelopeError, MessageError, Refusal
from raccord.network.hub_views import centre_lines
from tests.network.world import HOUR, START, World, run, script


def test_a_centre_rehearses_plays_and_the_hub_proves_that_nothing_is_missing(
    tmp_path: Path,
) -> None:
    async def work(world: World) -> None:
        hub = world.hub()
        code = hub.event(["Lyon"])
        lyon = await world.centre("lyon", hub)
        await lyon.join(hub, code, "lyon")
        found = await lyon.centre.rehearse(lyon.name)
        assert (found.turns, found.faults) == (2, ())
        assert found.sheet.startswith(b"%PDF")
        (line,) = await asyncio.to_thread(centre_lines, hub.hub, code)
        assert line.standing == "rehearsed"
        await lyon.play(1, 3)
        centre = hub.hub.get(code).centres["lyon"]
        known = hub.hub.known(code, "lyon", centre.counted)
        assert known.is_complete(1)
        (union,) = hub.hub.unions(code)
        assert [line.total for line in union.lines] == [union.state.total, 0]
        assert not union.is_provisional
        assert not union.astray
        (line,) = await asyncio.to_thread(centre_lines, hub.hub, code)
        assert line.standing == "complete"
        assert (await centre_view(lyon.centre, lyon.name)).complete

    run(tmp_path, work)


def test_without_a_link_envelopes_open_by_telephone_and_everybody_responsible_sees_it(
    tmp_path: Path,
) -> None:
    async def work(world: World) -> None:
        hub = world.hub()
        code = hub.event(["Lyon"])
        lyon = await world.centre("lyon", hub)
        await lyon.join(hub, code, "lyon")
        lyon.wire.cut = True
        game = await lyon.open()
        await lyon.turn(game)
        with pytest.raises(GameRefusal, match="enveloppe du coup 2"):
            await lyon.hall.execute(game, cmd.Draw())
        told = [hub.hub.tell_code(code, "lyon", 1, turn) for turn in (2, 3)]
        (line,) = await asyncio.to_thread(centre_lines, hub.hub, code)
        assert line.is_ahead
        assert line.next_code == (1, 4)
        with pytest.raises(EnvelopeError, match="coup 2"):
            await lyon.centre.telephone(lyon.name, 1, told[1])
        assert await lyon.centre.telephone(lyon.name, 1, told[0], "le siège") == 2
        with pytest.raises(Refusal, match="aucune enveloppe"):
            await lyon.centre.telephone(lyon.name, 1, told[1])
        await lyon.turn(game)
        assert await lyon.centre.telephone(lyon.name, 1, told[1]) == 3
        await lyon.turn(game)
        await lyon.finish(game)
        view = await centre_view(lyon.centre, lyon.name)
        assert not view.linked
        # Two tables, three turns; that a ruling follows a slip makes it no second slip.
        assert view.pending == 6
        lyon.wire.cut = False
        assert await lyon.centre.sync(lyon.name)
        (line,) = await asyncio.to_thread(centre_lines, hub.hub, code)
        assert line.telephoned == ((1, 2), (1, 3))
        assert line.telephoned_runs == ((1, 2, 3),)
        assert not line.is_ahead
        assert line.standing == "complete"
        assert [(one.game, one.turn) for one in hub.hub.get(code).told] == [(1, 2), (1, 3)]

    run(tmp_path, work)


def test_a_lost_disk_is_refilled_from_the_hub_and_the_game_goes_on(tmp_path: Path) -> None:
    async def work(world: World) -> None:
        hub = world.hub()
        code = hub.event(["Lyon"])
        lost = await world.centre("lost", hub)
        await lost.join(hub, code, "lyon")
        game = await lost.open()
        for _ in range(2):
            await lost.centre.sync(lost.name)
            await lost.turn(game)
        await lost.centre.sync(lost.name)
        new = await world.centre("new", hub)
        await new.join(hub, code, "lyon")
        with pytest.raises(MessageError, match="organisateur"):
            await new.centre.refill(new.name)
        first, second = hub.hub.get(code).centres["lyon"].installs
        replacing = asked.Refill(centre="lyon", install=second, continues=first)
        hub.hub.execute(code, replacing)
        assert await new.centre.refill(new.name) == 1
        again = await new.open()
        state = (await new.hall.get(again)).state
        assert len(state.turns) == 2
        assert state.entrants.keys() == {1, 2}
        await new.turn(again)
        await new.finish(again)
        await new.centre.sync(new.name)
        assert hub.hub.known(code, "lyon", second).is_complete(1)
        (union,) = hub.hub.unions(code)
        assert len(union.lines) == 2
        assert union.state.total == union.lines[0].total

    run(tmp_path, work)


def test_slots_hold_and_the_tables_of_a_game_stay_for_the_next(tmp_path: Path) -> None:
    async def work(world: World) -> None:
        hub = world.hub()
        code = hub.event(["Lyon"], games=2, turns=1)
        later = asked.SetSlot(centre="lyon", game=2, opens=START + HOUR, closes=START + 2 * HOUR)
        hub.hub.execute(code, later)
        lyon = await world.centre("lyon", hub)
        await lyon.join(hub, code, "lyon")
        await lyon.open(1)
        with pytest.raises(Refusal, match="pas commencé"):
            await lyon.centre.open(lyon.name, 2)
        world.time.go(HOUR / 1000)
        with pytest.raises(Refusal, match="pas terminée"):
            await lyon.centre.open(lyon.name, 2)
        first = await lyon.play(1, 1)
        second = await lyon.open(2)
        assert second == await lyon.open(2)
        tables = [(await lyon.hall.get(game)).state.entrants.keys() for game in (first, second)]
        assert tables[0] == tables[1]
        world.time.go(4 * HOUR / 1000)
        (line,) = await asyncio.to_thread(centre_lines, hub.hub, code)
        assert line.standing == "silent"
        other = hub.event(["Dakar"], games=1)
        dakar = await world.centre("dakar", hub)
        await dakar.join(hub, other, "dakar")
        world.time.go(HOUR / 1000)
        with pytest.raises(Refusal, match="passé"):
            await dakar.centre.open(dakar.name, 1)

    run(tmp_path, work)


def test_a_centre_never_goes_another_way_than_the_event(tmp_path: Path) -> None:
    async def work(world: World) -> None:
        hub = world.hub()
        code = hub.event(["Lyon"])
        lyon = await world.centre("lyon", hub)
        await lyon.join(hub, code, "lyon")
        game = await lyon.open()
        with pytest.raises(GameRefusal, match="celles des enveloppes"):
            await lyon.hall.execute(game, cmd.Draw(letters="AEIOURS"))
        await lyon.hall.execute(game, cmd.Draw())
        for command in (
            cmd.CancelTurn(reason="téléphone"),
            cmd.CorrectDraw(letters="AEIOURS", reason="mal lu"),
            cmd.RejectDraw(),
        ):
            with pytest.raises(GameRefusal, match=r"mêmes dans tous les centres|valable sans"):
                await lyon.hall.execute(game, command)
        with pytest.raises(GameRefusal, match="le même partout"):
            await lyon.hall.execute(game, cmd.Retain(move="H8 ET"))
        found = await lyon.hall.referee(await lyon.hall.get(game))
        assert found.sealed
        assert not {"cancel", "correct-draw", "reject-draw"} & set(found.offered)
        await lyon.hall.execute(game, cmd.Retain())
        await lyon.centre.sync(lyon.name)
        await lyon.turn(game)
        assert not (await asyncio.to_thread(centre_lines, hub.hub, code))[0].astray

    run(tmp_path, work)


def test_an_event_takes_only_games_prepared_as_it_is_played(tmp_path: Path) -> None:
    async def work(world: World) -> None:
        hub = world.hub().hub
        lexicon = wordlists.load("fr-libre")
        wish = asked.Open(
            title="X", lexicon=lexicon.name, lexicon_digest=lexicon.digest, embargo=START
        )
        for formula in ("topping", "mort-subite", "au-top"):
            with pytest.raises(Refusal, match="additionne des points"):
                hub.open(msgspec.structs.replace(wish, formula=formulas.parse(formula)))
        code = hub.open(msgspec.structs.replace(wish, edition="2023"))
        with pytest.raises(Refusal, match=r"édition 2017.*--edition 2023"):
            hub.add_game(code, "", START, START + HOUR, script(1))

    run(tmp_path, work)
