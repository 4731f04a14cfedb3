"""A solo game to take away: JSON, GCG, PDF."""

from pathlib import Path

from babel.numbers import format_percent

from raccord.board import gcg
from raccord.documents.pdf import typeset
from raccord.documents.typography import typography
from raccord.duplicate import State, record
from raccord.duplicate.alone import SoloState
from raccord.duplicate.alone.progress import points_of
from raccord.hall.alone.results import result, total_of

SHEET = Path(__file__).parent / "sheet.typ"


def as_json(state: SoloState) -> str:
    """The record of the game, every event."""
    return record.dumps(state.record)


def as_gcg(state: SoloState) -> str:
    """The tops, as training programs read them."""
    turns = [
        gcg.GcgTurn("Top", turn.draw, turn.move, turn.points, turn.total)
        for turn in state.play.turns
    ]
    return gcg.dumps(turns, state.play.opened.title)


def as_pdf(state: SoloState) -> bytes:
    """The sheet of the game, to print."""
    game = state.play
    you = sum(points_of(game, turn) for turn in game.turns)
    total = total_of(state)
    share = format_percent(you / total if total else 0, "#,##0.0 %", locale="fr")
    return typeset(
        SHEET,
        {
            "title": typography(game.opened.title or "Partie en solo"),
            "subtitle": " · ".join((game.edition.title, game.formula.label, game.opened.lexicon)),
            "turns": _rows(state),
            "total": total,
            "you": you,
            "percent": share,
            "cells": game.position.board.cells,
            "marks": game.formula.rules.layout.marks,
            "footer": typography(_footer(game)),
        },
    )


def _rows(state: SoloState) -> list[dict[str, object]]:
    rows = []
    for turn in state.play.turns:
        found = result(state, turn, str)
        rows.append(
            {
                "n": turn.number,
                "draw": _drawn(turn.draw, len(turn.leave)),
                "word": found.top.word,
                "reference": found.top.reference,
                "points": turn.points,
                "total": turn.total,
                "yours": found.yours,
                "yours_points": found.points,
                "gap": found.points - found.reference,
            }
        )
    return rows


def _drawn(draw: str, leave: int) -> str:
    return f"{draw[:leave]}+{draw[leave:]}" if 0 < leave < len(draw) else draw


def _footer(game: State) -> str:
    if game.end is None:
        return ""
    cited = f" ({game.end.citation})" if game.end.citation else ""
    return f"Fin de partie : {game.end.note or game.end.reason.french}{cited}."
