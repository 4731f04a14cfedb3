"""Every kind of stream that a database of ours may hold."""

from typing import Any

from raccord.hall.alone.service import SOLO
from raccord.hall.companion import COMPANION
from raccord.hall.jarnac.table import JARNAC_TABLE
from raccord.hall.jarnac.tournaments import JARNAC_TOURNAMENT
from raccord.hall.people import DIRECTORY
from raccord.hall.room.events import ROOM
from raccord.hall.templates import TEMPLATES
from raccord.network.kinds import CONTEST, DECISIONS, DIARY, SECTION
from raccord.store.erasing import ERASURES
from raccord.store.games import DUPLICATE, JARNAC, TOURNAMENT
from raccord.store.kinds import Kind

_ALL: tuple[Kind[Any, Any], ...] = (
    *(DUPLICATE, JARNAC, COMPANION, JARNAC_TABLE, SOLO),
    *(TOURNAMENT, JARNAC_TOURNAMENT, DIRECTORY, TEMPLATES, ROOM, ERASURES),
    *(CONTEST, SECTION, DIARY, DECISIONS),
)
KINDS: dict[str, Kind[Any, Any]] = {kind.name: kind for kind in _ALL}
