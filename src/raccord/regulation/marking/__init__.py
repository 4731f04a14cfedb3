"""The automatic marker: any slip in, the ruling with its articles out."""

from raccord.regulation.marking.judge import judge
from raccord.regulation.marking.situation import Situation

__all__ = ["Situation", "judge"]
