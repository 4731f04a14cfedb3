"""What the hall cannot do for whoever asks.

HallError
├── UnknownError   no such game or table
└── ChangedError   not any more: the situation is another one

What is against the rules is a ``raccord.refusal.Refusal``, as in the games.
"""


class HallError(Exception):
    """Base: a French message for people, a code for programs, what was expected."""

    code = ""

    def __init__(self, message: str, *, code: str = "", expected: str = "") -> None:
        self.code = code or self.code
        self.expected = expected
        super().__init__(message)


class UnknownError(HallError):
    """No such game."""

    def __init__(self, message: str = "Cette partie n'existe pas.", *, expected: str = "") -> None:
        super().__init__(message, expected=expected)


class ChangedError(HallError):
    """The situation is not what it was."""

    def __init__(
        self, message: str = "La situation a changé entre-temps.", *, code: str = ""
    ) -> None:
        super().__init__(message, code=code)


def unknown_game() -> UnknownError:
    """No game has this code, or not any more."""
    return UnknownError(expected="le code affiché dans la salle")
