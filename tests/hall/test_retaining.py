"""A top is retained with the notes that rest on it, or not at all."""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest

from raccord.board import Move
from raccord.duplicate import Tops
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.deciding import retaining
from raccord.duplicate.slips.handing_in import slip_of
from raccord.duplicate.slips.judging import judged
from raccord.hall import Hall
from raccord.hall.games import GameChange
from raccord.regulation import Ruling, Slip
from tests.hall.conftest import Run
from tests.hall.test_across_turns import enter, paper_game, ruling, to_time_up


async def tied(hall: Hall, code: str) -> tuple[Tops, Move, Move]:
    """The tops of the draw, the tie kept by default and one of another word."""
    tops = (await hall.study(await hall.get(code))).tops
    assert tops is not None
    default, *others = (Move.parse(tie.move) for tie in tops.eligible)
    return tops, default, next(move for move in others if move.word != default.word)


async def two_slips(hall: Hall) -> tuple[str, Move]:
    """Slips with the default tie and another, both with a wrong score; gives the other tie."""
    code = await paper_game(hall)
    await to_time_up(hall, code)
    tops, default, other = await tied(hall, code)
    for table, move in ((1, default), (2, other)):
        await enter(hall, code, table, slip_of(move, tops.points - 1))
    return code, other


def test_another_tie_and_its_notes_are_written_in_one_commit(in_hall: Run) -> None:
    commits: list[GameChange] = []

    async def play(hall: Hall) -> None:
        code, other = await two_slips(hall)
        await hall.execute(code, cmd.MarkMissing(tables=(3,)), "Paul")
        hall.games.repository.subscribe(commits.append)
        await hall.execute(code, cmd.Retain(move=str(other)), key="k1")
        (whole,) = (c for c in commits if any(isinstance(e, ev.Retained) for e in c.events))
        assert whole is commits[-1]
        noted = {e.table: e.ruling.note_due for e in whole.events if isinstance(e, ev.Ruled)}
        assert noted == {1: True, 2: False}
        again = await hall.execute(code, cmd.Retain(move=str(other)), key="k1")
        assert again.repeated
        assert again.events == whole.events

    in_hall(play)


def test_the_default_top_is_retained_without_a_word_about_notes(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        code, _ = await two_slips(hall)
        change = await hall.execute(code, cmd.Retain())
        assert not [e for e in change.events if isinstance(e, ev.Ruled)]

    in_hall(play)


def test_a_slip_entered_while_the_notes_are_judged_is_judged_too(
    in_hall: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(hall: Hall) -> None:
        code, other = await two_slips(hall)
        tops, default, _ = await tied(hall, code)
        loop, late = asyncio.get_running_loop(), slip_of(default, tops.points - 1)
        calls: list[int] = []

        def slowly(
            situation: Any, slips: Iterable[tuple[int, Slip]], asked: int
        ) -> tuple[tuple[int, Slip, Ruling], ...]:
            calls.append(len(tuple(slips)))
            if len(calls) == 1:
                work = enter(hall, code, 3, late)
                asyncio.run_coroutine_threadsafe(work, loop).result(30)
            return judged(situation, slips, asked)

        monkeypatch.setattr(retaining, "judged", slowly)
        await hall.execute(code, cmd.Retain(move=str(other)))
        assert calls == [2, 3]
        assert (await ruling(hall, code, 1, 3)).note_due
        assert len((await hall.get(code)).state.turns) == 1

    in_hall(play)
