"""The word lists of a server: which games are played with them, and which one was last chosen."""

import asyncio
from collections import Counter
from contextlib import suppress

import msgspec
from sqlalchemy import Connection, select

from raccord import wordlists
from raccord.hall.resources import Resources
from raccord.lexicon import LexiconError
from raccord.store.places import write_whole
from raccord.store.schema import events, streams

_FILE = "list.json"
_OPENING = (1, 2)
"""The versions at which a game is opened: of one played alone, its secret comes first."""


class Chosen(msgspec.Struct, frozen=True):
    """Liste choisie, and the server's own list at the time: another ``--lexicon`` outdoes it."""

    name: str
    server: str


class _Played(msgspec.Struct, frozen=True):
    """Of the opening of a game, the list it is played with."""

    lexicon: str = ""


class Lists:
    """What a server knows of its word lists beside the lists themselves."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._path = resources.data / _FILE

    def chosen(self) -> str:
        """The list to offer for a new game: the one last chosen, while it is installed."""
        server = self._resources.lexicon.name
        try:
            found = msgspec.json.decode(self._path.read_bytes(), type=Chosen)
        except (OSError, msgspec.DecodeError):
            return server
        names = {one.name for one in wordlists.installed()}
        return found.name if found.server == server and found.name in names else server

    def choose(self, name: str) -> None:
        """Offer this list from now on."""
        chosen = self._resources.lexicon_named(name).name
        kept = Chosen(chosen, self._resources.lexicon.name)
        # A choice that cannot be kept must not undo the game it was made for.
        with suppress(OSError):
            write_whole(self._path, msgspec.json.encode(kept))

    async def played(self) -> Counter[str]:
        """How many games of this server are played with each list, those that are over too."""
        return await self._resources.store.read(_played)

    async def remove(self, name: str) -> None:
        """Drop an imported list that nothing here needs; a game cannot be read without its own."""
        plain = name.casefold()
        if plain == self._resources.lexicon.name.casefold():
            raise LexiconError(f"ce serveur joue avec « {name} » : elle ne peut pas être retirée")
        if any(played.casefold() == plain for played in await self.played()):
            raise LexiconError(f"des parties se jouent avec « {name} » : elle reste installée")
        await asyncio.to_thread(wordlists.remove, name)


def _played(connection: Connection) -> Counter[str]:
    query = select(events.c.payload).join(streams, events.c.stream == streams.c.id)
    query = query.where(events.c.type == "opened", events.c.version.in_(_OPENING))
    found = connection.scalars(query)
    return Counter(msgspec.json.decode(payload, type=_Played).lexicon for payload in found)
