"""Photographs of slips, kept as evidence: files of their owner only, beside the database.

``photographs/GAME/TURN-TABLE-DIGEST.jpg``; the digest stands in the log with the slip. They are
deleted after the time the organiser has chosen, those that were never confirmed after a day. With
consent, confirmed cells are kept in ``hands`` for `raccord reading train`.
"""

import hashlib
import time
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from raccord.hall.codes import is_code
from raccord.store.places import write_whole

DAY = 86_400
MOST = 20_000
"""Photographs of a game: a long tournament's, and no disk filled by anybody."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Photographie d'un bulletin: of which turn and table, under the name of its digest."""

    turn: int
    table: int
    digest: str

    @property
    def name(self) -> str:
        """Its file."""
        return f"{self.turn}-{self.table}-{self.digest}.jpg"


class Pictures:
    """The photographs of a server's games."""

    def __init__(self, data: Path) -> None:
        self._folder = data / "photographs"
        self._hands = data / "hands"

    def keep(self, code: str, turn: int, table: int, data: bytes) -> Picture:
        """Write a photograph; the same one twice is one file."""
        picture = Picture(turn, table, hashlib.sha256(data).hexdigest())
        path = self._of(code) / picture.name
        if not path.exists() and len(self.listed(code)) < MOST:
            write_whole(path, data)
        return picture

    def listed(self, code: str) -> list[Picture]:
        """The photographs of a game that are still there."""
        folder = self._of(code)
        names = sorted(path.stem for path in folder.glob("*.jpg")) if folder.exists() else []
        parts = [name.split("-") for name in names]
        return [Picture(int(turn), int(table), digest) for turn, table, digest in parts]

    def find(self, code: str, digest: str) -> Picture | None:
        """A photograph of a game by its digest."""
        return next((one for one in self.listed(code) if one.digest == digest), None)

    def read(self, code: str, picture: Picture) -> bytes:
        """The bytes of a photograph."""
        return (self._of(code) / picture.name).read_bytes()

    def forget(self, code: str, kept: Collection[str], days: int) -> None:
        """Delete what is past its time; ``kept`` are the digests that stand in the log."""
        now = time.time()
        for picture in self.listed(code):
            path = self._of(code) / picture.name
            limit = days * DAY if picture.digest in kept else DAY
            if now - path.stat().st_mtime > limit:
                path.unlink(missing_ok=True)

    def games(self) -> list[str]:
        """The games that have photographs."""
        return sorted(path.name for path in self._folder.glob("*") if is_code(path.name))

    def keep_lesson(self, code: str, turn: int, table: int, data: bytes) -> None:
        """Write the confirmed cells of a slip."""
        write_whole(self._hands / code / f"{table}-{turn}.npz", data)

    def _of(self, code: str) -> Path:
        return self._folder / code
