"""The open room: games without a referee, the clock in the test's hand."""

import hashlib
from datetime import datetime

import pytest

from raccord.duplicate import Phase, Refusal
from raccord.duplicate import commands as cmd
from raccord.duplicate.slips.handing_in import Entered
from raccord.hall import Hall
from raccord.hall.room import Room, RoomSettings, since_evening, since_monday, tally
from raccord.hall.room.events import GameCounted, RoomLine
from raccord.hall.room.running import luck_text
from raccord.hall.room.service import next_slot
from tests.hall.conftest import Run, Time, send


async def opened(hall: Hall, **settings: int) -> Room:
    room = Room(hall)
    await room.open(RoomSettings(formula="classic", **settings))
    return room


async def until(room: Room, hall: Hall, time: Time, code: str, phase: Phase) -> None:
    """Let the room and the clock act until a game has come that far."""
    for _ in range(40):
        if (await hall.get(code)).state.phase is phase:
            return
        time.go(await room.step())
        await hall.tick(code)
    raise AssertionError(f"never {phase}")


def test_a_game_is_called_played_and_counted_without_anybody_s_help(
    in_hall: Run, time: Time
) -> None:
    async def play(hall: Hall) -> None:
        room = await opened(hall)
        game, first = await room.join("Ada", "a", "42")
        _, second = await room.join("Zoé", "z", "7")
        assert (first, second) == (1, 2)
        assert game.state.opened.commitment
        assert 0 < await room.step() <= 30 * 60
        assert not (await hall.get(game.id)).state.draws
        time.go(await room.step())
        await until(room, hall, time, game.id, Phase.RUNNING)
        number = (await hall.get(game.id)).state.number
        assert number is not None
        said = hashlib.sha256(luck_text([("Ada", "42"), ("Zoé", "7")]).encode()).hexdigest()
        assert number.number == said
        tops = (await hall.study(await hall.get(game.id))).tops
        assert tops is not None
        top = tops.eligible[0].move
        slip = cmd.SendSlip(turn=1, entered=Entered(move=top))
        await send(hall, game.id, 1, slip, hall.resources.now_ms())
        _, late = await room.join("Luc", "l")
        assert late == 3
        await until(room, hall, time, game.id, Phase.DRAWING)
        standing = await hall.standing(await hall.get(game.id))
        assert standing.scores[1].points == tops.points
        await until(room, hall, time, game.id, Phase.OVER)
        await room.step()
        await _told(room, hall, game.id, tops.points)

    async def _told(room: Room, hall: Hall, code: str, points: int) -> None:
        state = (await hall.get(code)).state
        assert state.end is not None
        assert "plus personne ne joue" in state.end.note
        assert len(state.turns) == 4
        view = await room.view()
        assert not view.game
        best = view.evening[0]
        assert (best.name, best.tops, best.place) == ("Ada", 1, 1)
        assert view.evening[0].points >= points
        assert view.week == view.evening
        assert {one.name for one in view.week} == {"Ada", "Zoé", "Luc"}

    in_hall(play)


def test_a_room_taken_up_after_a_crash_goes_on(in_hall: Run, time: Time) -> None:
    code = ""

    async def begin(hall: Hall) -> None:
        nonlocal code
        room = await opened(hall)
        game, _ = await room.join("Ada", "a")
        await room.begin_now()
        code = game.id
        await until(room, hall, time, code, Phase.RUNNING)

    async def go_on(hall: Hall) -> None:
        room = Room(hall)
        assert (await room.state()).is_open
        game, table = await room.join("ada", "a")
        assert (game.id, table) == (code, 1)
        await until(room, hall, time, code, Phase.TIME_UP)
        await until(room, hall, time, code, Phase.DRAWING)

    in_hall(begin)
    in_hall(go_on)


def test_nobody_comes_in_twice_under_another_s_name_or_into_a_full_or_closed_room(
    in_hall: Run,
) -> None:
    async def come(hall: Hall) -> None:
        room = await opened(hall, most=2)
        await room.join("Ada", "a")
        with pytest.raises(Refusal, match="déjà pris"):
            await room.join("ADA ", "b")
        await room.join("Bob", "b")
        with pytest.raises(Refusal, match="plein"):
            await room.join("Cyd", "c")
        for bad in ("", "a", "x" * 21, "a/b", "\n\n"):
            with pytest.raises(Refusal, match="pseudonyme"):
                await room.join(bad, "d")
        await room.shut()
        with pytest.raises(Refusal, match="fermé"):
            await room.join("Ada", "a")
        with pytest.raises(Refusal, match="fermé"):
            await room.begin_now()

    in_hall(come)


def test_a_number_brought_after_the_start_changes_no_draw(in_hall: Run, time: Time) -> None:
    async def come(hall: Hall) -> None:
        room = await opened(hall)
        await room.join("Ada", "a", "1")
        await room.begin_now()
        time.go(1)
        await room.join("Bob", "b", "2")
        assert await room.luck() == "Ada:1\n"

    in_hall(come)


def test_slots_are_round_hours() -> None:
    assert next_slot(0, 30) == 30 * 60_000
    assert next_slot(29 * 60_000, 30) == 30 * 60_000
    assert next_slot(30 * 60_000, 30) == 60 * 60_000


def test_an_evening_goes_on_after_midnight_and_a_week_begins_on_monday() -> None:
    night = datetime(2026, 11, 17, 2, 0)
    assert since_evening(night) == datetime(2026, 11, 16, 5, 0)
    assert since_monday(night) == datetime(2026, 11, 16, 5, 0)
    assert since_monday(datetime(2026, 11, 22, 23)) == datetime(2026, 11, 16, 5)


def test_points_of_several_games_add_up_and_equals_share_a_place() -> None:
    def game(*points: int) -> GameCounted:
        names = ("Ada", "Bob", "Cyd")
        lines = tuple(
            RoomLine(name=name, place=1, points=p, tops=1)
            for name, p in zip(names, points, strict=False)
        )
        return GameCounted(game="X", formula="classic", total=100, lines=lines)

    found = tally([game(60, 50, 80), game(20, 30)])
    assert [(one.place, one.name, one.points, one.games) for one in found] == [
        (1, "Ada", 80, 2),
        (1, "Bob", 80, 2),
        (1, "Cyd", 80, 1),
    ]
    assert [one.percentage for one in found] == [40.0, 40.0, 80.0]
