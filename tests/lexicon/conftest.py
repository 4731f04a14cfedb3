"""What the tests of the lexicon share."""

from __future__ import annotations

import shutil
import struct
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from raccord import wordlists
from raccord.lexicon import Lexicon

KwgWriter = Callable[[Iterable[str]], bytes]


@pytest.fixture(scope="session")
def first_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home where only the shipped lexicon was ever opened."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RACCORD_HOME", str(folder))
        wordlists.forget()
        wordlists.load()
    wordlists.forget()
    return folder


@pytest.fixture(scope="session")
def free(first_home: Path) -> Lexicon:
    """The shipped lexicon."""
    (image,) = (first_home / "cache" / "lexicons").glob("*.image")
    return Lexicon.open(str(image))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first_home: Path) -> Iterator[Path]:
    """A home for one test, like the first; what the test opens is closed after it."""
    folder = tmp_path / "home"
    shutil.copytree(first_home, folder)
    monkeypatch.setenv("RACCORD_HOME", str(folder))
    yield folder
    wordlists.forget()


@pytest.fixture(scope="session")
def write_kwg() -> KwgWriter:
    """A writer of KWG files, kept as simple as can be: a trie, no node shared."""
    return _write_kwg


def _write_kwg(words: Iterable[str]) -> bytes:
    root: dict[str, object] = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})  # type: ignore[assignment]
        node[""] = True
    nodes = [0, 0]
    nodes[0] = _lay(root, nodes) | 1 << 22
    nodes[1] = 1 << 22
    return struct.pack(f"<{len(nodes)}I", *nodes)


def _lay(node: dict[str, object], nodes: list[int]) -> int:
    """Append the children of a trie node side by side; the index of the first."""
    letters = sorted(letter for letter in node if letter)
    if not letters:
        return 0
    first = len(nodes)
    nodes.extend(0 for _ in letters)
    for offset, letter in enumerate(letters):
        child: dict[str, object] = node[letter]  # type: ignore[assignment]
        value = (ord(letter) - 64) << 24 | ("" in child) << 23
        value |= (letter == letters[-1]) << 22 | _lay(child, nodes)
        nodes[first + offset] = value
    return first
