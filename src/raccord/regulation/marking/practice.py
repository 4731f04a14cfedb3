"""What an edition decides in its own way: the differences between editions, as values."""

from collections.abc import Callable
from dataclasses import dataclass

from raccord.regulation.marking.forms import Completion
from raccord.regulation.marking.places import Place
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.verdict import Verdict
from raccord.regulation.marking.writing import Written


@dataclass(frozen=True, slots=True)
class Modes:
    """Both modes on one slip: each judged alone, the right one if only one is, the claim.

    ``spoiled`` is the word not admitted that a wrong mode would make of a board word;
    ``discord`` says in French how the modes differ.
    """

    by_reference: Verdict
    by_links: Verdict
    right: Verdict
    spoiled: str | None
    claimed: int | None
    discord: str = "Référence et raccord ne concordent pas"


@dataclass(frozen=True, slots=True)
class Practice:
    """Usage d'une édition: one field for each matter the editions settle differently."""

    shortest_extension: int
    """Letters a board word needs for its extension to void the reference."""
    links_at_each_end: bool
    """Whether an extension written in part needs its link letters at each end."""
    first_turn: Callable[[Situation, Written], Verdict]
    last_letter: Callable[[Situation, Written, list[Completion]], Verdict]
    turned_tile_stands: bool
    """Whether one tile forming two words saves a slip written wholly transposed."""
    elsewhere: Callable[[Situation, Written, list[Place]], Verdict | None] | None
    """What it means that the claimed score fits another place than the valid one written."""
    wrong_reference: Callable[[Situation, Written], Verdict]
    wrong_links: Callable[[Situation, Written], Verdict]
    modes_apart: Callable[[Situation, Modes], Verdict]
    """Both modes valid, at two places."""
    one_mode_wrong: Callable[[Situation, Modes], Verdict]
    both_modes_wrong: Callable[[Situation, Modes], Verdict]
    score_picks_solution: bool
    """Whether the claimed score picks among several solutions."""
