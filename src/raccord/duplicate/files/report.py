"""A game told turn by turn: what ``--json`` prints and replays are held against."""

from collections.abc import Iterable, Sequence
from typing import Any

from raccord.duplicate import events as ev
from raccord.duplicate.evolve import fold
from raccord.duplicate.state import State, Turn
from raccord.regulation import Citation


def summary(events: Sequence[ev.Event]) -> dict[str, Any]:
    """The game as plain values: edition, formula, lexicon, seed, turns, end."""
    state = fold(events)
    opened = state.opened
    found: dict[str, Any] = {
        "edition": opened.edition,
        "formula": opened.formula.name,
        "lexicon": opened.lexicon,
        "seed": opened.seed,
        "turns": [turn_summary(turn, opened.edition) for turn in state.turns],
        "end": _end(state),
        "total": state.total,
    }
    if opened.commitment:
        found |= {"commitment": opened.commitment, "secret": state.secret or None}
    if state.number:
        found |= {"public_number": state.number.number}
    return found


def turn_summary(turn: Turn, edition: str) -> dict[str, Any]:
    """One turn as plain values; moves are written ``H4 RET(I)NAS``."""
    found: dict[str, Any] = {
        "turn": turn.number,
        "draw": turn.draw,
        "leave": turn.leave,
        "rejected": list(turn.rejected),
        "tops": [tie.move for tie in turn.ties],
        "retained": str(turn.move),
        "points": turn.points,
        "total": turn.total,
        "articles": articles(turn.citations, edition),
    }
    openings = {t.move: t.opening for t in turn.ties if t.opening is not None}
    barred = {t.move: t.barred for t in turn.ties if t.barred}
    best = [move for move, _ in turn.best]
    extras = {
        "best": best,
        "discarded": list(turn.discarded),
        "openings": openings,
        "barred": barred,
    }
    return found | {key: value for key, value in extras.items() if value}


def articles(citations: Iterable[Citation], edition: str) -> list[str]:
    """Article numbers; one of another document is followed by its name."""
    return list(
        dict.fromkeys(
            c.article if c.edition == edition else f"{c.article} ({c.edition})" for c in citations
        )
    )


def _end(state: State) -> dict[str, Any] | None:
    end = state.end
    if end is None:
        return None
    cited = articles([end.citation], state.opened.edition)[0] if end.citation else None
    left = state.position.pool
    return {
        "reason": end.reason.value,
        "article": cited,
        "text": end.note or end.reason.french,
        "left": left,
        "void": end.void,
    }
