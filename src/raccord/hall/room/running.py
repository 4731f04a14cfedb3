"""The steps of a game without a referee: what he would do next, by the same commands."""

import hashlib
from collections.abc import Sequence

from raccord.duplicate import Phase, Refusal, State
from raccord.duplicate import commands as cmd
from raccord.duplicate.rules.clock import deadline
from raccord.duplicate.slips.found import found_by_turn
from raccord.hall.games import Game
from raccord.hall.room.events import RoomLine, RoomSettings
from raccord.hall.service import Hall
from raccord.hall.standing import Standing

BY = "salon ouvert"
_SOON = 0.05
_DESERTED = 3
"""Turns without a single slip after which a game is stopped."""


class Conductor:
    """Conducts the games of a room: draws, starts the clock, retains, ends."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def step(
        self, game: Game, settings: RoomSettings, luck: Sequence[tuple[str, str]]
    ) -> float:
        """Do what is due, and tell in how many seconds to look again."""
        state = game.state
        if state.phase is Phase.DRAWING:
            return await self._draw(game, settings, luck)
        if state.phase is Phase.DRAWN:
            await self._do(game, cmd.Start())
            return _SOON
        if state.phase is Phase.RUNNING:
            ends = deadline(state) or 0
            return max(_SOON, (ends - self._hall.resources.now_ms()) / 1000 + _SOON)
        if state.phase is Phase.TIME_UP:
            await self._retain(game)
        return _SOON

    async def _draw(
        self, game: Game, settings: RoomSettings, luck: Sequence[tuple[str, str]]
    ) -> float:
        state, now = game.state, self._hall.resources.now_ms()
        last = state.turns[-1].retained_at if state.turns else 0
        left = last + settings.pause * 1000 - now
        if state.turns and left > 0:
            return left / 1000
        if is_deserted(state):
            await self._do(game, cmd.Stop(reason="plus personne ne joue"))
            return _SOON
        if not state.draws and not state.number:
            number = hashlib.sha256(luck_text(luck).encode()).hexdigest()
            source = "SHA-256 des nombres apportés par les joueurs avant le premier tirage"
            await self._do(game, cmd.GiveNumber(number=number, source=source))
        await self._do(game, cmd.Draw())
        return _SOON

    async def _retain(self, game: Game) -> None:
        try:
            await self._do(game, cmd.Retain())
        except Refusal:
            # Nothing can be played with this draw: it goes back (2017 6.2).
            await self._do(game, cmd.DeclareNoSolution())

    async def finish(self, game: Game) -> None:
        """Publish what is published after the end: the ranking, and the secret of the draws."""
        for command in (cmd.Publish(insist=True), cmd.Reveal()):
            try:
                await self._do(game, command)
            except Refusal:
                continue

    async def _do(self, game: Game, command: cmd.Command) -> None:
        await self._hall.execute(game.id, command, BY)


def luck_text(luck: Sequence[tuple[str, str]]) -> str:
    """What the public number is the digest of: a line for each player, in order of arrival."""
    return "".join(f"{name}:{number}\n" for name, number in luck)


def is_deserted(state: State) -> bool:
    """Whether nobody has handed anything in for some turns."""
    recent = [turn.number for turn in state.turns[-_DESERTED:]]
    if len(recent) < _DESERTED:
        return False
    return not any(
        mark.slip is not None and mark.slip.word
        for turn in recent
        for mark in state.marks.get(turn, {}).values()
    )


def results(game: Game, standing: Standing) -> tuple[RoomLine, ...]:
    """Everybody's result, for the rankings of the room."""
    found = found_by_turn(game.state)
    tops = dict.fromkeys(game.state.entrants, 0)
    for turn in found:
        for finder in turn.finders:
            tops[finder.table] += 1
    return tuple(
        RoomLine(
            name=" / ".join(line.players),
            place=line.place,
            points=line.total,
            tops=tops.get(line.table, 0),
            solos=line.solos,
        )
        for line in standing.lines
    )
