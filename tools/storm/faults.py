"""The faults: each begins at its moment and ends by itself, or with the block."""

import asyncio
import os
import resource
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from tests.store.postgres import PostgresServer
from tests.web.served import Served

from storm.plan import POSTGRESQL, Plan
from storm.proxy import Proxy

DISK_MB = 24
BACK = (2, 30, 3600)
"""Seconds by which the clock is set back."""


async def kill(server: Served, plan: Plan) -> None:
    """kill -9, a while of nothing, and the same file again."""
    server.kill()
    await asyncio.sleep(plan.lasts / 3)
    await asyncio.to_thread(server.start)


async def fill_disk(server: Served, plan: Plan, folder: Path) -> None:
    """No byte more fits, until somebody makes room."""
    with _no_room(server, folder):
        await asyncio.sleep(plan.lasts)


class _no_room:  # noqa: N801 — used like a function
    """A small disk filled to the brim; where there is none, files that may not grow."""

    def __init__(self, server: Served, folder: Path) -> None:
        self._pid = server.pid
        self._ballast = folder / "ballast" if folder.is_mount() else None
        self._before = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)

    def __enter__(self) -> None:
        if self._ballast is None:
            self._before = resource.prlimit(self._pid, resource.RLIMIT_FSIZE)
            resource.prlimit(self._pid, resource.RLIMIT_FSIZE, (0, self._before[1]))
            return
        with suppress(OSError), self._ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def __exit__(self, *_: object) -> None:
        if self._ballast is None:
            resource.prlimit(self._pid, resource.RLIMIT_FSIZE, self._before)
        else:
            self._ballast.unlink()


async def take_database(plan: Plan, file: Path, postgres: PostgresServer | None) -> None:
    """PostgreSQL dies and comes back; SQLite's file is held by another process, which is us."""
    if plan.database == POSTGRESQL:
        assert postgres is not None
        await asyncio.to_thread(postgres.kill)
        await asyncio.sleep(plan.lasts)
        await asyncio.to_thread(postgres.start)
        return
    held = sqlite3.connect(file, timeout=30, isolation_level=None, check_same_thread=False)
    try:
        await asyncio.to_thread(held.execute, "BEGIN EXCLUSIVE")
        await asyncio.sleep(plan.lasts)
        held.execute("ROLLBACK")
    finally:
        held.close()


async def set_clock_back(plan: Plan, clock: Path, server: Served) -> None:
    """The system's time jumps back and stays there; now and then the server starts anew on it."""
    half = clock.with_suffix(".part")
    half.write_text(f"-{BACK[plan.how % len(BACK)]}\n")
    half.replace(clock)
    if plan.how < len(BACK):
        await kill(server, plan)


async def cut_network(plan: Plan, proxy: Proxy) -> None:
    """Bytes held, connections broken, or both."""
    ways: tuple[Callable[[], Callable[[], None]], ...]
    ways = (proxy.hold, proxy.reset, proxy.refuse, proxy.lose)
    end = ways[plan.how % len(ways)]()
    await asyncio.sleep(plan.lasts)
    end()


@asynccontextmanager
async def small_disk(folder: Path) -> AsyncIterator[None]:
    """A disk of its own for a folder, where we may mount one."""
    mounted = os.geteuid() == 0 and _run(
        "mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "storm", folder
    )
    try:
        yield
    finally:
        if mounted:
            _run("umount", "-l", folder)


def _run(*command: str | Path) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
