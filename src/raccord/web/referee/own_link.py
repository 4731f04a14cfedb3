"""The organiser's link, shown again to whoever has it or sits at the machine that serves.

Open to the network, the server gives nobody the organiser's role for where he sits; but who sits
before it and no longer finds the terminal needs the link. Nobody else is ever sent it: not a phone
of the hall, not the visitor of a proxy.
"""

from dataclasses import dataclass

import segno

from raccord.web.addresses import public_address, reach
from raccord.web.doors import organiser_path
from raccord.web.entrance import entrance
from raccord.web.page import Page


@dataclass(frozen=True, slots=True)
class OwnLink:
    """Lien de l'organisateur: whole, for another device; its path, for this one; a QR code."""

    address: str
    path: str
    picture: str
    """An image as a data URI: no address of ours serves it."""


def own_link(page: Page) -> OwnLink | None:
    """The link, where this browser may see it and another device could follow it."""
    doors = entrance(page).doors
    if reach(page) != "open" or not (doors.has_link(page) or doors.sits_here(page)):
        return None
    path = organiser_path(page.services)
    address = f"{public_address(page)}{path}"
    picture = segno.make(address, micro=False).svg_data_uri(border=2, scale=4, omitsize=True)
    return OwnLink(address, f"/{path}", picture)
