"""This server as one of several, where its database is one that processes share."""

import socket

from raccord.hall import Hall
from raccord.network.station import Station
from raccord.web.rumours import Rumours
from raccord.web.services import Services


def station_of(services: Services) -> Station:
    """The station of a server; asked for only where the database is shared."""
    settings = services.settings
    address = f"{socket.gethostname()}:{settings.port}"
    station = Station(services.get(Hall), settings.secret(), address, settings.role)
    rumours = services.get(Rumours)
    rumours.say = station.spread
    station.rumoured = rumours.heard
    return station
