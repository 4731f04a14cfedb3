"""False links (2023 5.3.3): a side word not admitted that a player could believe in.

Reading: plausible is a board word of two letters or more with an S behind, at a place in the
written direction where the word would score exactly what is claimed. Another hook may be plausible
to the referee, and an S may not: he then decides otherwise, and his decision is recorded.
"""

from dataclasses import dataclass

from raccord.board import Reference
from raccord.regulation.citation import article
from raccord.regulation.marking.acceptable.circling import can_score
from raccord.regulation.marking.lines import line_of
from raccord.regulation.marking.places import physical_places
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.writing import Written

PLAUSIBLE = "S"
SHORTEST = 2


@dataclass(frozen=True, slots=True)
class Hook:
    """Raccordement: where the word would lie, and the word not admitted made of a board word."""

    reference: Reference
    word: str
    is_plausible: bool

    def __str__(self) -> str:
        return f"{self.word} (en {self.reference})"


@article("5.3.3", edition="2023")
@article("5.2.3", edition="2023")
def hooks(situation: Situation, written: Written) -> list[Hook]:
    """The board words a place worth the claimed score would wrongly lengthen."""
    return [
        hook
        for direction in written.directions
        for reference in physical_places(situation, written.letters, direction)
        for found in [_hooks_at(situation, reference, written.letters)]
        # Most places lengthen nothing: what the word scores there is asked of the others only.
        if found and can_score(situation, reference, written.letters, written.claimed)
        for hook in found
    ]


def _hooks_at(situation: Situation, reference: Reference, letters: str) -> list[Hook]:
    line, start = line_of(situation, reference)
    found = []
    for i in line.fresh(start, len(letters)):
        side = line.sides[start + i]
        word = side.word(letters[i])
        if not word or word in situation.lexicon or (side.before and side.after):
            continue
        if len(word) > SHORTEST:
            plausible = letters[i] == PLAUSIBLE and not side.after
            found.append(Hook(reference, word, plausible))
    return found
