"""Every kind of stream that a database of ours may hold."""

from typing import Any

from raccord.hall.alone.service import SOLO
from raccord.hall.companion import COMPANION
from raccord.hall.jarnac.table import JARNAC_TABLE
from raccord.hall.people import DIRECTORY
from raccord.store.games import DUPLICATE, JARNAC, TOURNAMENT
from raccord.store.kinds import Kind

_ALL: tuple[Kind[Any, Any], ...] = (
    *(DUPLICATE, JARNAC, COMPANION, JARNAC_TABLE, SOLO),
    *(TOURNAMENT, DIRECTORY),
)
KINDS: dict[str, Kind[Any, Any]] = {kind.name: kind for kind in _ALL}
