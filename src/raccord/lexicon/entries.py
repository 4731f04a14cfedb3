"""Entries: the dictionary articles that a form belongs to.

Two forms are of the same entry when they share a lemma *and* both are verbal, or both are not:
MENAGE and MENAGER share the verb, LAC and CALS share nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag, StrEnum


class Kind(StrEnum):
    """Nature: what an entry is; only verb or not decides whether two entries are one."""

    VERB = "verb"
    NOUN = "noun"
    ADJECTIVE = "adjective"
    ADVERB = "adverb"
    OTHER = "other"

    @property
    def french(self) -> str:
        """The kind in French."""
        return _KINDS[self]


_KINDS = {
    Kind.VERB: "verbe",
    Kind.NOUN: "nom",
    Kind.ADJECTIVE: "adjectif",
    Kind.ADVERB: "adverbe",
    Kind.OTHER: "mot invariable ou outil",
}


class Tag(IntFlag):
    """Analyse: what a form is within its entry. Stored on one byte."""

    CONJ = 1  # conjugated: every verbal form that is not one of the next three
    INF = 2
    PPR = 4
    PPA = 8
    NOUN = 16
    ADJECTIVE = 32
    ADVERB = 64
    OTHER = 128
    VERBAL = CONJ | INF | PPR | PPA


TAGS = {
    Tag.CONJ: ("conjugated", "forme conjuguée"),
    Tag.INF: ("infinitive", "infinitif"),
    Tag.PPR: ("present participle", "participe présent"),
    Tag.PPA: ("past participle", "participe passé"),
    Tag.NOUN: ("noun", "nom"),
    Tag.ADJECTIVE: ("adjective", "adjectif"),
    Tag.ADVERB: ("adverb", "adverbe"),
    Tag.OTHER: ("other", "autre"),
}
"""What each tag is called by programs and by people."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Entrée: a lemma, spelt with its accents, and its kind."""

    lemma: str
    kind: Kind

    def __str__(self) -> str:
        return self.lemma


@dataclass(frozen=True, slots=True)
class Analysis:
    """Analyse: one entry of a form, and what the form is in it."""

    entry: Entry
    tags: Tag

    @property
    def names(self) -> tuple[str, ...]:
        """What the form is, for programs."""
        return tuple(english for tag, (english, _) in TAGS.items() if tag in self.tags)

    @property
    def french(self) -> tuple[str, ...]:
        """What the form is, for people."""
        return tuple(french for tag, (_, french) in TAGS.items() if tag in self.tags)


def kind_of(tags: Tag) -> Kind:
    """The kind of an entry from all the tags of its forms."""
    for tag, kind in (
        (Tag.VERBAL, Kind.VERB),
        (Tag.NOUN, Kind.NOUN),
        (Tag.ADJECTIVE, Kind.ADJECTIVE),
        (Tag.ADVERB, Kind.ADVERB),
    ):
        if tags & tag:
            return kind
    return Kind.OTHER
