"""Facts as they were written before: the tag was ``type``, and a game began with ``game-opened``.

Records of version 1, databases up to revision 0002 and their archives hold them so; what
``raccord jarnac --json`` prints still looks so.
"""

from typing import Any

import msgspec

from raccord.jarnac.events import Event

_NAMES = {"game-opened": "opened"}
_FORMER_NAMES = {now: then for then, now in _NAMES.items()}


def renamed(name: str) -> str:
    """The name by now of a fact that had this one."""
    return _NAMES.get(name, name)


def brought_up(fact: Any) -> Any:
    """A fact of former times as it is written now; anything else as it is."""
    if not isinstance(fact, dict) or not isinstance(fact.get("type"), str):
        return fact
    fields = dict(fact)
    return {"event": renamed(fields.pop("type")), **fields}


def as_before(event: Event) -> dict[str, Any]:
    """A fact as it was written before."""
    fields = msgspec.json.decode(msgspec.json.encode(event))
    name = fields.pop("event")
    # What was not there before is told only where it says something.
    if not fields.get("settings", {}).get("contest_time", 1):
        del fields["settings"]["contest_time"]
    return {"type": _FORMER_NAMES.get(name, name), **fields}
