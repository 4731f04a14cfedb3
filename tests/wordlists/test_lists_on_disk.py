"""Lexicons on disk: images are checked, stale ones made again, imports whole or not at all."""

from __future__ import annotations

import errno
import gzip
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from raccord import wordlists
from raccord.lexicon import (
    DamagedListError,
    Lexicon,
    LexiconError,
    Reason,
    UnknownLexiconError,
    UnreadableListError,
)
from raccord.store import places
from raccord.wordlists import files as lexicon_files
from raccord.wordlists import images as kept_images
from raccord.wordlists import shipped


def write(folder: Path, text: str, name: str = "liste.txt") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def images(home: Path) -> list[Path]:
    return sorted((home / "cache" / "lexicons").glob("*.image"))


def start_again_on_windows() -> None:
    """What is in use cannot be removed there: it goes with the next start."""
    if sys.platform == "win32":
        wordlists.forget()
        wordlists.load()


def test_an_imported_list_is_loaded_by_its_name(home: Path, tmp_path: Path) -> None:
    done = wordlists.import_list(write(tmp_path, "lac\nété\nxyzzy\n1\n"), "Club")
    assert done.installed.name == "club"
    assert done.words.counts == {Reason.NOT_LETTERS: 1}
    lexicon = wordlists.load("club")
    assert list(lexicon) == ["ETE", "LAC", "XYZZY"]
    assert lexicon.digest == done.installed.digest
    assert wordlists.load("CLUB") is lexicon


def test_known_forms_of_an_imported_list_get_their_entries(home: Path, tmp_path: Path) -> None:
    wordlists.import_list(write(tmp_path, "LAC\nLACS\nXYZZY\nJOUA\n"), "club")
    lexicon = wordlists.load("club")
    assert lexicon.same_entry("LAC", "LACS") is True
    assert lexicon.is_only_conjugated("JOUA") is True
    assert lexicon.entries("XYZZY") is None
    assert lexicon.same_entry("LAC", "XYZZY") is None
    assert lexicon.known_count == 3


def test_installed_lists_are_told_without_opening_them(home: Path, tmp_path: Path) -> None:
    wordlists.import_list(write(tmp_path, "LAC\n"), "club")
    assert [(item.name, item.count) for item in wordlists.installed()][1:] == [("club", 1)]
    assert wordlists.installed()[0].name == "fr-libre"


def test_a_list_imported_again_takes_the_place_of_the_first(home: Path, tmp_path: Path) -> None:
    wordlists.import_list(write(tmp_path, "LAC\n"), "club")
    assert list(wordlists.load("club")) == ["LAC"]
    wordlists.import_list(write(tmp_path, "MER\n"), "club")
    assert list(wordlists.load("club")) == ["MER"]
    start_again_on_windows()
    assert len([path for path in images(home) if path.name.startswith("club@")]) == 1


def test_an_import_that_fails_changes_nothing(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wordlists.import_list(write(tmp_path, "LAC\n"), "club")
    with pytest.raises(UnreadableListError):
        wordlists.import_list(write(tmp_path, "1\n"), "club")

    def crash(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(LexiconError, match="« club » : plus de place sur le disque"):
        wordlists.import_list(write(tmp_path, "MER\n"), "club")
    monkeypatch.undo()
    monkeypatch.setenv("RACCORD_HOME", str(home))
    assert list(wordlists.load("club")) == ["LAC"]
    assert [path.name for path in (home / "lexicons").iterdir()] == ["club.words"]


def test_an_import_interrupted_in_the_middle_leaves_the_old_list(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wordlists.import_list(write(tmp_path, "LAC\n"), "club")

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        wordlists.import_list(write(tmp_path, "MER\n"), "club")
    assert list(lexicon_files.words(lexicon_files.every()[0])) == ["LAC"]
    assert [path.name for path in (home / "lexicons").iterdir()] == ["club.words"]


@pytest.mark.parametrize(
    "name", ["", "../x", "a/b", "a\\b", ".", "..", "con", "a b", "é", "x" * 33, "-x", "a.b", "a@b"]
)
def test_a_name_that_could_be_a_path_is_refused(home: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(LexiconError, match="nom de lexique refusé"):
        wordlists.import_list(write(tmp_path, "LAC\n"), name)


@pytest.mark.parametrize("name", ["fr-libre", "FR-LIBRE"])
def test_the_name_of_the_shipped_lexicon_is_reserved(home: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(LexiconError, match="réservé"):
        wordlists.import_list(write(tmp_path, "LAC\n"), name)


def test_an_unknown_name_tells_the_lists_there_are(home: Path) -> None:
    with pytest.raises(UnknownLexiconError, match="fr-libre"):
        wordlists.load("absent")


@pytest.mark.parametrize("text", ["", ".", "a\0b", "x" * 5000])
def test_a_strange_path_is_refused(home: Path, text: str) -> None:
    with pytest.raises(LexiconError):
        wordlists.load(text)


def test_what_is_wrong_with_a_file_names_the_file(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "liste.gz"
    path.write_bytes(b"\x1f\x8b" + bytes(40))
    with pytest.raises(LexiconError, match=r"liste\.gz » : archive gzip"):
        wordlists.load(path)
    with pytest.raises(LexiconError, match=r"liste\.gz » : archive gzip"):
        wordlists.import_list(path, "mienne")


def test_an_empty_name_is_no_lexicon(home: Path) -> None:
    with pytest.raises(LexiconError, match="le nom est vide"):
        wordlists.load(" ")


def test_a_file_is_loaded_by_its_path(home: Path, tmp_path: Path) -> None:
    path = write(tmp_path, "LAC\nLACS\n")
    lexicon = wordlists.load(str(path))
    assert list(lexicon) == ["LAC", "LACS"]
    assert lexicon.name == "liste"
    assert wordlists.load(path) is lexicon
    write(tmp_path, "MER\n")
    assert list(wordlists.load(path)) == ["MER"]


def damage(path: Path, how: str) -> None:
    data = path.read_bytes()
    damaged = {
        "empty": b"",
        "cut": data[: len(data) // 2],
        "flipped": data[:-100] + bytes([data[-100] ^ 1]) + data[-99:],
        "text": b"pas une image",
    }
    path.write_bytes(damaged[how])


@pytest.mark.parametrize("how", ["empty", "cut", "flipped", "text"])
def test_a_damaged_image_is_made_again(home: Path, tmp_path: Path, how: str) -> None:
    wordlists.import_list(write(tmp_path, "LAC\nLACS\n"), "club")
    wordlists.load("club")
    wordlists.forget()
    (image,) = (path for path in images(home) if path.name.startswith("club@"))
    whole = image.read_bytes()
    damage(image, how)
    assert wordlists.load("club").same_entry("LAC", "LACS") is True
    assert image.read_bytes() == whole


def test_a_good_image_of_another_list_is_not_trusted(home: Path, tmp_path: Path) -> None:
    wordlists.import_list(write(tmp_path, "LAC\n"), "club")
    wordlists.import_list(write(tmp_path, "MER\n"), "autre")
    wordlists.load("club")
    wordlists.load("autre")
    wordlists.forget()
    by_name = {path.name.partition("@")[0]: path for path in images(home)}
    by_name["club"].write_bytes(by_name["autre"].read_bytes())
    assert list(wordlists.load("club")) == ["LAC"]


def test_an_image_of_another_format_is_not_looked_at(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wordlists.import_list(write(tmp_path, "LAC\n"), "club")
    wordlists.load("club")
    (before,) = (path for path in images(home) if path.name.startswith("club@"))
    wordlists.forget()
    monkeypatch.setattr(shipped, "digest", lambda: "other")
    monkeypatch.setattr(wordlists, "forget", kept_images.forget)
    wordlists.load("club")
    (after,) = (path for path in images(home) if path.name.startswith("club@"))
    assert after != before


@pytest.mark.parametrize("how", ["cut", "flipped", "text", "empty"])
def test_a_damaged_list_asks_to_be_imported_again(home: Path, tmp_path: Path, how: str) -> None:
    words = "\n".join(a + b + c for a in "ABCDEF" for b in "GHIJK" for c in "LMNO")
    wordlists.import_list(write(tmp_path, words), "club")
    damage(home / "lexicons" / "club.words", how)
    with pytest.raises(DamagedListError, match="importez-la de nouveau"):
        wordlists.load("club")
    assert len(wordlists.installed()) in {1, 2}


def test_a_list_whose_words_were_changed_is_not_trusted(home: Path, tmp_path: Path) -> None:
    wordlists.import_list(write(tmp_path, "LAC\n"), "club")
    path = home / "lexicons" / "club.words"
    head, _, _ = path.read_bytes().partition(b"\n")
    path.write_bytes(head + b"\n" + gzip.compress(b"MER"))
    with pytest.raises(DamagedListError):
        wordlists.load("club")


def test_a_home_that_cannot_be_written_is_done_without(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocker = write(tmp_path, "", "file")
    monkeypatch.setenv("RACCORD_HOME", str(blocker / "home"))
    lexicon = wordlists.load(write(tmp_path, "LAC\nLACS\n"))
    assert lexicon.same_entry("LAC", "LACS") is True
    assert "JOUER" in wordlists.load()
    with pytest.raises(LexiconError, match="impossible d’enregistrer"):
        wordlists.import_list(write(tmp_path, "LAC\n"), "club")


def test_a_list_can_be_removed(home: Path, tmp_path: Path) -> None:
    wordlists.import_list(write(tmp_path, "LAC\n"), "club")
    wordlists.load("club")
    wordlists.remove("club")
    start_again_on_windows()
    assert not [path for path in images(home) if path.name.startswith("club@")]
    with pytest.raises(UnknownLexiconError):
        wordlists.load("club")
    with pytest.raises(UnknownLexiconError):
        wordlists.remove("club")


@pytest.fixture
def in_use(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """No image can be removed, as on Windows while a server has it mapped."""
    remove_really = Path.unlink

    def unlink(path: Path, missing_ok: bool = False) -> None:
        if path.suffix == ".image":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        remove_really(path, missing_ok)

    with monkeypatch.context() as windows:
        windows.setattr(Path, "unlink", unlink)
        yield windows


def test_a_list_removed_while_it_is_in_use_leaves_no_image_for_long(
    home: Path, tmp_path: Path, in_use: pytest.MonkeyPatch
) -> None:
    for words in ("LAC\n", "MER\n"):
        wordlists.import_list(write(tmp_path, words), "club")
        wordlists.load("club")
    wordlists.import_list(write(tmp_path, "LAC\n"), "autre")
    wordlists.load("autre")
    wordlists.remove("autre")
    assert len([path for path in images(home) if "fr-libre" not in path.name]) == 3
    in_use.undo()
    wordlists.forget()  # as when the server is started again
    assert list(wordlists.load("club")) == ["MER"]
    assert [path.name.partition("@")[0] for path in images(home)] == ["club", "fr-libre"]


def test_processes_that_build_the_same_image_at_once_agree(home: Path, tmp_path: Path) -> None:
    wordlists.import_list(write(tmp_path, "LAC\nLACS\n"), "club")
    program = "from raccord import wordlists; print(*wordlists.load('club'))"
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    assert [process.communicate()[0] for process in running] == ["LAC LACS\n"] * 3
    assert not list((home / "cache" / "lexicons").glob("*.tmp"))


def test_the_free_lexicon_is_built_once_and_then_reopened(home: Path, free: Lexicon) -> None:
    (image,) = images(home)
    whole = image.read_bytes()
    image.unlink()
    built = wordlists.load()
    assert image.read_bytes() == whole
    wordlists.forget()
    changed = image.stat().st_mtime_ns
    opened = wordlists.load()
    assert opened.digest == built.digest == free.digest
    assert opened is not built
    assert image.stat().st_mtime_ns == changed


def test_what_a_killed_writer_left_is_swept_later(home: Path, tmp_path: Path) -> None:
    wordlists.import_list(write(tmp_path, "LAC\n"), "club")
    old, fresh = (home / "lexicons" / f".club.words.{name}.tmp" for name in ("old", "fresh"))
    old.write_bytes(b"")
    fresh.write_bytes(b"")
    os.utime(old, (0, 0))
    wordlists.import_list(write(tmp_path, "MER\n"), "club")
    assert not old.exists()
    assert fresh.exists()


def test_without_raccord_home_the_usual_folders_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RACCORD_HOME", raising=False)
    assert places.data_folder("lexicons").name == "lexicons"
    assert "raccord" in str(places.cache_folder())
