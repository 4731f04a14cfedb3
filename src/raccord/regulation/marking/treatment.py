"""What an edition does with the writing on a slip, once there is a valid slip."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from raccord.board import Reference
from raccord.regulation.marking.places import Place
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.verdict import Verdict
from raccord.regulation.marking.writing import Written
from raccord.regulation.slip import Slip


class Mode(StrEnum):
    """How a reading comes to its place; the value is French."""

    FIRST = "premier coup"
    REFERENCE = "référence"
    TURNED = "référence, dans l'autre sens"
    LINKS = "raccord"
    EXTENSION = "prolongement écrit en partie"
    LAST_LETTER = "dernière lettre prise sur la grille"
    SCORE = "score revendiqué"
    RULED = "emplacement retenu"


@dataclass(frozen=True, slots=True)
class Treatment:
    """Traitement d'un bulletin: its verdict, the words weighed, and the places of each.

    ``place`` is the word at a reference with every option weighed there; ``places`` are those it
    has beside the reference's own and the claimed score's.
    """

    rule: Callable[[Situation, Slip], Verdict]
    words: Callable[[Situation, Slip], tuple[Written, ...]]
    place: Callable[[Situation, Written, Reference], Place]
    places: Callable[[Situation, Written], Iterable[tuple[Mode, Place]]]
