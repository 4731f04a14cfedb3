"""The finished games of a server, newest first, and a game brought back from its record."""

import msgspec

from raccord import jarnac
from raccord.hall.jarnac.service import JarnacTables
from raccord.hall.jarnac.table import JARNAC_TABLE, TableOpened, TableState
from raccord.hall.jarnac.views import result

LOOKED_AT = 200
"""Tables looked at, newest first: those of a club's season, not of its whole life."""


class FinishedGame(msgspec.Struct, frozen=True, kw_only=True):
    """Partie terminée, as a line of a list; ``at`` is its opening in ms since 1970."""

    id: str
    at: int
    names: tuple[str, str]
    points: tuple[int, int]
    jarnacs: tuple[int, int]
    headline: str
    formula: str


async def newest(tables: JarnacTables, most: int) -> list[FinishedGame]:
    """The last games between two people that are over; those against the computer are private."""
    found: list[FinishedGame] = []
    repository = tables.repository
    for stream in (await repository.store.streams(JARNAC_TABLE.name))[:LOOKED_AT]:
        state = (await repository.get(stream.id)).state
        if state is not None and state.is_over and state.is_on_phones:
            found.append(finished_game(stream.id.removeprefix("jarnac:"), state))
        if len(found) == most:
            break
    return found


def finished_game(name: str, state: TableState) -> FinishedGame:
    """One finished game as a line."""
    outcome = result(state)
    assert outcome is not None
    play = state.play
    return FinishedGame(
        id=name,
        at=state.opened.started,
        names=state.names,
        points=(play.points("A"), play.points("B")),
        jarnacs=(play.side("A").jarnacs, play.side("B").jarnacs),
        headline=outcome.headline,
        formula=play.settings.formula_name,
    )


def reopened(facts: tuple[jarnac.Event, ...], names: tuple[str, str]) -> TableState:
    """A downloaded game as the state of a table; nothing is written."""
    opened = facts[0]
    assert isinstance(opened, jarnac.Opened)
    table = TableOpened(
        mode="screen", secret="", started=0, lexicon=opened.lexicon, names=names, pace=0
    )
    return TableState(
        opened=table, names=names, seated=(True, True), facts=facts, game=jarnac.fold(facts)
    )
