"""How the application is served: one process of uvicorn."""

import socket
import sys
from typing import Any

import uvicorn
from litestar import Litestar

from raccord.web.gate import Gate
from raccord.web.services import Services
from raccord.web.watch import Watch
from raccord.web.wire import protocol_for

# Streams never end by themselves; browsers come back to the next process.
STOP_SECONDS = 2
ACCEPTED_AT_ONCE = 16
"""Connections taken at each turn of the event loop.

Its library takes one from each listening socket, so that on a busy server a slip waits behind
whoever else knocks: a hundred of them were a hundred turns.
"""


def server_config(app: Litestar, **options: Any) -> uvicorn.Config:
    """Uvicorn's settings; live streams end soon after a stop is asked."""
    services: Services = app.state.services
    return uvicorn.Config(
        Gate(app, services),
        http=protocol_for(services.get(Watch).crowd),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        **options,
    )


def listening(host: str, port: int) -> socket.socket:
    """A listening socket, refused where another server has the port.

    Not uvicorn's: it asks for ``SO_REUSEADDR``, by which Windows gives one port to two servers.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    dual = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    return socket.create_server((host, port), family=family, dualstack_ipv6=dual)


def spread(listener: socket.socket) -> list[socket.socket]:
    """A listening socket as often as connections are to be taken from it at a turn."""
    if sys.platform == "win32":
        return [listener]
    return [listener, *(listener.dup() for _ in range(ACCEPTED_AT_ONCE - 1))]
