"""Where a word of ``fr-libre`` comes from, or why it is not in it."""

from __future__ import annotations

from dataclasses import dataclass

from raccord.lexicon import fold
from raccord.wordlists import shipped
from raccord.wordlists.loading import load

SOURCES = {
    "F": "Lefff",
    "M": "Morphalou",
    "U": "DELA",
    "X": "Lexique",
    "K": "Wiktionary",
    "D": "WikDict",
    "L": "Littré",
}
DICTIONARY, OURS, CURRENCIES = "Dicollecte", "Raccord", "CLDR"


@dataclass(frozen=True, slots=True)
class Origin:
    """Origine: who has a word, by which rule it is in the list, and what a reader decided."""

    word: str
    is_admitted: bool
    sources: tuple[str, ...] = ()
    rule: str = ""
    reason: str = ""


def origin(text: str) -> Origin | None:
    """The origin of a word; None when nothing is known of it."""
    word = fold(text.strip())
    decision, reason = shipped.notes().get(word, ("", ""))
    added = shipped.additions().get(word)
    if added is not None:
        names = tuple(SOURCES[code] for code in added.sources)
        return Origin(word, True, names or (CURRENCIES,), added.rule, reason)
    if word in load():
        source = OURS if decision == "supplement" else DICTIONARY
        return Origin(word, True, (source,), decision, reason)
    return Origin(word, False, (), decision, reason) if decision else None
