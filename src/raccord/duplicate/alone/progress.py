"""Progrès: what finished games say of a player; his figures, his records, his weak spots."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from raccord.board import Move, format_word, new_squares, score
from raccord.duplicate.alone.state import TABLE, SoloState
from raccord.duplicate.rules.topping import time_taken
from raccord.duplicate.state import State, Turn
from raccord.regulation import Sanction

DEAR = "JKQWXYZ"
LEAST_SEEN = 4
"""Turns of a kind before it may be called a weak spot."""
TREND = 30


class TurnLine(msgspec.Struct, frozen=True, array_like=True):
    """Coup joué: the word kept, what it was worth, what the player scored, what it took."""

    word: str
    reference: int
    points: int
    kinds: tuple[str, ...] = ()


class GameLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Partie jouée: its terms and its figures."""

    game: str
    at: int
    formula: str
    label: str
    lexicon: str
    you: int
    total: int
    found: int
    turns: int
    ms: int
    contest: str = ""
    lines: tuple[TurnLine, ...] = ()

    @property
    def percent(self) -> float:
        """The share of the tops' points."""
        return self.you / self.total if self.total else 0.0


class Spot(msgspec.Struct, frozen=True):
    """Point faible: a kind of top, how often it came and how often it was found."""

    kind: str
    seen: int
    found: int

    @property
    def rate(self) -> float:
        """The share of them that was found."""
        return self.found / self.seen if self.seen else 0.0


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """Bilan d'un joueur over all his games."""

    games: int
    percent: float
    found: float
    best: GameLine | None
    most_found: GameLine | None
    trend: tuple[float, ...]
    """The share of the tops' points in his last games, the oldest first."""
    weak: tuple[Spot, ...]
    recent: tuple[GameLine, ...]


def line_of(name: str, state: SoloState, at: int) -> GameLine:
    """A finished game in one line."""
    game = state.play
    lines = tuple(_turn(state, turn) for turn in game.turns)
    return GameLine(
        game=name,
        at=at,
        formula=game.formula.name,
        label=game.formula.label,
        lexicon=game.opened.lexicon,
        you=sum(line.points for line in lines),
        total=sum(line.reference for line in lines),
        found=sum(line.points >= line.reference for line in lines),
        turns=len(lines),
        ms=sum(spent(game, turn) for turn in game.turns),
        contest=state.contest,
        lines=lines,
    )


def spent(game: State, turn: Turn) -> int:
    """The milliseconds a turn took; a pause is not told apart, so no more than its time."""
    took = max(0, turn.retained_at - (turn.started or turn.drawn_at))
    return min(took, game.formula.pace(turn.number).seconds * 1000) if game.formula.timed else took


def points_of(game: State, turn: Turn) -> int:
    """What the player earned on a turn."""
    if game.formula.topping:
        return turn.points if time_taken(game, turn, TABLE).found else 0
    ruling = game.mark(turn.number, TABLE).ruling
    return ruling.points if ruling and ruling.sanction is not Sanction.NULLITY else 0


def reference_of(state: SoloState, turn: Turn) -> int:
    """What a turn's points are compared with."""
    best = state.sets.get(turn.number)
    return sum(points for _, points in best) if best else turn.points


def _turn(state: SoloState, turn: Turn) -> TurnLine:
    game = state.play
    word = format_word(turn.move.word)
    return TurnLine(word, reference_of(state, turn), points_of(game, turn), kinds_of(game, turn))


def kinds_of(game: State, turn: Turn) -> tuple[str, ...]:
    """What a top asked for: a length, a joker, a bonus, a hook, an extension, a dear letter."""
    board, move = turn.before.board, turn.move
    counted = score(board, move, game.formula.rules)
    fresh = [letter for _, letter in new_squares(board, move)]
    found = [f"length:{min(len(move.word), 9)}"]
    found += ["joker"] if any(letter.islower() for letter in fresh) else []
    found += ["scrabble"] if counted.bonus else []
    found += ["hook"] if any(len(w.word) > 2 for w in counted.words[1:]) else []
    found += ["extension"] if _lengthens(turn, move) else []
    found += [f"letter:{letter}" for letter in sorted(set(fresh)) if letter in DEAR]
    return tuple(found)


def _lengthens(turn: Turn, move: Move) -> bool:
    """Whether the word has another at its front or its back that lay on the board."""
    squares = move.reference.squares(len(move.word)) or []
    taken = [not turn.before.board.is_free(square) for square in squares]
    return taken[:2] == [True, True] or taken[-2:] == [True, True]


def progress_of(games: Sequence[GameLine], recent: int = 20) -> Progress:
    """The figures of games, the youngest first."""
    total, turns = sum(g.total for g in games), sum(g.turns for g in games)
    whole = [game for game in games if game.turns >= 5]
    return Progress(
        games=len(games),
        percent=sum(g.you for g in games) / total if total else 0.0,
        found=sum(g.found for g in games) / turns if turns else 0.0,
        best=max(whole, key=lambda g: g.percent, default=None),
        most_found=max(whole, key=lambda g: g.found, default=None),
        trend=tuple(round(g.percent, 4) for g in reversed(games[:TREND])),
        weak=weak_spots(games),
        recent=tuple(msgspec.structs.replace(g, lines=()) for g in games[:recent]),
    )


def weak_spots(games: Iterable[GameLine], most: int = 6) -> tuple[Spot, ...]:
    """The kinds of top found less often than the others, the weakest first."""
    seen: dict[str, list[bool]] = defaultdict(list)
    every: list[bool] = []
    for line in (line for game in games for line in game.lines):
        every.append(line.points >= line.reference)
        for kind in line.kinds:
            seen[kind].append(every[-1])
    usual = sum(every) / len(every) if every else 0.0
    spots = [Spot(k, len(v), sum(v)) for k, v in seen.items() if len(v) >= LEAST_SEEN]
    weak = sorted((s for s in spots if s.rate < usual), key=lambda s: (s.rate, -s.seen))
    return tuple(weak[:most])


def never_found(games: Iterable[GameLine]) -> tuple[str, ...]:
    """The words of tops missed each time they came, the dearest first."""
    lost: dict[str, int] = {}
    known: set[str] = set()
    for line in (line for game in games for line in game.lines):
        word = line.word.replace("(", "").replace(")", "")
        if line.points >= line.reference:
            known.add(word)
        else:
            lost[word] = max(lost.get(word, 0), line.reference - line.points)
    return tuple(sorted((w for w in lost if w not in known), key=lambda w: (-lost[w], w)))
