"""The network between phones and server, to be cut: bytes held, connections reset or refused."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from storm.client import HOST


class Proxy:
    """Passes bytes on, as long as it is not told otherwise."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._writers: set[asyncio.StreamWriter] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self._refuses = False
        self._server: asyncio.Server | None = None

    async def start(self) -> int:
        """Begin; gives the port."""
        self._server = await asyncio.start_server(self._serve, HOST, 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refuses:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection(HOST, self._target)
        except OSError:
            writer.transport.abort()
            return
        pair = {writer, far_writer}
        self._writers |= pair
        try:
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        finally:
            self._writers -= pair
            for one in pair:
                one.close()

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                await self._flows.wait()
                target.write(data)
                await target.drain()
        with suppress(OSError, RuntimeError):
            target.write_eof()

    def hold(self) -> Callable[[], None]:
        """Let nothing through and tell nobody; what was held follows when it is over."""
        self._flows.clear()
        return self._flows.set

    def reset(self) -> Callable[[], None]:
        """Break every connection; new ones are let through."""
        for writer in list(self._writers):
            writer.transport.abort()
        return lambda: None

    def refuse(self) -> Callable[[], None]:
        """Break every connection and let nobody in."""
        self._refuses = True
        self.reset()

        def end() -> None:
            self._refuses = False

        return end

    def lose(self) -> Callable[[], None]:
        """Hold everything, then break it: answers on their way are lost."""
        flow = self.hold()

        def end() -> None:
            self.reset()
            flow()

        return end

    def close(self) -> None:
        """Stop."""
        if self._server:
            self._server.close()
        self.reset()
