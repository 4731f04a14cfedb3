"""The articles the marker applies, edition by edition.

============================  =========  =======  =======  =======
matter                        undated    2010     2017     2023
============================  =========  =======  =======  =======
word located by reference     3.2.2      3.2.2    4.2.2    4.3.1
word located by link letters  3.3.2      3.3.2    4.3.2    4.3.2
links fit several places      3.3.3      3.3.3    4.3.3    5.4.2.b
both modes                    3.4        3.4      4.4      5.3
warning                       4.3        4.4      5.2      5.5
five-point penalty            none       4.3      5.3.1    5.6
ambiguity                     none       none     5.3.2    none
nullity                       4.2        4.2      5.4      5.7
several faults                4.4        4.5      5.5      5.8
several solutions, joker      4.5        4.6      5.6      5.4.2.b
notification                  4.6        4.7      5.7      5.9
parasite letters              none       none     none     5.2.2
right place, right score      none       none     none     5.3.1
right place, wrong score      none       none     none     5.3.2
score without its place       none       none     none     5.3.3
immediate zeros               none       none     none     5.4.1
first turn                    none       none     none     5.4.2.a
============================  =========  =======  =======  =======

2010 lost its art. 3 and 3.1: they are never cited. 2023 names the treatment of a slip apart from
the catalogue of sanctions (5.5, 5.6, 5.7), so a ruling of 2023 cites both.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from raccord.regulation.citation import EDITION_IDS, Citation, EditionId, article
from raccord.regulation.marking.situation import Situation
from raccord.regulation.ruling import Finding, Sanction

F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Matter:
    """Article: one matter and its number in each edition; None where an edition has none."""

    undated: str | None
    of_2010: str | None
    of_2017: str | None
    of_2023: str | None

    def number(self, edition: EditionId) -> str | None:
        """The article's number in an edition."""
        return {
            "undated": self.undated,
            "2010": self.of_2010,
            "2017": self.of_2017,
            "2023": self.of_2023,
        }[edition]

    def applied(self, function: F) -> F:
        """Declare that the decorated function applies this article in every edition."""
        for edition in EDITION_IDS:
            if number := self.number(edition):
                function = article(number, edition=edition)(function)
        return function

    def cite(self, edition: EditionId) -> Citation:
        """The citation in an edition that has the article."""
        number = self.number(edition)
        assert number is not None
        return Citation(edition, number)

    def found(
        self, situation: Situation, code: str, sanction: Sanction, reason: str
    ) -> tuple[Finding, ...]:
        """A finding under this article; none where the edition has no such article."""
        if self.number(situation.edition) is None:
            return ()
        return (Finding(code, self.cite(situation.edition), sanction, reason),)


BY_REFERENCE = Matter("3.2.2", "3.2.2", "4.2.2", "4.3.1")
BY_LINKS = Matter("3.3.2", "3.3.2", "4.3.2", "4.3.2")
SEVERAL_PLACES = Matter("3.3.3", "3.3.3", "4.3.3", "5.4.2.b")
BOTH_MODES = Matter("3.4", "3.4", "4.4", "5.3")
WARNING = Matter("4.3", "4.4", "5.2", "5.5")
PENALTY = Matter(None, "4.3", "5.3.1", "5.6")
AMBIGUITY = Matter(None, None, "5.3.2", None)
NULLITY = Matter("4.2", "4.2", "5.4", "5.7")
STACKING = Matter("4.4", "4.5", "5.5", "5.8")
SEVERAL_SOLUTIONS = Matter("4.5", "4.6", "5.6", "5.4.2.b")
NOTIFICATION = Matter("4.6", "4.7", "5.7", "5.9")
PARASITES = Matter(None, None, None, "5.2.2")
RIGHT_SCORE = Matter(None, None, None, "5.3.1")
WRONG_SCORE = Matter(None, None, None, "5.3.2")
BY_SCORE = Matter(None, None, None, "5.3.3")
IMMEDIATE_ZERO = Matter(None, None, None, "5.4.1")
NO_SOLUTION = Matter(None, None, None, "5.4.1.a")
WORD_BESIDE = Matter(None, None, None, "5.4.1.b")
BOARD_ERROR = Matter(None, None, None, "5.4.1.c")
LETTER_ERROR = Matter(None, None, None, "5.4.1.d")
FIRST_TURN = Matter(None, None, None, "5.4.2.a")
