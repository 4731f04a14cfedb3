"""A game for one: duplicate against the top, on random, prepared or replayed draws."""

from raccord.web.solo.play import Answer, Begin, Hint, Next, Stop, decide
from raccord.web.solo.service import SoloGames
from raccord.web.solo.state import SoloState, Step

__all__ = ["Answer", "Begin", "Hint", "Next", "SoloGames", "SoloState", "Step", "Stop", "decide"]
