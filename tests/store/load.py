"""A process to be killed: many writers, each acknowledgement a line on standard output.

    python load.py ADDRESS SENT

SENT is a JSON object: for each writer, the number of its first request. A writer sends requests one
by one, as a phone sends slips, and reports ``stream key version`` once each is acknowledged.
"""

import asyncio
import json
import os
import sys
from collections.abc import Sequence

import msgspec

from raccord.store.codec import Codec
from raccord.store.repository import Repository
from raccord.store.store import Store

STREAMS = 3


class Sent(msgspec.Struct, frozen=True):
    """A request that counted."""

    key: str


def stream_of(writer: str) -> str:
    """Where a writer writes: many share a stream."""
    return f"stream-{int(writer) % STREAMS}"


def decide(state: frozenset[str], key: str) -> Sequence[Sent]:
    """Refuses a request that already counted: the store must never let one come so far."""
    if key in state:
        raise AssertionError(f"{key} counted twice")
    return [Sent(key)]


def evolve(state: frozenset[str], event: Sent) -> frozenset[str]:
    """All requests of the stream."""
    return state | {event.key}


async def write(repository: Repository[frozenset[str], Sent], writer: str, number: int) -> None:
    """Send requests for ever."""
    stream = stream_of(writer)
    while True:
        key = f"{writer}-{number}"
        change = await repository.execute(stream, key, decide, key=key)
        assert change.events == (Sent(key),)
        version = 0 if change.repeated else change.version
        os.write(1, f"{stream} {key} {version}\n".encode())
        number += 1


async def run(address: str, sent: dict[str, int]) -> None:
    """Run all writers."""
    store = Store.open(address, patience=60.0)
    codec = Codec[Sent](Sent)
    empty: frozenset[str] = frozenset()
    repository = Repository(store, "load", codec, initial=empty, evolve=evolve)
    await asyncio.gather(*(write(repository, writer, first) for writer, first in sent.items()))


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], json.loads(sys.argv[2])))
