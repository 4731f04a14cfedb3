"""Word lists are read as people keep them, and what is left out is told."""

from __future__ import annotations

import gzip
import io
import lzma
import struct
import zipfile
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raccord.lexicon import LexiconError, Reason, UnreadableListError, archives, kwg, parse

TEXT = "Noël\r\ncœur\nÉTÉ\rlac\n"
WORDS = ("COEUR", "ETE", "LAC", "NOEL")
KwgWriter = Callable[[Iterable[str]], bytes]


def zipped(*files: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return buffer.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_text_is_read_in_any_usual_encoding(encoding: str) -> None:
    assert parse(TEXT.encode(encoding)).words == WORDS


def test_latin_1_without_ligatures_is_read() -> None:
    assert parse("été\nnoël\n".encode("latin-1")).words == ("ETE", "NOEL")


def test_accents_written_apart_are_read() -> None:
    assert parse("e\u0301te\u0301\n".encode()).words == ("ETE",)


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, lambda d: zipped(("a.txt", d))])
def test_a_compressed_list_is_read(pack: Callable[[bytes], bytes]) -> None:
    assert parse(pack(TEXT.encode())).words == WORDS


def test_several_gzip_members_are_one_list() -> None:
    data = gzip.compress(b"LAC\n") + gzip.compress(b"MER\n")
    assert parse(data).words == ("LAC", "MER")


@pytest.mark.parametrize("padding", [b"", bytes(512)])
def test_several_xz_streams_are_one_list(padding: bytes) -> None:
    data = lzma.compress(b"LAC\n") + padding + lzma.compress(b"MER\n") + padding
    assert parse(data).words == ("LAC", "MER")


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_an_archive_in_countless_streams_is_refused(pack: Callable[[bytes], bytes]) -> None:
    with pytest.raises(UnreadableListError, match="en plus de 1000 morceaux"):
        parse(pack(b"LAC\n") * 1001)


def test_an_archive_of_several_files_is_refused_with_their_number() -> None:
    with pytest.raises(UnreadableListError, match="2 fichiers"):
        parse(zipped(("a.txt", b"LAC"), ("b.txt", b"MER")))


def test_the_litter_of_some_systems_is_left_aside_in_an_archive() -> None:
    litter = ("__MACOSX/._a.txt", ".DS_Store", "mots/.DS_Store", "mots/__MACOSX/a.txt")
    for name in litter:
        assert parse(zipped(("mots/a.txt", b"LAC"), (name, b"x"))).words == ("LAC",)


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, lambda d: zipped(("a.txt", d))])
def test_an_archive_that_swells_is_stopped(
    pack: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = pack(b"LAC\n" * 100_000)
    monkeypatch.setattr(archives, "LIMIT", 100_000)
    with pytest.raises(UnreadableListError, match="trop grande"):
        parse(data)


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, lambda d: zipped(("a.txt", d))])
def test_a_cut_archive_is_refused(pack: Callable[[bytes], bytes]) -> None:
    with pytest.raises(UnreadableListError):
        parse(pack(TEXT.encode() * 50)[:-12])


def test_what_is_left_out_is_told_with_its_line_and_reason() -> None:
    text = "# une liste\nLAC\n\nl4c\na\nANTICONSTITUTIONNELLEMENT\nlac\naujourd'hui\n"
    found = parse(text.encode())
    assert found.words == ("LAC",)
    assert [(item.line, item.text, item.reason) for item in found.rejections] == [
        (4, "l4c", Reason.NOT_LETTERS),
        (5, "a", Reason.TOO_SHORT),
        (6, "ANTICONSTITUTIONNELLEMENT", Reason.TOO_LONG),
        (7, "lac", Reason.DUPLICATE),
        (8, "aujourd'hui", Reason.NOT_LETTERS),
    ]
    assert found.counts[Reason.NOT_LETTERS] == 2


def test_every_rejection_is_counted_even_when_too_many_to_keep() -> None:
    found = parse(b"LAC\n" + b"1\n" * 5000)
    assert found.counts == {Reason.NOT_LETTERS: 5000}
    assert len(found.rejections) == 1000


@pytest.mark.parametrize("data", [b"", b"\n\n", b"1\n2\n", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"])
def test_what_has_no_word_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableListError):
        parse(data)


def test_a_kwg_gives_its_words(write_kwg: KwgWriter) -> None:
    words = ("AA", "AB", "ABACA", "LAC", "LACS", "ZOO")
    found = parse(write_kwg(words))
    assert found.words == words
    assert found.kind == "kwg"
    assert parse(gzip.compress(write_kwg(words))).words == words


def test_a_kwg_of_another_alphabet_has_its_foreign_words_left_out() -> None:
    foreign = struct.pack("<5I", 2 | 1 << 22, 1 << 22, 1 << 24 | 3 | 1 << 22,
                          2 << 24 | 1 << 23, 30 << 24 | 1 << 23 | 1 << 22)  # fmt: skip
    found = parse(foreign)
    assert found.words == ("AB",)
    assert found.counts == {Reason.NOT_LETTERS: 1}


@pytest.mark.parametrize(
    ("nodes", "reason"),
    [
        ([2 | 1 << 22, 0, 1 << 24 | 1 << 23 | 1 << 22 | 2], "boucle"),
        ([2 | 1 << 22, 0, 1 << 24 | 1 << 22 | 3, 2 << 24 | 1 << 22 | 2], "boucle"),
        ([2 | 1 << 22, 0, 1 << 24 | 1 << 23 | 1 << 22 | 99], "sort du fichier"),
        ([99 | 1 << 22, 0], "sort du fichier"),
        ([2 | 1 << 22, 0, 1 << 24 | 1 << 23], "désordre"),
        ([2 | 1 << 22, 0, 2 << 24 | 1 << 23, 1 << 24 | 1 << 23 | 1 << 22], "désordre"),
        ([1 << 22, 0], "sans mot"),
    ],
)
def test_a_damaged_kwg_is_refused_with_the_reason(nodes: list[int], reason: str) -> None:
    with pytest.raises(UnreadableListError, match=reason):
        parse(struct.pack(f"<{len(nodes)}I", *nodes))


def test_a_kwg_with_more_paths_than_words_can_be_is_refused() -> None:
    # 30 levels of 26 siblings that all lead to the next level: 26**30 words.
    nodes = [2 | 1 << 22, 1 << 22]
    for level in range(30):
        following = 2 + 26 * (level + 1) if level < 29 else 0
        last = [i == 25 for i in range(26)]
        nodes += [(i + 1) << 24 | 1 << 23 | last[i] << 22 | following for i in range(26)]
    with pytest.raises(UnreadableListError, match="trop de mots"):
        list(kwg.read(struct.pack(f"<{len(nodes)}I", *nodes)))


def survives(data: bytes) -> None:
    try:
        found = parse(data)
    except LexiconError:
        return
    assert found.words == tuple(sorted(set(found.words)))
    assert all(w.isascii() and w.isupper() and 2 <= len(w) <= 15 for w in found.words)


@given(st.binary(max_size=400))
def test_any_bytes_are_a_list_or_refused(data: bytes) -> None:
    survives(data)


@given(st.text(max_size=200), st.sampled_from(["utf-8", "utf-16", "utf-8-sig"]))
def test_any_text_is_a_list_or_refused(text: str, encoding: str) -> None:
    survives(text.encode(encoding, errors="replace"))


@given(st.sampled_from([b"\x1f\x8b", b"\xfd7zXZ\x00", b"PK\x03\x04"]), st.binary(max_size=200))
def test_any_bytes_after_an_archive_mark_are_a_list_or_refused(mark: bytes, rest: bytes) -> None:
    survives(mark + rest)


NODES = st.builds(
    lambda tile, flags, child: tile << 24 | flags << 22 | child,
    st.integers(0, 27),
    st.integers(0, 3),
    st.integers(0, 12),
)


@settings(max_examples=300)
@given(st.lists(NODES, min_size=1, max_size=12))
def test_any_graph_is_a_list_or_refused(nodes: list[int]) -> None:
    survives(struct.pack(f"<{len(nodes) + 1}I", 1 | 1 << 22, *nodes))


@given(st.sets(st.text(alphabet="ABYZ", min_size=2, max_size=15), min_size=1))
def test_a_kwg_gives_back_what_was_written(write_kwg: KwgWriter, words: set[str]) -> None:
    assert parse(write_kwg(words)).words == tuple(sorted(words))
