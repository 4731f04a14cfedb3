"""What a decision needs besides the game itself."""

import msgspec

from raccord.jarnac.letters import Source
from raccord.jarnac.verdict import Words


class Table(msgspec.Struct, frozen=True):
    """La table: the dictionary at hand and the bag that letters come from."""

    words: Words
    source: Source
