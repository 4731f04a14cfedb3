"""The exceptions of the board library.

    BoardError (a ValueError)
    ├── NotAReferenceError
    ├── NotASquareError
    ├── NotABoardError
    ├── NotAMoveError
    ├── NotARackError
    └── NotGcgError

They are for callers who hand in something that is not what it claims to be. A move that is well
formed but against the rules is no exception: ``legality.faults`` describes it.
"""


class BoardError(ValueError):
    """Base of all errors of the board library; ``value`` is what was offered."""

    expected = ""

    def __init__(self, value: object, expected: str = "") -> None:
        self.value = value
        wanted = expected or self.expected
        super().__init__(f"{self.label}: {value!r} (expected {wanted})")

    label = "not valid"


class NotAReferenceError(BoardError):
    """The text is not a reference."""

    label = "not a reference"
    expected = "e.g. 'H4' across or '4H' down"


class NotASquareError(BoardError):
    """The coordinates lie outside the grid."""

    label = "not a square"
    expected = "a row and a column from 0 to 14"


class NotABoardError(BoardError):
    """The text is not a board."""

    label = "not a board"
    expected = "15 lines of 15 characters: '.' empty, upper case a tile, lower case a joker"


class NotAMoveError(BoardError):
    """The text is not a move."""

    label = "not a move"
    expected = "e.g. 'H4 MAISON' or '4H RET(I)NAS'"


class NotARackError(BoardError):
    """The text is not a rack."""

    label = "not a rack"
    expected = "letters A to Z and '?' for a joker"


class NotGcgError(BoardError):
    """The text is not a game in GCG."""

    label = "not GCG"
