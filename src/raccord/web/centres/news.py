"""News of events with centres: whoever has a page of one open is told that something has come.

What has come is read from the page itself, by who may see it. Hundreds of centres close a turn at
once: what they send is gathered.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from litestar import Request, get
from litestar.params import FromPath
from litestar.response import Stream

from raccord.hall.codes import clean_code
from raccord.network.contest.events import CommissionNamed
from raccord.network.kinds import contest_stream, decisions_stream
from raccord.store.records import StoredEvent
from raccord.web.centres.commission import sitting
from raccord.web.centres.ranking import visited
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.live import event_stream
from raccord.web.services import Services
from raccord.web.streams import Streams

GATHER_SECONDS = 1.0
_OF_AN_EVENT = (contest_stream(""), decisions_stream(""), "section:", "centre:")
_NAMED = CommissionNamed.__struct_config__.tag


def topic(code: str) -> str:
    """The topic of an event."""
    return f"event:{code}"


class EventNews:
    """Tells the pages of events that their logs have grown, here or in another process."""

    def __init__(self, services: Services) -> None:
        self._store, self._hub = services.store, services.hub
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._stops = [self._store.subscribe(self._written), self._store.on_news(self._grown)]

    def _written(self, events: Sequence[StoredEvent]) -> None:
        self._tell({event.stream for event in events})
        for event in events:
            if event.type == _NAMED and event.stream.startswith(contest_stream("")):
                # Who is named no longer hears no more; the others come back by themselves.
                self._hub.dismiss(topic(event.stream.removeprefix(contest_stream(""))))

    def _grown(self, news: Mapping[str, int]) -> None:
        self._tell(news)
        for stream in news:
            if stream.startswith(contest_stream("")):
                self._hub.dismiss(topic(stream.removeprefix(contest_stream(""))))

    def _tell(self, streams: Iterable[str]) -> None:
        for stream in streams:
            if not stream.startswith(_OF_AN_EVENT):
                continue
            code = stream.partition(":")[2].partition("/")[0]
            if code not in self._timers and self._hub.count(topic(code)):
                loop = asyncio.get_running_loop()
                self._timers[code] = loop.call_later(GATHER_SECONDS, self._publish, code)

    def _publish(self, code: str) -> None:
        self._timers.pop(code, None)
        self._hub.publish(topic(code), "changed", "", keep=False)

    async def close(self) -> None:
        """Tell nothing more."""
        for stop in self._stops:
            stop()
        for timer in self._timers.values():
            timer.cancel()


@get("/epreuve/{code:str}/live")
async def live(code: FromPath[str], page: ThisPage, request: Request[Any, Any, Any]) -> Stream:
    """Something has come: for those who may see a page of the event."""
    name = clean_code(code)
    try:
        await visited(page, name)
    except WebError:
        await sitting(page, name)
    holder = page.services.get(Streams).stranger(page)
    return event_stream(page.services.hub, [topic(name)], request, holder)


async def begin(services: Services) -> None:
    """Listen from the start."""
    services.get(EventNews)


pages = [live]
