"""``raccord serve``: start the web application."""

import errno
import gc
import socket
import sys
import threading
import webbrowser
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import segno
import uvicorn

from raccord.cli.failures import Refusal
from raccord.cli.inputs import lexicon_option
from raccord.cli.serve_sections import serve_sections, warn_of_few
from raccord.store.database import default_address, parse_address
from raccord.store.folder_lock import FolderLock, Place
from raccord.web import Settings, create_app
from raccord.web.addresses import lan_name
from raccord.web.doors import organiser_path
from raccord.web.logs import structure_logs
from raccord.web.server import listening, server_config, spread
from raccord.web.services import Services
from raccord.web.settings import THIS_MACHINE, USUAL_PORT
from raccord.web.station import station_of
from raccord.web.watch import Watch, room_for_connections

TRIED_PORTS = 100
TAKEN = frozenset({errno.EADDRINUSE, errno.EACCES})
"""How a system refuses a port that another program has, or that it keeps for itself."""
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
    "--host",
    default=None,
    metavar="ADRESSE",
    help=f"Adresse d'écoute (par défaut : {THIS_MACHINE}).",
)
@click.option(
    "--port",
    default=None,
    type=click.IntRange(1, 65535),
    metavar="N",
    help=f"Port d'écoute (par défaut : {USUAL_PORT}, ou le premier libre après lui).",
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
    host: str | None,
    port: int | None,
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
    chosen: dict[str, Any] = {"data": data} if data else {}
    database = database or ("" if data else default_address())
    settings = Settings(
        host=host or THIS_MACHINE,
        port=port or USUAL_PORT,
        database=database,
        lexicon=lexicon,
        hosts=hosts,
        room=room or 0,
        role=role,
        **chosen,
    )
    if sections:
        with closing(_listener(settings.host, port)) as free:
            settings = _at(settings, free)
        serve_sections(settings, sections, boards, phones, log, certificate or "")
        return
    folder = None if _is_shared(settings) else FolderLock(settings.data)
    if folder and not folder.take():
        _open_other(settings, folder.holder(), (host, port), browser)
        return
    listener = _listener(settings.host, port)
    settings = _at(settings, listener)
    if folder:
        folder.publish(Place(settings.host, settings.port))
    if log == "json":
        structure_logs(process=f"{socket.gethostname()}:{settings.port}", role=role)
    sys.setswitchinterval(SWITCH_SECONDS)
    services = _services(settings)
    _make_room(services, phones)
    logging_too = {"log_config": None} if log == "json" else {}
    app = create_app(settings, services)
    config = server_config(app, host=settings.host, port=settings.port, **logging_too)
    _spare_collections()
    Server(config, services, organiser_path(services), browser).run(spread(listener))


def _listener(host: str, port: int | None) -> socket.socket:
    """A socket at the port asked for; where none was, at the first one free."""
    ports = [port] if port else range(USUAL_PORT, USUAL_PORT + TRIED_PORTS)
    for number in ports:
        try:
            return listening(host, number)
        except OSError as error:
            fault = error
            if error.errno not in TAKEN:
                break
    expected = "choisissez-en un autre avec --port ou --host"
    raise click.UsageError(f"impossible d'écouter sur {host}:{number} : {expected}") from fault


def _at(settings: Settings, listener: socket.socket) -> Settings:
    """The settings with the port there is; said where it is not the one expected."""
    port = listener.getsockname()[1]
    if port != settings.port:
        click.echo(
            f"Le port {settings.port} est pris par un autre programme : Raccord prend le {port}."
        )
    return replace(settings, port=port)


def _is_shared(settings: Settings) -> bool:
    """Whether several servers may have these games: those of a PostgreSQL database."""
    return parse_address(settings.database_url).drivername != "sqlite"


def _open_other(
    settings: Settings, other: Place | None, asked: tuple[str | None, int | None], browser: bool
) -> None:
    """Lead to the server that has these games, unless another address was asked for."""
    address = replace(settings, host=other.host, port=other.port).address if other else ""
    if other is None or any(
        word not in (None, has) for word, has in zip(asked, other, strict=True)
    ):
        where = f" à {address}" if address else ""
        raise Refusal(
            f"Raccord est déjà ouvert{where} avec les parties de {settings.data} : arrêtez-le "
            "d'abord, ou choisissez un autre dossier avec --data"
        )
    click.echo(f"Raccord est déjà ouvert : {address}")
    if browser:
        webbrowser.open(address)


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
