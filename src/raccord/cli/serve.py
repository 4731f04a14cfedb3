"""``raccord serve``: start the web application."""

import socket
import threading
import webbrowser
from pathlib import Path

import click
import uvicorn

from raccord.lexicon import LexiconError
from raccord.store.errors import StoreError
from raccord.web import Settings, create_app
from raccord.web.server import server_config
from raccord.web.services import Services
from raccord.web.settings import LOOPBACK


class Server(uvicorn.Server):
    """A server that says where it is once it listens."""

    def __init__(self, config: uvicorn.Config, settings: Settings, open_browser: bool) -> None:
        super().__init__(config)
        self._settings = settings
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if not self.started:
            return
        address = self._settings.address
        click.echo(f"Raccord est prêt : {address}  (Ctrl+C pour arrêter)")
        if self._settings.host not in LOOPBACK:
            click.echo(
                f"Depuis un autre appareil du réseau : http://{_lan_name()}:{self._settings.port}/"
            )
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _lan_name() -> str:
    """This machine's address on the local network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Adresse d'écoute.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port d'écoute."
)
@click.option("--database", default="", metavar="URL", help="Base de données (SQLite par défaut).")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="Dossier des données (par défaut : celui de l'utilisateur, ou RACCORD_HOME).",
)
@click.option("--lexicon", default="fr-libre", show_default=True, help="Lexique : nom ou fichier.")
@click.option("--browser/--no-browser", default=True, help="Ouvrir ou non le navigateur.")
def serve_command(
    host: str, port: int, database: str, data: Path | None, lexicon: str, browser: bool
) -> None:
    """Démarre l'application web et en donne l'adresse."""
    chosen = {"data": data} if data else {}
    settings = Settings(host=host, port=port, database=database, lexicon=lexicon, **chosen)
    _check_port(host, port)
    app = create_app(settings, _services(settings))
    config = server_config(app, host=host, port=port)
    Server(config, settings, browser).run()


def _services(settings: Settings) -> Services:
    """Open the word list and the database now, so that a mistake is told here."""
    try:
        services = Services(settings)
        _ = services.lexicon, services.store
    except (LexiconError, OSError, ValueError) as error:
        raise click.UsageError(str(error)) from error
    except StoreError as error:
        raise click.UsageError(f"base de données inutilisable : {error}") from error
    return services


def _check_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        expected = "choisissez-en un autre avec --port ou --host"
        raise click.UsageError(f"impossible d'écouter sur {host}:{port} : {expected}") from error
