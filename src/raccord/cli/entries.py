"""What is said of a word: whether it is admitted, and its entries."""

from typing import Any

from rich.text import Text

from raccord.cli.answers import print_json
from raccord.cli.views import console
from raccord.lexicon import Analysis, Entry, Lexicon, fold


def describe_entry(entry: Entry) -> str:
    """An entry for people."""
    return f"{entry.lemma} ({entry.kind.french})"


def _describe(analysis: Analysis) -> str:
    return f"{analysis.entry.lemma} : {', '.join(analysis.french)}"


def check(lexicon: Lexicon, word: str) -> dict[str, Any]:
    """A word's answer for machines."""
    folded = fold(word.strip())
    if folded not in lexicon:
        return {"word": folded, "valid": False}
    analyses = lexicon.analyses(folded)
    entries = None if analyses is None else [_entry(analysis) for analysis in analyses]
    return {
        "word": folded,
        "valid": True,
        "entries": entries,
        "only_conjugated": lexicon.is_only_conjugated(folded),
    }


def _entry(analysis: Analysis) -> dict[str, Any]:
    entry = analysis.entry
    return {"lemma": entry.lemma, "kind": entry.kind.value, "tags": list(analysis.names)}


def answer_check(lexicon: Lexicon, words: tuple[str, ...], as_json: bool) -> int:
    """Whether each word is admitted; 1 where one is not, 0 otherwise."""
    if as_json:
        print_json([check(lexicon, word) for word in words])
    else:
        _show(lexicon, words)
    return int(any(fold(word.strip()) not in lexicon for word in words))


def _show(lexicon: Lexicon, words: tuple[str, ...]) -> None:
    out = console()
    for word in words:
        folded = fold(word.strip())
        if folded not in lexicon:
            out.print(Text(f"{folded} n’est pas admis", style="red"))
            continue
        analyses = lexicon.analyses(folded)
        known = "entrée inconnue" if analyses is None else " ; ".join(map(_describe, analyses))
        out.print(Text(f"{folded} est admis", style="green"), Text(f"({known})"))
