"""Derive the free French word list ``fr-libre`` from free dictionaries.

Usage: ``python tools/derive_lexicon.py DICOLLECTE SOURCES [--output FOLDER]`` where DICOLLECTE
holds ``French.lex`` and ``FRANCAIS.dic``, and SOURCES the lexicons that vote (plain or ``.xz``).
The same sources and the same lists of ``tools/lexicon/`` always give the same bytes. Four files
are written, each under its own licence (``NOTICE.md`` and ``NOTICE-plus.md`` beside them):

- ``fr-libre.bin.xz``, the forms of Dicollecte and of our own lists;
- ``fr-libre-plus.tsv.xz``, the forms that other lexicons add (``lexicon_additions.py``);
- ``fr-libre-notes.tsv.xz``, what was decided by hand or for want of sources, and why;
- ``fr-libre-voters.bin.xz``, which sources have each form of the list.

``French.lex`` has every inflected form with its lemma; ``FRANCAIS.dic`` has the labels to filter
by. They are joined on the lemma and the part of speech.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lexicon_additions import additions
from lexicon_headwords import (
    USUAL,
    Headword,
    Key,
    candidates,
    is_multiple,
    is_refused,
    is_usual,
    tag_of,
    variants,
)
from lexicon_lists import Lists
from lexicon_notes import notes, packed_bytes, packed_text, voters
from lexicon_sources import LIVING, VOTERS, Sources, is_word, lines

from raccord.lexicon.entries import Tag
from raccord.lexicon.letters import LONGEST, fold
from raccord.lexicon.packed import pack

OUTPUT = Path(__file__).parents[1] / "src/raccord/data"

Forms = dict[str, dict[Key, Tag]]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of ``French.lex``."""

    form: str
    lemma: str
    tag: Tag
    is_excluded: bool  # by the source itself

    @classmethod
    def parse(cls, line: str) -> Row | None:
        """Read one line; None for kg, cm… which are inflected from g, m…"""
        form, lemma, codes = line.split("\t")
        codes, _, variant = codes.rpartition("/")
        if len(lemma) == 1:
            return None
        return cls(form, lemma, tag_of(set(re.split(r"[:;~=]", codes))), variant == "X")


@dataclass(slots=True)
class Derivation:
    """What is kept so far: folded form to its entries and tags; and the forms that are refused."""

    lists: Lists
    sources: Sources
    heads: dict[str, list[Headword]] = field(default_factory=lambda: defaultdict(list))
    forms: Forms = field(default_factory=lambda: defaultdict(dict))
    refused: set[str] = field(default_factory=set)
    pending: set[str] = field(default_factory=set)  # dropped, though not refused
    given: set[str] = field(default_factory=set)  # the forms of Dicollecte's own entries
    dropped: dict[str, str] = field(default_factory=dict)  # forms dropped by hand, and why
    merged: dict[Key, str] = field(default_factory=dict)  # reformed lemmas to the classical ones

    def read(self, folder: Path) -> None:
        """Take the forms of Dicollecte, then our own."""
        for line in lines(folder, "FRANCAIS.dic"):
            if "\t" in line:
                head = Headword.parse(line)
                self.heads[head.text].append(head)
        self.merged = variants(head for group in self.heads.values() for head in group)
        for line in lines(folder, "French.lex"):
            row = Row.parse(line)
            if row is not None:
                self.take(row)
        self.given = set(self.forms)
        for ours in self.lists.supplement:
            self.add(ours.form, (ours.lemma, bool(ours.tag & Tag.VERBAL)), ours.tag)

    def take(self, row: Row) -> None:
        """Keep a form, refuse it, or drop it."""
        heads = candidates(self.heads[row.lemma], row.tag)
        lemma = row.lemma
        if row.is_excluded:
            accepted, refused = False, True
        elif is_multiple(row.form, lemma, heads):
            lemma = row.form if row.form in self.lists.keep else row.form.removesuffix("s")
            accepted = lemma in self.lists.keep
            refused = not accepted
        else:
            accepted = any(self.accepts(head) for head in heads)
            refused = all(self.refuses(head) for head in heads)
        if not is_word(row.form):
            return  # a capital letter tells a name, which may be a common noun elsewhere
        if accepted:
            is_verb = bool(row.tag & Tag.VERBAL)
            self.add(row.form, self.entry(lemma, is_verb), row.tag)
        elif refused:
            self.refused.add(fold(row.form))
            self.dropped |= {
                fold(row.form): reason
                for head in heads
                if (reason := self.lists.drop.get(self.entry(head.text, head.is_verb)))
            }
        else:
            self.pending.add(fold(row.form))

    def refuses(self, head: Headword) -> bool:
        """Whether an entry is no word, or one that we drop by hand."""
        is_dropped = self.entry(head.text, head.is_verb) in self.lists.drop
        return is_dropped or is_refused(head, self.lists.keep)

    def entry(self, lemma: str, is_verb: bool) -> Key:
        """The entry of a lemma: a reformed one is of the classical one's."""
        return self.merged.get((lemma, is_verb), lemma), is_verb

    def accepts(self, head: Headword) -> bool:
        """Whether the forms of an entry are words: usual ones, or those that others have too."""
        if self.refuses(head):
            return False
        if self.is_exempt(head):
            return True
        word = fold(head.text)
        votes = self.sources.votes(word, VOTERS)
        if not is_usual(head):
            return votes >= 4
        return head.frequency > USUAL or (votes > 0 and self.sources.votes(word, LIVING) > 0)

    def is_exempt(self, head: Headword) -> bool:
        """Whether an entry needs no vote: kept by hand, reformed, or too long to be voted on."""
        lists = self.lists
        ours = head.text in lists.keep or head.text in lists.links
        return ours or head.variant == "R" or (len(head.text) > LONGEST and is_usual(head))

    def add(self, form: str, key: Key, tag: Tag) -> None:
        """Keep one analysis of a form."""
        word = fold(form)
        if word in self.lists.stop or not is_word(form):
            return
        analyses = self.forms[word]
        analyses[key] = analyses.get(key, Tag(0)) | tag

    def link(self) -> Forms:
        """The forms kept, irregular plurals, feminines and variants joined to their entries."""
        known = {key for analyses in self.forms.values() for key in analyses}
        return {
            word: self.linked(analyses, known) for word, analyses in self.forms.items() if analyses
        }

    def linked(self, analyses: dict[Key, Tag], known: set[Key]) -> dict[Key, Tag]:
        """The analyses of one form, once links are followed."""
        result: dict[Key, Tag] = {}
        for (lemma, is_verb), tag in analyses.items():
            for key in self.targets(lemma, is_verb, known):
                result[key] = result.get(key, Tag(0)) | tag
        return result

    def targets(self, lemma: str, is_verb: bool, known: set[Key]) -> Iterator[Key]:
        """The entries a lemma stands for: a noun is never joined to a verb."""
        target = self.lists.links.get(lemma, lemma)
        yield (target, is_verb) if (target, is_verb) in known else (lemma, is_verb)
        other = (self.lists.both.get(lemma, lemma), is_verb)
        if other[0] != lemma and other in known:
            yield other


def check_short(lists: Lists, sources: Sources) -> None:
    """A two-letter word decides games: one that we add needs two sources."""
    for row in lists.supplement:
        word = fold(row.form)
        if len(word) == 2 and len(sources.who(word)) < 2:
            raise SystemExit(
                f"supplement.txt: {word} needs two sources, it has {sources.who(word)!r}"
            )


def derive(dicollecte: Path, sources: Sources, lists: Lists) -> dict[str, bytes]:
    """The content of the files."""
    check_short(lists, sources)
    result = Derivation(lists, sources)
    result.read(dicollecte)
    forms = result.link()
    added = additions(sources, forms, (result.refused - result.pending) | set(lists.stop))
    entries = {key for analyses in forms.values() for key in analyses}
    print(f"{len(forms)} forms of {len(entries)} entries, {len(added)} forms added")
    known: Forms = forms | {row.partition("\t")[0]: {} for row in added}
    return {
        "fr-libre.bin.xz": pack(forms),
        "fr-libre-plus.tsv.xz": packed_text(added),
        "fr-libre-notes.tsv.xz": packed_text(notes(result, known)),
        "fr-libre-voters.bin.xz": packed_bytes(voters(result, known)),
    }


def main(arguments: list[str]) -> None:
    """Derive and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dicollecte", type=Path)
    parser.add_argument("sources", type=Path)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    files = derive(options.dicollecte, Sources.read(options.sources), Lists.read())
    options.output.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (options.output / name).write_bytes(data)
        print(f"{name}: {len(data)} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
