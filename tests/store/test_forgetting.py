"""What was read is let go of where nobody waits."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from raccord.network.tails import Tails
from raccord.store.codec import Codec
from raccord.store.erasing import ERASURES, Ledger, Rewritten, evolve_ledger
from raccord.store.forgetting import emptied
from raccord.store.shelf import Folding, Shelf
from raccord.store.store import Store

STREAM = "notes:one"
CODEC: Codec[Rewritten] = Codec(Rewritten)


def note(store: Store, version: int) -> None:
    told = CODEC.encode(Rewritten(stream="a", version=version + 1, digest="x"))
    store.blocking.append(STREAM, version, [told], kind=ERASURES.name, title="Notes")


class Meanwhile:
    """Something that is erased once a reading is done and before what was read is kept."""

    def __init__(self, store: Store, read: Callable[..., Any]) -> None:
        self._store, self._read, self.readings = store, read, 0

    def __call__(self, *asked: Any) -> Any:
        found = self._read(*asked)
        self.readings += 1
        if self.readings == 1:
            self._store.forget()
        return found


def test_a_tail_that_was_being_read_at_an_erasure_is_read_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tails: Tails[Ledger, Rewritten] = Tails(store, ERASURES)
    note(store, 0)
    reading = Meanwhile(store, store.blocking.load)
    monkeypatch.setattr(store.blocking, "load", reading)
    assert tails.get(STREAM).version == 1
    assert reading.readings == 2


def test_what_was_foreseen_before_an_erasure_is_not_kept_after_it(store: Store) -> None:
    tails: Tails[Ledger, Rewritten] = Tails(store, ERASURES)
    note(store, 0)
    foreseen = tails.get(STREAM)
    store.forget()
    tails.keep(STREAM, foreseen)
    assert not tails.clear()


def test_a_state_that_was_being_read_at_an_erasure_is_read_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    note(store, 0)
    folding: Folding[Ledger | None, Rewritten] = Folding(ERASURES.name, CODEC, None, evolve_ledger)

    async def read() -> tuple[int, int]:
        shelf = Shelf(store, folding, lambda _: None, 10)
        loop = asyncio.get_running_loop()
        readings = 0
        inner = store.read

        async def meanwhile(query: Any) -> Any:
            nonlocal readings
            found = await inner(query)
            readings += 1
            if readings == 1:
                loop.call_soon(store.forget)
                await asyncio.sleep(0)
            return found

        monkeypatch.setattr(store, "read", meanwhile)
        return (await shelf.load(STREAM)).version, readings

    assert asyncio.run(read()) == (1, 2)


class Witness:
    """Tells in which thread it goes."""

    def __init__(self, gone: list[str], last: threading.Event) -> None:
        self._gone, self._last = gone, last

    def __del__(self) -> None:
        self._gone.append(threading.current_thread().name)
        if len(self._gone) == 3:
            self._last.set()


def test_what_a_store_forgets_goes_in_a_thread_of_its_own(store: Store) -> None:
    gone: list[str] = []
    last = threading.Event()
    kept = {number: Witness(gone, last) for number in range(3)}
    store.on_forget(lambda: emptied(kept))
    store.forget()
    assert not kept
    assert last.wait(60)
    assert set(gone) == {"forgetting"}
