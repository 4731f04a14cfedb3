"""Whole games without their events, to choose among many: what ``autoplay`` would play, quickly.

The core plays them, from what the formula and the edition say; tests hold them and the games of
``autoplay`` together. A game that is kept is played again with its events, states and citations.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

import msgspec

from raccord import _core
from raccord.board import Board
from raccord.board.errors import NotARackError
from raccord.duplicate.files import fair_draws
from raccord.duplicate.rules.ends import Frame, can_play
from raccord.duplicate.rules.formula import Formula
from raccord.duplicate.rules.position import Position
from raccord.duplicate.rules.tops import SAMPLES
from raccord.lexicon import Lexicon
from raccord.regulation import DEFAULT_EDITION, EditionId
from raccord.regulation.editions import EDITIONS

Item = TypeVar("Item")
Answer = TypeVar("Answer")

_AT_ONCE = 8
"""Games that a thread is given together, so that handing them out costs nothing beside them."""


class Sketched(msgspec.Struct, frozen=True):
    """Coup ébauché: what a prepared game is chosen by."""

    number: int
    draw: str
    move: str
    points: int
    ties: int
    is_scrabble: bool
    pool: int
    """Letters that could still come before the draw."""


def sketch(
    lexicon: Lexicon,
    secret: str,
    *,
    edition: EditionId = DEFAULT_EDITION,
    formula: Formula | None = None,
    samples: int = SAMPLES,
) -> Iterator[Sketched]:
    """The turns of the game that a secret gives, one by one."""
    frame = Frame(lexicon, EDITIONS[edition], formula or Formula())
    start = Position.start(frame.formula)
    luck, _ = fair_draws.public_luck("")
    game = _core.Sketch(
        lexicon.core,
        frame.formula.rules.core,
        _terms(frame),
        start.bag,
        start.reserve,
        bytes.fromhex(secret),
        luck,
        samples,
    )

    def goes_on(cells: str, bag: str, leave: str, reserve: str, turn: int) -> bool:
        return can_play(Position(Board(cells), bag, leave, reserve), turn, frame)

    while turn := _next(game, goes_on, start.bag):
        yield turn


def in_order(
    answer: Callable[[Item], Answer], items: Sequence[Item], threads: int
) -> Generator[Answer]:
    """The answers about sketched games, by several threads, in the order of the items.

    Threads are enough: the core holds no lock of the interpreter while it plays a turn. No more
    games are begun than the reader is about to ask for; closing it waits for those under way.
    """
    if threads == 1:
        yield from map(answer, items)
        return
    waiting: deque[Future[list[Answer]]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for first in range(0, len(items), _AT_ONCE):
            waiting.append(pool.submit(_each, answer, items[first : first + _AT_ONCE]))
            if len(waiting) > 2 * threads:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _each(answer: Callable[[Item], Answer], items: Sequence[Item]) -> list[Answer]:
    return [answer(item) for item in items]


def _terms(frame: Frame) -> _core.Terms:
    edition, formula = frame.edition, frame.formula
    return _core.Terms(
        formula.rack_size,
        (edition.early_turns.value, edition.early_minimum.value, edition.late_minimum.value),
        edition.end.value,
        edition.least_score.value,
        edition.joker_free.value,
        formula.joker and edition.joker_preserved.value,
    )


def _next(game: _core.Sketch, goes_on: Callable[..., bool], tiles: str) -> Sketched | None:
    try:
        turn = game.next(goes_on)
    except ValueError as error:
        raise NotARackError(tiles, "a rack of two jokers at most", "deux jokers au plus") from error
    return None if turn is None else Sketched(*turn)
