"""What each audience sees of a game. Built field by field: what is not named here is not told.

Before the top is retained the public view holds the board, the draw and the clock, never a top, a
slip or a letter to come. Pure functions of the game and its companion.
"""

from collections.abc import Mapping

from raccord.board import Move, format_word
from raccord.board import score as count
from raccord.documents import heading
from raccord.documents.ranking import rank_lines, scores_of, solo_lines
from raccord.documents.values import RankLine
from raccord.duplicate import Phase, State, Turn
from raccord.duplicate import announce as say
from raccord.hall.companion import Companion
from raccord.hall.games import Game
from raccord.hall.shapes import (
    ClockPhase,
    ClockView,
    DrawView,
    EndView,
    FindingView,
    MoveView,
    OwnView,
    PublicView,
    RoadLine,
    RulingView,
    Settings,
    SlipView,
    TurnView,
)
from raccord.hall.timing import deadline, left_when_paused
from raccord.regulation import Ruling, Sanction, Slip

SANCTIONS = {**heading.SANCTIONS, Sanction.NONE: "aucune sanction"}


def public_view(game: Game, ranks: tuple[RankLine, ...] = ()) -> PublicView:
    """The public view; ``ranks`` are only told once the game is over."""
    state, opened = game.state, game.state.opened
    over = state.phase is Phase.OVER
    return PublicView(
        code=game.code,
        revision=game.revision,
        title=opened.title,
        edition=opened.edition,
        formula=opened.formula.label,
        lexicon=opened.lexicon,
        phase=state.phase.value,
        turn=state.turn,
        interrupted=state.interrupted is not None,
        cells=state.position.board.cells,
        last=str(state.turns[-1].move) if state.turns else "",
        draw=draw_view(state),
        clock=clock_view(state),
        total=state.total,
        turns=tuple(turn_view(turn) for turn in state.turns),
        players=len(state.entrants),
        announcement=announcement(state),
        commitment=opened.commitment,
        end=end_view(state),
        ranking=ranks if over else (),
        solos=solo_lines(state) if over else (),
        secret=state.secret,
    )


def draw_view(state: State) -> DrawView | None:
    """The draw on the table."""
    if not state.rack:
        return None
    return DrawView(letters=state.rack, leave=len(state.leave), rejected=state.rejected)


def clock_view(state: State) -> ClockView:
    """The clock of the turn."""
    pace = state.formula.pace(state.turn)
    phase: ClockPhase = "ready"
    if not state.formula.timed:
        phase = "none"
    elif state.phase in (Phase.TIME_UP, Phase.OVER):
        phase = "over"
    elif state.phase is Phase.RUNNING:
        phase = "running" if state.interrupted is None else "paused"
    return ClockView(
        phase=phase,
        seconds=pace.seconds,
        signal=pace.last,
        ends=deadline(state),
        left=left_when_paused(state),
    )


def move_view(move: Move, points: int) -> MoveView:
    """A move in one piece and in parts."""
    return MoveView(
        move=str(move),
        reference=str(move.reference),
        word=format_word(move.word),
        points=points,
    )


def turn_view(turn: Turn) -> TurnView:
    """A turn whose top was announced."""
    return TurnView(
        turn=turn.number,
        draw=turn.draw,
        leave=len(turn.leave),
        rejected=(*turn.discarded, *turn.rejected),
        top=move_view(turn.move, turn.points),
        total=turn.total,
        ties=tuple(tie.move for tie in turn.ties),
    )


def end_view(state: State) -> EndView | None:
    """The end of the game."""
    end = state.end
    if end is None:
        return None
    return EndView(
        reason=end.reason.value,
        text=end.note or end.reason.french,
        article=str(end.citation) if end.citation else "",
        void=end.void,
    )


def announcement(state: State) -> tuple[str, ...]:
    """What is being said: the draw on the table, or the top just placed."""
    if state.end:
        return (f"Fin de la partie : {state.end.note or state.end.reason.french}.",)
    if state.rack:
        rejected = len(state.rejected[-1]) if state.rejected else 0
        told = say.announce_draw(
            state.rack[len(state.leave) :],
            state.leave,
            rejected=rejected,
            blitz=state.formula.is_blitz,
            edition=state.opened.edition,
        )
    elif state.rejected:
        told = say.announce_draw("", rejected=len(state.rejected[-1]))
    elif state.turns:
        last = state.turns[-1]
        told = say.announce_top(last.move, count(last.before.board, last.move, state.formula.rules))
    else:
        told = say.announce_format(state.formula.label, state.formula.pace(1))
    return tuple(segment.text for segment in told.segments)


def ranking(state: State) -> tuple[RankLine, ...]:
    """The ranking that the formula asks for; costly with thousands of tables."""
    return rank_lines(state, scores_of(state))


def ruling_view(ruling: Ruling) -> RulingView:
    """A ruling with its reasons."""
    return RulingView(
        points=ruling.points,
        sanction=ruling.sanction.value,
        sanction_text=SANCTIONS[ruling.sanction],
        findings=tuple(
            FindingView(sanction=f.sanction.value, article=str(f.citation), reason=f.reason)
            for f in ruling.findings
        ),
        placement=ruling.placement,
        note_due=ruling.note_due,
        disciplinary=ruling.disciplinary,
        outcomes=tuple((o.points, o.sanction.value) for o in ruling.outcomes),
    )


def slip_view(slip: Slip) -> SlipView:
    """A slip as written."""
    return SlipView(
        word=slip.word,
        reference=slip.reference,
        direction=slip.direction,
        score=slip.score,
        flags=tuple(flag.value for flag in slip.flags),
        grid=slip.grid,
        solutions=tuple(slip_view(one) for one in slip.solutions),
    )


def own_view(game: Game, table: int, places: Mapping[int, int] | None = None) -> OwnView:
    """The view of one table: nothing of any other but, if allowed, its own place."""
    state, companion = game.state, game.companion
    entrant = state.entrants[table]
    road = _road(state, companion, table)
    place = (places or {}).get(table)
    shown = companion.settings.show_ranking or state.phase is Phase.OVER
    slip = state.mark(state.turn, table).slip if state.rack else None
    warned = [state.mark(t.number, table).ruling for t in state.turns]
    return OwnView(
        table=table,
        players=entrant.players,
        entry=companion.settings.entry,
        on_paper=companion.hands_in_on_paper(table),
        turn=state.turn,
        slip=slip_view(slip) if slip else None,
        plays=entrant.plays(state.turn),
        road=road,
        warnings=sum((r.sanction is Sanction.WARNING) + r.disciplinary for r in warned if r),
        total=road[-1].total if road else 0,
        place=place if shown else None,
        tables=len(state.entrants),
    )


def _road(state: State, companion: Companion, table: int) -> tuple[RoadLine, ...]:
    lines = []
    total = 0
    entrant = state.entrants[table]
    for turn in state.turns:
        mark = state.mark(turn.number, table)
        absent = not entrant.plays(turn.number)
        points = mark.ruling.points if mark.ruling else (0 if absent else None)
        total += points or 0
        lines.append(
            RoadLine(
                turn=turn.number,
                slip=slip_view(mark.slip) if mark.slip else None,
                ruling=ruling_view(mark.ruling) if mark.ruling else None,
                points=points,
                total=total,
                top=move_view(turn.move, turn.points),
                top_total=turn.total,
                draw=turn.draw,
                absent=absent,
                note_delivered=(turn.number, table) in companion.notes,
            )
        )
    return tuple(lines)


def settings_view(companion: Companion) -> Settings:
    """The settings officials may see: never the secret, never what is to come."""
    chosen = companion.settings
    return Settings(
        entry=chosen.entry,
        draw=chosen.draw,
        show_ranking=chosen.show_ranking,
        grace_ms=chosen.grace_ms,
        paper_tables=chosen.paper_tables,
        private=chosen.private,
    )
