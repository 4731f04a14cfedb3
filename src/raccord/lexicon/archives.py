"""Compressed word lists: gzip, xz and zip, recognised by their first bytes.

Nothing is expanded beyond :data:`LIMIT`, however small the archive looks.
"""

from __future__ import annotations

import io
import lzma
import re
import zipfile
import zlib

from raccord.lexicon.errors import UnreadableListError

LIMIT = 64 * 1024 * 1024
_MEMORY = 256 * 1024 * 1024  # an xz stream may ask for more than it contains
_LAYERS = 2
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


def _gzip(data: bytes) -> bytes:
    output = bytearray()
    while data.startswith(_GZIP):
        stream = zlib.decompressobj(wbits=31)
        try:
            output += stream.decompress(data, LIMIT + 1 - len(output))
        except zlib.error as error:
            raise UnreadableListError("archive gzip endommagée") from error
        if len(output) > LIMIT:
            raise _too_big()
        if not stream.eof:
            raise UnreadableListError("archive gzip incomplète")
        data = stream.unused_data
    return bytes(output)


def _xz(data: bytes) -> bytes:
    output = bytearray()
    while data.startswith(_XZ):
        stream = lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=_MEMORY)
        try:
            output += stream.decompress(data, LIMIT + 1 - len(output))
        except lzma.LZMAError as error:
            raise UnreadableListError("archive xz endommagée") from error
        if len(output) > LIMIT:
            raise _too_big()
        if not stream.eof:
            raise UnreadableListError("archive xz incomplète")
        data = stream.unused_data.lstrip(b"\0")  # the padding between two streams
    return bytes(output)


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
