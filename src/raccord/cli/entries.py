"""What is said of a word: whether it is admitted, and its entries."""

from typing import Any

from rich.text import Text

from raccord.cli.answers import print_json
from raccord.cli.views import console
from raccord.lexicon import Analysis, Entry, Kind, Lexicon, Tag, fold

KINDS = {
    Kind.VERB: "verbe",
    Kind.NOUN: "nom",
    Kind.ADJECTIVE: "adjectif",
    Kind.ADVERB: "adverbe",
    Kind.OTHER: "mot invariable ou outil",
}
_TAGS = {
    Tag.CONJ: ("conjugated", "forme conjuguée"),
    Tag.INF: ("infinitive", "infinitif"),
    Tag.PPR: ("present participle", "participe présent"),
    Tag.PPA: ("past participle", "participe passé"),
    Tag.NOUN: ("noun", "nom"),
    Tag.ADJECTIVE: ("adjective", "adjectif"),
    Tag.ADVERB: ("adverb", "adverbe"),
    Tag.OTHER: ("other", "autre"),
}


def describe_entry(entry: Entry) -> str:
    """An entry for people."""
    return f"{entry.lemma} ({KINDS[entry.kind]})"


def _describe(analysis: Analysis) -> str:
    tags = ", ".join(french for tag, (_, french) in _TAGS.items() if tag in analysis.tags)
    return f"{analysis.entry.lemma} : {tags}"


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
    tags = [english for tag, (english, _) in _TAGS.items() if tag in analysis.tags]
    return {"lemma": analysis.entry.lemma, "kind": analysis.entry.kind.value, "tags": tags}


def answer_check(lexicon: Lexicon, words: tuple[str, ...], as_json: bool) -> None:
    """Whether each word is admitted."""
    if as_json:
        print_json([check(lexicon, word) for word in words])
        return
    out = console()
    for word in words:
        folded = fold(word.strip())
        if folded not in lexicon:
            out.print(Text(f"{folded} n’est pas admis", style="red"))
            continue
        analyses = lexicon.analyses(folded)
        known = "entrée inconnue" if analyses is None else " ; ".join(map(_describe, analyses))
        out.print(Text(f"{folded} est admis", style="green"), Text(f"({known})"))
