"""Centres without people: the log of a hall written straight to disk, sent as a real centre sends.

Nothing is decided here and no top is searched, so that hundreds of them fit on one machine; what
leaves them are the bytes that a centre's laptop would send.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from raccord.duplicate import events as ev
from raccord.duplicate.rules.ends import EndReason
from raccord.hall.games import stream_of
from raccord.network.exchange import exchange
from raccord.network.link import Post
from raccord.network.membership import join
from raccord.network.messages import Key
from raccord.network.outbox import Outbox
from raccord.regulation import Ruling, Sanction, Slip
from raccord.store.games import DUPLICATE
from raccord.store.store import Store

RARE = 0.0001
"""How often a table finds the top."""


class SimulatedCentre:
    """A laptop of a centre: its store, its membership, one game at a time."""

    def __init__(self, folder: Path, invitation: bytes, now_ms: Callable[[], int]) -> None:
        self.store = Store.open(str(folder / "raccord.sqlite"))
        self.outbox = Outbox(self.store, join(folder, invitation), now_ms)
        self.outbox.begin()
        self._versions: dict[int, int] = {}

    def append(self, game: int, events: Sequence[ev.Event]) -> None:
        """Write facts of a game as its hall would have."""
        code = f"SIM{game}"
        self.outbox.opened_game(game, code)
        version = self._versions.get(game, 0)
        new = [DUPLICATE.codec.encode(event) for event in events]
        written = self.store.blocking.append(stream_of(code), version, new, kind=DUPLICATE.name)
        self._versions[game] = written.version

    def send(self, post: Post) -> tuple[Key, ...]:
        """One exchange with the hub."""
        return exchange(self.outbox, post).keys

    def close(self) -> None:
        """Shut the laptop."""
        self.store.close()


def played(
    script: Sequence[ev.Event], tables: int, chance: random.Random, name: str
) -> Iterator[list[ev.Event]]:
    """The facts of each turn of a prepared game, a slip and its ruling a table; then its end."""
    yield [
        script[0],
        *(ev.Registered(table=n, players=(f"{name} {n}",)) for n in range(1, tables + 1)),
    ]
    turn: list[ev.Event] = []
    for event in script[1:]:
        if isinstance(event, ev.Retained):
            for table in range(1, tables + 1):
                turn += _slip(event, table, chance)
        turn.append(event)
        if isinstance(event, ev.Retained):
            yield turn
            turn = []
    yield [ev.GameEnded(reason=EndReason.STOPPED)]


def _slip(top: ev.Retained, table: int, chance: random.Random) -> list[ev.Event]:
    # So few find the top that among thousands of tables some turns have a solo.
    found = chance.random() < RARE
    points = top.points if found else chance.randint(0, top.points - 1)
    slip = Slip(word=top.move.split()[1], reference=top.move.split()[0], score=points)
    ruling = Ruling(edition="2017", points=points, base=points, sanction=Sanction.NONE)
    return [
        ev.SlipHandedIn(turn=top.turn, table=table, slip=slip),
        ev.Ruled(turn=top.turn, table=table, ruling=ruling),
    ]
