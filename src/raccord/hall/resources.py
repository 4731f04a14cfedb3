"""What live games rest on: the event log, the word lists, the time and the hub of news."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from sqlalchemy import Connection, select

from raccord import wordlists
from raccord.hall.arrivals import Arrivals
from raccord.hall.hub import Hub
from raccord.hall.steady import SteadyClock
from raccord.lexicon import Lexicon, UnknownLexiconError
from raccord.store.records import from_micros
from raccord.store.schema import events
from raccord.store.store import Store


class Resources:
    """One object per running server: everything in it is opened when first needed."""

    def __init__(
        self,
        data: Path,
        database_url: str,
        lexicon: str = wordlists.FREE,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.data = data
        self._database_url = database_url
        self._lexicon = lexicon
        self.clock = clock or SteadyClock()
        self.hub = Hub()
        self.arrivals = Arrivals()

    @cached_property
    def lexicon(self) -> Lexicon:
        """The word list this server plays with."""
        return wordlists.load(self._lexicon)

    @cached_property
    def store(self) -> Store:
        """The event log, opened when first needed."""
        self.data.mkdir(parents=True, exist_ok=True)
        store = Store.open(self._database_url, clock=self._moment)
        newest = store.blocking.read(_newest)
        # Else, after a restart on a clock set back, turns under way would begin in the future.
        if newest is not None and isinstance(self.clock, SteadyClock):
            self.clock.follow(newest.timestamp())
        return store

    def _moment(self) -> datetime:
        return datetime.fromtimestamp(self.clock(), UTC)

    def lexicon_named(self, name: str = "") -> Lexicon:
        """The server's list, or another installed one by its name, never a path."""
        if not name or name == self.lexicon.name:
            return self.lexicon
        if name not in {found.name for found in wordlists.installed()}:
            raise UnknownLexiconError(f"le lexique « {name} » n'est pas installé", name)
        return wordlists.load(name)

    def now_ms(self) -> int:
        """The server's time in milliseconds since 1970, the only one that counts."""
        return round(self.clock() * 1000)

    async def close(self) -> None:
        """End every stream and close the log."""
        self.hub.close()
        if "store" in self.__dict__:
            await self.store.aclose()


def _newest(connection: Connection) -> datetime | None:
    """When the log was last written to."""
    query = select(events.c.at).order_by(events.c.position.desc()).limit(1)
    found: int | None = connection.scalar(query)
    return None if found is None else from_micros(found)
