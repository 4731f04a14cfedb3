"""A small HTTP client for thousands of connections: what the benchmark's own side must not cost."""

import asyncio
import json
from typing import Any, cast


class Reply:
    """An answer: its status, the cookie it set, its body."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Connection:
    """One connection that stays open, with its session."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.cookie = ""
        self.token = ""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        """Connect anew; also called by the first request."""
        self.close()
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)

    async def send(self, method: str, path: str, body: Any = None) -> Reply:
        """Send a request and read its answer."""
        if self._writer is None:
            await self.open()
        await self._write(method, path, body)
        try:
            reply = await self._head()
        except asyncio.IncompleteReadError:
            # The server closes a line that was idle for long; a browser opens another.
            await self.open()
            await self._write(method, path, body)
            reply = await self._head()
        reply.body = await self._body(reply.headers)
        if cookie := reply.headers.get("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        return reply

    async def _write(self, method: str, path: str, body: Any) -> None:
        assert self._writer is not None
        self._writer.write(self.request(method, path, body))
        await self._writer.drain()

    def request(self, method: str, path: str, body: Any = None) -> bytes:
        """The bytes of a request."""
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"host: 127.0.0.1:{self._port}"]
        lines += ["content-type: application/json", f"content-length: {len(data)}"]
        lines += [f"cookie: {self.cookie}"] if self.cookie else []
        lines += [f"x-csrf-token: {self.token}"] if self.token else []
        return ("\r\n".join(lines) + "\r\n\r\n").encode() + data

    async def _head(self) -> Reply:
        assert self._reader is not None
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.partition(":") for line in head[1:] if line)
        headers = {name.lower(): value.strip() for name, _, value in pairs}
        return Reply(int(head[0].split()[1]), headers, b"")

    async def _body(self, headers: dict[str, str]) -> bytes:
        assert self._reader is not None
        if "content-length" in headers:
            return await self._reader.readexactly(int(headers["content-length"]))
        parts = []
        while chunk := await self._chunk():
            parts.append(chunk)
        return b"".join(parts)

    async def _chunk(self) -> bytes:
        assert self._reader is not None
        size = int(await self._reader.readuntil(b"\r\n"), 16)
        return (await self._reader.readexactly(size + 2))[:-2]

    async def sign_in(self) -> None:
        """Have a session and its token."""
        self.token = (await self.send("GET", "/api/session")).json["csrf"]

    async def listen(self, path: str) -> None:
        """Begin a stream of events; ``event`` reads them."""
        if self._writer is None:
            await self.open()
        await self._write("GET", path, None)
        reply = await self._head()
        assert reply.status == 200, reply.status

    async def events(self) -> list[tuple[str, bytes]]:
        """The names and data of the next events."""
        found = []
        for block in (await self._chunk()).split(b"\n\n"):
            fields = dict(
                line.split(b": ", 1) for line in block.split(b"\n") if line[:1] != b":" and line
            )
            if b"event" in fields:
                found.append((fields[b"event"].decode(), fields.get(b"data", b"")))
        return found

    def close(self) -> None:
        """Hang up."""
        if self._writer is not None:
            self._writer.close()


class _Shot(asyncio.Protocol):
    """Writes its bytes as soon as it is connected, and hears the answer to its end."""

    def __init__(self, request: bytes, answer: "asyncio.Future[bytes]") -> None:
        self._request = request
        self._answer = answer
        self._heard = b""
        self._wanted = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Not asked of the class: that of uvloop is no child of asyncio's.
        self._transport = cast("asyncio.WriteTransport", transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._heard += data
        head, ended, body = self._heard.partition(b"\r\n\r\n")
        if not ended:
            return
        if not self._wanted:
            self._wanted = int(head.lower().partition(b"content-length:")[2].split()[0])
        if len(body) >= self._wanted and not self._answer.done():
            self._answer.set_result(self._heard)
            self._transport.close()

    def connection_lost(self, _: Exception | None) -> None:
        if not self._answer.done():
            self._answer.set_exception(ConnectionError("no whole answer"))


async def shoot(port: int, request: bytes) -> bytes:
    """Send bytes made beforehand on a connection of their own; the answer, head and body."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[bytes] = loop.create_future()
    await loop.create_connection(lambda: _Shot(request, answer), "127.0.0.1", port)
    return await answer
