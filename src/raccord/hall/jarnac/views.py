"""What a screen shows of a table. Both mats lie open, so there is one view for all who watch.

Times are the server's, in milliseconds since 1970; a clock that does not run has none, only what
is left on it. Nothing here comes from the secret of the draws.
"""

from functools import partial
from typing import Any

import msgspec

from raccord import jarnac
from raccord.documents.typography import typography
from raccord.hall.jarnac import drama
from raccord.hall.jarnac.table import Mode, TableState
from raccord.hall.jarnac.wishes import source_of
from raccord.jarnac import JarnacGame, Phase, Seat, View
from raccord.jarnac import events as ev
from raccord.jarnac.outcome import BASES, CAUSES
from raccord.lexicon import Lexicon

COMPUTER = "l’ordinateur"
TOLD = 10
"""Facts told beside the mats, the last ones."""
KINDS = {"verb": "verbe", "noun": "nom", "adjective": "adjectif", "adverb": "adverbe"}


class Line(msgspec.Struct, frozen=True):
    """One fact as it is told, with the paragraph that justifies it."""

    number: int
    text: str
    article: str


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
    last: drama.Happening | None
    toss: drama.TossShown | None
    new_letters: drama.NewLetters | None
    robbed_line: int | None
    verdict: drama.Verdict | None
    result: Result | None
    series: tuple[int, int, int]
    rematch: tuple[Seat, ...]
    next: str
    competition: str


def game_of(state: TableState, lexicon: Lexicon) -> JarnacGame:
    """The game of a table, in hand."""
    table = jarnac.Table(lexicon, source_of(state.opened))
    return JarnacGame(table, state.facts, state.play)


def view(name: str, state: TableState, lexicon: Lexicon, revision: int, now: int) -> TableView:
    """A table as it is shown now."""
    game, settings, names = state.play, state.play.settings, names_of(state)
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
        last=drama.happening(state, partial(_told, names=names)),
        toss=drama.toss(state),
        new_letters=drama.new_letters(state),
        robbed_line=game.claim.play.line if game.claim and game.claim.jarnac else None,
        verdict=drama.verdict(state, names, partial(what_it_says, lexicon)),
        result=result(state),
        series=state.series,
        rematch=state.rematch,
        next=state.next,
        competition=state.opened.competition,
    )


def names_of(state: TableState) -> dict[Seat, str]:
    """The players by seat, as they are called in the middle of a sentence."""
    named: dict[Seat, str] = {"A": state.names[0], "B": state.names[1]}
    return named if state.computer is None else {**named, state.computer: COMPUTER}


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
    told = jarnac.tell(fact, names)
    return told[0].upper() + told[1:] if told.startswith(COMPUTER) else told


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
