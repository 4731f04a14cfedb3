"""Every play of a mat, best first. What a player could play is what a pass exposes to Jarnac."""

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from raccord import _core
from raccord.jarnac.mat import Mat, Play
from raccord.jarnac.settings import Formula
from raccord.lexicon import Lexicon

_allowed: WeakKeyDictionary[Lexicon, dict[Formula, _core.MatWords]] = WeakKeyDictionary()


def words_of(lexicon: Lexicon, formula: Formula) -> _core.MatWords:
    """The words a formula allows, compiled when they are first asked for."""
    known = _allowed.setdefault(lexicon, {})
    if formula not in known:
        known[formula] = _core.MatWords(
            lexicon.core, lexicon.places, formula.conjugations, formula.chains
        )
    return known[formula]


def plays(
    lexicon: Lexicon, mat: Mat, formula: Formula, *, doubtful: bool = False
) -> Iterator[Play]:
    """The plays of a mat: most points gained first, then alphabetical, then by line.

    A play that only an arbiter could allow is left out unless ``doubtful`` ones are wanted.
    """
    lines = list(mat.lines)
    if doubtful:
        yield from _with_doubtful(lexicon, mat, formula)
        return
    # Without restrictions the whole list is at hand already.
    if formula.conjugations and formula.chains:
        found = _core.jarnac_plays(lexicon.core, lines, mat.loose)
    else:
        found = words_of(lexicon, formula).plays(lines, mat.loose)
    for index in range(len(found)):
        line, word, _ = found.get(index)
        yield Play(word, line or None)


def _with_doubtful(lexicon: Lexicon, mat: Mat, formula: Formula) -> Iterator[Play]:
    found = _core.jarnac_plays(lexicon.core, list(mat.lines), mat.loose)
    for index in range(len(found)):
        line, word, _ = found.get(index)
        if admits(lexicon, formula, word, mat.lines[line - 1] if line else "") is not False:
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
