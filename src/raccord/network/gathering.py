"""What the hub has of an event at one reading: the tables of all centres, and how far each log is.

The versions are those of the very states that the tables come from. Read one after the other, a
batch that comes between the two would be told by the versions and missing from the tables, and a
ranking kept under them would be wrong for ever.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from raccord.duplicate import State
from raccord.hall.games import stream_of
from raccord.hall.section_views import OWN
from raccord.network.contest.events import GameAdded
from raccord.network.contest.state import Contest
from raccord.network.decisions import Decisions
from raccord.network.kinds import contest_stream, decisions_stream, section_stream
from raccord.network.tails import Tails
from raccord.network.union import Section, Union, united

if TYPE_CHECKING:
    from raccord.network.hub import Hub

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Played:
    """One game of an event: who has sent something of it; ``official`` where it is played live."""

    game: GameAdded
    sections: tuple[Section, ...]
    official: State | None = None
    rooms: int = 0
    """How many of the sections are rooms of the organiser's own hall."""


@dataclass(frozen=True)
class Gathered:
    """Relevé d'une épreuve: equal versions tell the same ranking."""

    contest: Contest
    decisions: Decisions
    games: tuple[Played, ...]
    versions: tuple[int, ...]

    @cached_property
    def unions(self) -> tuple[Union, ...]:
        """Each game with the tables of every centre."""
        expected = len(self.contest.centres)
        return tuple(
            united(
                one.game, one.sections, expected + one.rooms, self.decisions, official=one.official
            )
            for one in self.games
        )


def gathered(hub: "Hub", code: str) -> Gathered:
    """Read all that the ranking of an event rests on, each log once; blocks."""
    return _Gathering(hub, code).all()


class _Gathering:
    """Reads logs, and notes the version of each."""

    def __init__(self, hub: "Hub", code: str) -> None:
        self._hub = hub
        self._code = code
        self._versions: list[int] = []

    def _read(self, tails: Tails[S, E], stream: str) -> S | None:
        found = tails.get(stream)
        self._versions.append(found.version)
        return found.state

    def all(self) -> Gathered:
        """Everything; the event first, which says what else there is to read."""
        contest = self._read(self._hub.contests, contest_stream(self._code))
        assert contest is not None
        decisions = self._read(self._hub.decided, decisions_stream(self._code)) or {}
        games = tuple(self._played(contest, game) for _, game in sorted(contest.games.items()))
        return Gathered(contest, decisions, games, tuple(self._versions))

    def _played(self, contest: Contest, game: GameAdded) -> Played:
        found = self._sections(contest, game.game)
        if not game.live:
            return Played(game, found)
        official = self._read(self._hub.masters, stream_of(game.live))
        rooms = self._rooms(game.live, official) if official else ()
        return Played(game, (*rooms, *found), official, len(rooms))

    def _sections(self, contest: Contest, game: int) -> tuple[Section, ...]:
        centres = [centre for centre in contest.centres.values() if centre.counted]
        streams = [section_stream(self._code, one.id, one.counted, game) for one in centres]
        tails = self._hub.sections.get_all(streams)
        self._versions += [tail.version for tail in tails]
        return tuple(
            Section(centre.id, centre.name, tail.state)
            for centre, tail in zip(centres, tails, strict=True)
            if tail.state is not None
        )

    def _rooms(self, master: str, official: State) -> tuple[Section, ...]:
        """The rooms of a game of this hall where somebody plays."""
        states = [(master, OWN, official)] + [
            (one.game, one.name, self._read(self._hub.masters, stream_of(one.game)))
            for one in official.sections
        ]
        return tuple(
            Section(code, name, replace(found, sections=()))
            for code, name, found in states
            if found is not None and found.entrants
        )
