"""The ranking of a tournament of Jarnac, and what parted those who were equal.

A win counts two, a draw one, a bye two (half points would be decimals). Equals are parted, in this
order, by points scored, Jarnacs, the games between them, and what their opponents won.
"""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Literal

import msgspec

from raccord.tournament.jarnac.events import Outcome
from raccord.tournament.jarnac.state import JarnacState, RoundTable

Tie = Literal["points", "jarnacs", "direct", "opponents", "tied", ""]
TIES: dict[Tie, str] = {
    "points": "points marqués",
    "jarnacs": "coups de Jarnac",
    "direct": "parties entre eux",
    "opponents": "victoires de leurs adversaires",
    "tied": "ex aequo",
    "": "",
}
"""What parts two players of as many wins, in order, in French."""
_ORDER: tuple[Tie, ...] = ("points", "jarnacs", "direct", "opponents")


class RankedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """Ligne de classement; ``score`` counts two for a win, ``parted`` what broke a tie above."""

    place: int
    number: int
    name: str
    played: int
    wins: int
    draws: int
    losses: int
    score: int
    points: int
    against: int
    jarnacs: int
    opponents: int
    withdrawn: bool
    parted: Tie = ""


class _Tally:
    """What one player did, while it is being counted."""

    def __init__(self) -> None:
        self.wins = self.draws = self.losses = self.byes = 0
        self.points = self.against = self.jarnacs = 0
        self.met: list[int] = []
        self.beaten: dict[int, int] = {}

    @property
    def score(self) -> int:
        return 2 * (self.wins + self.byes) + self.draws

    def add(self, outcome: Outcome, side: int, other: int) -> None:
        self.met.append(other)
        self.points += outcome.points[side]
        self.against += outcome.points[1 - side]
        self.jarnacs += outcome.jarnacs[side]
        won = None if outcome.winner is None else outcome.winner == "AB"[side]
        self.draws += won is None
        self.wins += won is True
        self.losses += won is False
        self.beaten[other] = self.beaten.get(other, 0) + (1 if won is None else 2 * won)


def ranking(state: JarnacState, names: Mapping[int, str]) -> tuple[RankedPlayer, ...]:
    """Everybody, best first; equals in every respect share a place."""
    tallies = {player.number: _Tally() for player in state.players}
    for played in state.rounds:
        if played.bye is not None:
            tallies[played.bye].byes += 1
        for table in played.tables:
            _count(tallies, table)
    lines = [
        _line(names.get(number, f"n° {number}"), number, tally, tallies, number in state.withdrawn)
        for number, tally in tallies.items()
    ]
    lines.sort(key=lambda line: -line.score)
    ranked: list[RankedPlayer] = []
    for _, equals in groupby(lines, key=lambda line: line.score):
        ranked += _parted(list(equals), tallies, len(ranked))
    return tuple(ranked)


def _count(tallies: dict[int, _Tally], table: RoundTable) -> None:
    if table.outcome is None:
        return
    pair = table.pair
    tallies[pair.first].add(table.outcome, 0, pair.second)
    tallies[pair.second].add(table.outcome, 1, pair.first)


def _line(
    name: str, number: int, tally: _Tally, tallies: Mapping[int, _Tally], withdrawn: bool
) -> RankedPlayer:
    return RankedPlayer(
        place=0,
        number=number,
        name=name,
        played=tally.wins + tally.draws + tally.losses,
        wins=tally.wins + tally.byes,
        draws=tally.draws,
        losses=tally.losses,
        score=tally.score,
        points=tally.points,
        against=tally.against,
        jarnacs=tally.jarnacs,
        opponents=sum(tallies[other].score for other in tally.met),
        withdrawn=withdrawn,
    )


def _parted(
    equals: list[RankedPlayer], tallies: dict[int, _Tally], before: int
) -> Iterable[RankedPlayer]:
    """Players of one score, parted; each line tells what put it behind the one above."""
    inside = {line.number for line in equals}

    def direct(line: RankedPlayer) -> int:
        beaten = tallies[line.number].beaten
        return sum(worth for other, worth in beaten.items() if other in inside)

    def key(line: RankedPlayer) -> tuple[int, ...]:
        return (-line.points, -line.jarnacs, -direct(line), -line.opponents)

    ordered = sorted(equals, key=key)
    place = before + 1
    for rank, line in enumerate(ordered):
        above = ordered[rank - 1] if rank else None
        parted: Tie = ""
        if above is not None:
            parted = _what(key(above), key(line))
            place = place if parted == "tied" else before + rank + 1
        yield msgspec.structs.replace(line, place=place, parted=parted)


def _what(above: tuple[int, ...], below: tuple[int, ...]) -> Tie:
    for tie, one, other in zip(_ORDER, above, below, strict=True):
        if one != other:
            return tie
    return "tied"
