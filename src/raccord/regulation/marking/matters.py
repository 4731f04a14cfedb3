"""The articles the marker applies, edition by edition.

============================  =========  =======  =======
matter                        undated    2010     2017
============================  =========  =======  =======
word located by reference     3.2.2      3.2.2    4.2.2
word located by link letters  3.3.2      3.3.2    4.3.2
links fit several places      3.3.3      3.3.3    4.3.3
both modes                    3.4        3.4      4.4
warning                       4.3        4.4      5.2
five-point penalty            none       4.3      5.3.1
ambiguity                     none       none     5.3.2
nullity                       4.2        4.2      5.4
several faults                4.4        4.5      5.5
several solutions, joker      4.5        4.6      5.6
notification                  4.6        4.7      5.7
============================  =========  =======  =======

2010 lost its art. 3 and 3.1: they are never cited.
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

    def number(self, edition: EditionId) -> str | None:
        """The article's number in an edition."""
        return {"undated": self.undated, "2010": self.of_2010, "2017": self.of_2017}[edition]

    def applied(self, function: F) -> F:
        """Declare that the decorated function applies this article in every edition."""
        for edition in EDITION_IDS:
            if number := self.number(edition):
                function = article(number, edition=edition)(function)
        return function

    def found(
        self, situation: Situation, code: str, sanction: Sanction, reason: str
    ) -> tuple[Finding, ...]:
        """A finding under this article; none where the edition has no such article."""
        number = self.number(situation.edition)
        if number is None:
            return ()
        return (Finding(code, Citation(situation.edition, number), sanction, reason),)


BY_REFERENCE = Matter("3.2.2", "3.2.2", "4.2.2")
BY_LINKS = Matter("3.3.2", "3.3.2", "4.3.2")
SEVERAL_PLACES = Matter("3.3.3", "3.3.3", "4.3.3")
BOTH_MODES = Matter("3.4", "3.4", "4.4")
WARNING = Matter("4.3", "4.4", "5.2")
PENALTY = Matter(None, "4.3", "5.3.1")
AMBIGUITY = Matter(None, None, "5.3.2")
NULLITY = Matter("4.2", "4.2", "5.4")
STACKING = Matter("4.4", "4.5", "5.5")
SEVERAL_SOLUTIONS = Matter("4.5", "4.6", "5.6")
NOTIFICATION = Matter("4.6", "4.7", "5.7")
