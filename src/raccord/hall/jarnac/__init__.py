"""Jarnac on the web: tables, who sits at them, the computer, and what screens show.

``table`` holds the facts and their fold, ``wishes`` what players ask, ``service`` the tables of a
server, ``opponent`` the computer, ``views`` and ``review`` what is shown during and after a game.
"""

from raccord.hall.jarnac.service import JarnacTables
from raccord.hall.jarnac.table import Mode, TableState
from raccord.hall.jarnac.views import TableView

__all__ = ["JarnacTables", "Mode", "TableState", "TableView"]
