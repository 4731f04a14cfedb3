"""The answer to a command that cannot be carried out, the same in every game."""

from raccord.errors import RaccordError


class Refusal(RaccordError, ValueError):  # noqa: N818 - a refusal is an answer to a command
    """Refus: why a command is not carried out, in French, and what forbids it if something does.

    Each game derives its own, so that whoever stands above treats them alike.
    """

    form = "{reason} ({ground})"

    def __init__(self, reason: str, ground: object = None) -> None:
        self.reason = reason
        self.ground = ground
        text = self.form.format(reason=reason, ground=ground) if ground else reason
        super().__init__(text)
