"""What was read is let go of where nobody waits."""

import threading

from raccord.store.forgetting import emptied
from raccord.store.store import Store


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
