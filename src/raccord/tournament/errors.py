"""What can be wrong with the results of games."""


class TournamentError(ValueError):
    """Results that do not hold together; the message is in French, ``value`` what was given."""

    def __init__(self, message: str, value: object = None) -> None:
        super().__init__(message)
        self.value = value
