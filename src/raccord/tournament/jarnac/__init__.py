"""Tournaments of Jarnac: the people of a competition paired round after round, and their ranking.

The same six names as a game: ``commands`` ask, ``decide`` may refuse, ``events`` are the facts, the
``state`` is their fold (``evolve``). ``pairing`` says who meets whom, ``ranking`` who is ahead.
"""

from raccord.tournament.jarnac.commands import (
    AnyCommand,
    Close,
    Command,
    Enter,
    NoteResult,
    Open,
    PairRound,
    SeatTable,
    TypeResult,
    Withdraw,
)
from raccord.tournament.jarnac.decide import decide
from raccord.tournament.jarnac.events import (
    AnyJarnacEvent,
    JarnacEvent,
    Outcome,
    Pair,
    Player,
    Source,
    System,
)
from raccord.tournament.jarnac.evolve import evolve
from raccord.tournament.jarnac.ranking import TIES, RankedPlayer, ranking
from raccord.tournament.jarnac.state import JarnacState, Round, RoundTable

__all__ = [
    "TIES",
    "AnyCommand",
    "AnyJarnacEvent",
    "Close",
    "Command",
    "Enter",
    "JarnacEvent",
    "JarnacState",
    "NoteResult",
    "Open",
    "Outcome",
    "Pair",
    "PairRound",
    "Player",
    "RankedPlayer",
    "Round",
    "RoundTable",
    "SeatTable",
    "Source",
    "System",
    "TypeResult",
    "Withdraw",
    "decide",
    "evolve",
    "ranking",
]
