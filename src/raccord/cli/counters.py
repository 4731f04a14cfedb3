"""Instructions retired by this thread, where the machine lets us count them (Linux perf events)."""

import ctypes
import os
import platform
import struct
from types import TracebackType

_SYSCALL = {"x86_64": 298, "aarch64": 241}
_HARDWARE, _INSTRUCTIONS, _SIZE = 0, 1, 128
_USER_ONLY = 0b110_0000  # exclude kernel and hypervisor


class Instructions:
    """``with Instructions() as counter: …``, then ``counter.count``: a number, or None."""

    def __init__(self) -> None:
        self.count: int | None = None
        self._file = -1
        self._start = 0

    def __enter__(self) -> "Instructions":
        self._file = _open_counter()
        self._start = self._read()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if self._file >= 0:
            self.count = self._read() - self._start
            os.close(self._file)

    def _read(self) -> int:
        return struct.unpack("Q", os.read(self._file, 8))[0] if self._file >= 0 else 0


def _open_counter() -> int:
    """A counter's file, or -1 where there is none to be had."""
    number = _SYSCALL.get(platform.machine())
    if number is None or platform.system() != "Linux":
        return -1
    # struct perf_event_attr: type, size, config, sample period, sample and read format, flags.
    head = struct.pack("IIQQQQQ", _HARDWARE, _SIZE, _INSTRUCTIONS, 0, 0, 0, _USER_ONLY)
    attributes = ctypes.create_string_buffer(head, _SIZE)
    found: int = ctypes.CDLL(None).syscall(number, attributes, 0, -1, -1, 0)
    return found
