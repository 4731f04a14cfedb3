"""The derivation keeps what its rules say, from sources small enough to read."""

from __future__ import annotations

import importlib.util
import lzma
import sys
from pathlib import Path
from types import ModuleType

import pytest

from raccord.lexicon import Lexicon, Tag, fold

ROOT = Path(__file__).parents[2]

DICTIONARY = """\
9
lac/S.()\tpo:nom\tis:mas\tdi:*\tfq:6
jouer/a0p+()\tpo:v1_it_q_zz\tdi:*\tfq:8
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
"""


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script as a module; its dataclasses look for it among the modules."""
    spec = importlib.util.spec_from_file_location("derive", ROOT / "tools/derive_lexicon.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "derive", module)
        spec.loader.exec_module(module)
    return module


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    (tmp_path / "French.lex").write_text(FORMS, "utf-8")
    (tmp_path / "FRANCAIS.dic.xz").write_bytes(lzma.compress(DICTIONARY.encode()))
    return tmp_path


def test_the_rules_keep_words_and_drop_the_rest(script: ModuleType, sources: Path) -> None:
    lists = script.Lists(keep={"zonzonner", "kilowatt"}, stop={"ABC"}, links={}, supplement=[])
    assert sorted(script.derive(sources, lists)) == [
        *("AFIN", "CALS", "JOUANT", "JOUE", "JOUER", "KILOWATTS", "LAC", "LACS"),
        *("MAITRE", "MAITRES", "OEIL", "WATT", "YEUX", "ZONZONNER"),
    ]


def test_forms_get_their_entries_and_tags(script: ModuleType, sources: Path) -> None:
    lists = script.Lists(keep={"kilowatt"}, stop=set(), links={"yeux": "œil"}, supplement=[])
    forms = script.derive(sources, lists)
    assert forms["JOUE"] == {("jouer", True): Tag.CONJ | Tag.PPA}
    assert forms["JOUANT"] == {("jouer", True): Tag.PPR}
    assert forms["YEUX"] == {("œil", False): Tag.NOUN}
    assert forms["KILOWATTS"] == {("kilowatt", False): Tag.NOUN}
    assert forms["MAITRES"] == {("maître", False): Tag.NOUN}


def test_a_supplement_may_conjugate_a_regular_verb(script: ModuleType) -> None:
    rows = list(script.supplement("swiper V1"))
    assert ("swiper", "swiper", Tag.INF) in rows
    assert ("swipâmes", "swiper", Tag.CONJ) in rows
    assert ("swipées", "swiper", Tag.PPA) in rows


def test_the_same_sources_give_the_same_bytes(
    script: ModuleType, sources: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = sources / "1.xz", sources / "2.xz"
    for output in (first, second):
        script.main([str(sources), "--output", str(output)])
    assert first.read_bytes() == second.read_bytes()
    assert "forms" in capsys.readouterr().out


def test_a_missing_source_is_told(script: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"FRANCAIS\.dic"):
        script.main([str(tmp_path)])


def test_a_line_without_a_reason_is_refused(script: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "stop.txt").write_text("ABC\n")
    with pytest.raises(SystemExit, match="no reason"):
        list(script.items(tmp_path / "stop.txt"))


def test_the_shipped_lexicon_follows_the_lists(script: ModuleType, free: Lexicon) -> None:
    lists = script.Lists.read(script.LISTS)
    assert [word for word in lists.stop if word in free] == []
    assert [head for head in lists.keep if fold(head) not in free] == []
    added = {fold(form) for form, _, _ in lists.supplement}
    assert [word for word in added if len(word) <= 15 and word not in free] == []
    for plural, lemma in lists.links.items():
        if len(fold(plural)) <= 15 and fold(lemma) in free:
            assert free.same_entry(fold(plural), fold(lemma)) is True, plural


def test_no_list_says_the_same_thing_twice(script: ModuleType) -> None:
    for name in ("keep", "stop", "links", "supplement"):
        found = list(script.items(script.LISTS / f"{name}.txt"))
        assert len(found) == len(set(found)), name


def test_the_documentation_gives_the_true_counts(free: Lexicon) -> None:
    text = (ROOT / "docs/lexicon.md").read_text("utf-8")
    assert f"{len(free):,} forms of {free.entry_count:,} entries" in text
