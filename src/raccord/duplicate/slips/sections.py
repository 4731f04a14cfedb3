"""The union of sections: one game played in several places, ranked as if in one hall.

Merging is a union of streams, so no conflict can arise: the tables of every section stand side by
side under numbers of their own, and the ranking and the solos are those of one game with all of
them. Nothing here is final before every section has closed the turn and marked its slips.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec

from raccord.duplicate.events import Proposed
from raccord.duplicate.slips.publication import is_published, missing_on, missing_slips
from raccord.duplicate.slips.ranking import (
    RankLine,
    SoloLine,
    rank_lines,
    solo_lines,
    totals_of,
)
from raccord.duplicate.slips.scores import eliminated
from raccord.duplicate.state import Entrant, Mark, State

Where = tuple[str, int]
"""A section and a table of it."""


@dataclass(frozen=True, slots=True)
class Section:
    """Section: the tables of one place in one game, as whoever writes it has told."""

    id: str
    name: str
    state: State

    @property
    def closed(self) -> int:
        """The last turn it has closed."""
        return len(self.state.turns)

    def has_all(self, turns: int) -> bool:
        """Whether it has closed so many turns and ruled on all their slips."""
        return self.closed >= turns and not missing_slips(self.state)

    def has_marked(self, turn: int) -> bool:
        """Whether it has closed a turn and ruled on all its slips."""
        return self.closed >= turn and not missing_on(self.state, turn, eliminated(self.state))


@dataclass(frozen=True)
class Union:
    """Réunion des sections of a game; ``expected`` is how many of them there will be."""

    official: State
    """The game that all of them play: draws, tops, end."""
    sections: tuple[Section, ...]
    expected: int

    @cached_property
    def places(self) -> Mapping[int, Where]:
        """Where each number of the union sits."""
        seats = ((s.id, table) for s in self.sections for table in sorted(s.state.entrants))
        return dict(enumerate(seats, 1))

    @cached_property
    def numbers(self) -> Mapping[Where, int]:
        """The number that each table has in the union."""
        return {where: number for number, where in self.places.items()}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of the sections."""
        return {section.id: section.name for section in self.sections}

    @cached_property
    def marks(self) -> dict[int, dict[int, Mark]]:
        """The slips and rulings of all, under the numbers of the union."""
        found: dict[int, dict[int, Mark]] = {turn.number: {} for turn in self.official.turns}
        for section in self.sections:
            own = {table: self.numbers[section.id, table] for table in section.state.entrants}
            for turn, row in section.state.marks.items():
                kept = found.setdefault(turn, {})
                kept |= {own[table]: mark for table, mark in row.items() if table in own}
        return found

    @cached_property
    def state(self) -> State:
        """One game with the tables of all sections."""
        last = max((section.closed for section in self.sections), default=0)
        entrants: dict[int, Entrant] = {}
        conduct: list[tuple[int, int]] = []
        proposals: list[Proposed] = []
        for section in self.sections:
            own = {table: self.numbers[section.id, table] for table in section.state.entrants}
            for table, entrant in section.state.entrants.items():
                entrants[own[table]] = replace(entrant, table=own[table])
            conduct += [(turn, own[table]) for turn, table in section.state.conduct if table in own]
            proposals += _proposed(section.state, own)
        ends = [section.state.end for section in self.sections]
        return replace(
            self.official,
            # As they are told: a section that went astray changes nobody else's game.
            turns=self.official.turns[:last],
            entrants=entrants,
            marks=self.marks,
            conduct=tuple(conduct),
            proposals=tuple(proposals),
            end=ends[0] if ends and all(ends) else None,
            sections=(),
        )

    def closed(self, turn: int) -> int:
        """How many sections have closed a turn."""
        return sum(section.closed >= turn for section in self.sections)

    def marked(self, turn: int) -> int:
        """How many sections have closed a turn and ruled on all its slips."""
        return sum(section.has_marked(turn) for section in self.sections)

    @cached_property
    def awaited(self) -> tuple[str, ...]:
        """The sections that have not closed every turn so far, or not ruled on all slips."""
        last, over = len(self.official.turns), self.official.end is not None
        return tuple(
            section.name
            for section in self.sections
            if not section.has_all(last) or (over and section.state.end is None)
        )

    @property
    def settled(self) -> int:
        """How many sections have all slips of the turns so far."""
        return len(self.sections) - len(self.awaited)

    @property
    def is_final(self) -> bool:
        """Whether the ranking is published and no section lacks anything."""
        return is_published(self.official) and self.settled == self.expected

    @property
    def over(self) -> int:
        """How many sections have played to the end."""
        return sum(section.state.end is not None for section in self.sections)

    @property
    def is_provisional(self) -> bool:
        """Whether a section may still change something."""
        return self.over < self.expected

    @cached_property
    def astray(self) -> Mapping[str, int]:
        """Sections that played another draw or another top than the game's, and since when."""
        told = {t.number: (t.draw, str(t.move)) for t in self.official.turns}
        found: dict[str, int] = {}
        for section in self.sections:
            for turn in section.state.turns:
                if told.get(turn.number) != (turn.draw, str(turn.move)):
                    found[section.id] = turn.number
                    break
        return found

    @cached_property
    def lines(self) -> tuple[RankLine, ...]:
        """Every table of every section with its place; solos count once all sections are over."""
        return rank_lines(self.state, totals_of(self.state))

    @cached_property
    def solos(self) -> tuple[SoloLine, ...]:
        """The solos over all sections, under the numbers of the union."""
        return solo_lines(self.state)

    @cached_property
    def told_lines(self) -> tuple[RankLine, ...]:
        """The ranking as it is read: each table under its own number, with its section."""
        return tuple(
            msgspec.structs.replace(line, table=table, section=self.names[where])
            for line in self.lines
            for where, table in (self.places[line.table],)
        )

    @cached_property
    def told_solos(self) -> tuple[SoloLine, ...]:
        """The solos as they are read; one is provisional until every section has its slips."""
        marked = {turn.number: self.marked(turn.number) for turn in self.state.turns}
        return tuple(
            msgspec.structs.replace(
                solo,
                table=table,
                section=self.names[where],
                is_provisional=marked[solo.turn] < self.expected,
            )
            for solo in self.solos
            for where, table in (self.places[solo.table],)
        )


APART = 10_000
"""Above every table number: keeps two tables of one number in two sections apart."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Partie réunie under the numbers that its tables have: what a competition reads."""

    state: State
    places: Mapping[int, Where]
    """The section of each table, and its number there."""
    awaited: tuple[str, ...] = ()
    """The sections that lack slips of the turns so far, or have not ended with the game."""


def joined(official: State, sections: Sequence[Section]) -> Joined:
    """A game in sections as one game whose tables keep their numbers.

    A table on its way into a section stands in both: the section's is the one that plays. Two
    tables that got one number at the same instant both count, the later section's under another.
    """
    entrants: dict[int, Entrant] = {}
    marks: dict[int, dict[int, Mark]] = {turn.number: {} for turn in official.turns}
    conduct: list[tuple[int, int]] = []
    proposals: list[Proposed] = []
    places: dict[int, Where] = {}
    moved = _moved(official, sections)
    for order, section in enumerate(sections):
        state, own = section.state, dict[int, int]()
        for table, entrant in sorted(state.entrants.items()):
            if (section.id, table) in moved:
                continue
            number = table if table not in entrants else order * APART + table
            own[table], places[number] = number, (section.id, table)
            entrants[number] = replace(entrant, table=number)
        for turn, row in state.marks.items():
            marks.setdefault(turn, {}).update((own[t], m) for t, m in row.items() if t in own)
        conduct += [(turn, own[table]) for turn, table in state.conduct if table in own]
        proposals += _proposed(state, own)
    told = replace(
        official,
        entrants=entrants,
        marks=marks,
        conduct=tuple(conduct),
        proposals=tuple(proposals),
        sections=(),
    )
    return Joined(told, places, Union(official, tuple(sections), len(sections)).awaited)


def _proposed(state: State, own: Mapping[int, int]) -> list[Proposed]:
    """Topping: what was proposed in a section, under other numbers; the instants are the same."""
    return [
        msgspec.structs.replace(one, table=own[one.table])
        for one in state.proposals
        if one.table in own
    ]


def _moved(official: State, sections: Sequence[Section]) -> frozenset[Where]:
    """Tables of the first section, the master's own, that are in the one they move to already."""
    if not sections:
        return frozenset()
    first, *others = sections
    there = {other.id: other.state.entrants for other in others}
    return frozenset(
        (first.id, table) for table, game in official.moving.items() if table in there.get(game, ())
    )
