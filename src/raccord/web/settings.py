"""What an organiser may choose when starting the server."""

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from raccord.network.secret import SECRET_BYTES, given_secret
from raccord.store.places import data_folder, write_whole

THIS_MACHINE = "127.0.0.1"
USUAL_PORT = 8000
LOOPBACK = frozenset({THIS_MACHINE, "::1", "localhost"})


class DamagedSecretError(ValueError):
    """The key in the data folder is not one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(
            f"{path} est abîmé (attendu : {SECRET_BYTES} octets) : effacez-le, chacun devra "
            "seulement se reconnecter"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Réglages du serveur: where it listens, where it keeps its data, which word list it opens."""

    host: str = THIS_MACHINE
    port: int = USUAL_PORT
    data: Path = field(default_factory=data_folder)
    database: str = ""
    lexicon: str = "fr-libre"
    hosts: tuple[str, ...] = ()
    """Other names it answers to, those of a proxy in front of it."""
    role: str = "section"
    """Among several processes: ``section`` keeps clocks, ``board`` only shows."""
    room: int = 0
    """Minutes between two games of the open room; 0 leaves it as it was, closed at first."""

    @property
    def address(self) -> str:
        """The address to type in a browser on this machine."""
        host = "localhost" if self.host in LOOPBACK | {"0.0.0.0", "::"} else self.host  # noqa: S104
        return f"http://{host}:{self.port}/"

    @property
    def trusts_its_machine(self) -> bool:
        """Whether who sits at this machine is the organiser without a link.

        Where a name was given there is a proxy, whose visitors all seem to sit here.
        """
        return self.host in LOOPBACK and not self.hosts

    @property
    def database_url(self) -> str:
        """The database asked for, or the file in the data folder."""
        return self.database or f"sqlite:///{(self.data / 'raccord.sqlite').as_posix()}"

    def secret(self) -> bytes:
        """The key that signs sessions: given to all processes, or made once and kept here."""
        if given := given_secret():
            return given
        path = self.data / "secret.key"
        if not path.exists():
            write_whole(path, secrets.token_bytes(SECRET_BYTES))
        key = path.read_bytes()
        # A file cut short would sign with a key that can be guessed.
        if len(key) < SECRET_BYTES:
            raise DamagedSecretError(path)
        return key
