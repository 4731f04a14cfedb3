"""The description of the API, written once for each form, off the loop, and then kept."""

import asyncio

import msgspec
import yaml  # type: ignore[import-untyped]
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.serialization import encode_json
from litestar.types import ASGIApp, Receive, Scope, Send

_TYPES = {
    "/schema": b"application/vnd.oai.openapi+json",
    "/schema/openapi.json": b"application/vnd.oai.openapi+json",
    "/schema/openapi.yaml": b"application/vnd.oai.openapi",
}


class KeptSchema(ASGIMiddleware):
    """Answers the addresses of the description before the framework writes it anew each time."""

    scopes = (ScopeType.HTTP,)

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}
        self._writing = asyncio.Lock()

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Answer, or go on."""
        # The framework takes « /schema/ » for the same.
        path = "/" + scope["path"].strip("/")
        if path not in _TYPES or scope.get("method") not in {"GET", "HEAD"}:
            await next_app(scope, receive, send)
            return
        content = await self._content(scope["litestar_app"], path)
        head = [
            (b"content-type", _TYPES[path]),
            (b"content-length", str(len(content)).encode()),
            (b"cache-control", b"no-cache"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        body = b"" if scope.get("method") == "HEAD" else content
        await send({"type": "http.response.body", "body": body, "more_body": False})

    async def _content(self, app: Litestar, path: str) -> bytes:
        # Two who ask at once must not have it written twice.
        async with self._writing:
            if not self._kept:
                self._kept = await asyncio.to_thread(_written, app)
        return self._kept[path]


def _written(app: Litestar) -> dict[str, bytes]:
    as_json = encode_json(app.openapi_schema.to_schema())
    as_yaml: str = yaml.dump(msgspec.json.decode(as_json), default_flow_style=False)
    kept = {"/schema/openapi.json": as_json, "/schema/openapi.yaml": as_yaml.encode()}
    return kept | {"/schema": as_json}
