"""All of a run of an event with centres: a hub, three laptops, and a wire between them."""

import shutil
from pathlib import Path

from tests.network.world import START, script

from raccord.duplicate import events as ev
from raccord.network.contest import commands as asked
from raccord.store.store import Store
from storm_network.machines import Hub, Laptop, Wire
from storm_network.plan import TURNS, Plan

NAMES = ("Lyon", "Dakar", "Québec")
CENTRES = ("lyon", "dakar", "quebec")


class Scene:
    """All of a run."""

    def __init__(self, plan: Plan, folder: Path, empty: Path) -> None:
        self.plan, self.chance = plan, plan.chance
        self.folder, self._empty = folder, empty
        self.hub = Hub(self.place("hub"))
        opened = script(1, TURNS)[0]
        assert isinstance(opened, ev.Opened)
        opening = asked.Open(
            title="Simultané",
            lexicon=opened.lexicon,
            lexicon_digest=opened.lexicon_digest,
            edition="2017",
            embargo=START + 9_000_000,
        )
        self.hub.code = self.hub.insist("begin", opening, list(NAMES), script(1, TURNS))
        self.wire = Wire(self.hub, self.chance)
        self.laptops = {
            centre: self.laptop(centre, centre, tables)
            for centre, tables in zip(CENTRES, plan.tables, strict=True)
        }
        self.others: list[tuple[str, Laptop]] = []
        self.findings: list[str] = []

    def place(self, name: str) -> Path:
        """A folder with an empty database."""
        folder = self.folder / name
        folder.mkdir(mode=0o700)
        shutil.copy(self._empty, folder / "raccord.sqlite")
        return folder

    def laptop(self, name: str, centre: str, tables: int) -> Laptop:
        """A laptop with the centre's file."""
        content = self.hub.insist("invitation", centre)
        return Laptop(self.place(name), content, self.wire, tables, self.chance)

    def stop(self) -> None:
        """Kill everything."""
        self.hub.stop()
        for laptop in (*self.laptops.values(), *(other for _, other in self.others)):
            laptop.stop()


def empty_database(folder: Path) -> Path:
    """A database with its tables, to be copied: laying them down takes longer than a run."""
    found = folder / "empty.sqlite"
    Store.open(str(found)).close()
    return found
