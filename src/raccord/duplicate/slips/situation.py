"""The turn a slip belongs to: what it is judged in, who plays it, whose slips are there."""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from raccord.board import Move
from raccord.duplicate.errors import Refusal
from raccord.duplicate.rules.tops import Tops
from raccord.duplicate.slips.scores import eliminated
from raccord.duplicate.state import Phase, State
from raccord.lexicon import Lexicon
from raccord.regulation import Slip
from raccord.regulation.marking import Situation


def situation_of(
    state: State,
    turn: int,
    lexicon: Lexicon,
    tops: Tops | None = None,
    memory: dict[Hashable, Any] | None = None,
) -> Situation:
    """The turn a slip is judged in: one already played, or the one under way.

    ``memory`` is that of an earlier situation of the same turn.
    """
    rules, edition = state.formula.rules, state.opened.edition
    kept = {} if memory is None else memory
    if turn < state.turn:
        played = state.turns[turn - 1]
        board, move, points = played.before.board, played.move, played.points
        return Situation(board, played.draw, turn, lexicon, rules, edition, move, points, kept)
    if not state.rack:
        raise Refusal(f"le coup {turn} n'est pas tiré")
    top = tops.points if tops else None
    default = Move.parse(tops.eligible[0].move) if tops else None
    board = state.position.board
    return Situation(board, state.rack, turn, lexicon, rules, edition, default, top, kept)


def current_turn(state: State) -> int:
    """The turn whose slips are at hand: the one under way, else the last played, else 0."""
    return state.turn if state.rack else state.turn - 1


def drawn_at(state: State, turn: int) -> int:
    """When the letters of a turn were drawn, as it stands: a cancelled turn is drawn anew."""
    return state.turns[turn - 1].drawn_at if turn < state.turn else state.drawn_at


def under_the_clock(state: State, turn: int) -> bool:
    """Whether the time of a turn is not up yet: nobody sees what was handed in."""
    return turn == state.turn and state.phase is not Phase.TIME_UP


def check_plays(state: State, turn: int, table: int) -> None:
    """Refuse a table that has no slip on that turn."""
    entrant = state.entrants.get(table)
    if entrant is None:
        raise Refusal(f"la table {table} n'est pas inscrite")
    if not 1 <= turn <= current_turn(state):
        raise Refusal(f"le coup {turn} n'est pas tiré")
    if not entrant.plays(turn):
        raise Refusal(f"la table {table} ne joue pas le coup {turn}")
    out = eliminated(state).get(table)
    if out is not None and turn > out:
        raise Refusal(f"la table {table} est éliminée depuis le coup {out}")


def marked_turn(state: State, turn: int | None, draw: str = "") -> int:
    """The turn to mark: one played, or the one whose time is up; the one at hand if not named.

    ``draw`` is that of the turn as the marker saw it: a turn cancelled and drawn anew is another.
    """
    chosen = current_turn(state) if turn is None else turn
    if not 1 <= chosen <= current_turn(state):
        raise Refusal("aucun coup à corriger" if turn is None else f"le coup {turn} n'est pas tiré")
    if under_the_clock(state, chosen):
        raise Refusal("le temps court encore : les bulletins ne sont pas levés")
    if draw and sorted(draw) != sorted(draw_of(state, chosen)):
        raise Refusal(f"le coup {chosen} a un autre tirage : ce bulletin n'en est pas")
    return chosen


def draw_of(state: State, turn: int) -> str:
    """The letters of a turn played, or of the one under way."""
    return state.rack if turn == state.turn else state.turns[turn - 1].draw


def unruled(state: State, turn: int) -> tuple[tuple[int, Slip], ...]:
    """The slips handed in on a turn that nobody has ruled on."""
    row = state.marks.get(turn, {})
    return tuple((t, m.slip) for t, m in sorted(row.items()) if m.slip and not m.ruling)


def expected_tables(state: State, turn: int) -> tuple[int, ...]:
    """The tables that play a turn."""
    return playing(state, turn, state.entrants, eliminated(state))


def missing_tables(state: State, turn: int) -> tuple[int, ...]:
    """The tables that play a turn and of which nothing is known yet."""
    return _missing(state, turn, eliminated(state))


def _missing(state: State, turn: int, out: Mapping[int, int]) -> tuple[int, ...]:
    row = state.marks.get(turn, {})
    return playing(state, turn, (t for t in state.entrants if t not in row), out)


def playing(
    state: State, turn: int, tables: Iterable[int], out: Mapping[int, int]
) -> tuple[int, ...]:
    """Those of the tables that play a turn, ``out`` being those that sudden death has taken."""
    entrants = state.entrants
    plays = (t for t in tables if entrants[t].plays(turn) and out.get(t, turn) >= turn)
    return tuple(sorted(plays))


def incomplete_turns(state: State) -> dict[int, tuple[int, ...]]:
    """By turn whose time is up, the tables that miss, where any does."""
    out = eliminated(state)
    up = (n for n in range(1, current_turn(state) + 1) if not under_the_clock(state, n))
    return {turn: missing for turn in up if (missing := _missing(state, turn, out))}
