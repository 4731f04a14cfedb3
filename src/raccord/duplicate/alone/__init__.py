"""A game for one: duplicate against the top, on random, prepared or replayed draws.

``decide`` turns a wish of the player into events, ``evolve`` gives the state; the web and the
command line play the same game.
"""

from raccord.duplicate.alone import sources
from raccord.duplicate.alone.play import decide, has_scrabble
from raccord.duplicate.alone.state import TABLE, SoloEvent, SoloState, Step, evolve
from raccord.duplicate.alone.wishes import (
    Answer,
    Begin,
    Hint,
    Next,
    Pass,
    Pause,
    Resume,
    Stop,
)

__all__ = [
    "TABLE",
    "Answer",
    "Begin",
    "Hint",
    "Next",
    "Pass",
    "Pause",
    "Resume",
    "SoloEvent",
    "SoloState",
    "Step",
    "Stop",
    "decide",
    "evolve",
    "has_scrabble",
    "sources",
]
