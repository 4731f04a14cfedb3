"""Wrong words that a person lays in good faith: so that contesting means something."""

from collections.abc import Iterator

from raccord.jarnac.mat import Mat, Play, impossible
from raccord.jarnac.settings import Formula
from raccord.jarnac.solver import admits, plays
from raccord.lexicon import Lexicon

ENDINGS = ("S", "E", "ES", "X", "ER", "T", "ENT", "EE")
BEGINNINGS = ("RE", "DE", "IN")
_FREE = Formula()


def blunders(lexicon: Lexicon, mat: Mat, formula: Formula) -> Iterator[Play]:
    """Words that look right and are not: what the formula refuses, then endings nobody admits."""
    if formula != _FREE:
        for play in plays(lexicon, mat, _FREE):
            if admits(lexicon, formula, play.word, mat.old(play)) is False:
                yield play
    for line, old in enumerate(mat.lines, start=1):
        ended = (old + end for end in ENDINGS if end[0] != old[-1])
        for word in (*ended, *(start + old for start in BEGINNINGS)):
            play = Play(word, line)
            if word not in lexicon and impossible(mat, play) is None:
                yield play
