"""What the hall cannot do for whoever asks.

HallError
├── UnknownError   no such game or table
└── ChangedError   not any more: the situation is another one
    └── RefusedError   against the rules, with the reason
"""

from raccord.quoting import sentence


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


class RefusedError(ChangedError):
    """A wish against the rules, with the reason in French and its paragraph."""

    def __init__(self, reason: str, article: str = "") -> None:
        text = f"{reason} ({article})" if article else reason
        super().__init__(sentence(text), code="refused")


def unknown_game() -> UnknownError:
    """No game has this code, or not any more."""
    return UnknownError(expected="le code affiché dans la salle")
