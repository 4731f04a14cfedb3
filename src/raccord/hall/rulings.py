"""From slips to rulings: what a table handed in, judged by the regulation."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from raccord.board import (
    Board,
    BoardError,
    Direction,
    Move,
    NotAReferenceError,
    PlayRules,
    Reference,
    format_word,
)
from raccord.board import score as count
from raccord.duplicate import Phase, Refusal, State, Tops, eliminated
from raccord.duplicate import events as ev
from raccord.duplicate.rules.ends import Frame
from raccord.duplicate.rules.multitops import best_set
from raccord.duplicate.slips.recourse import objection, overturned
from raccord.duplicate.slips.solutions import judge_slip
from raccord.hall.shapes import Correction
from raccord.lexicon import Lexicon
from raccord.regulation import Arrival, EditionId, Flag, Outcome, Ruling, Sanction, Slip
from raccord.regulation.marking import Situation
from raccord.regulation.marking.first import opening

AUTOMATIC = "logiciel"
NO_SLIP = Slip(flags=(Flag.NONE,))


class ReasonNeeded(Refusal):
    """Refus: the slip was ruled on already; entering it again needs a reason."""

    code = "reason-needed"


class Unlikely(Refusal):
    """Refus: a decision that cannot be right is taken only from a referee who insists."""

    code = "unlikely"


class Entered(msgspec.Struct, frozen=True, kw_only=True):
    """Saisie d'un joueur: ``move`` (« H4 LUSTRE(R) ») in assisted entry, else as on paper.

    ``others`` holds the solutions after the first, in multitops.
    """

    move: Annotated[str, msgspec.Meta(max_length=60)] = ""
    word: Annotated[str, msgspec.Meta(max_length=80)] = ""
    direction: Literal["across", "down"] | None = None
    reference: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    score: Annotated[int, msgspec.Meta(ge=-99_999, le=99_999)] | None = None
    others: Annotated[tuple["Entered", ...], msgspec.Meta(max_length=2)] = ()


def situation_of(state: State, turn: int, lexicon: Lexicon, tops: Tops | None = None) -> Situation:
    """The turn a slip is judged in: one already played, or the one under way."""
    rules, edition = state.formula.rules, state.edition.id
    if turn < state.turn:
        played = state.turns[turn - 1]
        return Situation(
            board=played.before.board,
            draw=played.draw,
            turn=turn,
            lexicon=lexicon,
            rules=rules,
            edition=edition,
            retained=played.move,
            top=played.points,
        )
    if not state.rack:
        raise Refusal(f"le coup {turn} n'est pas tiré")
    return Situation(
        board=state.position.board,
        draw=state.rack,
        turn=turn,
        lexicon=lexicon,
        rules=rules,
        edition=edition,
        retained=Move.parse(tops.eligible[0].move) if tops else None,
        top=tops.points if tops else None,
    )


def assisted_slip(state: State, entered: Entered) -> Slip:
    """A slip keyed on a screen that gives place, joker and score: no clerical fault is possible."""
    first, *others = (_assisted(state, one.move) for one in (entered, *entered.others))
    return several((first, *others))


def _assisted(state: State, text: str) -> Slip:
    board, rules = state.position.board, state.formula.rules
    try:
        slip = _counted(board, text, rules)
    except BoardError as error:
        raise Refusal("ce mot ne tient pas à cette place sur la grille") from error
    if not board.is_empty:
        return slip
    best = _best_opening(board, slip.word, state.rack, rules)
    return msgspec.structs.replace(slip, score=max(best, slip.score or 0))


@lru_cache(maxsize=4096)
def _best_opening(board: Board, word: str, draw: str, rules: PlayRules) -> int:
    """The score to claim on turn 1, where the word counts at its best place (S5)."""
    letters = word.replace("(", "").replace(")", "")
    situation = Situation(board=board, draw=draw, turn=1, lexicon=(), rules=rules)
    table = opening(situation, letters, frozenset())
    return max((table.best(choice).points for choice in table.by_choice), default=0)


@lru_cache(maxsize=4096)
def _counted(board: Board, text: str, rules: PlayRules) -> Slip:
    """The slip of a move; in the last seconds of a turn many tables send the same."""
    move = Move.parse(text)
    return slip_of(move, count(board, move, rules).total)


def slip_of(move: Move, points: int) -> Slip:
    """The slip of somebody who plays that move without a fault."""
    return Slip(
        word=format_word(move.word),
        direction=move.reference.direction.value,
        reference=str(move.reference),
        score=points,
    )


def best_solutions(state: State, lexicon: Lexicon) -> tuple[tuple[str, int], ...]:
    """Multitops: the best solutions of the draw on the table; none where one is asked for."""
    asked = state.formula.solutions
    if asked == 1:
        return ()
    frame = Frame(lexicon, state.edition, state.formula)
    found = best_set(state.position, state.rack, asked, frame)
    return tuple((str(one.move), one.points) for one in found)


def top_slip(top: tuple[tuple[str, int], ...], best: tuple[tuple[str, int], ...]) -> Slip:
    """The slip of somebody who found the top, or the best solutions where there are several."""
    return several(tuple(slip_of(Move.parse(text), points) for text, points in best or top))


def several(solutions: tuple[Slip, ...]) -> Slip:
    """One slip with all these solutions."""
    return solutions[0] if len(solutions) == 1 else Slip(solutions=solutions)


def strict_slip(entered: Entered) -> Slip:
    """A slip as written; without a direction of its own it is written as its reference lies."""
    return several(tuple(_strict(one) for one in (entered, *entered.others)))


def _strict(entered: Entered) -> Slip:
    direction = entered.direction or _lies(entered.reference)
    return Slip(
        word=entered.word,
        direction=direction,
        reference=entered.reference or None,
        score=entered.score,
    )


def _lies(reference: str | None) -> Literal["across", "down"] | None:
    try:
        found = Reference.parse(reference or "")
    except NotAReferenceError:
        return None
    return "across" if found.direction is Direction.ACROSS else "down"


def flagged(slip: Slip, flags: tuple[Flag, ...]) -> Slip:
    """The same slip with what else was seen."""
    return msgspec.structs.replace(slip, flags=(*slip.flags, *flags))


def late(slip: Slip, arrival: Arrival | None) -> Slip:
    """The same slip, come after the end."""
    return msgspec.structs.replace(flagged(slip, (Flag.LATE,)), arrival=arrival)


def decision(situation: Situation, slip: Slip, asked: int) -> Ruling:
    """The ruling on a slip in a game that asks for so many solutions a turn."""
    lexicon = situation.lexicon
    assert isinstance(lexicon, Lexicon)
    return judge_slip(situation, slip, asked, lexicon)


def judged(
    situation: Situation, slips: Iterable[tuple[int, Slip]], asked: int
) -> tuple[tuple[int, Slip, Ruling], ...]:
    """The rulings of several tables' slips; equal slips are judged once."""
    known: dict[Slip, Ruling] = {}
    found = []
    for table, slip in slips:
        if slip not in known:
            known[slip] = decision(situation, slip, asked)
        found.append((table, slip, known[slip]))
    return tuple(found)


def current_turn(state: State) -> int:
    """The turn whose slips are at hand: the one under way, else the last played, else 0."""
    return state.turn if state.rack else state.turn - 1


def under_the_clock(state: State, turn: int) -> bool:
    """Whether the time of a turn is not up yet: nobody sees what was handed in."""
    return turn == state.turn and state.phase is not Phase.TIME_UP


def unruled(state: State, turn: int) -> tuple[tuple[int, Slip], ...]:
    """The slips handed in on a turn that nobody has ruled on."""
    row = state.marks.get(turn, {})
    return tuple((t, m.slip) for t, m in sorted(row.items()) if m.slip and not m.ruling)


def expected_tables(state: State, turn: int) -> tuple[int, ...]:
    """The tables that play a turn."""
    out = eliminated(state)
    return tuple(
        table
        for table, entrant in sorted(state.entrants.items())
        if entrant.plays(turn) and out.get(table, turn) >= turn
    )


def missing_tables(state: State, turn: int) -> tuple[int, ...]:
    """The tables that play a turn and of which nothing is known yet."""
    row = state.marks.get(turn, {})
    return tuple(t for t in expected_tables(state, turn) if t not in row)


def ruled_event(at: int, turn: int, table: int, ruling: Ruling, **more: str) -> ev.Ruled:
    """A ruling given by the software, unless ``by`` says otherwise."""
    return ev.Ruled(at=at, turn=turn, table=table, ruling=ruling, **({"by": AUTOMATIC} | more))


def overridden(
    standing: Ruling | None, edition: EditionId, wish: Correction, top: int | None
) -> Ruling:
    """A decision in place of the standing one; a referee may send any slip to the commission."""
    points, sanction = wish.points, wish.sanction
    doubt = None if wish.insist else objection(edition, points, sanction, top)
    if doubt:
        raise Unlikely(f"{doubt} : insistez si la décision est bien celle-là")
    blank = Ruling(edition=edition, points=0, base=0, sanction=Sanction.NONE)
    appeal = wish.appeal
    ruling = overturned(standing or blank, edition, points, sanction, wish.reason, appeal=appeal)
    if sanction is not Sanction.COMMISSION:
        return ruling
    outcomes = (Outcome(points, Sanction.PENALTY), Outcome(0, Sanction.NULLITY))
    return msgspec.structs.replace(ruling, outcomes=outcomes)
