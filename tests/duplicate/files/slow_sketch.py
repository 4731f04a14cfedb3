"""The witness of the core's sketches: the same games by the functions that a game's own go by."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from raccord.board import Move, tiles_used
from raccord.duplicate.files import fair_draws
from raccord.duplicate.rules.draws import is_valid
from raccord.duplicate.rules.ends import Frame, end_of
from raccord.duplicate.rules.formula import Formula
from raccord.duplicate.rules.position import Position, played
from raccord.duplicate.rules.tops import SAMPLES, Tops, find_tops
from raccord.duplicate.sketch import Sketched
from raccord.lexicon import Lexicon
from raccord.regulation import DEFAULT_EDITION, EditionId
from raccord.regulation.editions import EDITIONS


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A draw with a solution, and the draws made so far."""

    rack: str
    position: Position
    tops: Tops
    draws: int


def slow_sketch(
    lexicon: Lexicon,
    secret: str,
    *,
    edition: EditionId = DEFAULT_EDITION,
    formula: Formula | None = None,
    samples: int = SAMPLES,
) -> Iterator[Sketched]:
    """The turns of the game that a secret gives, one by one."""
    played_by = formula or Formula()
    frame = Frame(lexicon, EDITIONS[edition], played_by)
    position, turn, draws = Position.start(played_by), 1, 0
    ended = end_of(position, turn, frame)
    while not ended:
        drawn = _draw(position, turn, secret, draws, frame, samples)
        move = Move.parse(drawn.tops.eligible[0].move)
        placed = len(tiles_used(position.board, move))
        yield Sketched(
            number=turn,
            draw=drawn.rack,
            move=str(move),
            points=drawn.tops.points,
            ties=len(drawn.tops.ties),
            is_scrabble=played_by.rules.bonus(placed) > 0,
            pool=len(position.bag) + len(position.leave) + len(position.serving),
        )
        position, draws = played(drawn.position, drawn.rack, move), drawn.draws
        turn += 1
        ended = end_of(position, turn, frame)


def _draw(
    position: Position, turn: int, secret: str, draws: int, frame: Frame, samples: int
) -> _Drawn:
    """Draw until a draw is valid and has a solution; what is rejected goes back whole."""
    while True:
        new = fair_draws.draw(secret, draws, position.bag, position.needed(frame.formula))
        rack = position.rack(new)
        draws += 1
        if is_valid(rack, position.pool, turn, frame.edition):
            after = replace(position.take(new), leave="")
            tops = find_tops(after, rack, turn, frame, samples)
            if tops is not None:
                return _Drawn(rack, after, tops, draws)
        position = position.put_back()
