"""The game sheet: every draw and top, ties and articles, and the proof of fair draws."""

from collections.abc import Mapping, Sequence

from raccord.board import format_word
from raccord.documents.heading import cited, heading
from raccord.documents.proof import proof
from raccord.documents.values import End, GameLine, GameSheet, TieLine, TurnPicture
from raccord.duplicate import Event, Phase, State, Tie, Turn
from raccord.duplicate.files.report import articles
from raccord.duplicate.slips.found import reached
from raccord.duplicate.slips.ranking import SoloLine, solo_lines


def game_sheet(state: State, events: Sequence[Event] = ()) -> GameSheet:
    """The sheet of a game; with its events, the draws are verified.

    Solos and how many tables reached the top are told once the game is over.
    """
    solos = {line.turn: line for line in solo_lines(state)} if _is_over(state) else {}
    return GameSheet(
        heading=heading(state),
        lines=tuple(game_line(state, turn, solos) for turn in state.turns),
        cells=state.position.board.cells,
        end=end(state),
        proof=proof(state, events),
    )


def game_line(state: State, turn: Turn, solos: Mapping[int, SoloLine]) -> GameLine:
    """One turn of the sheet."""
    return GameLine(
        turn=turn.number,
        leave=turn.leave,
        new=turn.draw[len(turn.leave) :],
        rejected=turn.rejected,
        discarded=turn.discarded,
        reference=str(turn.move.reference),
        word=format_word(turn.move.word),
        points=turn.points,
        total=turn.total,
        ties=tuple(_tie(state, turn, tie) for tie in turn.ties) if len(turn.ties) > 1 else (),
        articles=tuple(articles(turn.citations, state.opened.edition)),
        solo=solos.get(turn.number),
        reached=reached(state, turn) if _is_over(state) and state.entrants else None,
    )


def _tie(state: State, turn: Turn, tie: Tie) -> TieLine:
    return TieLine(
        move=tie.move,
        is_retained=tie.move == str(turn.move),
        opening=tie.opening,
        barred=tie.barred,
        article=cited(tie.citation, state.opened.edition),
    )


def _is_over(state: State) -> bool:
    return state.phase is Phase.OVER


def end(state: State) -> End | None:
    """Why the game ended."""
    if state.end is None:
        return None
    return End(
        reason=state.end.reason.value,
        text=state.end.note or state.end.reason.french,
        article=cited(state.end.citation, state.opened.edition),
        left=state.position.pool,
    )


def turn_pictures(state: State) -> tuple[TurnPicture, ...]:
    """Every turn as it was: the board its draw met, and the board with its top."""
    boards = [turn.before.board.cells for turn in state.turns] + [state.position.board.cells]
    solos = {line.turn: line for line in solo_lines(state)} if _is_over(state) else {}
    return tuple(
        TurnPicture(
            line=game_line(state, turn, solos),
            before=boards[index],
            after=boards[index + 1],
            move=str(turn.move),
        )
        for index, turn in enumerate(state.turns)
    )
