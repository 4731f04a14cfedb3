"""A visitor of the server: a session, one connection a request, and all that was ever received."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

HOST = "127.0.0.1"
TEMPORARY = 502
"""From this status on the phone's script tries again, as it does for 429."""
PAUSE = 0.25
LONGEST_PAUSE = 1.5
STUBBORN = 150.0
"""Seconds after which a visitor who never gives up has found something: no fault lasts so long."""


class CutError(Exception):
    """No answer: refused, reset, ended half-way or too slow."""


class StuckError(Exception):
    """The server has not answered for longer than any fault lasts."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer."""

    status: int
    body: bytes
    cookie: str = ""

    @property
    def json(self) -> Any:
        """What it holds."""
        return json.loads(self.body)

    @property
    def is_temporary(self) -> bool:
        """Whether the phone's script would try again."""
        return self.status >= TEMPORARY or self.status == 429


@dataclass
class Visitor:
    """A browser; ``heard`` is all it received, with the moment."""

    name: str
    port: int
    patience: float = 5.0
    table: int | None = None
    cookie: str = ""
    token: str = ""
    heard: list[tuple[float, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Answers that are a fault of the server's own."""
    dribble: float = 0.0
    """Seconds over which a body is sent, piece by piece."""
    wrote: float = float("inf")
    """When the last byte of the last request had left, by the wall clock."""

    async def ask(self, method: str, path: str, body: Any = None, key: str = "") -> Reply:
        """Ask once; ``CutError`` where no whole answer came."""
        try:
            async with asyncio.timeout(self.patience + self.dribble):
                return await self._ask(method, path, body, key)
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            raise CutError(str(error)) from error

    async def insist(self, method: str, path: str, body: Any = None, key: str = "") -> Reply:
        """Ask until answered by something that will not pass."""
        async for _ in tries():
            try:
                reply = await self.ask(method, path, body, key)
            except CutError:
                continue
            if not reply.is_temporary:
                return reply
        raise StuckError(f"{self.name}: {method} {path}")

    async def sign_in(self) -> None:
        """Have a session and its token."""
        self.token = (await self.insist("GET", "/api/session")).json["csrf"]

    async def _ask(self, method: str, path: str, body: Any, key: str) -> Reply:
        async with self._line() as (reader, writer):
            head, data = self.request(method, path, body, key)
            self.wrote = float("inf")
            await self._write(writer, head, data)
            self.wrote = time.time()
            reply = await self._answer(reader)
        self._note(reply, method, path)
        return reply

    async def _write(self, writer: asyncio.StreamWriter, head: bytes, data: bytes) -> None:
        if not self.dribble or not data:
            writer.write(head + data)
            await writer.drain()
            return
        pieces = [data[at : at + 20] for at in range(0, len(data), 20)]
        writer.write(head)
        for piece in pieces:
            await asyncio.sleep(self.dribble / len(pieces))
            writer.write(piece)
            await writer.drain()

    def _note(self, reply: Reply, method: str, path: str) -> None:
        self.heard.append((time.monotonic(), reply.body.decode("utf-8", "replace")))
        self.cookie = reply.cookie or self.cookie
        if reply.status in {500, 501}:
            self.faults.append(f"{self.name}: {reply.status} for {method} {path}")

    @asynccontextmanager
    async def _line(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        reader, writer = await asyncio.open_connection(HOST, self.port, limit=1 << 22)
        try:
            yield reader, writer
        finally:
            writer.close()

    def request(
        self, method: str, path: str, body: Any = None, key: str = ""
    ) -> tuple[bytes, bytes]:
        """The bytes of a request: its head, its body."""
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"host: {HOST}:{self.port}", "connection: close"]
        lines += ["content-type: application/json", f"content-length: {len(data)}"]
        lines += [f"cookie: {self.cookie}"] if self.cookie else []
        lines += [f"x-csrf-token: {self.token}"] if self.token else []
        lines += [f"idempotency-key: {key}"] if key else []
        return ("\r\n".join(lines) + "\r\n\r\n").encode(), data

    async def _answer(self, reader: asyncio.StreamReader) -> Reply:
        status, headers = await _head(reader)
        if "content-length" in headers:
            body = await reader.readexactly(int(headers["content-length"]))
        else:
            parts = [part async for part in _chunks(reader)]
            body = b"".join(parts)
        return Reply(status, body, headers.get("set-cookie", "").partition(";")[0])

    async def listen(self, path: str) -> None:
        """Hear a live stream for ever; whenever it is cut, come back."""
        while True:
            with suppress(OSError, EOFError, ValueError):
                async with self._line() as (reader, writer):
                    writer.write(b"".join(self.request("GET", path)))
                    await _head(reader)
                    async for part in _chunks(reader):
                        self.heard.append((time.monotonic(), part.decode("utf-8", "replace")))
            await asyncio.sleep(LONGEST_PAUSE / 2)


async def tries() -> AsyncIterator[None]:
    """Moments to try again at, each a little further apart, as long as anybody would."""
    end, pause = time.monotonic() + STUBBORN, PAUSE
    while time.monotonic() < end:
        yield
        await asyncio.sleep(pause)
        pause = min(LONGEST_PAUSE, 1.3 * pause)


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines[1:] if line)
    return int(lines[0].split()[1]), {name.lower(): value.strip() for name, _, value in pairs}


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int(await reader.readuntil(b"\r\n"), 16):
        yield (await reader.readexactly(size + 2))[:-2]
