"""Road sheets and correction notes: what one table played, earned and was told."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

import msgspec

from raccord.documents.heading import SANCTIONS, heading, reasons, sanction_text, written
from raccord.documents.values import Note, Notes, RoadLine, RoadSheet
from raccord.duplicate import Mark, State, TableScore, TurnScore
from raccord.duplicate import Turn as PlayedTurn
from raccord.duplicate.slips.ranking import rank_lines, scores_of
from raccord.regulation import Ruling, Sanction


def road_sheet(state: State, table: int, *, is_placed: bool = True) -> RoadSheet:
    """The road sheet of a table; ``KeyError`` where there is no such table."""
    return next(_sheets(state, (state.entrants[table].table,), is_placed))


def road_sheets(state: State, *, is_placed: bool = True) -> tuple[RoadSheet, ...]:
    """The road sheet of every table, by table number."""
    return tuple(_sheets(state, sorted(state.entrants), is_placed))


def standing_scores(state: State) -> dict[int, TableScore]:
    """Every table's score, kept even where an interruption has annulled the ranking."""
    stands = replace(
        state, end=msgspec.structs.replace(state.end, void=False) if state.end else None
    )
    return {score.table: score for score in scores_of(stands)}


def _sheets(state: State, tables: Iterable[int], is_placed: bool) -> Iterator[RoadSheet]:
    head = heading(state)
    scores = standing_scores(state)
    lines = {line.table: line for line in rank_lines(state, tuple(scores.values()))}
    for table in tables:
        yield RoadSheet(
            heading=head,
            line=lines[table],
            is_placed=is_placed and not head.is_void,
            lines=tuple(_road(state, scores[table])),
        )


def _road(state: State, score: TableScore) -> Iterator[RoadLine]:
    for turn, earned in zip(state.turns, score.turns, strict=True):
        yield _line(state, turn, state.mark(turn.number, score.table), earned)


def _line(state: State, turn: PlayedTurn, mark: Mark, earned: TurnScore) -> RoadLine:
    return RoadLine(
        turn=turn.number,
        leave=turn.leave,
        new=turn.draw[len(turn.leave) :],
        written=written(mark.slip),
        points=earned.points,
        total=earned.total,
        top=str(turn.move),
        top_points=turn.points,
        top_total=turn.total,
        sanction=sanction_text(mark.ruling),
        reasons=reasons(mark.ruling, state.opened.edition),
        warnings=earned.warnings,
        is_solo=earned.solo,
        bonus=earned.bonus,
        is_absent=earned.absent,
    )


def notes(
    state: State,
    *,
    turn: int | None = None,
    tables: Collection[int] = (),
    only_due: bool = True,
) -> Notes:
    """The correction notes to hand out: of one turn or all, of some tables or all.

    Before its top is retained a turn has none: a note must not tell what others may not know yet.
    """
    played = [t.number for t in state.turns if turn is None or t.number == turn]
    found = [
        _note(state, number, table, mark)
        for number in played
        for table, mark in sorted(state.marks.get(number, {}).items())
        if mark.ruling and (not tables or table in tables)
    ]
    kept = (note for note in found if note.sanction and (note.is_due or not only_due))
    return Notes(heading=heading(state), notes=tuple(kept))


def _note(state: State, turn: int, table: int, mark: Mark) -> Note:
    ruling = mark.ruling
    assert ruling is not None
    return Note(
        turn=turn,
        table=table,
        players=state.entrants[table].players,
        written=written(mark.slip),
        points=ruling.points,
        sanction=sanction_text(ruling),
        reasons=reasons(ruling, state.opened.edition),
        is_due=owes_note(ruling),
        outcomes=tuple((o.points, SANCTIONS[o.sanction]) for o in ruling.outcomes),
    )


def owes_note(ruling: Ruling) -> bool:
    """Whether the table is handed a note of a ruling: also of one left to the commission."""
    return ruling.note_due or ruling.disciplinary or ruling.sanction is Sanction.COMMISSION
