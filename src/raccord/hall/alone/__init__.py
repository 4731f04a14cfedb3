"""Games for one on the web: their streams, and what the player sees of them."""

from raccord.hall.alone.service import SoloGames

__all__ = ["SoloGames"]
