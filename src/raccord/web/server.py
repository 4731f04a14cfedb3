"""How the application is served: one process of uvicorn."""

from typing import Any

import uvicorn
from litestar import Litestar

from raccord.web.gate import Gate
from raccord.web.services import Services
from raccord.web.watch import Watch
from raccord.web.wire import protocol_for

# Streams never end by themselves; browsers come back to the next process.
STOP_SECONDS = 2


def server_config(app: Litestar, **options: Any) -> uvicorn.Config:
    """Uvicorn's settings; live streams end soon after a stop is asked."""
    services: Services = app.state.services
    return uvicorn.Config(
        Gate(app),
        http=protocol_for(services.get(Watch).crowd),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        **options,
    )
