"""One server to a folder of games: whoever holds it says there where it listens."""

import errno
import os
import sys
import time
from pathlib import Path
from typing import NamedTuple

from raccord.store.places import make_folder, make_private

_NAME = "serving"
_FAR = 1 << 20
"""The byte that is locked: on Windows nobody else reads what is, and the place is to be read."""
_HELD = frozenset({errno.EACCES, errno.EAGAIN, errno.EDEADLK})
_TRIES, _PAUSE = 50, 0.1  # seconds between two


class Place(NamedTuple):
    """Where a server listens."""

    host: str
    port: int


class FolderLock:
    """Verrou: held until this process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / _NAME
        self._handle = -1

    def take(self) -> bool:
        """Hold the folder; False where another server does."""
        make_folder(self._file.parent)
        make_private(self._file)
        self._handle = os.open(self._file, os.O_RDWR)
        try:
            _lock(self._handle)
        except OSError as error:
            # A file system without locks protects nobody, and is no reason to serve nobody.
            if error.errno in _HELD:
                self.release()
                return False
        os.truncate(self._handle, 0)
        return True

    def publish(self, place: Place) -> None:
        """Say where we listen, to whoever is refused the folder."""
        os.write(self._handle, f"{place.host} {place.port}".encode())

    def holder(self) -> Place | None:
        """Where the server that holds the folder listens; None where it does not say."""
        for _ in range(_TRIES):
            host, _, port = self._file.read_text(encoding="utf-8").partition(" ")
            if port.isdecimal():
                return Place(host, int(port))
            # It holds the folder before it has its port.
            time.sleep(_PAUSE)
        return None

    def release(self) -> None:
        """Let another server have the folder."""
        os.close(self._handle)


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)
    else:
        import fcntl

        # Not flock: it would stay with a child that outlives us.
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _FAR)
