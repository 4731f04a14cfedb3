"""What just happened at a table, for screens to show: the cry, the toss, new letters, a verdict.

All of it is told by the facts; nothing here is kept by anybody. A screen that comes late shows the
same as the others.
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from raccord import jarnac
from raccord.documents.typography import typography
from raccord.hall.jarnac.table import TableState
from raccord.jarnac import Seat, other
from raccord.jarnac import events as ev

Names = dict[Seat, str]
HAPPENED: dict[type, str] = {
    ev.Tossed: "toss",
    ev.LettersDrawn: "drawn",
    ev.LettersSwapped: "drawn",
    ev.WordLaid: "laid",
    ev.JarnacCalled: "jarnac",
    ev.JarnacSaid: "said",
    ev.DrawHeld: "held",
    ev.Agreed: "agreed",
    ev.Contested: "contested",
    ev.Judged: "judged",
    ev.BagPassed: "passed",
    ev.FlagFell: "flag",
    ev.GameEnded: "ended",
}
MOVES = (ev.LettersDrawn, ev.LettersSwapped, ev.WordLaid, ev.JarnacCalled)


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    """The last thing that happened; ``line`` is that of the word robbed or laid."""

    number: int
    kind: str
    text: str
    seat: Seat | None = None
    word: str = ""
    line: int | None = None


class TossShown(msgspec.Struct, frozen=True, kw_only=True):
    """The letters of the toss, until the first letters are drawn."""

    letters: tuple[str, str]
    first: Seat | None


class NewLetters(msgspec.Struct, frozen=True, kw_only=True):
    """How many of a player's last loose letters he has just drawn."""

    seat: Seat
    count: int


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The arbiter's answer, what the dictionary says of the word, and what follows.

    ``number`` is the fact's, by which a screen knows whether it was acknowledged; ``fresh`` until
    somebody plays on. ``reason`` is empty when it would only repeat what the dictionary says.
    """

    number: int
    word: str
    old: str
    author: str
    contested: str
    valid: bool
    reason: str
    article: str
    by: Literal["lexicon", "arbiter"]
    says: str
    follows: str
    fresh: bool


def happening(state: TableState, told: Callable[[jarnac.Event], str]) -> Happening | None:
    """The last fact worth showing large."""
    for number in range(len(state.facts) - 1, 0, -1):
        fact = state.facts[number]
        if kind := HAPPENED.get(type(fact)):
            return Happening(
                number=number,
                kind=kind,
                text=typography(told(fact)),
                seat=getattr(fact, "seat", None),
                word=getattr(fact, "word", ""),
                line=getattr(fact, "line", None),
            )
    return None


def toss(state: TableState) -> TossShown | None:
    """The last toss, while nobody has drawn."""
    last = next((fact for fact in reversed(state.facts) if isinstance(fact, MOVES)), None)
    tossed = next((fact for fact in reversed(state.facts) if isinstance(fact, ev.Tossed)), None)
    if last is not None or tossed is None:
        return None
    return TossShown(letters=tossed.letters, first=tossed.first)


def new_letters(state: TableState) -> NewLetters | None:
    """The letters just drawn, until their player lays a word or the next draws."""
    for fact in reversed(state.facts):
        if isinstance(fact, ev.LettersDrawn | ev.LettersSwapped):
            return NewLetters(seat=fact.seat, count=len(fact.letters))
        if isinstance(fact, ev.WordLaid | ev.JarnacCalled | ev.Judged):
            return None
    return None


def verdict(state: TableState, names: Names, says: Callable[[str], str]) -> Verdict | None:
    """The last verdict; a screen shows it until it is acknowledged there."""
    facts = state.facts
    for number in range(len(facts) - 1, 0, -1):
        fact = facts[number]
        if isinstance(fact, ev.Judged):
            author, challenger = _parties(facts[:number])
            said = says(fact.word)
            absent = fact.by == "lexicon" and (fact.valid or f"{fact.word} est absent" in said)
            return Verdict(
                number=number,
                word=fact.word,
                old=fact.old,
                author=names[author],
                contested=names[challenger.seat] if challenger else "",
                valid=fact.valid,
                reason="" if absent else typography(fact.reason),
                article=fact.article,
                by=fact.by,
                says=said,
                follows=typography(_follows(facts[number + 1 :], fact, author, challenger, names)),
                fresh=not any(isinstance(later, MOVES) for later in facts[number + 1 :]),
            )
    return None


def _parties(before: tuple[jarnac.Event, ...]) -> tuple[Seat, ev.Contested | None]:
    """Who laid or took the word that was judged, and the contest, if there was one."""
    challenger = None
    for fact in reversed(before):
        if isinstance(fact, ev.Contested) and challenger is None:
            challenger = fact
        if isinstance(fact, ev.WordLaid | ev.JarnacCalled):
            return fact.seat, challenger
    return "A", challenger


def _follows(
    later: tuple[jarnac.Event, ...],
    fact: ev.Judged,
    author: Seat,
    challenger: ev.Contested | None,
    names: Names,
) -> str:
    """What the verdict leads to, in one or two sentences."""
    told = []
    for event in later[:2]:
        if isinstance(event, ev.PenaltyGiven):
            told.append(f"{event.points} points pour {names[other(event.seat)]}.")
    if any(isinstance(event, ev.GameEnded) for event in later[:3]):
        told.append("La partie est finie.")
    elif challenger is None:
        told.append("Le jeu continue." if fact.valid else "Le mot est repris.")
    elif fact.valid:
        told.append(f"Une lettre de plus pour {names[author]}, qui continue.")
    else:
        jarnac_first = ", Jarnac d'abord," if challenger.jarnac else ""
        told.append(
            f"Le mot est retiré ; le sac passe{jarnac_first} avec une lettre de plus "
            f"pour {names[challenger.seat]}."
        )
    return " ".join(told)
