"""Which server a request believes it talks to.

A page of somebody else's site can make its own name lead to this machine (DNS rebinding) and would
then read what only our pages may read. So only names of ours are answered: this machine's, those
given with ``--allow-host`` or ``RACCORD_HOSTS``, and plain addresses, which no name server turns.
"""

import re
import socket
from functools import cache
from ipaddress import ip_address

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from raccord.web.errors import WebError
from raccord.web.services import Services
from raccord.web.settings import LOOPBACK

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?", re.IGNORECASE)
_PRIVATE = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".localhost")
"""What a router or mDNS adds to a machine's name; nobody can register these."""
_HIGHEST_PORT = 65535


class HostMiddleware(ASGIMiddleware):
    """Refuses requests meant for somebody else."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Check, then go on."""
        services: Services = scope["litestar_app"].state.services
        name = host_name(scope)
        if not is_ours(name, services.settings.hosts):
            raise WebError(421, expected="son adresse, ou un nom donné avec --allow-host")
        await next_app(scope, receive, send)


def host_name(scope: Scope) -> str:
    """The name asked for, without its port; one that cannot be read is a bad request."""
    found = [value for name, value in scope["headers"] if name == b"host"]
    match = _HOST.fullmatch(found[0].decode("latin-1")) if len(found) == 1 else None
    if match is None or int(match[2] or 0) > _HIGHEST_PORT:
        raise WebError(400, expected="Host: name[:port]")
    return match[1].strip("[]").lower()


def is_ours(name: str, also: tuple[str, ...]) -> bool:
    """Whether this server answers to a name."""
    if name in LOOPBACK or name in _own_names() or name in {one.lower() for one in also}:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@cache
def _own_names() -> frozenset[str]:
    full = socket.gethostname().lower()
    short = full.partition(".")[0]
    return frozenset({full, short, *(short + ending for ending in _PRIVATE)})
