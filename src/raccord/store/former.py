"""Events of Jarnac as they were stored up to revision 0002, brought to their present form.

The migration of a database and the import of an archive of that time both come here, so that the
same game is the same bytes by either way.
"""

import msgspec

from raccord.jarnac.former import brought_up, renamed

KINDS = ("jarnac", "jarnac-table")
"""The kinds of streams concerned."""


def present_form(name: str, payload: str) -> tuple[str, str]:
    """The type and the payload of an event by now; what is no JSON stays as it is."""
    try:
        fact = msgspec.json.decode(payload)
    except msgspec.DecodeError:
        return name, payload
    return renamed(name), msgspec.json.encode(brought_up(fact)).decode()
