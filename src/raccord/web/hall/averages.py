"""The average for a refused word played again before the player was told (2017 5.7).

A phone tells its player at once; a table on paper is told by its correction note. The average
needs the rulings of the same marker's other players, so that it is asked for once they are there.
"""

import asyncio
from collections.abc import Iterator, Sequence

from raccord.duplicate import Refusal, State
from raccord.duplicate import events as ev
from raccord.duplicate.marking import Colleague, Refused, Told, averaged, refused_words, untold
from raccord.regulation import Ruling
from raccord.web.hall.games import Game, Games
from raccord.web.hall.rulings import expected_tables, ruled_event, situation_of

_REASON = "moyenne : mot refusé rejoué avant notification"


async def grant_average(
    games: Games, code: str, turn: int, table: int, *, by: str, at: int
) -> Ruling:
    """Put the average in place of a nullity, or refuse with the reason."""
    game = await games.get(code)
    ruling = await asyncio.to_thread(average_of, game, turn, table)
    if ruling is None:
        raise Refusal(f"la moyenne ne s'applique pas à la table {table} au coup {turn}")

    def act(state: State) -> Sequence[ev.Event]:
        if state.mark(turn, table) != game.state.mark(turn, table):
            raise Refusal("la décision a changé entre-temps")
        return (ruled_event(at, turn, table, ruling, by=by, reason=_REASON),)

    await games.act(game.code, act)
    return ruling


def average_of(game: Game, turn: int, table: int) -> Ruling | None:
    """The average due to a table on a turn already played; None where none is."""
    state = game.state
    slip = state.mark(turn, table).slip
    if slip is None or not 1 <= turn < state.turn:
        return None
    not_told = untold(_history(game, table), table, turn)
    if not not_told:
        return None
    others = [_colleague(state, turn, other) for other in _same_marker(game, turn, table)]
    return averaged(situation_of(state, turn, game.lexicon), slip, not_told, others)


def _history(game: Game, table: int) -> Iterator[Refused | Told]:
    state = game.state
    for turn in range(1, state.turn):
        slip = state.mark(turn, table).slip
        words = refused_words(situation_of(state, turn, game.lexicon), slip) if slip else None
        if words:
            yield Refused(table, turn, words)
        is_told = (turn, table) in game.companion.notes
        if is_told or not game.companion.hands_in_on_paper(table):
            yield Told(table, turn)


def _same_marker(game: Game, turn: int, table: int) -> tuple[int, ...]:
    """The other tables of the marker to whom the table was assigned; all if nobody was."""
    playing = expected_tables(game.state, turn)
    invited = game.companion.invitations.values()
    shares = [one.tables for one in invited if one.role == "marker" and table in one.tables]
    mine = shares[0] if shares else playing
    return tuple(t for t in playing if t in mine and t != table)


def _colleague(state: State, turn: int, table: int) -> Colleague:
    ruling = state.mark(turn, table).ruling
    is_average = ruling is not None and any(f.code == "average" for f in ruling.findings)
    return Colleague(ruling.points if ruling else 0, is_average)
