"""Letting go of what was read: of thousands of tables that takes long, so never on the loop."""

import threading
from collections.abc import Callable, Iterable, MutableMapping
from typing import Any, TypeVar

T = TypeVar("T")
Forget = Callable[[], Iterable[object]]
"""Stops remembering, and gives what was remembered, to be let go of elsewhere."""


def emptied(kept: MutableMapping[Any, T]) -> list[T]:
    """Empty what is kept; gives what it held."""
    held = list(kept.values())
    kept.clear()
    return held


def let_go(held: list[object]) -> None:
    """Drop things one by one in a thread: whoever else has something to do comes between two."""
    threading.Thread(target=_drop, args=(held,), name="forgetting", daemon=True).start()


def _drop(held: list[object]) -> None:
    while held:
        held.pop()
