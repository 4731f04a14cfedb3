"""What is told of a word: who has it, what was decided of it by hand or by rule, and why."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lexicon_sources import FILES

from raccord.lexicon.letters import fold

if TYPE_CHECKING:
    from derive_lexicon import Derivation, Forms

DICOLLECTE = "C"
CODES = DICOLLECTE + "".join(FILES)  # a bit each, in this order


def notes(found: Derivation, forms: Forms) -> Iterator[str]:
    """Of a form: what was decided, why, and the letters of the sources that have it."""
    for word, (decision, reason) in decisions(found, forms).items():
        yield f"{word}\t{decision}\t{reason}\t{who(found, word)}"


def decisions(found: Derivation, forms: Forms) -> dict[str, tuple[str, str]]:
    """What was decided of each form; the last one told holds."""
    told = {word: ("few", "") for word in found.pending if word not in forms}
    for name, decided in (
        ("drop", found.dropped),
        ("refused", found.lists.refused),
        ("stop", found.lists.stop),
    ):
        told |= {word: (name, why) for word, why in decided.items() if word not in forms}
    return told | dict(kept(found, forms)) | dict(supplied(found, forms))


def kept(found: Derivation, forms: Forms) -> Iterator[tuple[str, tuple[str, str]]]:
    """The forms of the headwords kept by hand."""
    keep = found.lists.keep
    for word, analyses in forms.items():
        for lemma, _ in analyses:
            if lemma in keep:
                yield word, ("keep", keep[lemma])


def supplied(found: Derivation, forms: Forms) -> Iterator[tuple[str, tuple[str, str]]]:
    """The forms that we add."""
    for row in found.lists.supplement:
        word = fold(row.form)
        if word not in found.given and word in forms:
            yield word, ("supplement", row.reason)


def voters(found: Derivation, forms: Iterable[str]) -> bytes:
    """Who has each form of the list, in alphabetical order: a byte a form, a bit a source."""
    bits = {code: 1 << place for place, code in enumerate(CODES)}
    return bytes(sum(bits[code] for code in who(found, word)) for word in sorted(forms))


def who(found: Derivation, word: str) -> str:
    """The letters of the sources that have a form, Dicollecte among them."""
    ours = word in found.given or word in found.pending or word in found.refused
    return (DICOLLECTE if ours else "") + found.sources.who(word)


def packed_text(rows: Iterable[str]) -> bytes:
    """Sorted lines, plainly compressed."""
    return packed_bytes("".join(f"{row}\n" for row in sorted(set(rows))).encode())


def packed_bytes(data: bytes) -> bytes:
    """Bytes, plainly compressed."""
    return lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)
