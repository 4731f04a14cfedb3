"""The counting of wrong PINs: a few are free, then each one doubles the wait."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from raccord.store.errors import TooManyAttemptsError
from raccord.store.schema import attempts

_SECOND = 1_000_000
_FORGOTTEN_AFTER = 3600 * _SECOND


@dataclass(frozen=True, slots=True)
class Limit:
    """How many failures are free, and the first and longest wait in seconds after that."""

    free: int
    first: int = 30
    longest: int = 900

    def wait(self, failures: int) -> int:
        """Seconds to wait after so many failures."""
        if failures < self.free:
            return 0
        return int(min(self.first * 2 ** min(failures - self.free, 20), self.longest))


# A whole club may sit behind one address; a table is one player with thick fingers.
DOOR = Limit(free=5)
ORIGIN = Limit(free=60)


def count(connection: Connection, doors: Sequence[tuple[str, Limit]], now: int) -> None:
    """Count an attempt at each door, or refuse it at the first that must wait."""
    for door, limit in doors:
        row = connection.execute(select(attempts).where(attempts.c.door == door)).first()
        if row is None:
            connection.execute(insert(attempts).values(door=door, failures=1, last=now))
            continue
        failures = 0 if now - row.last > _FORGOTTEN_AFTER else row.failures
        left = row.last + limit.wait(failures) * _SECOND - now
        if left > 0:
            raise TooManyAttemptsError(door, -(-left // _SECOND))
        here = attempts.c.door == door
        connection.execute(update(attempts).where(here).values(failures=failures + 1, last=now))


def forget(connection: Connection, door: str) -> None:
    """The right PIN was given, or a new one made: count from zero."""
    connection.execute(delete(attempts).where(attempts.c.door == door))


def take_back(connection: Connection, door: str) -> None:
    """The attempt counted last was a success: only that one is taken back."""
    here = (attempts.c.door == door) & (attempts.c.failures > 0)
    connection.execute(update(attempts).where(here).values(failures=attempts.c.failures - 1))


def sweep(connection: Connection, now: int) -> None:
    """Delete what would be forgotten anyway."""
    connection.execute(delete(attempts).where(attempts.c.last < now - _FORGOTTEN_AFTER))
