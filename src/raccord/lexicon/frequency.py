"""How common words are: the index of Dicollecte, from 9 (in every text) down to 5.

Rarer words, and those that nobody counted, have none. See ``tools/derive_frequencies.py``.
"""

import lzma
from functools import cache
from pathlib import Path

from raccord.lexicon.errors import DamagedListError
from raccord.lexicon.letters import fold
from raccord.lexicon.lexicon import Lexicon

_FILE = Path(__file__).parents[1] / "data" / "fr-libre-frequencies.txt.xz"
RARE = 0


@cache
def _indices() -> dict[str, int]:
    try:
        rows = lzma.decompress(_FILE.read_bytes()).decode().splitlines()
    except (OSError, lzma.LZMAError, ValueError) as error:
        raise DamagedListError("le lexique livré manque : réinstallez raccord", _FILE) from error
    return {word: int(row[0]) for row in rows for word in row[2:].split()}


def commonness(lexicon: Lexicon, word: str) -> int:
    """The index of the most common entry of a word, or of the word where no entry is known."""
    indices = _indices()
    entries = lexicon.entries(word) if word in lexicon else None
    if entries:
        return max(indices.get(fold(entry.lemma), RARE) for entry in entries)
    return indices.get(word) or indices.get(word.removesuffix("S"), RARE)
