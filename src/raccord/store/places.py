"""Where things are kept on this machine, for their owner only, and how a file is written whole.

``RACCORD_HOME`` overrides the system's usual folders.
"""

from __future__ import annotations

import errno
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import platformdirs

HOME_VARIABLE = "RACCORD_HOME"
_REASONS = {
    errno.ENOENT: "fichier introuvable",
    errno.EISDIR: "c'est un dossier, pas un fichier",
    errno.ENOTDIR: "un fichier se trouve là où il faut un dossier",
    errno.EACCES: "accès refusé",
    errno.EPERM: "accès refusé",
    errno.EBUSY: "accès refusé, ou fichier ouvert dans un autre programme",
    errno.EEXIST: "existe déjà",
    errno.ENOSPC: "plus de place sur le disque",
    errno.EROFS: "le disque est en lecture seule",
    errno.EINVAL: "nom refusé par le système",
    errno.ENAMETOOLONG: "nom trop long",
}
_MORE_TRIES, _PAUSE = 10, 0.05  # seconds between two
_ABANDONED = 3600  # seconds after which an unfinished file has no writer any more


def data_folder(*parts: str) -> Path:
    """What the user would be sorry to lose."""
    home = os.environ.get(HOME_VARIABLE)
    base = Path(home) if home else platformdirs.user_data_path("raccord", appauthor=False)
    return base.joinpath(*parts)


def cache_folder(*parts: str) -> Path:
    """What can be made again."""
    home = os.environ.get(HOME_VARIABLE)
    base = Path(home, "cache") if home else platformdirs.user_cache_path("raccord", appauthor=False)
    return base.joinpath(*parts)


def system_reason(error: OSError) -> str:
    """Why the system refused, in French."""
    if sys.platform == "win32" and error.errno == errno.EACCES:
        return _denied_by_windows(error)
    return _REASONS.get(error.errno or 0, error.strerror or "lecture ou écriture impossible")


def _denied_by_windows(error: OSError) -> str:
    """Windows has one error for what others tell apart: a folder, a file in use, no permission."""
    if error.filename is not None and Path(error.filename).is_dir():
        return _REASONS[errno.EISDIR]
    return _REASONS[errno.EBUSY]


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, that nobody but their owner looks into."""
    if not path.exists():
        make_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)


def make_private(path: Path) -> None:
    """Make an empty file that nobody but its owner reads, unless it is there."""
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, for its owner only, so that others see all of it or what was there before."""
    make_folder(path.parent)
    _sweep(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            # Without it a power cut after the rename may leave the new name with nothing in it.
            os.fsync(file.fileno())
        _put(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)  # noqa: PTH108
        raise


def _put(name: str, path: Path) -> None:
    """Rename over what is there; Windows refuses while a reader or a virus scanner has either."""
    for _ in range(_MORE_TRIES if sys.platform == "win32" else 0):
        with suppress(PermissionError):
            os.replace(name, path)  # noqa: PTH105
            return
        time.sleep(_PAUSE)
    os.replace(name, path)  # noqa: PTH105


def _sweep(path: Path) -> None:
    """Remove what writers of this file, killed in the middle, have left."""
    with suppress(OSError):
        for left in path.parent.glob(f".{path.name}.*.tmp"):
            if time.time() - left.stat().st_mtime > _ABANDONED:
                left.unlink()
