"""The tops of the draw on the table, searched in a thread as soon as it is drawn."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from raccord.duplicate import Frame, State, Survey, Tops, find_tops, survey
from raccord.duplicate.beside import Found
from raccord.duplicate.files import prepared
from raccord.hall.games import Game

KEPT = 64


@dataclass(frozen=True, slots=True)
class Study:
    """Étude d'un tirage; without ``tops`` the draw has no solution."""

    found: Found
    survey: Survey | None
    prepared: str = ""

    @property
    def tops(self) -> Tops | None:
        """The tops of the draw."""
        return self.found.tops


class Studies:
    """Studies of the draws on the tables, each made once."""

    def __init__(self) -> None:
        self._done: OrderedDict[tuple[str, ...], Study] = OrderedDict()
        self._under_way: dict[tuple[str, ...], asyncio.Task[Study]] = {}

    def known(self, game: Game) -> Study | None:
        """The study of the draw on the table, if it is done."""
        return self._done.get(_key(game.id, game.state)) if game.state.rack else None

    async def of(self, game: Game) -> Study:
        """The study of the draw on the table."""
        key = _key(game.id, game.state)
        if key in self._done:
            return self._done[key]
        task = self._under_way.get(key)
        if task is None:
            task = asyncio.create_task(asyncio.to_thread(_study, game))
            self._under_way[key] = task
            task.add_done_callback(lambda done: self._keep(key, done))
        # Shielded: who stops waiting must not stop the search that others wait for.
        found = await asyncio.shield(task)
        # A task that is done may not have run its callbacks yet.
        self._keep(key, task)
        return found

    def begin(self, game: Game, then: Callable[[], None]) -> None:
        """Start a study and call ``then`` on the loop when it is done."""
        if self.known(game):
            return
        waiting = asyncio.ensure_future(self.of(game))
        waiting.add_done_callback(lambda done: None if done.cancelled() else then())

    def _keep(self, key: tuple[str, ...], done: "asyncio.Task[Study]") -> None:
        self._under_way.pop(key, None)
        if not done.cancelled() and done.exception() is None:
            self._done[key] = done.result()
            while len(self._done) > KEPT:
                self._done.popitem(last=False)


def _key(code: str, state: State) -> tuple[str, ...]:
    return code, str(state.turn), state.position.board.cells, state.rack


def _study(game: Game) -> Study:
    state = game.state
    frame = Frame(game.lexicon, state.edition, state.formula)
    tops = find_tops(state.position, state.rack, state.turn, frame)
    found = Found.of(state, tops)
    if tops is None:
        return Study(found, None)
    script = game.companion.script
    move = prepared.prepared_move(script, state) if script else None
    return Study(found, survey(state.position, state.rack, frame), move or "")
