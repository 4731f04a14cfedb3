"""Derive the free French word list ``fr-libre`` from the Dicollecte dictionary.

Usage: ``python tools/derive_lexicon.py SOURCES [--output FILE]`` where SOURCES holds
``French.lex`` and ``FRANCAIS.dic`` (or the same with ``.xz``). The same sources and the same
lists of ``tools/lexicon/`` always give the same bytes.

``French.lex`` has every inflected form with its lemma; ``FRANCAIS.dic`` has the labels to filter
by. They are joined on the lemma and the part of speech.
"""

from __future__ import annotations

import argparse
import lzma
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from raccord.lexicon.entries import Tag
from raccord.lexicon.letters import fold
from raccord.lexicon.packed import pack

LISTS = Path(__file__).parent / "lexicon"
OUTPUT = Path(__file__).parents[1] / "src/raccord/data/fr-libre.bin.xz"

VERB = re.compile(r"v\d")
NOT_WORDS = {"npr", "prn", "patr", "pfx", "sfx", "err", "ponc", "sign", "nbro", "div"}
NOT_WORD_LABELS = {"sig", "abty", "cc"}
RARE = {"rare", "vx", "vieux", "argot", "arg"}
UNIT = re.compile(r"U[.im]")  # the flags that put kilo-, milli-… before a unit
V1 = {
    Tag.INF: "er",
    Tag.PPR: "ant",
    Tag.PPA: "é és ée ées",
    Tag.CONJ: "e es ons ez ent ais ait ions iez aient ai as a âmes âtes èrent erai eras era erons"
    " erez eront erais erait erions eriez eraient asse asses ât assions assiez assent",
}

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


@dataclass(slots=True)
class Lists:
    """The hand-written lists, each line ``item<TAB>reason``."""

    keep: set[str]
    stop: set[str]
    links: dict[str, str]
    supplement: list[tuple[str, str, Tag]]  # form, lemma, tag

    @classmethod
    def read(cls, folder: Path) -> Lists:
        """Read the four lists; a line without a reason is refused."""
        links = (item.split(">") for item in items(folder / "links.txt"))
        return cls(
            keep=set(items(folder / "keep.txt")),
            stop=set(items(folder / "stop.txt")),
            links={plural.strip(): lemma.strip() for plural, lemma in links},
            supplement=[
                row for item in items(folder / "supplement.txt") for row in supplement(item)
            ],
        )


def items(path: Path) -> Iterator[str]:
    """Every item of a hand-written list."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        item, _, reason = line.partition("\t")
        if not reason.strip():
            raise SystemExit(f"{path.name}:{number}: no reason given for {item!r}")
        yield item.strip()


def supplement(item: str) -> Iterator[tuple[str, str, Tag]]:
    """``LEMMA CLASS FORM…``: each form with its lemma and tag."""
    lemma, name, *forms = item.split()
    if name != "V1":
        return ((form, lemma, Tag[name]) for form in (lemma, *forms))
    return (
        (lemma[:-2] + ending, lemma, tag) for tag, ends in V1.items() for ending in ends.split()
    )


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


def is_accepted(head: Headword, keep: set[str]) -> bool:
    """Whether the forms of an entry are words that a club player would accept."""
    if head.variant == "X" or head.labels & NOT_WORD_LABELS:
        return False
    if "symb" in head.labels and "S." not in head.flags:
        return False
    if head.text in keep:
        return True
    if head.parts & NOT_WORDS or all(part.startswith("loc.") for part in head.parts):
        return False
    return is_usual(head)


def is_usual(head: Headword) -> bool:
    """Whether an entry is used enough; a reformed spelling is as usual as the old one."""
    rare = bool(head.labels & RARE)
    if head.frequency < 0 or head.variant == "R":
        return True
    if head.is_verb:
        return head.frequency > (3 if "infi" in head.parts else 2 if rare else 1)
    return head.frequency > (1 if "néo" in head.labels else 0 if rare else -1)


@dataclass(slots=True)
class Derivation:
    """The forms kept so far: folded form to its entries and tags."""

    lists: Lists
    forms: dict[str, dict[Key, Tag]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, form: str, lemma: str, tag: Tag) -> None:
        """Keep one analysis of a form."""
        word = fold(form)
        if word in self.lists.stop or not is_word(form):
            return
        key = (lemma, bool(tag & Tag.VERBAL))
        analyses = self.forms[word]
        analyses[key] = analyses.get(key, Tag(0)) | tag


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


def derive(folder: Path, lists: Lists) -> dict[str, dict[Key, Tag]]:
    """Every form kept, with its entries and tags."""
    heads: dict[str, list[Headword]] = defaultdict(list)
    for line in lines(folder, "FRANCAIS.dic"):
        if "\t" in line:
            head = Headword.parse(line)
            heads[head.text].append(head)
    merged = variants(head for group in heads.values() for head in group)
    result = Derivation(lists)
    for line in lines(folder, "French.lex"):
        form, lemma, codes = line.split("\t")
        codes, _, variant = codes.rpartition("/")
        if variant == "X" or len(lemma) == 1 or not is_word(form):
            continue  # kg, cm… are inflected from g, m…
        tag = tag_of(set(re.split(r"[:;~=]", codes)))
        sources = candidates(heads[lemma], tag)
        if is_multiple(form, lemma, sources):
            lemma = form if form in lists.keep else form.removesuffix("s")
            accepted = lemma in lists.keep
        else:
            accepted = any(is_accepted(head, lists.keep) for head in sources)
        if accepted:
            lemma = merged.get((lemma, bool(tag & Tag.VERBAL)), lemma)
            result.add(form, lists.links.get(lemma, lemma), tag)
    for form, lemma, tag in lists.supplement:
        result.add(form, lemma, tag)
    return result.forms


def main(arguments: list[str]) -> None:
    """Derive and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", type=Path)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    forms = derive(options.sources, Lists.read(LISTS))
    data = pack(forms)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_bytes(data)
    entries = {key for analyses in forms.values() for key in analyses}
    print(f"{len(forms)} forms, {len(entries)} entries, {len(data)} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
