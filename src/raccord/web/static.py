"""Style sheets, scripts and images, kept in memory under one digest.

``/static/<digest>/js/alone/game.js`` may be cached for ever: any change of any file changes the
digest, and modules that import each other by relative address stay together.
"""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "static"
IMMUTABLE = "public, max-age=31536000, immutable"
# Some systems map .js to text/plain, which browsers then refuse to run.
_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    content: bytes
    zipped: bytes
    media_type: str
    etag: str


class Assets:
    """Every static file of the package."""

    def __init__(self, files: dict[str, Asset]) -> None:
        self.files = files
        names = "".join(f"{name}{asset.etag}" for name, asset in sorted(files.items()))
        self.digest = hashlib.sha256(names.encode()).hexdigest()[:12]

    @classmethod
    def load(cls, folder: Path = FOLDER) -> "Assets":
        """Read every file of the folder."""
        paths = (p for p in folder.rglob("*") if p.is_file() and not p.name.startswith("."))
        return cls({p.relative_to(folder).as_posix(): _read(p) for p in paths})

    def url(self, name: str) -> str:
        """The address of a file; a name that does not exist is a mistake in a template."""
        if name not in self.files:
            raise KeyError(f"no such static file: {name}")
        return f"/static/{self.digest}/{name}"


def _read(path: Path) -> Asset:
    content = path.read_bytes()
    guessed = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    etag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    return Asset(content, gzip.compress(content, mtime=0), _TYPES.get(path.suffix, guessed), etag)
