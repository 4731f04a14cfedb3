"""Editions of the regulation: every value that differs, with its article beside it.

``undated`` is written out; the later ones declare what they change. No rule asks which edition it
runs under: it reads a provision and cites its article.
"""

from dataclasses import replace
from typing import cast

from raccord.errors import RaccordError
from raccord.quoting import quoted
from raccord.regulation.citation import EDITION_IDS, EditionId
from raccord.regulation.edition import Edition, Provision, Rounding, Wording, heading, named

__all__ = [
    "EDITIONS",
    "Edition",
    "Provision",
    "Rounding",
    "UnknownEditionError",
    "Wording",
    "edition",
    "heading",
    "named",
]


class UnknownEditionError(RaccordError, ValueError):
    """The name is not that of an edition."""

    def __init__(self, value: object) -> None:
        self.value = value
        known = ", ".join(EDITION_IDS)
        super().__init__(f"édition inconnue : {quoted(value)} (attendu : {known})")


UNDATED = Edition(
    id="undated",
    title="Ancien règlement, d'avant 2010",
    known_as="d'avant 2010",
    drawing=Provision(7, "2.1"),
    early_turns=Provision(15, "2.2"),
    early_minimum=Provision(2, "2.2"),
    late_minimum=Provision(1, "2.2"),
    time=Provision(180, "2.3"),
    pause=None,
    joker_called=Provision("joker", "2.1"),
    blitz_letters=Provision(False, "2.1"),
    format_told=Provision("never", "2.1"),
    signals=Provision("long", "2.3"),
    retained=Provision("opens-most", "2.4"),
    joker_free=Provision(True, "2.4"),
    first_across=Provision(False, "2.4"),
    ending_move=Provision(True, "2.7"),
    joker_preserved=Provision(False, "annex 1"),
    end=Provision(1, "2.7"),
    least_score=Provision(1, "5.2"),
    no_solution_seen=Provision("at-end", "5.2"),
    cancelled_differs=Provision(False, "5.2"),
    cancelled_ends=Provision(False, "5.2"),
    interruption=None,
    interruption_turns=None,
    interruption_turns_original=None,
    solo_bonus=Provision(10, "2.6.4"),
    solo_players=Provision(16, "2.6.4"),
    solo_recorded=Provision(16, "2.6.4"),
    solo_own=None,
    solo_compares=Provision("points", "2.6.4"),
    late=Provision(0, "5.1"),
    warnings_free=Provision(3, "4.7"),
    warnings_free_reduced=Provision(3, "4.7"),
    warnings_reduced_in=Provision(frozenset(), "4.7"),
    warning_cost=Provision(5, "4.7"),
    cost_at_once=Provision(False, "4.7"),
    spared_above_top=Provision(False, "4.6"),
    averages_count=Provision(True, "4.6"),
    average_rounds=Provision("nearest", "4.6"),
    recourse=Provision(None, "5.3"),
    commission=None,
    federation=None,
    cheating=None,
)

EDITION_2010 = replace(
    UNDATED,
    id="2010",
    title="Règlement du 1er septembre 2010",
    known_as="",
    format_told=Provision("always", "2"),
    signals=Provision("short", "2.3"),
    first_across=Provision(True, "2.4"),
    cancelled_differs=Provision(True, "5.2"),
    interruption=Provision(15, "2.7"),
    interruption_turns=Provision(15, "2.7"),
    interruption_turns_original=Provision(10, "2.7"),
    warnings_free=Provision(3, "4.4"),
    warnings_free_reduced=Provision(5, "4.4"),
    warnings_reduced_in=Provision(frozenset({"blitz"}), "4.4"),
    warning_cost=Provision(5, "4.4"),
    cost_at_once=Provision(False, "4.4"),
    spared_above_top=Provision(True, "4.7"),
    averages_count=Provision(True, "4.7"),
    average_rounds=Provision("nearest", "4.7"),
)

EDITION_2017 = replace(
    EDITION_2010,
    id="2017",
    title="Règlement du 1er janvier 2017",
    drawing=Provision(7, "3.1"),
    early_turns=Provision(15, "3.2"),
    early_minimum=Provision(2, "3.2"),
    late_minimum=Provision(1, "3.2"),
    time=Provision(180, "3.3"),
    joker_called=Provision("joker", "3.1"),
    blitz_letters=Provision(True, "3.1"),
    format_told=Provision("special", "3"),
    signals=Provision("short", "3.3"),
    retained=Provision("opens-most", "3.4"),
    joker_free=Provision(True, "3.4"),
    first_across=Provision(True, "3.4"),
    ending_move=Provision(True, "3.6"),
    joker_preserved=Provision(True, "7.1"),
    end=Provision(1, "3.6"),
    least_score=Provision(0, "6.2"),
    no_solution_seen=Provision("during", "6.2"),
    cancelled_differs=Provision(True, "6.2"),
    cancelled_ends=Provision(True, "3.6"),
    interruption=Provision(15, "3.6"),
    interruption_turns=Provision(15, "3.6"),
    interruption_turns_original=Provision(10, "3.6"),
    solo_bonus=Provision(10, "3.5"),
    solo_players=Provision(16, "3.5"),
    solo_recorded=Provision(2, "3.5"),
    solo_compares=Provision("base", "3.5"),
    late=Provision(0, "6.1"),
    warnings_free=Provision(3, "5.7"),
    warnings_free_reduced=Provision(5, "5.7"),
    warnings_reduced_in=Provision(frozenset({"blitz", "original"}), "5.7"),
    warning_cost=Provision(5, "5.7"),
    cost_at_once=Provision(True, "5.7"),
    spared_above_top=Provision(True, "5.7"),
    averages_count=Provision(False, "5.7"),
    average_rounds=Provision("nearest", "5.7"),
    recourse=Provision(15, "6.3"),
    commission=Provision(True, "6.4.1"),
    federation=Provision(14, "6.4.2.c"),
)

EDITION_2023 = replace(
    EDITION_2017,
    id="2023",
    title="Règlement du 1er janvier 2023",
    in_force=True,
    time=Provision(180, "1.3"),
    pause=Provision(20, "3.1"),
    joker_called=Provision("Joker – Lettre blanche", "3.1"),
    ending_move=Provision(True, "3.4"),
    joker_preserved=Provision(True, "3.8.1"),
    end=Provision(1, "3.7"),
    least_score=Provision(0, "3.6"),
    no_solution_seen=Provision("during", "3.6"),
    cancelled_differs=Provision(True, "3.6"),
    cancelled_ends=Provision(True, "3.6"),
    interruption=Provision(30, "3.7"),
    interruption_turns=None,
    interruption_turns_original=None,
    solo_own=Provision(True, "3.5"),
    late=Provision(0, "6.2"),
    warnings_free=Provision(3, "5.9"),
    warnings_free_reduced=Provision(5, "5.9"),
    warnings_reduced_in=Provision(frozenset({"blitz", "original"}), "5.9"),
    warning_cost=Provision(5, "5.9"),
    cost_at_once=Provision(True, "5.9"),
    spared_above_top=Provision(True, "5.9"),
    averages_count=Provision(False, "5.9"),
    average_rounds=Provision("down", "5.9"),
    cheating=Provision(True, "6.1"),
)

EDITIONS: dict[EditionId, Edition] = {
    e.id: e for e in (EDITION_2023, EDITION_2017, EDITION_2010, UNDATED)
}
"""The newest first."""


def edition(name: str) -> Edition:
    """The edition of that name."""
    found = EDITIONS.get(cast(EditionId, name))
    if found is None:
        raise UnknownEditionError(name)
    return found
