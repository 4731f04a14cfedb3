"""The one family of the library's errors."""


class RaccordError(Exception):
    """Base of every error a wrong value or a refused command raises; each room has its own.

    >>> import raccord
    >>> try:
    ...     raccord.Move.parse("maison")
    ... except raccord.RaccordError as error:
    ...     print(error)
    not a move: 'maison' (expected e.g. 'H4 MAISON' or '4H RET(I)NAS')
    """
