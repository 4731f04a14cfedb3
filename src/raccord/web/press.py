"""The press: documents made into files in a thread, few at a time, and kept while they stand."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from raccord import documents
from raccord.documents import Document
from raccord.web.services import Services

KEPT = 32
AT_ONCE = 2
MEDIA_TYPES = {
    "pdf": "application/pdf",
    "csv": "text/csv",
    "json": "application/json",
}
Key = tuple[object, ...]


class Press:
    """Makes documents and their files; the same version of a game is printed once."""

    def __init__(self, _services: Services) -> None:
        self._files: OrderedDict[Key, bytes] = OrderedDict()
        self._presses = asyncio.Semaphore(AT_ONCE)

    async def file(self, key: Key, kind: str, make: Callable[[], Any]) -> bytes:
        """The file of a document; ``key`` names it and the version of the game it tells."""
        whole = (*key, kind)
        async with self._presses:
            if whole not in self._files:
                self._files[whole] = await asyncio.to_thread(_written, kind, make)
                while len(self._files) > KEPT:
                    self._files.popitem(last=False)
            self._files.move_to_end(whole)
            return self._files[whole]


def _written(kind: str, make: Callable[[], Document]) -> bytes:
    made = make()
    if kind == "pdf":
        return documents.to_pdf(made)
    return documents.to_csv(made) if kind == "csv" else documents.to_json(made)
