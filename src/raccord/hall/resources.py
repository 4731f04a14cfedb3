"""What live games rest on: the event log, the word lists, the time and the hub of news."""

import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from raccord import wordlists
from raccord.hall.hub import Hub
from raccord.lexicon import Lexicon, UnknownLexiconError
from raccord.store.store import Store


class Resources:
    """One object per running server: everything in it is opened when first needed."""

    def __init__(
        self,
        data: Path,
        database_url: str,
        lexicon: str = wordlists.FREE,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._data = data
        self._database_url = database_url
        self._lexicon = lexicon
        self.clock = clock
        self.hub = Hub()

    @cached_property
    def lexicon(self) -> Lexicon:
        """The word list this server plays with."""
        return wordlists.load(self._lexicon)

    @cached_property
    def store(self) -> Store:
        """The event log, opened when first needed."""
        self._data.mkdir(parents=True, exist_ok=True)
        return Store.open(self._database_url)

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
