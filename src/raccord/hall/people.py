"""The directory of people in a database."""

import asyncio
from collections.abc import Callable, Iterable, Sequence

import msgspec

from raccord.hall.erasing import DIRECTORY_STREAM, erase_person
from raccord.store.codec import Codec
from raccord.store.kinds import Kind
from raccord.store.store import Store
from raccord.tournament import Person
from raccord.tournament.commands import EnterAll
from raccord.tournament.directory import (
    AnyDirectoryEvent,
    Directory,
    DirectoryEvent,
    correcting,
    evolve_directory,
    importing,
    merging,
    recogniser,
    removing,
)

DIRECTORY: Kind[Directory, DirectoryEvent] = Kind(
    "directory",
    Codec(AnyDirectoryEvent),
    evolve_directory,
    naming=frozenset({"people-imported", "people-merged", "person-removed"}),
)
_STREAM = DIRECTORY_STREAM
Act = Callable[[Directory], Sequence[DirectoryEvent]]


class People:
    """Reads and writes the directory."""

    def __init__(self, store: Store) -> None:
        self._repository = DIRECTORY.repository(store)

    async def get(self) -> Directory:
        """Everybody known."""
        return (await self._repository.get(_STREAM)).state or Directory()

    async def bring_in(self, people: Iterable[Person], at: int) -> tuple[int, int]:
        """Import people; how many were new, and how many were put right."""
        before = await self.get()
        listed = tuple(people)
        await self._write(lambda state: importing(state, listed, at))
        after = await self.get()
        return await asyncio.to_thread(_compared, before, after)

    async def correct(self, number: int, person: Person, at: int) -> None:
        """Put somebody right by hand."""
        await self._write(lambda state: correcting(state, number, person, at))

    async def recognise(self, command: EnterAll) -> EnterAll:
        """Entries with what only the directory tells of their people."""
        return await asyncio.to_thread(_recognised, await self.get(), command)

    async def merge(self, number: int, into: int, at: int) -> None:
        """Two are one."""
        await self._write(lambda state: merging(state, number, into, at))

    async def remove(self, number: int, at: int) -> None:
        """Take somebody out."""
        await self._write(lambda state: removing(state, number, at))

    async def erase(self, number: int, at: int) -> int:
        """Erase somebody everywhere on request; how many events of the log were rewritten."""
        done = await erase_person(self._repository.store, await self.get(), number)
        await self.remove(number, at)
        return done

    async def _write(self, act: Act) -> None:
        # Thousands of people are looked through: never on the loop.
        await self._repository.deliberate(
            _STREAM, None, lambda state, _: act(state or Directory()), title="Annuaire"
        )


def _compared(before: Directory, after: Directory) -> tuple[int, int]:
    changed = sum(after.people[n] != person for n, person in before.people.items())
    return len(after.people) - len(before.people), changed


def _recognised(directory: Directory, command: EnterAll) -> EnterAll:
    # Made once: the directory may hold thousands, and so may the list.
    recognised = recogniser(directory)
    entries = (
        msgspec.structs.replace(one, people=recognised(one.people)) for one in command.entries
    )
    return msgspec.structs.replace(command, entries=tuple(entries))
