"""Live updates over HTTP: the hub's topics as server-sent events."""

from collections.abc import Iterable
from typing import Any

from litestar import Request
from litestar.response import Stream

from raccord.hall.hub import Hub, Subscription
from raccord.web.streams import Holder


def event_stream(
    hub: Hub, topics: Iterable[str], request: Request[Any, Any, Any], holder: Holder
) -> Stream:
    """Answer a request with the live events of these topics."""
    last = request.headers.get("last-event-id") or request.query_params.get("last") or ""
    subscription = hub.listen(topics, str(last))
    return Stream(
        holder.hold(hub.stream(subscription)),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


def state_stream(
    hub: Hub, subscription: Subscription, first: Iterable[tuple[str, object]], holder: Holder
) -> Stream:
    """Answer with the state as it is, then with what follows; nothing is sent twice."""
    return Stream(
        holder.hold(hub.stream(subscription, tuple(first))),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )
