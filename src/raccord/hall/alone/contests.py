"""Games that several people play alone: the daily one, and challenges between friends."""

import secrets
from dataclasses import dataclass
from datetime import UTC, date, datetime

from sqlalchemy import Connection

from raccord.duplicate.alone import SoloState
from raccord.duplicate.alone.progress import line_of
from raccord.hall.alone.training import digest
from raccord.hall.errors import UnknownError
from raccord.hall.resources import Resources
from raccord.store import learning
from raccord.store.learning import Result

DAILY = "jour:"
CHALLENGE = "defi:"


@dataclass(frozen=True, slots=True)
class Place:
    """Place: one line of a ranking without names."""

    rank: int
    points: int
    total: int
    tops: int
    seconds: float
    mine: bool


def today(now_ms: int) -> date:
    """The day of the daily game: it changes at midnight, universal time, for everybody."""
    return datetime.fromtimestamp(now_ms / 1000, UTC).date()


def daily(day: date) -> str:
    """The name of a day's game."""
    return f"{DAILY}{day.isoformat()}"


def unranked(contest: str) -> str:
    """Where results stand that count for their player only."""
    return f"{contest}:reserve"


class Contests:
    """Who plays which shared game, and how it ended."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._store = resources.store

    async def challenge(self, game: str) -> str:
        """A challenge with the draws of a finished game; its name tells nothing of it."""
        contest, now = f"{CHALLENGE}{secrets.token_urlsafe(9)}", self._resources.now_ms()
        await self._store.write(lambda c: learning.put_contest(c, contest, game, now))
        return contest

    async def game_of(self, contest: str) -> str:
        """The game that gives a challenge its draws."""
        found = await self._store.read(lambda c: learning.contest_game(c, contest))
        if found is None:
            raise UnknownError
        return found

    async def mine(self, contest: str, key: str) -> Result | None:
        """How far somebody is."""
        if not key:
            return None
        owner = digest(key)
        return await self._store.read(lambda c: learning.result_of(c, contest, owner))

    async def begun(self, contest: str, key: str, game: str) -> bool:
        """Take note that somebody plays; false where he does already."""
        row = Result(contest, digest(key), game, 0)

        def write(connection: Connection) -> bool:
            if learning.result_of(connection, contest, row.owner) is not None:
                return False
            return learning.put_result(connection, row)

        return await self._store.write(write)

    async def ended(self, contest: str, key: str, name: str, state: SoloState) -> None:
        """Take note of a result; what is noted stays."""
        line = line_of(name, state, self._resources.now_ms())
        row = Result(
            *(contest, digest(key), name, max(1, line.at)),
            *(line.you, line.total, line.found, line.ms),
        )
        await self._store.write(lambda c: learning.put_result(c, row))

    async def ranking(self, contest: str, key: str) -> list[Place]:
        """Everybody who has finished, without names."""
        owner = digest(key) if key else ""
        rows = await self._store.read(lambda c: learning.ranking(c, contest))
        places: list[Place] = []
        for number, row in enumerate(rows, 1):
            same = places and (places[-1].points, places[-1].seconds) == (row.points, row.ms / 1000)
            rank = places[-1].rank if same else number
            mine = row.owner == owner
            places.append(Place(rank, row.points, row.total, row.tops, row.ms / 1000, mine))
        return places
