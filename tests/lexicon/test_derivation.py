"""The derivation keeps what its rules say, from sources small enough to read."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest
from derive_lexicon import Derivation, Forms, derive, main
from lexicon_additions import additions
from lexicon_lists import LISTS, Lists, items, supplement
from lexicon_notes import CODES, decisions
from lexicon_sources import CURRENCIES, FILES, Sources

from raccord.lexicon import Kind, Lexicon, Tag, fold
from raccord.wordlists import shipped
from raccord.wordlists.origins import SOURCES

ROOT = Path(__file__).parents[2]

DICTIONARY = """\
9
lac/S.()\tpo:nom\tis:mas\tdi:*\tfq:6
jouer/a0p+()\tpo:v1_it_q_zz\tdi:*\tfq:8
joue/S.()\tpo:nom\tis:fem\tdi:*\tfq:7
zouaver/a0p+()\tpo:v1_it_q_zz\tdi:*\tfq:1
zonzonner/a0p+()\tpo:v1_i____zz\tdi:*\tfq:1
maître/F+()\tpo:nom\tdi:M\tfq:8
maitre/F+()\tpo:nom\tdi:R\tfq:0
Paris/L'D'Q'\tpo:npr\tdi:*\tfq:9
cal/U.||--\tpo:nom\tis:inv\tlx:symb\tdi:*\tfq:6
cal/S.()\tpo:nom\tis:mas\tdi:*\tfq:6
watt/Um()\tpo:nom\tis:mas\tlx:unit\tdi:*\tfq:6
qu/--\tpo:mg\tpo:cjsub\tpo:err\tdi:*\tfq:7
vitam/L'D'Q'\tpo:loc.adv\tet:lat\tdi:*\tfq:5
afin/D'Q'Q*\tpo:mg\tpo:loc.prepv\tdi:*\tfq:8
etc\tpo:adv\tlx:abty\tdi:*\tfq:8
batch/S.()\tpo:nom\tis:mas\tdi:X\tfq:5
œil/S.()\tpo:nom\tis:mas\tdi:*\tfq:7
yeux/D'Q'\tpo:nom\tis:mas\tis:pl\tdi:*\tfq:8
abc/L'D'Q'\tpo:nom\tis:mas\tis:inv\tdi:*\tfq:5
franc/S.()\tpo:adj\tis:mas\tdi:*\tfq:7
franche/S.()\tpo:adj\tis:fem\tdi:*\tfq:7
rarissimule/S.()\tpo:nom\tis:mas\tdi:*\tfq:4
vieillerie/S.()\tpo:nom\tis:fem\tdi:*\tfq:4
tondre/S.()\tpo:nom\tis:mas\tlx:rare\tdi:*\tfq:0
"""
FORMS = """\
# a comment
lac\tlac\t:N:m:s/*
lacs\tlac\t:N:m:p/*
joue\tjouer\t:V1_it_q_zz:Ip:Sp:1s:3s/*
joué\tjouer\t:V1_it_q_zz:Q:A:1ŝ:m:s/*
jouant\tjouer\t:V1_it_q_zz:P/*
jouer\tjouer\t:V1_it_q_zz:Y/*
zouaver\tzouaver\t:V1_it_q_zz:Y/*
zonzonner\tzonzonner\t:V1_i____zz:Y/*
maître\tmaître\t:N:m:s/M
maitre\tmaitre\t:N:m:s/R
maitres\tmaitre\t:N:m:p/R
Paris\tParis\t:MP:e:i/*
cals\tcal\t:N:m:p/*
kcal\tcal\t:N:f:i/*
watt\twatt\t:N:m:s/*
kilowatts\twatt\t:N:m:p/*
zeptowatts\twatt\t:N:m:p/*
qu\tqu\t:G:Cs/*
vitam\tvitam\t:ÉW/*
afin\tafin\t:G:ÉR/*
etc\tetc\t:W/*
batch\tbatch\t:N:m:s/X
œil\tœil\t:N:m:s/*
yeux\tyeux\t:N:m:p/*
abc\tabc\t:N:m:i/*
franc\tfranc\t:A:m:s/*
franche\tfranche\t:A:f:s/*
rarissimule\trarissimule\t:N:m:s/*
vieillerie\tvieillerie\t:N:f:s/*
joue\tjoue\t:N:f:s/*
joues\tjoue\t:N:f:p/*
tondre\ttondre\t:N:m:s/*
"""


VOTES = {
    "F": "lac\tnc\tlac\tms\nzinzin\tnc\tzinzin\tms\nyodlait\tv\tyodler\tI3s\n"
    "jouée\tv\tjouer\tKfs\njouée\tnc\tjouée\tfs\ntondre\tnc\ttondre\tms\n",
    "M": "LAC\nJOUEE\nZINZIN\nKA\nYODLAIT\nYODLER\nTONDRE\nJOUASSE\nMAITRE\nAFIN\nBATCH\n",
    "U": "HUI\n",
    "X": "hui\thui\tNOM\t\t\t\t0\t0\nzinzin\tzinzin\tNOM\t\t\t\t0\t0\n"
    "batch\tbatch\tNOM\t\t\t\t0\t0\n",
    "K": "jouée\tjouer\nyodlait\tyodler\nyodler\tyodler\nbatch\tbatch\ntondre\ttondre\n",
    "D": "yodler\ntondre\n",
    "L": "yodler\nvieillerie\n",
}


@pytest.fixture
def dicollecte(tmp_path: Path) -> Path:
    (tmp_path / "French.lex").write_text(FORMS, "utf-8")
    (tmp_path / "FRANCAIS.dic.xz").write_bytes(lzma.compress(DICTIONARY.encode()))
    return tmp_path


@pytest.fixture
def more(tmp_path: Path) -> Path:
    texts = {FILES[code]: text for code, text in VOTES.items()} | {CURRENCIES: "kwacha\n"}
    for name, text in texts.items():
        path = tmp_path / "more" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "more"


def derived(dicollecte: Path, more: Path, lists: Lists) -> Forms:
    """The forms of the first file."""
    result = Derivation(lists, Sources.read(more))
    result.read(dicollecte)
    return result.link()


def test_the_rules_keep_words_and_drop_the_rest(dicollecte: Path, more: Path) -> None:
    lists = Lists(keep={"zonzonner": "", "kilowatt": ""}, stop={"ABC": ""})
    assert sorted(derived(dicollecte, more, lists)) == [
        *("AFIN", "CALS", "FRANC", "FRANCHE", "JOUANT", "JOUE", "JOUER", "JOUES", "KILOWATTS"),
        *("LAC", "LACS", "MAITRE", "MAITRES", "OEIL", "TONDRE", "WATT", "YEUX", "ZONZONNER"),
    ]


def test_an_entry_that_no_other_source_has_is_dropped_unless_usual(
    dicollecte: Path, more: Path
) -> None:
    assert "RARISSIMULE" not in derived(dicollecte, more, Lists())
    assert "RARISSIMULE" in derived(dicollecte, more, Lists(keep={"rarissimule": ""}))


def test_what_littre_alone_has_went_out_of_use(dicollecte: Path, more: Path) -> None:
    assert "VIEILLERIE" not in derived(dicollecte, more, Lists())
    assert "VIEILLERIE" in derived(dicollecte, more, Lists(keep={"vieillerie": ""}))
    (more / FILES["U"]).write_text("HUI\nVIEILLERIE\n", "utf-8")
    assert "VIEILLERIE" in derived(dicollecte, more, Lists())


def test_an_entry_dropped_by_hand_leaves_the_forms_of_others(dicollecte: Path, more: Path) -> None:
    lists = Lists(drop={("jouer", True): "trop de jeux"})
    found = Derivation(lists, Sources.read(more))
    found.read(dicollecte)
    forms = found.link()
    assert forms["JOUE"] == {("joue", False): Tag.NOUN}
    assert {"JOUER", "JOUANT"} & set(forms) == set()
    assert decisions(found, forms)["JOUER"] == ("drop", "trop de jeux")


def test_forms_get_their_entries_and_tags(dicollecte: Path, more: Path) -> None:
    lists = Lists(keep={"kilowatt": ""}, links={"yeux": "œil", "franche": "franc"})
    forms = derived(dicollecte, more, lists)
    assert forms["JOUE"] == {("jouer", True): Tag.CONJ | Tag.PPA, ("joue", False): Tag.NOUN}
    assert forms["JOUANT"] == {("jouer", True): Tag.PPR}
    assert forms["YEUX"] == {("œil", False): Tag.NOUN}
    assert forms["FRANCHE"] == {("franc", False): Tag.ADJECTIVE}
    assert forms["KILOWATTS"] == {("kilowatt", False): Tag.NOUN}
    assert forms["MAITRES"] == {("maître", False): Tag.NOUN}


def test_a_link_may_leave_an_entry_of_its_own_and_never_joins_a_noun_to_a_verb(
    dicollecte: Path, more: Path
) -> None:
    forms = derived(dicollecte, more, Lists(both={"franche": "franc"}, links={"lac": "jouer"}))
    assert set(forms["FRANCHE"]) == {("franc", False), ("franche", False)}
    assert set(forms["LAC"]) == {("lac", False)}


def test_other_lexicons_add_words_by_their_votes(dicollecte: Path, more: Path) -> None:
    sources = Sources.read(more)
    rows = additions(sources, derived(dicollecte, more, Lists()), {"BATCH"})
    assert rows == [
        "HUI\tc\tUX\thui NOUN",
        "KA\tb\tM\tka NOUN",
        "KWACHA\td\t\tkwacha NOUN",
        "YODLAIT\ta\tFMK\tyodler CONJ",
        "ZINZIN\ta\tFMX\tzinzin NOUN",
    ]


def test_a_short_word_of_ours_needs_two_sources(dicollecte: Path, more: Path) -> None:
    lists = Lists(supplement=list(supplement("yo OTHER", "salut")))
    with pytest.raises(SystemExit, match="YO needs two sources"):
        derive(dicollecte, Sources.read(more), lists)


def test_a_supplement_may_conjugate_a_regular_verb() -> None:
    rows = {(row.form, row.tag) for row in supplement("swiper V1", "balayer")}
    assert {("swiper", Tag.INF), ("swipâmes", Tag.CONJ), ("swipées", Tag.PPA)} <= rows
    alone = {(row.form, row.tag) for row in supplement("jerker V1I", "danser")}
    assert [form for form, tag in alone if tag & Tag.PPA] == ["jerké"]


def test_the_same_sources_give_the_same_bytes(
    dicollecte: Path,
    more: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("derive_lexicon.check_short", lambda lists, sources: None)
    first, second = more / "1", more / "2"
    for output in (first, second):
        main([str(dicollecte), str(more), "--output", str(output)])
    assert sorted(path.name for path in first.iterdir()) == [
        *("fr-libre-notes.tsv.xz", "fr-libre-plus.tsv.xz"),
        *("fr-libre-voters.bin.xz", "fr-libre.bin.xz"),
    ]
    for path in first.iterdir():
        assert path.read_bytes() == (second / path.name).read_bytes()
    assert "forms" in capsys.readouterr().out


def test_a_missing_source_is_told(more: Path, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"currency-names"):
        main([str(tmp_path), str(tmp_path)])
    with pytest.raises(SystemExit, match=r"FRANCAIS\.dic"):
        Derivation(Lists(), Sources.read(more)).read(tmp_path / "empty")


def test_a_line_without_a_reason_is_refused(tmp_path: Path) -> None:
    (tmp_path / "stop.txt").write_text("ABC\n")
    with pytest.raises(SystemExit, match="no reason"):
        list(items(tmp_path / "stop.txt"))


def test_the_shipped_lexicon_follows_the_lists(free: Lexicon) -> None:
    lists = Lists.read()
    assert [word for word in lists.stop if word in free] == []
    assert [word for word in lists.refused if word in free] == []
    assert [head for head in lists.keep if fold(head) not in free] == []
    added = {fold(row.form) for row in lists.supplement}
    assert [word for word in added if len(word) <= 15 and word not in free] == []
    given = {(row.lemma, bool(row.tag & Tag.VERBAL)) for row in lists.supplement}
    assert [entry for entry in lists.drop if has_entry(free, *entry) and entry not in given] == []


def has_entry(free: Lexicon, lemma: str, is_verb: bool) -> bool:
    """Whether a lemma's own form is read as that entry."""
    return any(
        entry.lemma == lemma and (entry.kind is Kind.VERB) is is_verb
        for entry in (free.entries(fold(lemma)) if fold(lemma) in free else None) or ()
    )


def test_a_linked_form_is_of_the_entry_it_is_linked_to(free: Lexicon) -> None:
    lists = Lists.read()
    for form, lemma in (*lists.links.items(), *lists.both.items()):
        if fold(form) in free and fold(lemma) in free:
            assert free.same_entry(fold(form), fold(lemma)) is True, form


def test_every_decision_is_told_with_its_reason(free: Lexicon) -> None:
    lists = Lists.read()
    notes = shipped.notes()
    for word, reason in (lists.refused | lists.stop).items():
        assert notes[word].reason == reason
    assert all(note.reason for note in notes.values() if note.decision != "few")
    assert [word for word, note in notes.items() if note.decision == "supplement"]


def test_every_word_of_the_list_has_a_source(free: Lexicon) -> None:
    voters = shipped.voters()
    assert len(voters) == len(free)
    notes, added = shipped.notes(), shipped.additions()
    ours = {word for word, note in notes.items() if note.decision == "supplement"}
    alone = [word for word, bits in zip(free, voters, strict=True) if not bits]
    assert [word for word in alone if word not in ours and word not in added] == []


def test_the_bits_of_the_voters_are_named_in_the_order_they_are_written() -> None:
    assert tuple(CODES) == tuple(SOURCES)


def test_no_list_says_the_same_thing_twice() -> None:
    for name in ("apart", "drop", "keep", "stop", "links", "refused", "supplement"):
        found = [item for item, _ in items(LISTS / f"{name}.txt")]
        assert len(found) == len(set(found)), name


def test_the_documentation_gives_the_true_counts(free: Lexicon) -> None:
    text = (ROOT / "docs/lexicon.md").read_text("utf-8")
    assert f"{len(free):,} forms of {free.entry_count:,} entries" in text
    assert f"{len(shipped.additions()):,} forms" in text
