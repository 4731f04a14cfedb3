"""What an audience hears of a game is never older than what it has heard before."""

import asyncio
import json
from typing import Any

import pytest

from raccord.duplicate import commands as cmd
from raccord.duplicate.slips.handing_in import Entered
from raccord.hall import Hall
from raccord.hall import broadcast as live
from raccord.hall.companion import HallSettings
from raccord.hall.desk import NewGame
from raccord.hall.hub import Subscription
from raccord.store.chain import Seal
from tests.hall.conftest import Run, Time, new_game, send


def heard(subscription: Subscription) -> list[tuple[str, dict[str, Any]]]:
    """The events a client has not been sent yet: their names and data."""
    found = []
    while not subscription.queue.empty():
        wire = subscription.queue.get_nowait()
        assert wire is not None
        lines = wire.decode().split("\n")
        name = next(line.removeprefix("event: ") for line in lines if line.startswith("event: "))
        text = "".join(line.removeprefix("data: ") for line in lines if line.startswith("data: "))
        found.append((name, json.loads(text)))
    return found


def test_slips_gathered_on_a_turn_are_told_as_they_stand_when_they_are_told(
    in_hall: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "GATHER_SECONDS", 3600)

    async def play(hall: Hall) -> None:
        code = await new_game(hall, draw="hand")
        await hall.get(code)
        for letters in ("AEINRST", "EILNOUT"):
            await hall.execute(code, cmd.Draw(letters=letters))
            await hall.execute(code, cmd.Start())
            await hall.execute(code, cmd.EndTime())
            if letters == "AEINRST":
                await hall.execute(code, cmd.Retain())
        listening = hall.resources.hub.listen([live.topic(code, "referee")])
        await hall.live.flush(code)
        told = [data for name, data in heard(listening) if name == "slips"]
        assert [(slips["turn"], slips["received"]) for slips in told] == [(2, 0)]

    in_hall(play)


def test_every_view_says_how_new_it_is(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall)
        before = hall.latest(await hall.get(code))
        await hall.execute(code, cmd.Draw())
        drawn = hall.latest(before)
        await hall.desk.invite(code, "marker")
        noted = hall.latest(before)
        assert before.revision < drawn.revision < noted.revision
        assert before.told < drawn.told == noted.told, "the public is not told of invitations"
        for game in (before, drawn, noted):
            assert (await hall.public(game)).revision == game.told
            assert (await hall.referee(game)).slips.revision == game.revision

    in_hall(play)


def test_one_minute_a_turn_is_announced_as_blitz_however_it_was_chosen(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        told = []
        for formula in ("blitz", "classic@1:00", "classic"):
            settings = HallSettings(draw="hand")
            code = await hall.desk.create(NewGame(formula=formula, settings=settings))
            await hall.execute(code, cmd.Draw(letters="RETINAS"))
            told.append((await hall.public(await hall.get(code))).announcement)
        blitz, one_minute, three = told
        assert blitz == one_minute != three

    in_hall(play)


def test_what_everybody_hears_counts_no_slip(in_hall: Run, time: Time) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall, draw="hand")
        await hall.execute(code, cmd.Draw(letters="AEINRST"))
        await hall.execute(code, cmd.Start())
        game = await hall.get(code)
        before, desk = await hall.public(game), hall.live.desk(game)
        slip = cmd.SendSlip(turn=1, entered=Entered(move="H4 RETINAS"))
        for table in (1, 2, 3):
            await send(hall, code, table, slip, int(time.now * 1000))
        after = hall.latest(game)
        assert await hall.public(after) == before
        assert hall.live.desk(after).revision == desk.revision + 3

    in_hall(play)


def test_what_is_told_now_bears_no_number_that_counts_what_others_hear(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall, draw="hand")
        listening = hall.resources.hub.listen([live.topic(code, "public")])
        await hall.execute(code, cmd.Draw(letters="AEINRST"))
        wire = await asyncio.wait_for(listening.queue.get(), 60)
        assert wire is not None
        assert wire.startswith(b"event: state")

    in_hall(play)


def test_the_seal_is_told_and_read_out_once_the_game_is_over(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall, draw="hand")
        under_way = await hall.public(await hall.get(code))
        assert not under_way.seal
        assert "Sceau" not in " ".join(under_way.announcement)
        await hall.execute(code, cmd.Stop(reason="fin de soirée"))
        game = await hall.get(code)
        over = await hall.public(game)
        assert over.seal == str(game.seal)
        assert over.announcement[-1] == f"Sceau de la partie : {game.seal.aloud}."
        read_out = over.announcement[-1].rpartition(" : ")[2].strip(".").replace(",", "-", 1)
        assert Seal.parse(read_out.replace(",", "")).fits(game.link)

    in_hall(play)
