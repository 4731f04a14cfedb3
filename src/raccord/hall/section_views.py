"""What is told of a game in sections: how far each has come, and all tables in one ranking."""

from collections.abc import Mapping
from dataclasses import replace

from raccord.duplicate import State
from raccord.duplicate.rules.topping import finders
from raccord.duplicate.slips.ranking import RankLine, SoloLine
from raccord.duplicate.slips.sections import Section, Union
from raccord.hall.games import Game
from raccord.hall.shapes import View

OWN = "Salle principale"
"""What the tables of the master itself are called."""


class SectionLine(View, frozen=True, kw_only=True):
    """Section of a game: how far it has come. ``code`` is told at the master's desk only."""

    name: str
    tables: int
    closed: int
    settled: bool
    """Whether it has all slips of the turns so far."""
    over: bool
    found: int | None = None
    """Topping: how many of its tables have found the top of the turn under way."""
    code: str = ""


class SectionsView(View, frozen=True, kw_only=True):
    """Partie en sections: ``settled`` of ``total`` sections have all slips of the turns so far."""

    title: str
    code: str
    """Of the master, where anybody may come in there; empty otherwise."""
    turn: int
    """The last turn whose top is known."""
    total: int
    settled: int
    over: int
    provisional: bool
    sections: tuple[SectionLine, ...]
    ranking: tuple[RankLine, ...] = ()
    """Of all sections, for those who may see it."""
    solos: tuple[SoloLine, ...] = ()


def rooms(master: State, code: str, states: Mapping[str, State]) -> tuple[Section, ...]:
    """The tables of a master itself, then those of its sections, as far as they are known."""
    own = Section(code, OWN, replace(master, sections=()))
    found = [(one, states[one.game]) for one in master.sections if one.game in states]
    return (own, *(Section(one.game, one.name, state) for one, state in found))


def united(master: Game, games: list[Game]) -> Union:
    """The tables of a master and of its sections side by side; people as the public sees them."""
    found = [
        Section(game.id, added.name, game.state)
        for added, game in zip(master.state.sections, games, strict=True)
    ]
    arrived = {table for game in games for table in _arrived(master, game)}
    if master.state.entrants.keys() - arrived:
        left = {t: one for t, one in master.state.entrants.items() if t not in arrived}
        own = replace(master.state, sections=(), entrants=left)
        found.insert(0, Section(master.id, OWN, own))
    return Union(master.state, tuple(found), len(found))


def _arrived(master: Game, section: Game) -> set[int]:
    """The tables on their way from a master into a section that are there already."""
    coming = {table for table, game in master.state.moving.items() if game == section.id}
    return coming & section.state.entrants.keys()


def sections_view(master: Game, union: Union, *, ranked: bool, codes: bool) -> SectionsView:
    """What is told of a game in sections; costly with thousands of tables."""
    last, topping = len(master.state.turns), master.state.formula.topping
    return SectionsView(
        title=master.state.opened.title,
        code="" if master.companion.settings.private and not codes else master.code,
        turn=last,
        total=union.expected,
        settled=union.settled,
        over=union.over,
        provisional=not union.is_final,
        sections=tuple(
            SectionLine(
                name=one.name,
                tables=len(one.state.entrants),
                closed=one.closed,
                settled=one.name not in union.awaited,
                over=one.state.end is not None,
                found=len(finders(one.state, master.state.turn)) if topping else None,
                code=one.id if codes else "",
            )
            for one in union.sections
        ),
        ranking=union.told_lines if ranked else (),
        solos=union.told_solos if ranked and master.state.end else (),
    )
