"""Compressed word lists: gzip, xz and zip, recognised by their first bytes.

Nothing is expanded beyond :data:`LIMIT`, however small the archive looks.
"""

from __future__ import annotations

import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable
from typing import Protocol

from raccord.lexicon.errors import UnreadableListError

LIMIT = 64 * 1024 * 1024
_MEMORY = 256 * 1024 * 1024  # an xz stream may ask for more than it contains
_LAYERS = 2
_STREAMS = 1000  # each costs a copy of all that follows it
_LITTER = re.compile(r"(^|/)(__MACOSX/|\.[^/]*$)")
_GZIP, _XZ, _ZIP = b"\x1f\x8b", b"\xfd7zXZ\x00", b"PK\x03\x04"


def expand(data: bytes) -> bytes:
    """The content of an archive, or the bytes themselves when they are not one."""
    for _ in range(_LAYERS):
        if data.startswith(_GZIP):
            data = _gzip(data)
        elif data.startswith(_XZ):
            data = _xz(data)
        elif data.startswith(_ZIP):
            data = _zip(data)
        else:
            break
    if len(data) > LIMIT:
        raise _too_big()
    return data


class _Stream(Protocol):
    """What the decompressors of ``zlib`` and ``lzma`` share."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


def _gzip(data: bytes) -> bytes:
    return _joined("gzip", _GZIP, data, lambda: zlib.decompressobj(wbits=31))


def _xz(data: bytes) -> bytes:
    return _joined("xz", _XZ, data, lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, _MEMORY))


def _joined(kind: str, magic: bytes, data: bytes, begin: Callable[[], _Stream]) -> bytes:
    """The content of streams put one after the other, zeros between them or not."""
    output = bytearray()
    for _ in range(_STREAMS):
        stream = begin()
        try:
            output += stream.decompress(data, LIMIT + 1 - len(output))
        except (zlib.error, lzma.LZMAError) as error:
            raise UnreadableListError(f"archive {kind} endommagée") from error
        if len(output) > LIMIT:
            raise _too_big()
        if not stream.eof:
            raise UnreadableListError(f"archive {kind} incomplète")
        data = stream.unused_data.lstrip(b"\0")
        if not data.startswith(magic):
            return bytes(output)
    raise UnreadableListError(f"archive {kind} en plus de {_STREAMS} morceaux")


def _zip(data: bytes) -> bytes:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        with archive.open(_only_file(archive)) as member:
            output = member.read(LIMIT + 1)
    except UnreadableListError:
        raise
    except Exception as error:  # zipfile raises many kinds on hostile bytes
        raise UnreadableListError("archive zip endommagée ou protégée") from error
    if len(output) > LIMIT:
        raise _too_big()
    return output


def _only_file(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """The one file of an archive, leaving aside folders and the litter of some systems."""
    files = [
        item
        for item in archive.infolist()
        if not item.is_dir() and not _LITTER.search(item.filename)
    ]
    if len(files) != 1:
        raise UnreadableListError(
            f"l’archive zip contient {len(files)} fichiers (attendu : un seul)"
        )
    return files[0]


def _too_big() -> UnreadableListError:
    return UnreadableListError(f"liste trop grande (plus de {LIMIT // 1024 // 1024} Mo)")
