"""KWG, the word graph of Woogles tools (wolges by Andy Kurnia): reading only.

A file is an array of little-endian 32-bit nodes: tile in bits 24–31 (1 is A), bit 23 a word ends
here, bit 22 last of its siblings, bits 0–21 the first child (0: none). Node 0 leads to the word
graph; node 1, if any, to the GADDAG, which is not read.
"""

from __future__ import annotations

import codecs
import sys
from array import array
from collections.abc import Iterator

from raccord.lexicon.errors import UnreadableListError

_ENDS_WORD, _LAST, _CHILD = 1 << 23, 1 << 22, (1 << 22) - 1
_LETTERS = "?ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_STEPS = 20_000_000  # a French list takes about a million
MAX_LENGTH = 40


def looks_like(data: bytes) -> bool:
    """Whether bytes start as a KWG does; no text has a zero byte there, save in UTF-16."""
    if len(data) < 8 or len(data) % 4 or data[3] or data[2] & 0xC0 != 0x40:
        return False
    is_utf16 = data.startswith(codecs.BOM_UTF16_LE) and not any(data[3:16:2])
    return not is_utf16


def read(data: bytes) -> Iterator[str]:
    """The words in order; ``?`` stands for a tile outside A to Z."""
    nodes = array("I", data[: len(data) // 4 * 4])
    if sys.byteorder == "big":
        nodes.byteswap()
    root = nodes[0] & _CHILD if nodes else 0
    if root == 0:
        raise UnreadableListError("graphe KWG sans mot")
    return _words(nodes, root, _measure(nodes, root))


def _measure(nodes: array[int], root: int) -> dict[int, int]:
    """The steps to list the words from each node and its next siblings, 0 when there is none.

    Refuses links outside the file, cycles, and more words or letters than a lexicon has.
    """
    steps: dict[int, int] = {0: 0}
    heights: dict[int, int] = {0: 0}
    path: set[int] = set()
    # No recursion: a hostile file is as deep as it likes.
    stack = [root]
    while stack:
        index = stack[-1]
        child, after = _followers(nodes, index)
        pending = [n for n in (child, after) if n not in steps]
        if index in steps:
            stack.pop()
        elif not pending:
            steps[index] = _steps(nodes[index], steps[child] + steps[after])
            heights[index] = _height(1 + heights[child], heights[after])
            stack.pop()
        elif index in path:
            raise UnreadableListError("graphe KWG endommagé : il boucle")
        else:
            path.add(index)
            stack.extend(pending)
    return steps


def _followers(nodes: array[int], index: int) -> tuple[int, int]:
    """The first child and the next sibling of a node, 0 for none."""
    if index >= len(nodes):
        raise UnreadableListError("graphe KWG endommagé : un lien sort du fichier")
    node = nodes[index]
    if node & _LAST:
        return node & _CHILD, 0
    if index + 1 >= len(nodes) or nodes[index + 1] >> 24 <= node >> 24:
        raise UnreadableListError("graphe KWG endommagé : lettres en désordre")
    return node & _CHILD, index + 1


def _steps(node: int, below: int) -> int:
    steps = below + 1 if below or node & _ENDS_WORD else 0
    if steps > MAX_STEPS:
        raise UnreadableListError("graphe KWG endommagé : trop de mots")
    return steps


def _height(below: int, beside: int) -> int:
    if below > MAX_LENGTH:
        raise UnreadableListError("graphe KWG endommagé : mots trop longs")
    return max(below, beside)


def _words(nodes: array[int], root: int, steps: dict[int, int]) -> Iterator[str]:
    stack = [(root, "")]
    while stack:
        index, prefix = stack.pop()
        node = nodes[index]
        tile = node >> 24
        word = prefix + (_LETTERS[tile] if tile < len(_LETTERS) else "?")
        if not node & _LAST and steps[index + 1]:
            stack.append((index + 1, prefix))
        if steps[node & _CHILD]:
            stack.append((node & _CHILD, word))
        if node & _ENDS_WORD:
            yield word
