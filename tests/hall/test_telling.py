"""What an audience hears of a game is never older than what it has heard before."""

import json
from typing import Any

import pytest

from raccord.duplicate import commands as cmd
from raccord.hall import Hall
from raccord.hall import broadcast as live
from raccord.hall.companion import HallSettings
from raccord.hall.desk import NewGame
from raccord.hall.hub import Subscription
from tests.hall.conftest import Run, new_game


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
