"""The doorbell: every process hears what the others commit, on PostgreSQL's own notifications.

An append tells ``stream version`` on the channel ``log`` in its own transaction; whoever hears it
fetches from the version known. Follow (stream, version), never a global position: positions are
given out in another order than commits. A listener that was cut off asks for what it missed when it
is back, and every few seconds everybody compares notes with the database, whatever was heard.
"""

import asyncio
import contextlib
import logging
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable

import psycopg
from sqlalchemy import text

from raccord.store.appending import CHANNEL
from raccord.store.erasing import STREAM as ERASURES
from raccord.store.errors import StoreError
from raccord.store.store import Store

POLL_SECONDS = 5.0
PING_SECONDS = 1.0
AGAIN_SECONDS = 0.5
_PING = "ping"
# A server that is gone without a word is noticed within half a minute, by the kernel.
_ALIVE = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    # Keepalives wait while something sent is not acknowledged.
    "tcp_user_timeout": 10_000,
}
_logger = logging.getLogger(__name__)
Hear = Callable[[str], None]


class Doorbell:
    """Listens in a thread of its own, and tells on the loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._heard: defaultdict[str, list[Hear]] = defaultdict(list)
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._polling: asyncio.Task[None] | None = None
        self._ended = asyncio.Event()
        self._errands: set[asyncio.Task[None]] = set()
        self._pinged = 0.0
        self.is_listening = False
        self.lags: deque[float] = deque(maxlen=60)
        """Seconds from the telling of a ping to its hearing on the loop, the last of them."""
        self.unheard = 0
        """Streams that had grown without the doorbell, found by looking."""

    def on(self, channel: str, hear: Hear) -> None:
        """Have ``hear`` called on the loop with what is told on a channel; before ``start``."""
        self._heard[channel].append(hear)

    def start(self) -> None:
        """Begin to listen; called on the loop."""
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(
            target=self._listen, args=(loop,), name="raccord-doorbell", daemon=True
        )
        self._thread.start()
        self._polling = loop.create_task(self._poll())

    async def close(self) -> None:
        """Stop listening."""
        self._stopping.set()
        self._ended.set()
        if self._polling:
            # Waited for, not cut off: a reading cut off leaves its connection open.
            await asyncio.gather(self._polling, *self._errands, return_exceptions=True)
        if self._thread:
            await asyncio.to_thread(self._thread.join)

    def tell(self, channel: str, news: str) -> None:
        """Tell every process something, this one included; nothing waits for it."""
        task = asyncio.get_running_loop().create_task(self._tell(channel, news))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _tell(self, channel: str, news: str) -> None:
        told = text("SELECT pg_notify(:channel, :news)").bindparams(channel=channel, news=news)
        with contextlib.suppress(StoreError):
            await self._store.write(lambda connection: connection.execute(told))

    async def _poll(self) -> None:
        while not self._ended.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._ended.wait()
                    return
            await self._look()

    async def _look(self) -> None:
        with contextlib.suppress(StoreError):
            self.unheard += await self._store.look_again()

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        while not self._stopping.is_set():
            try:
                with self._connected() as connection:
                    self._take_in(connection, loop)
            except psycopg.Error as error:
                if self.is_listening:
                    _logger.warning("the doorbell is cut off: %s", " ".join(str(error).split()))
                self.is_listening = False
                self._stopping.wait(AGAIN_SECONDS)
            except RuntimeError:
                # The loop has closed: nobody is left to tell.
                return

    def _connected(self) -> "psycopg.Connection[tuple[object, ...]]":
        engine = self._store.engine
        arguments, options = engine.dialect.create_connect_args(engine.url)
        return psycopg.connect(
            *arguments, **{**options, **_ALIVE, "connect_timeout": 10}, autocommit=True
        )

    def _take_in(
        self, connection: "psycopg.Connection[tuple[object, ...]]", loop: asyncio.AbstractEventLoop
    ) -> None:
        for channel in (CHANNEL, _PING, *self._heard):
            connection.execute(psycopg.sql.SQL("LISTEN {}").format(psycopg.sql.Identifier(channel)))
        self.is_listening = True
        # After the first hearing, so that nothing falls between the two.
        loop.call_soon_threadsafe(self._catch_up)
        due = 0.0
        while not self._stopping.is_set():
            if time.monotonic() >= due:
                due = time.monotonic() + PING_SECONDS
                self._pinged = time.monotonic()
                connection.execute(
                    "SELECT pg_notify(%s, %s)", (_PING, str(connection.info.backend_pid))
                )
            heard = list(connection.notifies(timeout=PING_SECONDS / 2, stop_after=1))
            mine = str(connection.info.backend_pid)
            told = [
                (n.channel, n.payload) for n in heard if n.channel != _PING or n.payload == mine
            ]
            if told:
                loop.call_soon_threadsafe(self._ring, told)

    def _catch_up(self) -> None:
        task = asyncio.get_running_loop().create_task(self._look())
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    def _ring(self, told: Iterable[tuple[str, str]]) -> None:
        """Several at once: of a stream only the last version matters."""
        news: dict[str, int] = {}
        for channel, payload in told:
            if channel == CHANNEL:
                stream, _, version = payload.rpartition(" ")
                news[stream] = max(int(version), news.get(stream, 0))
            elif channel == _PING:
                self.lags.append(time.monotonic() - self._pinged)
            for hear in self._heard.get(channel, ()):
                hear(payload)
        if ERASURES in news:
            self._store.forget()
        if news:
            self._store.hear(news)
