"""A hall with a clock of its own, without a server."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from raccord.duplicate.commands import SendSlip
from raccord.hall import Hall
from raccord.hall.companion import HallSettings
from raccord.hall.desk import NewGame
from raccord.hall.players import entering
from raccord.hall.receipts import Receipt, receipt
from raccord.web import Settings
from raccord.web.services import Services

Work = Callable[[Hall], Coroutine[Any, Any, None]]
Run = Callable[[Work], None]


class Time:
    """A clock that goes only when told to."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now

    def go(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def in_hall(tmp_path: Path, time: Time) -> Run:
    """Run a coroutine with a hall; a second run finds what the first has left, as after a crash."""

    def run(work: Work) -> None:
        async def whole() -> None:
            services = Services(Settings(data=tmp_path), clock=time)
            hall = services.get(Hall)
            await hall.start()
            try:
                await work(hall)
            finally:
                await services.close()

        asyncio.run(whole())

    return run


async def new_game(hall: Hall, players: str = "1 Anne\n2 Luc\n3 Zoé", **settings: Any) -> str:
    """A game with its players, not yet drawn."""
    wish = NewGame(title="Partie du vendredi", settings=HallSettings(**settings))
    code = await hall.desk.create(wish)
    await enter_players(hall, code, players)
    return code


async def enter_players(hall: Hall, code: str, text: str) -> None:
    """Enter tables as a referee types them."""
    taken = (await hall.get(code)).state.entrants
    await hall.execute(code, entering(text, taken))


async def send(hall: Hall, code: str, table: int, slip: SendSlip, at: int) -> Receipt:
    """Send a slip from the phone of a table."""
    seated = msgspec.structs.replace(slip, table=table)
    return receipt(await hall.execute(code, seated, key=seated.once, at=at))
