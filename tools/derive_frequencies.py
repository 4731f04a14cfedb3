"""Derive how common the lemmas of ``fr-libre`` are, from the index of Dicollecte.

Usage: ``python tools/derive_frequencies.py DICOLLECTE [--output FOLDER]`` where DICOLLECTE holds
``FRANCAIS.dic`` (plain or ``.xz``). The same source always gives the same bytes:
``fr-libre-frequencies.txt.xz``, a line for each index from 9 (in every text) down to 5, with its
lemmas. Rarer ones are left out: only the strongest levels of the computer know them.
"""

from __future__ import annotations

import argparse
import lzma
import re
from collections import defaultdict
from pathlib import Path

from raccord.lexicon.letters import fold, is_word

OUTPUT = Path(__file__).parents[1] / "src/raccord/data"
NAME = "fr-libre-frequencies.txt.xz"
RAREST = 5
_ROW = re.compile(r"([^/\t]+)[^\t]*\t.*\bfq:(\d)")


def read(folder: Path) -> list[str]:
    """The lines of the source."""
    packed = folder / "FRANCAIS.dic.xz"
    if packed.exists():
        return lzma.decompress(packed.read_bytes()).decode().splitlines()
    return (folder / "FRANCAIS.dic").read_text(encoding="utf-8").splitlines()


def derive(rows: list[str]) -> str:
    """The lemmas by index; of two that are spelled alike, the more common one counts."""
    found: dict[str, int] = {}
    for row in rows:
        matched = _ROW.match(row)
        if matched and matched[1] == matched[1].lower():
            word, index = fold(matched[1]), int(matched[2])
            if is_word(word) and index >= RAREST:
                found[word] = max(index, found.get(word, 0))
    by_index: dict[int, list[str]] = defaultdict(list)
    for word in sorted(found):
        by_index[found[word]].append(word)
    return "\n".join(
        f"{index} {' '.join(by_index[index])}" for index in sorted(by_index, reverse=True)
    )


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dicollecte", type=Path)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    options = parser.parse_args()
    text = derive(read(options.dicollecte))
    (options.output / NAME).write_bytes(lzma.compress(text.encode(), preset=9))


if __name__ == "__main__":
    main()
