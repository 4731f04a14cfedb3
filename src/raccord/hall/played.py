"""A game as its competition reads it: one in sections is one game with the tables of all."""

import asyncio
from dataclasses import dataclass

from raccord import duplicate
from raccord.duplicate import events
from raccord.duplicate.slips.sections import Joined, joined
from raccord.hall.games import stream_of
from raccord.hall.section_views import rooms
from raccord.store.repository import Repository

_KEPT = 60
"""Games in sections kept, of all competitions."""


@dataclass(frozen=True, slots=True)
class Played:
    """Partie d'une compétition as it stands, with what grows with every fact of it."""

    game: Joined
    version: int
    sections: tuple[str, ...] = ()


async def played_in(
    games: Repository[duplicate.State | None, events.Event],
    code: str,
    known: dict[str, Played],
) -> Played | None:
    """A game of a competition; one in sections with the tables of all of them.

    Those are brought together once while nothing changes, as ``known``, and never on the loop.
    """
    master = await games.get(stream_of(code))
    if master.state is None:
        return None
    if not master.state.sections:
        return Played(Joined(master.state, {}), master.version)
    states: dict[str, duplicate.State] = {}
    version = master.version
    for added in master.state.sections:
        found = await games.get(stream_of(added.game))
        version += found.version
        if found.state is not None:
            states[added.game] = found.state
    # Each log only grows, so an equal sum tells equal logs.
    if code not in known or known[code].version != version:
        whole = await asyncio.to_thread(joined, master.state, rooms(master.state, code, states))
        parts = tuple(added.game for added in master.state.sections)
        known[code] = Played(whole, version, parts)
        while len(known) > _KEPT:
            del known[next(iter(known))]
    return known[code]
