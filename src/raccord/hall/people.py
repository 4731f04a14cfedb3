"""The directory of people in a database."""

from collections.abc import Callable, Iterable, Sequence

from raccord.store.codec import Codec
from raccord.store.kinds import Kind
from raccord.store.store import Store
from raccord.tournament import Person
from raccord.tournament.directory import (
    AnyDirectoryEvent,
    Directory,
    DirectoryEvent,
    evolve_directory,
    importing,
    merging,
    removing,
)

DIRECTORY: Kind[Directory, DirectoryEvent] = Kind(
    "directory", Codec(AnyDirectoryEvent), evolve_directory
)
_STREAM = "directory:people"
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
        changed = sum(after.people[n] != person for n, person in before.people.items())
        return len(after.people) - len(before.people), changed

    async def merge(self, number: int, into: int, at: int) -> None:
        """Two are one."""
        await self._write(lambda state: merging(state, number, into, at))

    async def remove(self, number: int, at: int) -> None:
        """Take somebody out."""
        await self._write(lambda state: removing(state, number, at))

    async def _write(self, act: Act) -> None:
        await self._repository.execute(
            _STREAM, None, lambda state, _: act(state or Directory()), title="Annuaire"
        )
