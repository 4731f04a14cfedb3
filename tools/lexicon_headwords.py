"""The entries of Dicollecte, and which of them are words that a club player would accept."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass

from raccord.lexicon.entries import Tag
from raccord.lexicon.letters import fold

VERB = re.compile(r"v\d")
NOT_WORDS = {"npr", "prn", "patr", "pfx", "sfx", "err", "ponc", "sign", "nbro", "div"}
NOT_WORD_LABELS = {"sig", "abty", "cc"}
RARE = {"rare", "vx", "vieux", "argot", "arg"}
UNIT = re.compile(r"U[.im]")  # the flags that put kilo-, milli-… before a unit
USUAL = 4  # the index above which an entry needs no other source

Key = tuple[str, bool]  # accented lemma, verb or not


@dataclass(frozen=True, slots=True)
class Headword:
    """One entry of ``FRANCAIS.dic``."""

    text: str
    flags: str
    parts: frozenset[str]
    labels: frozenset[str]
    variant: str
    frequency: int

    @property
    def is_verb(self) -> bool:
        """True for the entry of a verb."""
        return any(VERB.match(part) for part in self.parts)

    @classmethod
    def parse(cls, line: str) -> Headword:
        """Read one line of the file."""
        head, *fields = line.split("\t")
        text, _, flags = head.partition("/")
        values: dict[str, set[str]] = defaultdict(set)
        for item in fields:
            key, _, value = item.partition(":")
            values[key].add(value)
        return cls(
            text=text,
            flags=flags,
            parts=frozenset(values["po"]),
            labels=frozenset(values["lx"]),
            variant="".join(values["di"]),
            frequency=int("".join(values["fq"]) or -1),
        )


def is_refused(head: Headword, keep: Container[str]) -> bool:
    """Whether an entry is no word: a symbol, an abbreviation, a name, a part of a locution."""
    if head.variant == "X" or head.labels & NOT_WORD_LABELS:
        return True
    if "symb" in head.labels and "S." not in head.flags:
        return True
    if head.text in keep:
        return False
    return bool(head.parts & NOT_WORDS) or all(part.startswith("loc.") for part in head.parts)


def is_usual(head: Headword) -> bool:
    """Whether an entry is used enough; a reformed spelling is as usual as the old one."""
    rare = bool(head.labels & RARE)
    if head.frequency < 0 or head.variant == "R":
        return True
    if head.is_verb:
        return head.frequency > (3 if "infi" in head.parts else 2 if rare else 1)
    return head.frequency > (1 if "néo" in head.labels else 0 if rare else -1)


def tag_of(codes: set[str]) -> Tag:
    """The tag of one row of ``French.lex``."""
    if any(code.startswith("V") for code in codes):
        for code, tag in (("Y", Tag.INF), ("P", Tag.PPR), ("Q", Tag.PPA)):
            if code in codes:
                return tag
        return Tag.CONJ
    tags = Tag(0)
    for code, tag in (("N", Tag.NOUN), ("A", Tag.ADJECTIVE), ("W", Tag.ADVERB)):
        if code in codes:
            tags |= tag
    return tags or Tag.OTHER


def candidates(heads: list[Headword], tag: Tag) -> list[Headword]:
    """The entries a row may come from: same lemma, same part of speech."""
    if tag & Tag.VERBAL:
        return [head for head in heads if head.is_verb]
    others = [head for head in heads if not head.is_verb]
    names = [head for head in others if head.parts & {"nom", "adj"}]
    if tag & (Tag.NOUN | Tag.ADJECTIVE):
        return names or others
    return [head for head in others if head.parts - {"nom", "adj"}] or others


def is_multiple(form: str, lemma: str, heads: list[Headword]) -> bool:
    """Whether a form is a unit with a prefix: kilowatt is a word of its own, not one of watt's."""
    return any(UNIT.search(head.flags) for head in heads) and not form.startswith(lemma)


def variants(heads: Iterable[Headword]) -> dict[Key, str]:
    """Reformed lemmas that differ from a classical one by accents only: one entry, not two."""
    classical: dict[tuple[str, bool], str] = {}
    reformed: list[Headword] = []
    for head in heads:
        if head.variant in "MC":
            classical.setdefault((fold(head.text), head.is_verb), head.text)
        elif head.variant == "R":
            reformed.append(head)
    return {
        (head.text, head.is_verb): classical[fold(head.text), head.is_verb]
        for head in reformed
        if (fold(head.text), head.is_verb) in classical
    }
