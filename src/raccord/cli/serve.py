"""``raccord serve``: start the web application."""

import gc
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import click
import segno
import uvicorn

from raccord.cli.inputs import lexicon_option
from raccord.cli.serve_sections import serve_sections, warn_of_few
from raccord.store.database import default_address
from raccord.web import Settings, create_app
from raccord.web.addresses import lan_name
from raccord.web.doors import organiser_path
from raccord.web.logs import structure_logs
from raccord.web.server import listening, server_config, spread
from raccord.web.services import Services
from raccord.web.station import station_of
from raccord.web.watch import Watch, room_for_connections

SWITCH_SECONDS = 0.0005
"""A thread that writes or searches gives way to the one that answers ten times sooner."""
GARBAGE = 50_000
"""New objects before cycles are looked for: with Python's 700, a quarter of the time of a slip."""


class Server(uvicorn.Server):
    """A server that says where it is once it listens."""

    def __init__(
        self, config: uvicorn.Config, services: Services, organiser: str, open_browser: bool
    ) -> None:
        super().__init__(config)
        self._services = services
        self._settings = services.settings
        self._open_browser = open_browser
        self._organiser = organiser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if not self.started:
            return
        address = self._settings.address
        click.echo(f"Raccord est prêt : {address}  (Ctrl+C pour arrêter)")
        if not self._settings.trusts_its_machine:
            self._tell_link(address)
        if self._open_browser:
            address = f"{address}{self._organiser}"
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    def _tell_link(self, address: str) -> None:
        """The way in for others, for the organiser, and back to it once this window is gone."""
        network = self._network()
        click.echo(f"Depuis un autre appareil du réseau : {network}")
        click.echo(f"Lien de l'organisateur, à garder pour vous : {network}{self._organiser}")
        _draw(f"{network}{self._organiser}")
        if not self._settings.hosts:
            click.echo(f"Le lien est aussi, sur cet ordinateur seulement, à {address}arbitrer")

    def _network(self) -> str:
        """The address for others: behind a proxy the first name it was given."""
        if self._settings.hosts:
            return f"https://{self._settings.hosts[0]}/"
        return f"http://{lan_name()}:{self._settings.port}/"

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the live streams first, else each would be cut off with an error of its own."""
        self._services.hub.close()
        await super().shutdown(sockets)


@click.command("serve")
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="ADRESSE", help="Adresse d'écoute."
)
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(1, 65535),
    metavar="N",
    help="Port d'écoute.",
)
@click.option("--database", default="", metavar="URL", help="Base de données (SQLite par défaut).")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="Dossier des données (par défaut : celui de l'utilisateur, ou RACCORD_HOME).",
)
@lexicon_option
@click.option(
    "--phones",
    default=300,
    show_default=True,
    type=click.IntRange(1, 100_000),
    metavar="N",
    help="Téléphones attendus, pour s'assurer que le système le permet.",
)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    envvar="RACCORD_HOSTS",
    metavar="NOM",
    help="Autre nom auquel répondre, celui d'un mandataire (plusieurs possibles ; RACCORD_HOSTS).",
)
@click.option(
    "--sections",
    default=0,
    type=click.IntRange(0, 64),
    metavar="N",
    help="Servir par N processus, sur PostgreSQL, derrière HAProxy.",
)
@click.option(
    "--boards",
    default=0,
    type=click.IntRange(0, 64),
    metavar="N",
    help="Avec --sections : processus de plus, pour les pages publiques et les projecteurs.",
)
@click.option(
    "--certificate",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FICHIER",
    help="Avec --sections : certificat et clé, pour que HAProxy serve en https.",
)
@click.option(
    "--role",
    type=click.Choice(["section", "board"]),
    default="section",
    show_default=True,
    help="Parmi plusieurs processus : tenir des parties, ou seulement les montrer.",
)
@click.option(
    "--log",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Forme du journal.",
)
@click.option(
    "--room",
    type=click.IntRange(1, 1440),
    default=None,
    metavar="MINUTES",
    help="Ouvre le salon : des parties sans arbitre, une toutes les MINUTES.",
)
@click.option("--browser/--no-browser", default=True, help="Ouvrir ou non le navigateur.")
def serve_command(
    host: str,
    port: int,
    database: str,
    data: Path | None,
    lexicon: str,
    phones: int,
    hosts: tuple[str, ...],
    sections: int,
    boards: int,
    certificate: str | None,
    role: str,
    log: str,
    room: int | None,
    browser: bool,
) -> None:
    """Démarre l'application web et en donne l'adresse."""
    if log == "json":
        structure_logs(process=f"{socket.gethostname()}:{port}", role=role)
    chosen: dict[str, Any] = {"data": data} if data else {}
    database = database or ("" if data else default_address())
    settings = Settings(
        host=host,
        port=port,
        database=database,
        lexicon=lexicon,
        hosts=hosts,
        room=room or 0,
        role=role,
        **chosen,
    )
    _check_port(host, port)
    if sections:
        serve_sections(settings, sections, boards, phones, log, certificate or "")
        return
    sys.setswitchinterval(SWITCH_SECONDS)
    services = _services(settings)
    _make_room(services, phones)
    logging_too = {"log_config": None} if log == "json" else {}
    config = server_config(create_app(settings, services), host=host, port=port, **logging_too)
    _spare_collections()
    listeners = spread(listening(host, port))
    Server(config, services, organiser_path(services), browser).run(listeners)


def _draw(link: str) -> None:
    """A QR code of the link, for another device; nothing where no eye sees it, as in a log."""
    if sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf"):
        segno.make(link, micro=False).terminal(out=sys.stdout, compact=True)


def _spare_collections() -> None:
    """Look for cycles less often, and never again among what a server keeps as long as it runs."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE)


def _make_room(services: Services, phones: int) -> None:
    """Ask the system for enough connections, and say so where it gives too few."""
    crowd = services.get(Watch).crowd
    most = crowd.most = room_for_connections()
    if services.settings.hosts:
        # Behind a proxy all come from its address: what one network may have is its business.
        crowd.per_network = most
    warn_of_few(most, phones)


def _services(settings: Settings) -> Services:
    """Open the word list and the database now, so that a mistake is told here."""
    services = Services(settings)
    _ = services.lexicon
    if services.store.is_shared:
        services.get(station_of).check()
    return services


def _check_port(host: str, port: int) -> None:
    try:
        listening(host, port).close()
    except OSError as error:
        expected = "choisissez-en un autre avec --port ou --host"
        raise click.UsageError(f"impossible d'écouter sur {host}:{port} : {expected}") from error
