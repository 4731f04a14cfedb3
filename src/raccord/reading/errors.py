"""What is said of a picture that cannot be read."""

from raccord.errors import RaccordError


class ReadingError(RaccordError, ValueError):
    """A picture, or weights, that cannot be read; the message is in French."""
