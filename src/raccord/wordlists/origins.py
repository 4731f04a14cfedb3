"""Where a word of ``fr-libre`` comes from, or why it is not in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from raccord.lexicon import fold, is_word
from raccord.wordlists import shipped
from raccord.wordlists.loading import load

SOURCES = {  # a bit each in the voters, in this order
    "C": "Dicollecte",
    "F": "Lefff",
    "M": "Morphalou",
    "U": "DELA",
    "X": "Lexique",
    "K": "Wiktionary",
    "D": "WikDict",
    "L": "Littré",
}
OURS, CURRENCIES = "Raccord", "CLDR"


@dataclass(frozen=True, slots=True)
class Origin:
    """Origine: who has a word, by which rule it is in the list, and what a reader decided."""

    word: str
    is_admitted: bool
    sources: tuple[str, ...] = ()
    rule: str = ""
    reason: str = ""


def origin(text: str) -> Origin | None:
    """The origin of a word; None for what is not one."""
    word = fold(text.strip())
    if not is_word(word):
        return None
    note = shipped.notes().get(word, shipped.Note("", "", ""))
    index = load().core.index(word)
    if index < 0:
        return Origin(word, False, _names(note.sources), note.decision, note.reason)
    added = shipped.additions().get(word)
    rule = added.rule if added is not None else note.decision
    names = _names(_voters(shipped.voters()[index]))
    others = (OURS,) if note.decision == "supplement" else (CURRENCIES,) if rule == "d" else ()
    return Origin(word, True, others + names, rule, note.reason)


def _names(codes: Iterable[str]) -> tuple[str, ...]:
    return tuple(SOURCES[code] for code in codes)


def _voters(bits: int) -> Iterable[str]:
    return (code for place, code in enumerate(SOURCES) if bits >> place & 1)
