"""The free word sources that vote on ``fr-libre``: who has a form, and how it is read.

A source is known by a letter: ``F`` Lefff, ``M`` Morphalou, ``U`` DELA, ``X`` Lexique, ``K`` the
English Wiktionary, ``D`` WikDict, ``L`` Littré. Their licences are told in
``src/raccord/data/NOTICE-plus.md``.
"""

from __future__ import annotations

import lzma
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from raccord.lexicon.entries import Tag
from raccord.lexicon.letters import fold

LEXICONS = frozenset("FMXK")  # those with inflected forms
VOTERS = LEXICONS | frozenset("DL")
LIVING = LEXICONS | frozenset("DU")  # all but Littré: what it alone has went out of use since 1872

FILES = {
    "F": "lefff/lefff-3.4.tsv",
    "M": "morphalou/morphalou31-2origins.txt",
    "U": "dela/dela-outside-morphalou.txt",
    "X": "lexique/lexique383.tsv",
    "K": "wiktionary/wiktionary-en-french-2022-11.tsv",
    "D": "wikdict/wikdict-french-headwords-2024-11.txt",
    "L": "littre/littre-headwords.txt",
}
CURRENCIES = "cldr/currency-names-fr.txt"
LEFFF = {"nc": Tag.NOUN, "adj": Tag.ADJECTIVE, "adv": Tag.ADVERB}
LEFFF_VERB = {"W": Tag.INF, "G": Tag.PPR, "K": Tag.PPA}
LEXIQUE = {"NOM": Tag.NOUN, "ADJ": Tag.ADJECTIVE, "ADV": Tag.ADVERB}
LEXIQUE_VERB = {"inf": Tag.INF, "par:pre": Tag.PPR, "par:pas": Tag.PPA}

Reading = tuple[str, Tag]  # accented lemma, what the form is in it


def lines(folder: Path, name: str) -> Iterator[str]:
    """The lines of a source file, plain or compressed."""
    plain, packed = folder / name, folder / f"{name}.xz"
    if plain.exists():
        text = plain.read_text("utf-8")
    elif packed.exists():
        text = lzma.decompress(packed.read_bytes()).decode("utf-8")
    else:
        raise SystemExit(f"{name} or {name}.xz is not in {folder}")
    return (line for line in text.splitlines() if line and not line.startswith("#"))


def is_word(text: str) -> bool:
    """Lower-case letters only, 2 to 15 of them once folded."""
    return text == text.lower() and re.fullmatch("[A-Z]{2,15}", fold(text)) is not None


@dataclass(slots=True)
class Sources:
    """Who has what: by folded form, and how a form is read."""

    forms: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    readings: dict[str, dict[str, list[Reading]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )
    currencies: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, folder: Path) -> Sources:
        """Read them all."""
        found = cls(currencies=list(lines(folder, CURRENCIES)))
        for code, name in FILES.items():
            for line in lines(folder, name):
                found.take(code, line.split("\t"))
        return found

    def take(self, code: str, row: list[str]) -> None:
        """Count one row of a source."""
        lemma, tag = reading(code, row)
        form = fold(row[0])
        self.forms[form].add(code)
        if tag or code == "K":
            self.readings[form][code].append((lemma, tag))

    def who(self, word: str) -> str:
        """The letters of the sources that have a form."""
        return "".join(code for code in FILES if code in self.forms.get(word, ()))

    def votes(self, word: str, voters: frozenset[str] = LEXICONS) -> int:
        """How many of these sources have a form."""
        return len(voters & self.forms.get(word, set()))

    def analyses(self, word: str) -> list[Reading]:
        """How a form is read: by Lefff, or else by Lexique, or else as a noun of Wiktionary's."""
        found = self.readings.get(word, {})
        for code in "FX":
            if code in found:
                return list(dict.fromkeys(found[code]))
        return [(lemma, Tag(0)) for lemma, _ in dict.fromkeys(found.get("K", ()))]


def reading(code: str, row: list[str]) -> Reading:
    """The lemma of a row and the tag of its form, where the source tells them."""
    if code == "F":
        category, lemma, tag = row[1:]
        if category == "v":
            return lemma, LEFFF_VERB.get(tag[:1], Tag.CONJ)
        return lemma, LEFFF.get(category, Tag.OTHER)
    if code == "X":
        lemma, category, verb = row[1], row[2], row[5]
        if category in {"VER", "AUX"}:
            return lemma, lexique_verb(verb)
        return lemma, LEXIQUE.get(category.partition(":")[0], Tag.OTHER)
    return (row[1] if code == "K" else row[0]), Tag(0)


def lexique_verb(text: str) -> Tag:
    """The tags of a verbal form of Lexique: ``ind:pre:3s;par:pas;``."""
    tags = Tag(0)
    for item in filter(None, text.split(";")):
        tags |= next(
            (tag for start, tag in LEXIQUE_VERB.items() if item.startswith(start)), Tag.CONJ
        )
    return tags or Tag.CONJ
