"""The ranking that is kept while nothing changes tells what the versions beside it tell."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from raccord.store.store import Store
from raccord.web.centres.access import HubDesk
from tests.hall.conftest import enter_players
from tests.network.world import World, run

MOMENTS = 14
"""More than a ranking of one centre and one game reads."""


def meanwhile(store: Store, moment: int, act: Callable[[], object]) -> Callable[[], int]:
    """Do something right before one of the readings that follow; how many there were."""
    read, seen = store.blocking.load, 0

    def load(*args: Any) -> Any:
        nonlocal seen
        seen += 1
        if seen == moment:
            act()
        return read(*args)

    store.blocking.load = load  # type: ignore[method-assign,assignment]

    def stop() -> int:
        store.blocking.load = read  # type: ignore[method-assign]
        return seen

    return stop


def test_what_a_centre_sends_while_the_ranking_is_read_is_in_the_next_one(tmp_path: Path) -> None:
    async def work(world: World) -> None:
        hub = world.hub()
        code = hub.event(["Lyon"])
        lyon = await world.centre("lyon", hub)
        await lyon.join(hub, code, "lyon")
        game = await lyon.open(players="1 Anne")
        await lyon.centre.sync(lyon.name)
        desk = HubDesk(hub.services)
        assert len(desk.ranking(code)[1].lines) == 1
        readings = 0
        for moment in range(1, MOMENTS + 1):
            await enter_players(lyon.hall, game, f"{moment + 1} Joueur {moment}")
            messages = await asyncio.to_thread(lyon.centre.get(lyon.name).messages)

            def send(messages: list[bytes] = messages) -> None:
                for message in messages:
                    hub.reception.take(message)

            stop = meanwhile(hub.services.store, moment, send)
            desk.ranking(code)
            readings = max(readings, stop())
            await lyon.centre.sync(lyon.name)
            # Nothing is written any more: whatever that ranking saw, the next one sees it all.
            lines = desk.ranking(code)[1].lines
            assert len(lines) == moment + 1, f"sent before reading {moment}"
        assert readings >= 3

    run(tmp_path, work)
