"""Jarnac on the web: tables, who sits at them, the computer, and what screens show.

``table`` holds the facts and their fold, ``wishes`` what players ask, ``service`` the tables of a
server, ``opponent`` the computer, ``views`` and ``review`` what is shown during and after a game.
"""

from raccord.web.jarnac.service import JarnacTables
from raccord.web.jarnac.table import Mode, TableState
from raccord.web.jarnac.views import TableView

__all__ = ["JarnacTables", "Mode", "TableState", "TableView"]
