"""What a screen shows of a table. Both mats lie open, so there is one view for all who watch.

Times are the server's, in milliseconds since 1970; a clock that does not run has none, only what
is left on it. Nothing here comes from the secret of the draws.
"""

from typing import Any

import msgspec

from raccord import jarnac
from raccord.documents.typography import typography
from raccord.hall.jarnac.table import Mode, TableState
from raccord.hall.jarnac.wishes import source_of
from raccord.jarnac import JarnacGame, Phase, Seat, View
from raccord.jarnac import events as ev
from raccord.jarnac.outcome import BASES, CAUSES
from raccord.lexicon import Lexicon

TOLD = 10
"""Facts told beside the mats, the last ones."""
KINDS = {"verb": "verbe", "noun": "nom", "adjective": "adjectif", "adverb": "adverbe"}


class Line(msgspec.Struct, frozen=True):
    """One fact as it is told, with the paragraph that justifies it."""

    number: int
    text: str
    article: str


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The arbiter's answer, and what the dictionary says of the word.

    ``reason`` is empty when it would only repeat what the dictionary says.
    """

    word: str
    valid: bool
    reason: str
    article: str
    by: str
    says: str


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended."""

    winner: Seat | None
    headline: str
    cause: str
    basis: str


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody sees it; ``revision`` grows with every change."""

    id: str
    revision: int
    mode: Mode
    names: tuple[str, str]
    seated: tuple[bool, bool]
    computer: Seat | None
    level: str
    formula: str
    checked: bool
    timing: str
    time: int
    lexicon: str
    game: View
    clock_ends: int | None
    window_ends: int | None
    answers: dict[Seat, bool]
    says: str
    log: tuple[Line, ...]
    verdict: Verdict | None
    result: Result | None


def game_of(state: TableState, lexicon: Lexicon) -> JarnacGame:
    """The game of a table, in hand."""
    table = jarnac.Table(lexicon, source_of(state.opened))
    return JarnacGame(table, state.facts, state.play)


def view(name: str, state: TableState, lexicon: Lexicon, revision: int, now: int) -> TableView:
    """A table as it is shown now."""
    game, settings = state.play, state.play.settings
    at = max(now - state.opened.started, game.now)
    question = game.question
    return TableView(
        id=name,
        revision=revision,
        mode=state.opened.mode,
        names=state.names,
        seated=state.seated,
        computer=state.computer,
        level=state.opened.level,
        formula=settings.formula_name,
        checked=settings.checked,
        timing=settings.timing.kind,
        time=settings.timing.time,
        lexicon=game.lexicon,
        game=game_of(state, lexicon).view(at),
        clock_ends=_clock_ends(state),
        window_ends=_window_ends(state),
        answers=state.answers,
        says=what_it_says(lexicon, question.word) if question else "",
        log=lines(state, max(0, len(state.facts) - TOLD)),
        verdict=_verdict(state, lexicon),
        result=result(state),
    )


def names_of(state: TableState) -> dict[Seat, str]:
    """The players by seat."""
    return {"A": state.names[0], "B": state.names[1]}


def lines(state: TableState, first: int = 0) -> tuple[Line, ...]:
    """The facts from the ``first`` on, told."""
    names = names_of(state)
    return tuple(
        Line(number, typography(_told(fact, names)), fact.article)
        for number, fact in enumerate(state.facts[first:], first)
    )


def _told(fact: jarnac.Event, names: dict[Seat, str]) -> str:
    if isinstance(fact, ev.GameEnded):
        return f"Fin de partie, {fact.points[0]} à {fact.points[1]} : {_headline(fact, names)}."
    return jarnac.tell(fact, names)


def _headline(ended: ev.GameEnded, names: dict[Seat, str]) -> str:
    return "match nul" if ended.winner is None else f"victoire de {names[ended.winner]}"


def _clock_ends(state: TableState) -> int | None:
    game = state.play
    if game.settings.timing.kind != "clock" or not game.running or game.stopped:
        return None
    return state.opened.started + game.now + game.side(game.running).remaining


def _window_ends(state: TableState) -> int | None:
    game = state.play
    if game.deadline is None or game.stopped:
        return None
    return state.opened.started + game.deadline


def _verdict(state: TableState, lexicon: Lexicon) -> Verdict | None:
    """The last verdict, until somebody plays on."""
    for fact in reversed(state.facts):
        if isinstance(fact, ev.Judged):
            return Verdict(
                word=fact.word,
                valid=fact.valid,
                reason=_reason(fact, lexicon),
                article=fact.article,
                by=fact.by,
                says=what_it_says(lexicon, fact.word),
            )
        if isinstance(fact, ev.LettersDrawn | ev.LettersSwapped | ev.WordLaid | ev.JarnacCalled):
            return None
    return None


def _reason(fact: ev.Judged, lexicon: Lexicon) -> str:
    by_presence_alone = fact.valid or fact.word not in lexicon
    return "" if fact.by == "lexicon" and by_presence_alone else typography(fact.reason)


def what_it_says(lexicon: Lexicon, word: str) -> str:
    """What the dictionary has to say of a word."""
    if word not in lexicon:
        return typography(f"{word} est absent de {lexicon.name}")
    entries = lexicon.entries(word)
    if not entries:
        return typography(f"{word} est dans {lexicon.name}, qui n'en donne pas l'entrée")
    told = ", ".join(_entry(entry) for entry in entries)
    return typography(f"{word} est dans {lexicon.name} : {told}")


def _entry(entry: Any) -> str:
    kind = KINDS.get(str(entry.kind), "")
    return f"{entry.lemma.lower()} ({kind})" if kind else str(entry.lemma).lower()


def result(state: TableState) -> Result | None:
    """The result of a finished game, with its reasons."""
    ended = state.play.ended
    if ended is None or state.play.phase is not Phase.OVER:
        return None
    won = _headline(ended, names_of(state))
    ref, basis = BASES[ended.basis]
    if ended.points[0] == ended.points[1]:
        basis = "égalité de points"
    return Result(
        winner=ended.winner,
        headline=won[0].upper() + won[1:],
        cause=typography(f"{CAUSES[ended.cause][1]} ({ended.article})"),
        basis=typography(f"{basis} ({ref})"),
    )
