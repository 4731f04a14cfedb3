"""What an organiser may choose when starting the server."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

import platformdirs

SECRET_BYTES = 32
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


def default_data() -> Path:
    """Where games are kept: ``$RACCORD_HOME``, or the user's data folder."""
    home = os.environ.get("RACCORD_HOME")
    return Path(home) if home else Path(platformdirs.user_data_dir("raccord"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Réglages du serveur: where it listens, where it keeps its data, which word list it opens."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path
    database: str = ""
    lexicon: str = "fr-libre"

    @property
    def address(self) -> str:
        """The address to type in a browser on this machine."""
        host = "localhost" if self.host in LOOPBACK | {"0.0.0.0", "::"} else self.host  # noqa: S104
        return f"http://{host}:{self.port}/"

    @property
    def database_url(self) -> str:
        """The database asked for, or the file in the data folder."""
        return self.database or f"sqlite:///{(self.data / 'raccord.sqlite').as_posix()}"

    def secret(self) -> bytes:
        """The key that signs sessions, made once and kept in the data folder."""
        path = self.data / "secret.key"
        self.data.mkdir(parents=True, exist_ok=True)
        try:
            with path.open("xb", opener=_private) as file:
                file.write(secrets.token_bytes(SECRET_BYTES))
        except FileExistsError:
            pass
        key = path.read_bytes()
        if len(key) < SECRET_BYTES:
            raise ValueError(f"{path} is damaged (expected {SECRET_BYTES} bytes): delete it")
        return key


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
