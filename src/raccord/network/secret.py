"""The secret that several processes share: from the environment, or from the file it names."""

import os
from pathlib import Path

SECRET_BYTES = 32
SECRET_VARIABLE = "RACCORD_SECRET"  # noqa: S105 — a name
SECRET_FILE_VARIABLE = "RACCORD_SECRET_FILE"  # noqa: S105


class WrongSecretError(ValueError):
    """The key given to the processes is none, or cannot be read."""

    def __init__(self, variable: str) -> None:
        super().__init__(
            f"{variable} ne donne pas de clé (attendu : au moins {SECRET_BYTES} octets au hasard)"
        )


def given_secret() -> bytes:
    """The key from the environment or the file it names; processes that share a base share it."""
    if text := os.environ.get(SECRET_VARIABLE, ""):
        found, variable = text.encode(), SECRET_VARIABLE
    elif name := os.environ.get(SECRET_FILE_VARIABLE, ""):
        variable = SECRET_FILE_VARIABLE
        try:
            found = Path(name).read_bytes()
        except OSError as error:
            raise WrongSecretError(variable) from error
    else:
        return b""
    if len(found) < SECRET_BYTES:
        raise WrongSecretError(variable)
    return found
