"""The articles applied by functions that cite nothing: placing, counting, what a link letter is.

``board`` lies below the regulation and knows no article, so its functions are declared here.
"""

from collections.abc import Callable

from raccord.board import Layout, PlayRules, Reference, faults, score
from raccord.regulation.citation import EDITION_IDS, article
from raccord.regulation.marking.sketch import Sketch

_APPLIED: tuple[tuple[Callable[..., object], str, str, str], ...] = (
    # function, article of 2023, of 2017, of 2010 and undated
    (faults, "1.1", "1.1", "2.5"),
    (score, "1.2", "1.2", "2.6"),
    (Layout.letter_multiplier, "1.2.1", "1.2.1", "2.6.1"),
    (Layout.word_multiplier, "1.2.1", "1.2.1", "2.6.1"),
    (score, "1.2.2", "1.2.2", "2.6.2"),
    (PlayRules.bonus, "1.2.3", "1.2.3", "2.6.3"),
    (Reference.parse, "4.3.1", "4.2.1", "3.2.1"),
    (Sketch.links, "4.3.2", "4.3.1", "3.3.1"),
    (faults, "5.1", "5.1", "4.1"),
)


def declare() -> None:
    """Enter these functions in the registry of articles."""
    for function, *numbers, earliest in _APPLIED:
        for edition, number in zip(EDITION_IDS, (*numbers, earliest, earliest), strict=True):
            article(number, edition=edition)(function)
