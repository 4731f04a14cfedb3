"""The address that other devices of the hall should use."""

import socket

from raccord.web.page import Page
from raccord.web.settings import LOOPBACK

_ANYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104


def lan_name() -> str:
    """This machine's address on the local network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def is_local(page: Page) -> bool:
    """Whether the address given to others is of no use to another device."""
    settings = page.services.settings
    return settings.host in LOOPBACK and (page.request.url.hostname or "") in LOOPBACK


def public_address(page: Page) -> str:
    """The server's address as others reach it, ending in a slash.

    A referee who works on the server's own machine sees it as localhost, which is of no use to a
    phone: where the server listens on the network, its address there is given instead.
    """
    url = page.request.url
    if (url.hostname or "") in LOOPBACK and page.services.settings.host not in LOOPBACK:
        host = page.services.settings.host
        name = lan_name() if host in _ANYWHERE else host
        return f"{url.scheme}://{name}:{url.port or page.services.settings.port}/"
    return f"{url.scheme}://{url.netloc}/"
