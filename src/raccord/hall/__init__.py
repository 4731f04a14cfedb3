"""A live game in a hall: many players, one head referee, one clock.

``service.Hall`` is what pages use; ``docs/hall.md`` tells who sees what.
"""

from raccord.hall.service import Hall

__all__ = ["Hall"]
