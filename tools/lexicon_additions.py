"""The forms that other free lexicons add to Dicollecte's, each by one of four rules.

a. four letters or more, and three lexicons of F, M, X, K have it; a verbal form needs a verb that
   Dicollecte does not conjugate and, when it is nothing else, whose infinitive four sources have;
b. two or three letters, and Morphalou has it;
c. three to five letters, and both DELA and Lexique have it;
d. the name of a currency.

Words are taken from F or M (rules a and b), U (c) and CLDR (d); X, K, D and L only vote.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lexicon_headwords import Key
from lexicon_sources import LEXICONS, VOTERS, Reading, Sources

from raccord.lexicon.entries import Tag
from raccord.lexicon.letters import fold

Forms = Mapping[str, Mapping[Key, Tag]]


def additions(sources: Sources, forms: Forms, refused: set[str]) -> list[str]:
    """The rows to add: form, rule, sources, readings (``lemma TAGS; …``)."""
    verbs, ours = conjugated(forms), spellings(forms)
    currencies = {fold(name): name for name in sources.currencies}
    rows = []
    for word in sorted(sources.forms.keys() | currencies.keys()):
        if word in forms or word in refused or not 2 <= len(word) <= 15:
            continue
        rule = lexicon_rule(sources, word, verbs) or ("d" if word in currencies else "")
        if rule:
            found = readings(sources, word) or [(currencies.get(word, word.lower()), Tag.NOUN)]
            found = [
                (ours.get((lemma, bool(tag & Tag.VERBAL)), lemma), tag) for lemma, tag in found
            ]
            rows.append(f"{word}\t{rule}\t{sources.who(word)}\t{shown(found)}")
    return rows


def spellings(forms: Forms) -> dict[Key, str]:
    """The lemmas that other lexicons spell without the ligature: oeuvrer is our œuvrer."""
    keys = {key for analyses in forms.values() for key in analyses}
    return {(lemma.replace("œ", "oe"), is_verb): lemma for lemma, is_verb in keys if "œ" in lemma}


def conjugated(forms: Forms) -> set[str]:
    """The infinitives, folded, of the verbs that have persons: IODLER has those of JODLER."""
    verbs = {key for analyses in forms.values() for key, tag in analyses.items() if tag & Tag.CONJ}
    lemmas = {fold(lemma) for lemma, _ in verbs}
    return lemmas | {
        word
        for word, analyses in forms.items()
        if any(tag & Tag.INF and key in verbs for key, tag in analyses.items())
    }


def lexicon_rule(sources: Sources, word: str, verbs: set[str]) -> str:
    """The rule by which the lexicons admit a form, if one does."""
    has = sources.forms.get(word, set())
    if len(word) >= 4 and len(LEXICONS & has) >= 3 and is_wanted(sources, word, verbs):
        return "a"
    if len(word) <= 3 and "M" in has:
        return "b"
    return "c" if 3 <= len(word) <= 5 and {"U", "X"} <= has else ""


def is_wanted(sources: Sources, word: str, verbs: set[str]) -> bool:
    """False for a form of a verb that Dicollecte conjugates without it, or that few know."""
    found = readings(sources, word)
    lemmas = {fold(lemma) for lemma, tag in found if tag & Tag.VERBAL}
    if lemmas & verbs:
        return False
    is_verbal = bool(found) and all(tag & Tag.VERBAL for _, tag in found)
    return not is_verbal or any(sources.votes(lemma, VOTERS) >= 4 for lemma in lemmas)


def readings(sources: Sources, word: str) -> list[Reading]:
    """How a form is read; a participle is not an adjective whose lemma would be a verb."""
    found = sources.analyses(word)
    participles = {lemma for lemma, tag in found if tag & Tag.VERBAL}
    return [
        (lemma, tag or Tag.NOUN)
        for lemma, tag in found
        if tag & Tag.VERBAL or lemma not in participles
    ]


def shown(found: list[Reading]) -> str:
    """Readings as text."""
    return "; ".join(f"{lemma} {'+'.join(tags(tag))}" for lemma, tag in sorted(found))


def tags(tag: Tag) -> Iterator[str]:
    """The names of the tags of a reading."""
    return (item.name or "" for item in Tag if item in tag)
