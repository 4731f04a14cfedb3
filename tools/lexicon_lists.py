"""The hand-written lists of ``tools/lexicon/``: each line has its reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from raccord.lexicon.entries import Tag

LISTS = Path(__file__).parent / "lexicon"

V1 = {
    Tag.INF: "er",
    Tag.PPR: "ant",
    Tag.PPA: "é és ée ées",
    Tag.CONJ: "e es ons ez ent ais ait ions iez aient ai as a âmes âtes èrent erai eras era erons"
    " erez eront erais erait erions eriez eraient asse asses ât assions assiez assent",
}
VERBS = {"V1": V1, "V1I": V1 | {Tag.PPA: "é"}}  # an intransitive verb has one participle


@dataclass(frozen=True, slots=True)
class Supplement:
    """One form that we add: its lemma, what it is, and why."""

    form: str
    lemma: str
    tag: Tag
    reason: str


@dataclass(slots=True)
class Lists:
    """The hand-written lists, each line ``item<TAB>reason``."""

    keep: dict[str, str] = field(default_factory=dict)  # headword to reason
    drop: dict[tuple[str, bool], str] = field(default_factory=dict)  # entry (verb or not) to reason
    stop: dict[str, str] = field(default_factory=dict)  # form to reason
    refused: dict[str, str] = field(default_factory=dict)  # form of the review queue to reason
    links: dict[str, str] = field(default_factory=dict)  # lemma to the lemma it is a form of
    both: dict[str, str] = field(default_factory=dict)  # the same, and an entry of its own too
    supplement: list[Supplement] = field(default_factory=list)

    @classmethod
    def read(cls, folder: Path = LISTS) -> Lists:
        """Read the lists; a line without a reason is refused."""
        links = [item for item, _ in items(folder / "links.txt")]
        return cls(
            keep=dict(items(folder / "keep.txt")),
            drop={entry(item): reason for item, reason in items(folder / "drop.txt")},
            stop=dict(items(folder / "stop.txt")),
            refused=dict(items(folder / "refused.txt")),
            links=dict(pairs(links, ">")),
            both=dict(pairs(links, "+")),
            supplement=[
                row
                for item, reason in items(folder / "supplement.txt")
                for row in supplement(item, reason)
            ],
        )


def items(path: Path) -> Iterator[tuple[str, str]]:
    """Every item of a hand-written list, with its reason."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        item, _, reason = line.partition("\t")
        if not reason.strip():
            raise SystemExit(f"{path.name}:{number}: no reason given for {item!r}")
        yield item.strip(), reason.strip()


def entry(item: str) -> tuple[str, bool]:
    """``LEMMA V`` or ``LEMMA N``: an entry, and whether it is a verb's."""
    lemma, kind = item.split()
    return lemma, {"V": True, "N": False}[kind]


def pairs(links: list[str], sign: str) -> Iterator[tuple[str, str]]:
    """The links written with a sign: ``yeux > œil``, ``tierce + tiers``."""
    for item in links:
        first, found, second = item.partition(sign)
        if found:
            yield first.strip(), second.strip()


def supplement(item: str, reason: str) -> Iterator[Supplement]:
    """``LEMMA CLASS FORM…``: each form with its lemma and tag."""
    lemma, name, *forms = item.split()
    if name not in VERBS:
        return (Supplement(form, lemma, Tag[name], reason) for form in (lemma, *forms))
    return (
        Supplement(lemma[:-2] + ending, lemma, tag, reason)
        for tag, ends in VERBS[name].items()
        for ending in ends.split()
    )
