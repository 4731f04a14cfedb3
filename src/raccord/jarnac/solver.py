"""Every play of a mat, best first. What a player could play is what a pass exposes to Jarnac."""

from collections.abc import Iterator

from raccord import _core
from raccord.jarnac.mat import Mat, Play
from raccord.jarnac.settings import Formula
from raccord.lexicon import Lexicon


def plays(
    lexicon: Lexicon, mat: Mat, formula: Formula, *, doubtful: bool = False
) -> Iterator[Play]:
    """The plays of a mat: most points gained first, then alphabetical, then by line.

    A play that only an arbiter could allow is left out unless ``doubtful`` ones are wanted.
    """
    found = _core.jarnac_plays(lexicon.core, list(mat.lines), mat.loose)
    free = formula.conjugations and formula.chains
    for index in range(len(found)):
        line, word, _ = found.get(index)
        if not free:
            allowed = admits(lexicon, formula, word, mat.lines[line - 1] if line else "")
            if allowed is False or (allowed is None and not doubtful):
                continue
        yield Play(word, line or None)


def admits(lexicon: Lexicon, formula: Formula, word: str, old: str) -> bool | None:
    """Whether the formula allows an admitted word; None when only an arbiter can tell."""
    conjugated = False if formula.conjugations else lexicon.is_only_conjugated(word)
    if conjugated:
        return False
    chained: bool | None = False
    if old and not formula.chains and old in lexicon:
        chained = lexicon.same_entry(old, word)
    if chained:
        return False
    return None if conjugated is None or chained is None else True


def best(lexicon: Lexicon, mat: Mat, formula: Formula) -> Play | None:
    """The play that gains most, if there is one."""
    return next(plays(lexicon, mat, formula), None)
