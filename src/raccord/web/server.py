"""How the application is served: one process of uvicorn."""

from typing import Any

import uvicorn
from litestar import Litestar

STOP_SECONDS = 2


def server_config(app: Litestar, **options: Any) -> uvicorn.Config:
    """Uvicorn's settings; live streams end soon after a stop is asked."""
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        **options,
    )
