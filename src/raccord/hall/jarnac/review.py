"""Looking back on a finished game: its steps, and every Jarnac that nobody called."""

from collections.abc import Iterator

import msgspec

from raccord import jarnac
from raccord.hall.jarnac.table import TableState
from raccord.hall.jarnac.views import Line, Result, lines, names_of, result
from raccord.jarnac import Mat, Seat
from raccord.jarnac.foresight import worth_of_jarnac
from raccord.lexicon import Lexicon

SHOWN = 8
"""Jarnacs shown for one passing of the bag, best first."""


class StepMat(msgspec.Struct, frozen=True):
    """One mat after a fact."""

    lines: tuple[str, ...]
    loose: str
    points: int
    jarnacs: int


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One fact of the game and the mats it leaves; ``missed`` is its rank among the missed."""

    line: Line
    bag: int
    turn: Seat
    mats: tuple[StepMat, StepMat]
    missed: int | None = None


class MissedPlay(msgspec.Struct, frozen=True):
    """A Jarnac that was there: the word, from which line or from the loose letters alone."""

    word: str
    line: int | None
    old: str
    points: int


class Missed(msgspec.Struct, frozen=True, kw_only=True):
    """A passing of the bag whose Jarnacs were not called; ``total`` counts those not shown too."""

    step: int
    seat: Seat
    name: str
    lines: tuple[str, ...]
    loose: str
    plays: tuple[MissedPlay, ...]
    total: int
    called: str


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """Bilan of a game."""

    id: str
    names: tuple[str, str]
    result: Result
    steps: tuple[Step, ...]
    missed: tuple[Missed, ...]


def review(name: str, state: TableState, lexicon: Lexicon) -> Review:
    """The whole of it; slow enough for a thread."""
    missed = tuple(_missed(state, lexicon))
    ranks = {found.step: rank for rank, found in enumerate(missed)}
    outcome = result(state)
    assert outcome is not None
    return Review(
        id=name,
        names=state.names,
        result=outcome,
        steps=tuple(_steps(state, ranks)),
        missed=missed,
    )


def _steps(state: TableState, ranks: dict[int, int]) -> Iterator[Step]:
    game = None
    for line, fact in zip(lines(state), state.facts, strict=True):
        if isinstance(fact, jarnac.Opened):
            game = jarnac.begin(fact)
        else:
            assert game is not None
            game = jarnac.evolve(game, fact)
        yield Step(
            line=line,
            bag=len(game.bag),
            turn=game.turn,
            mats=(_mat(game, "A"), _mat(game, "B")),
            missed=ranks.get(line.number),
        )


def _mat(game: jarnac.State, seat: Seat) -> StepMat:
    side = game.side(seat)
    return StepMat(side.mat.lines, side.mat.loose, game.points(seat), side.jarnacs)


def _missed(state: TableState, lexicon: Lexicon) -> Iterator[Missed]:
    names = names_of(state)
    for found in jarnac.missed_jarnacs(state.facts, lexicon):
        best = sorted(found.plays, key=lambda play: -worth_of_jarnac(found.mat, play))
        yield Missed(
            step=found.event,
            seat=found.seat,
            name=names[found.seat],
            lines=found.mat.lines,
            loose=found.mat.loose,
            plays=tuple(_play(found.mat, play) for play in best[:SHOWN]),
            total=len(best),
            called=found.called.word if found.called else "",
        )


def _play(mat: Mat, play: jarnac.Play) -> MissedPlay:
    return MissedPlay(play.word, play.line, mat.old(play), len(play.word) ** 2)
