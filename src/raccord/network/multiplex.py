"""Multiplex: a club follows another's draws live, over a link that goes outward only.

The hub tells the facts of the master's log that sections repeat, none before it was written, to
the laptop that counts; the centre carries out one command for each. What a cut link keeps back
comes when it is there again: the centre says how far it is.
"""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice

import msgspec

from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.hall import Hall
from raccord.hall.following import TYPES
from raccord.hall.games import stream_of
from raccord.network.contest.state import Contest
from raccord.network.hub import Hub
from raccord.network.messages import Row, Sync, Told
from raccord.network.outbox import Outbox
from raccord.store.games import DUPLICATE
from raccord.store.records import StoredEvent, from_micros, to_micros
from raccord.store.store import Store

WAIT_SECONDS = 5.0
"""How long a reply may wait for the next fact: less than a link has patience."""
LOOK_SECONDS = 0.1
MOST_FACTS = 400
"""Of one reply: several turns, with draws rejected."""
SAME_CLOCK_MS = 250
"""Clocks that differ by less are taken for one: what is measured is mostly the road."""


def name_of(event: str, game: int) -> str:
    """What a centre's game says that it follows; no code of a hall looks like it."""
    return f"{event}/{game}"


def followed_streams(contest: Contest, message: Sync) -> list[tuple[int, str]]:
    """The games a laptop follows live, and the streams of their masters."""
    games = ((number, contest.games.get(number)) for number in message.follows)
    return [(number, stream_of(game.live)) for number, game in games if game and game.live]


def facts_for(hub: Hub, contest: Contest, message: Sync) -> tuple[Told, ...]:
    """What masters have told since, to the laptop that counts and in its slot; blocks."""
    if contest.centres[message.centre].counted != message.install:
        return ()
    return tuple(
        fact
        for number, stream in followed_streams(contest, message)
        if hub.now_ms() >= contest.slot(message.centre, number).opens
        for fact in _since(hub.store, number, stream, message.follows[number])
    )


def _since(store: Store, game: int, stream: str, known: int) -> Iterator[Told]:
    found = (one for one in store.blocking.load(stream, max(0, known)) if one.type in TYPES)
    for one in islice(found, MOST_FACTS):
        yield Told(game, one.version, Row(one.id, one.type, to_micros(one.at), one.payload))


def decoded(told: Told) -> ev.OfTheMaster:
    """The fact itself."""
    row = told.row
    stored = StoredEvent("", told.version, row.id, row.type, from_micros(row.at), row.payload)
    fact: ev.OfTheMaster = DUPLICATE.codec.decode(stored)  # type: ignore[assignment]
    return fact


async def followed_here(hall: Hall, outbox: Outbox) -> dict[int, int]:
    """The games that are followed live at a centre, and how far they are."""
    diary = await asyncio.to_thread(lambda: outbox.diary)
    found = {}
    for number, opened in diary.games.items() if diary else ():
        if outbox.membership.invitation.game(number).live:
            state = (await hall.get(opened.code)).state
            if state.published is None:
                found[number] = state.followed
    return found


async def repeat(hall: Hall, code: str, told: Told, skew: int) -> None:
    """Carry out in a game of this hall what its master told; ``skew``: our clock less the hub's."""
    fact = decoded(told)
    if abs(skew) >= SAME_CLOCK_MS:
        fact = msgspec.structs.replace(fact, at=fact.at + skew)
    after = (await hall.get(code)).state.followed
    command = cmd.FollowMaster(fact=fact, version=told.version, after=after)
    await hall.execute(code, command, at=fact.at)


async def next_fact(store: Store, awaited: Callable[[], Collection[str]]) -> None:
    """Wait while facts of some streams are ``awaited``, but not for ever.

    Slips of the master's own tables come by the hundred: they are no facts, and wake nobody here.
    Of what another process writes only that it did is heard: that is looked at now and then.
    """
    streams = frozenset(await asyncio.to_thread(awaited))
    if not streams:
        return
    with _heard(store, streams) as woken, contextlib.suppress(TimeoutError):
        async with asyncio.timeout(WAIT_SECONDS):
            # Asked again now that it is listened to: nothing falls between the two.
            while await asyncio.to_thread(awaited):
                await woken.wait()
                woken.clear()
                await asyncio.sleep(LOOK_SECONDS if store.is_shared else 0)


@contextmanager
def _heard(store: Store, streams: frozenset[str]) -> Iterator[asyncio.Event]:
    woken = asyncio.Event()

    def hear(events: Sequence[StoredEvent]) -> None:
        if any(event.type in TYPES for event in events):
            woken.set()

    stops = [store.subscribe(hear, stream) for stream in streams]
    stops.append(store.on_news(lambda news: woken.set() if news.keys() & streams else None))
    try:
        yield woken
    finally:
        for stop in stops:
            stop()
