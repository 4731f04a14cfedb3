"""The forms that other free lexicons add to Dicollecte's, each by one of four rules.

a. four letters or more, and three lexicons of F, M, X, K have it; a form that is only verbal also
   needs a verb that Dicollecte does not conjugate and whose infinitive four sources have;
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
    verbs = {
        lemma
        for analyses in forms.values()
        for (lemma, _), tag in analyses.items()
        if tag & Tag.CONJ
    }
    currencies = {fold(name): name for name in sources.currencies}
    rows = []
    for word in sorted(sources.forms.keys() | currencies.keys()):
        if word in forms or word in refused or not 2 <= len(word) <= 15:
            continue
        rule = lexicon_rule(sources, word, verbs) or ("d" if word in currencies else "")
        if rule:
            found = readings(sources, word) or [(currencies.get(word, word.lower()), Tag.NOUN)]
            rows.append(f"{word}\t{rule}\t{sources.who(word)}\t{shown(found)}")
    return rows


def lexicon_rule(sources: Sources, word: str, verbs: set[str]) -> str:
    """The rule by which the lexicons admit a form, if one does."""
    has = sources.forms.get(word, set())
    if len(word) >= 4 and len(LEXICONS & has) >= 3 and is_wanted(sources, word, verbs):
        return "a"
    if len(word) <= 3 and "M" in has:
        return "b"
    return "c" if 3 <= len(word) <= 5 and {"U", "X"} <= has else ""


def is_wanted(sources: Sources, word: str, verbs: set[str]) -> bool:
    """False for a form that is only verbal, of verbs that Dicollecte conjugates or nobody knows."""
    found = sources.analyses(word)
    if not found or any(not tag & Tag.VERBAL for _, tag in found):
        return True
    lemmas = {lemma for lemma, _ in found}
    return not lemmas <= verbs and any(sources.votes(fold(x), VOTERS) >= 4 for x in lemmas)


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
