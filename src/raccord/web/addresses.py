"""The address that other devices of the hall should use."""

import socket
from typing import Literal

from raccord.web.page import Page
from raccord.web.settings import LOOPBACK

_ANYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104


Reach = Literal["open", "local", "offline"]
"""Other devices can come; the server listens to this one only; this one is on no network."""


def lan_address() -> str:
    """This machine's address on the local network, or nothing; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # An address kept for documentation (RFC 5737): only the route to it is looked up.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def lan_name() -> str:
    """This machine's address on the local network, else its name."""
    return lan_address() or socket.gethostname()


def reach(page: Page) -> Reach:
    """Whether the address given to others leads another device here."""
    if (page.request.url.hostname or "") not in LOOPBACK:
        return "open"
    host = page.services.settings.host
    if host in LOOPBACK:
        return "local"
    return "open" if host not in _ANYWHERE or lan_address() else "offline"


def is_local(page: Page) -> bool:
    """Whether the server listens to this device only, and is asked from it."""
    return reach(page) == "local"


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
