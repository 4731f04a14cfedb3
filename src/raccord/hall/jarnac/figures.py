"""Statistics and rating of those who give a name: games, wins, points, Jarnacs, Glicko-2.

People are told apart by their name as it is written, capitals and accents aside: no account is
kept. One game is one rating period, in the order in which games were opened.
"""

from collections.abc import Iterable, Sequence

import msgspec

from raccord.hall.jarnac.service import JarnacTables
from raccord.hall.jarnac.table import JARNAC_TABLE, TableState
from raccord.jarnac import SEATS
from raccord.lexicon import fold

LOOKED_AT = 500
UNNAMED = {"JOUEUR", "JOUEURA", "JOUEURB", "ORDINATEUR"}


class Figures(msgspec.Struct, kw_only=True):
    """Chiffres d'un joueur; ``deviation`` tells how sure the rating is (350 at first)."""

    name: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: int = 0
    jarnacs: int = 0
    suffered: int = 0
    best: int = 0
    longest: str = ""
    rating: int = 1500
    deviation: int = 350

    @property
    def mean(self) -> float:
        """Points a game."""
        return self.points / self.games if self.games else 0.0


def key_of(name: str) -> str:
    """What makes two spellings one person."""
    return fold(name.replace(" ", ""))


def figures(games: Iterable[TableState]) -> list[Figures]:
    """Everybody of these finished games, oldest game first; the best rating first."""
    from glicko2 import Player  # type: ignore[import-untyped]

    found: dict[str, Figures] = {}
    ratings: dict[str, Player] = {}
    for state in games:
        keys = [key_of(name) for name in state.names]
        if keys[0] == keys[1] or any(not key or key in UNNAMED for key in keys):
            continue
        for side, key in enumerate(keys):
            ratings.setdefault(key, Player())
            _add(found.setdefault(key, Figures(name=state.names[side])), state, side)
        _rate([ratings[key] for key in keys], state)
    for key, line in found.items():
        line.rating, line.deviation = round(ratings[key].rating), round(ratings[key].rd)
    return sorted(found.values(), key=lambda line: (-line.rating, line.name))


def _add(line: Figures, state: TableState, side: int) -> None:
    play, ended = state.play, state.play.ended
    assert ended is not None
    line.games += 1
    line.points += ended.points[side]
    line.best = max(line.best, ended.points[side])
    line.jarnacs += play.sides[side].jarnacs
    line.suffered += play.sides[1 - side].jarnacs
    line.wins += ended.winner == SEATS[side]
    line.draws += ended.winner is None
    line.losses += ended.winner == SEATS[1 - side]
    longest = max(play.sides[side].mat.lines, key=len, default="")
    line.longest = max(line.longest, longest, key=len)


def _rate(players: list, state: TableState) -> None:  # type: ignore[type-arg]
    ended = state.play.ended
    assert ended is not None
    before = [(player.rating, player.rd) for player in players]
    scores = {"A": (1.0, 0.0), "B": (0.0, 1.0), None: (0.5, 0.5)}[ended.winner]
    for side, player in enumerate(players):
        rating, deviation = before[1 - side]
        player.update_player([rating], [deviation], [scores[side]])


def of_player(games: Sequence[TableState], key: str) -> tuple[Figures | None, list[TableState]]:
    """The figures of one player among these games, and the games he played, newest first."""
    line = next((one for one in figures(games) if key_of(one.name) == key), None)
    own = [state for state in games if key in map(key_of, state.names)]
    return line, own[::-1]


async def last_games(tables: JarnacTables) -> dict[str, TableState]:
    """The last games between people of this server that are over, by name, oldest first."""
    games = []
    for stream in (await tables.repository.store.streams(JARNAC_TABLE.name))[:LOOKED_AT]:
        state = (await tables.repository.get(stream.id)).state
        if state is not None and state.is_over and state.is_on_phones:
            games.append((stream.id.removeprefix("jarnac:"), state))
    return dict(reversed(games))
