"""Looking back on a finished game: its steps turn by turn, what was left, what nobody called."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from raccord import jarnac
from raccord.hall.jarnac.table import TableState
from raccord.hall.jarnac.views import Line, Result, lines, names_of, result
from raccord.jarnac import Mat, Seat
from raccord.jarnac import events as ev
from raccord.jarnac.foresight import worth_of_jarnac
from raccord.lexicon import Lexicon

SHOWN = 8
"""Jarnacs shown for one passing of the bag, best first."""
ROUND = 2
"""Turns until a player's next one."""


class StepMat(msgspec.Struct, frozen=True):
    """One mat after a fact."""

    lines: tuple[str, ...]
    loose: str
    points: int
    jarnacs: int


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One fact of the game and the mats it leaves, ``number`` its turn, 0 before the first."""

    line: Line
    number: int
    bag: int
    turn: Seat
    mats: tuple[StepMat, StepMat]
    missed: int | None = None


class MissedPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A play that was there: the word, from which line or from the loose letters alone.

    ``lit`` tells, letter by letter of the word, which came from the loose ones; ``used`` the same
    of the loose letters themselves.
    """

    word: str
    line: int | None
    old: str
    points: int
    lit: tuple[bool, ...]
    used: tuple[bool, ...]


class Missed(msgspec.Struct, frozen=True, kw_only=True):
    """A passing of the bag whose Jarnacs were not called; ``total`` counts those not shown too."""

    step: int
    number: int
    seat: Seat
    name: str
    lines: tuple[str, ...]
    loose: str
    plays: tuple[MissedPlay, ...]
    total: int
    called: str


class Left(msgspec.Struct, frozen=True, kw_only=True):
    """Laissé: the best play a player had when he passed, and the points he lost by it.

    ``until`` is the last turn in which he left the same one: it is lost once.
    """

    step: int
    number: int
    until: int
    seat: Seat
    play: MissedPlay
    lost: int
    total: int
    taken: str


class Curve(msgspec.Struct, frozen=True):
    """The points of one player after each turn."""

    name: str
    values: tuple[int, ...]


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """Bilan of a game."""

    id: str
    names: tuple[str, str]
    result: Result
    steps: tuple[Step, ...]
    missed: tuple[Missed, ...]
    left: tuple[Left, ...]
    lost: tuple[int, int]
    curves: tuple[Curve, Curve]


def review(name: str, state: TableState, lexicon: Lexicon) -> Review:
    """The whole of it; slow enough for a thread."""
    turns = turn_numbers(state.facts)
    missed = tuple(_missed(state, lexicon, turns))
    left = tuple(_once(_left(state, lexicon, turns)))
    ranks = {found.step: rank for rank, found in enumerate(missed)}
    steps = tuple(_steps(state, ranks, turns))
    outcome = result(state)
    assert outcome is not None
    return Review(
        id=name,
        names=state.names,
        result=outcome,
        steps=steps,
        missed=missed,
        left=left,
        lost=(_lost(left, "A"), _lost(left, "B")),
        curves=(_curve(state.names[0], steps, 0), _curve(state.names[1], steps, 1)),
    )


def states(facts: Sequence[jarnac.Event]) -> Iterator[jarnac.State]:
    """The state after each fact."""
    opened = facts[0]
    assert isinstance(opened, ev.Opened)
    game = jarnac.begin(opened)
    yield game
    for fact in facts[1:]:
        game = jarnac.evolve(game, fact)
        yield game


def turn_numbers(facts: Sequence[jarnac.Event]) -> tuple[int, ...]:
    """The turn each fact belongs to: the first begins with the first letters drawn."""
    found, number, holder = [], 0, ""
    for fact, game in zip(facts, states(facts), strict=True):
        # A pass belongs to the turn it ends; whoever then holds the bag begins the next.
        found.append(number)
        if number == 0 and isinstance(fact, ev.LettersDrawn):
            number = found[-1] = 1
            holder = game.turn
        elif number and game.turn != holder:
            number, holder = number + 1, game.turn
    return tuple(found)


def _curve(name: str, steps: Sequence[Step], side: int) -> Curve:
    last = {step.number: step.mats[side].points for step in steps}
    return Curve(name, tuple(last[number] for number in sorted(last)))


def _steps(state: TableState, ranks: dict[int, int], turns: Sequence[int]) -> Iterator[Step]:
    for line, game, number in zip(lines(state), states(state.facts), turns, strict=True):
        yield Step(
            line=line,
            number=number,
            bag=len(game.bag),
            turn=game.turn,
            mats=(_mat(game, "A"), _mat(game, "B")),
            missed=ranks.get(line.number),
        )


def _mat(game: jarnac.State, seat: Seat) -> StepMat:
    side = game.side(seat)
    return StepMat(side.mat.lines, side.mat.loose, game.points(seat), side.jarnacs)


def _missed(state: TableState, lexicon: Lexicon, turns: Sequence[int]) -> Iterator[Missed]:
    names = names_of(state)
    for found in jarnac.missed_jarnacs(state.facts, lexicon):
        best = sorted(found.plays, key=lambda play: -worth_of_jarnac(found.mat, play))
        yield Missed(
            step=found.event,
            number=turns[found.event],
            seat=found.seat,
            name=names[found.seat],
            lines=found.mat.lines,
            loose=found.mat.loose,
            plays=tuple(shown_play(found.mat, play) for play in best[:SHOWN]),
            total=len(best),
            called=found.called.word if found.called else "",
        )


def _left(state: TableState, lexicon: Lexicon, turns: Sequence[int]) -> Iterator[Left]:
    formula = state.play.settings.formula
    for number, (fact, game) in enumerate(zip(state.facts, states(state.facts), strict=True)):
        if not isinstance(fact, ev.BagPassed) or fact.forced:
            continue
        mat = game.mat(fact.seat)
        there = list(jarnac.plays(lexicon, mat, formula))
        if not there:
            continue
        best = max(there, key=mat.gain)
        later = state.facts[number + 1 : number + 2]
        taken = next((f.word for f in later if isinstance(f, ev.JarnacCalled)), "")
        yield Left(
            step=number,
            number=turns[number],
            until=turns[number],
            seat=fact.seat,
            play=shown_play(mat, best),
            lost=mat.gain(best),
            total=len(there),
            taken=taken,
        )


def _once(found: Iterable[Left]) -> list[Left]:
    """A play that was still there on the next turn of its player is one that he left once."""
    kept: list[Left] = []
    places: dict[Seat, int] = {}
    for one in found:
        place = places.get(one.seat)
        before = kept[place] if place is not None else None
        if place is not None and before and _again(before, one):
            kept[place] = replace(before, until=one.number, taken=one.taken)
        else:
            places[one.seat] = len(kept)
            kept.append(one)
    return kept


def _again(before: Left, one: Left) -> bool:
    same = (before.play.word, before.play.old) == (one.play.word, one.play.old)
    return same and one.number - before.until <= ROUND


def _lost(left: Sequence[Left], seat: Seat) -> int:
    return sum(found.lost for found in left if found.seat == seat)


def shown_play(mat: Mat, play: jarnac.Play) -> MissedPlay:
    """A play with the letters it takes lit, in the word and among the loose ones."""
    kept, added = list(mat.old(play)), list(mat.added(play))
    lit = []
    for letter in play.word:
        lit.append(letter not in kept)
        if letter in kept:
            kept.remove(letter)
    used = []
    for letter in mat.loose:
        used.append(letter in added)
        if letter in added:
            added.remove(letter)
    return MissedPlay(
        word=play.word,
        line=play.line,
        old=mat.old(play),
        points=len(play.word) ** 2,
        lit=tuple(lit),
        used=tuple(used),
    )
