"""What each audience sees of a game. Built field by field: what is not named here is not told.

Before the top is retained the public view holds the board, the draw and the clock, never a top, a
slip or a letter to come. Pure functions of the game and its companion.
"""

from collections.abc import Iterator

from raccord.board import Move, format_word
from raccord.documents import heading
from raccord.duplicate import Phase, State, Turn, TurnScore
from raccord.duplicate.files.fair_draws import ALONE
from raccord.duplicate.rules.clock import deadline, left_when_paused
from raccord.duplicate.rules.interruptions import interruption_of
from raccord.duplicate.rules.topping import time_taken
from raccord.duplicate.said import announcement, calls
from raccord.duplicate.slips.found import found_on, reached
from raccord.duplicate.slips.publication import is_published, is_settled, missing_slips
from raccord.duplicate.slips.ranking import solo_lines
from raccord.hall.codes import is_code
from raccord.hall.games import Game
from raccord.hall.shapes import (
    CancelledView,
    ClockPhase,
    ClockView,
    DrawView,
    EndView,
    FindingView,
    InterruptionView,
    MoveView,
    OwnView,
    PublicView,
    RoadLine,
    RulingView,
    SlipView,
    TurnView,
)
from raccord.hall.standing import Standing
from raccord.regulation import Ruling, Sanction, Slip

SANCTIONS = {**heading.SANCTIONS, Sanction.NONE: "aucune sanction"}


def public_view(game: Game) -> PublicView:
    """The public view; ``broadcast`` adds the ranking once it may be shown."""
    state, opened = game.state, game.state.opened
    return PublicView(
        code=game.code,
        revision=game.told,
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
        turns=tuple(_turn_views(game)),
        players=len(state.entrants),
        announcement=(*(segment.text for segment in announcement(state).segments), *_sealed(game)),
        commitment=opened.commitment,
        interruption=interruption_view(state),
        cancelled=cancelled_view(state),
        end=end_view(state),
        solos=solo_lines(state) if state.phase is Phase.OVER and is_settled(state) else (),
        secret=state.secret,
        scheme=(opened.scheme or ALONE) if opened.commitment else "",
        number=state.number.number if state.number else "",
        number_source=state.number.source if state.number else "",
        needs_number=opened.needs_number,
        found=found_on(state, state.turns[-1]) if state.turns and shows_found(game) else None,
        provisional=not is_published(state),
        missing=missing_slips(state) if state.end else (),
        published=is_published(state),
        from_last=bool(state.published and state.published.from_last),
        seal=str(game.seal) if state.phase is Phase.OVER else "",
        event=game.companion.event,
        next=game.companion.next,
        is_section=bool(opened.follows),
        follows=_followed(game),
        sections=len(state.sections),
    )


def _followed(game: Game) -> str:
    """The code of the game that a section follows, unless both are private."""
    follows = game.state.opened.follows
    return follows if is_code(follows) and not game.companion.settings.private else ""


def shows_found(game: Game) -> bool:
    """Whether everybody may see who found the tops: it tells the solos, which come with the end."""
    if game.companion.settings.show_found:
        return True
    return game.state.phase is Phase.OVER and is_settled(game.state)


def _turn_views(game: Game) -> Iterator[TurnView]:
    shown = shows_found(game) and bool(game.state.entrants)
    for turn in game.state.turns:
        yield turn_view(turn, reached(game.state, turn) if shown else None)


def _sealed(game: Game) -> tuple[str, ...]:
    """The seal read out at the end: who noted it can tell later whether the log was changed."""
    return (f"Sceau de la partie : {game.seal.aloud}.",) if game.state.end else ()


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
        calls=calls(state),
    )


def move_view(move: Move, points: int) -> MoveView:
    """A move in one piece and in parts."""
    return MoveView(
        move=str(move),
        reference=str(move.reference),
        word=format_word(move.word),
        points=points,
    )


def turn_view(turn: Turn, reached: int | None = None) -> TurnView:
    """A turn whose top was announced."""
    return TurnView(
        turn=turn.number,
        draw=turn.draw,
        leave=len(turn.leave),
        rejected=(*turn.discarded, *turn.rejected),
        top=move_view(turn.move, turn.points),
        total=turn.total,
        ties=tuple(tie.move for tie in turn.ties),
        reached=reached,
    )


def interruption_view(state: State) -> InterruptionView | None:
    """How long the game stands still, and what the edition says of it."""
    standing = interruption_of(state)
    if standing is None:
        return None
    return InterruptionView(
        since=standing.since,
        limit=standing.limit,
        voids=standing.voids,
        turns=standing.turns,
        article=str(standing.citation) if standing.citation else "",
    )


def cancelled_view(state: State) -> CancelledView | None:
    """The turn cancelled last, while it has not been played again."""
    event = state.cancelled
    if event is None:
        return None
    return CancelledView(turn=event.turn, reason=event.reason, article=str(event.citation))


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


def own_view(game: Game, table: int, standing: Standing) -> OwnView:
    """The view of one table: nothing of any other but, if allowed, its own place."""
    state, companion = game.state, game.companion
    entrant, score = state.entrants[table], standing.scores[table]
    shown = companion.settings.show_ranking or is_published(state)
    slip = state.mark(state.turn, table).slip if state.rack else None
    return OwnView(
        table=table,
        players=entrant.players,
        entry=companion.settings.entry,
        on_paper=companion.hands_in_on_paper(table),
        turn=state.turn,
        slip=slip_view(slip) if slip else None,
        plays=entrant.plays(state.turn),
        road=tuple(
            _road_line(game, table, turn, earned)
            for turn, earned in zip(state.turns, score.turns, strict=True)
        ),
        warnings=score.warnings,
        warning_cost=score.warning_cost,
        solos=score.solos,
        bonus=score.bonus,
        total=score.total,
        place=standing.places.get(table) if shown else None,
        tables=len(state.entrants),
        provisional=not is_published(state),
    )


def _road_line(game: Game, table: int, turn: Turn, earned: TurnScore) -> RoadLine:
    mark = game.state.mark(turn.number, table)
    raced = time_taken(game.state, turn, table) if game.state.formula.topping else None
    return RoadLine(
        turn=turn.number,
        slip=slip_view(mark.slip) if mark.slip else None,
        ruling=ruling_view(mark.ruling) if mark.ruling else None,
        points=earned.points,
        total=earned.total,
        top=move_view(turn.move, turn.points),
        top_total=turn.total,
        draw=turn.draw,
        absent=earned.absent,
        note_delivered=game.companion.is_told(game.state, turn.number, table),
        taken_ms=raced.ms if raced else None,
        found=raced is not None and raced.found,
    )
