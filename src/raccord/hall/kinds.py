"""Every kind of stream that a database of ours may hold."""

from typing import Any

from raccord.hall.alone.service import SOLO
from raccord.hall.companion import COMPANION
from raccord.hall.jarnac.table import JARNAC_TABLE
from raccord.store.games import DUPLICATE, JARNAC, TOURNAMENT
from raccord.store.kinds import Kind

KINDS: dict[str, Kind[Any, Any]] = {
    kind.name: kind for kind in (DUPLICATE, JARNAC, COMPANION, JARNAC_TABLE, SOLO, TOURNAMENT)
}
