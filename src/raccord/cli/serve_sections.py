"""``raccord serve --sections``: a database, several processes and a proxy, by one command.

SIGHUP restarts the processes one after the other; SIGTERM and Ctrl+C stop everything.
"""

import signal
from types import FrameType

import click

from raccord.cli.failures import Refusal
from raccord.network.proxy import proxies_for
from raccord.network.sections import Plan, Sections
from raccord.store.database import parse_address
from raccord.web import Settings
from raccord.web.addresses import lan_name
from raccord.web.doors import organiser_token
from raccord.web.sessions import Signer
from raccord.web.settings import LOOPBACK
from raccord.web.watch import PER_PHONE, files_allowed, room_for_connections


def serve_sections(
    settings: Settings, sections: int, boards: int, phones: int, log: str, certificate: str
) -> None:
    """Start everything, say where it is, and keep it going."""
    # The key is made before the processes look for it.
    settings.secret()
    plan = _plan(settings, sections, boards, phones, log, certificate)
    running = Sections(plan, click.echo)

    def stop(_: int, __: FrameType | None) -> None:
        running.ask_stop()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda _, __: running.ask_restart())
    try:
        running.start()
        _tell(settings, certificate)
        running.run()
    finally:
        running.stop()


def _plan(
    settings: Settings, sections: int, boards: int, phones: int, log: str, certificate: str
) -> Plan:
    options = ["--lexicon", settings.lexicon, "--log", log]
    each = -(-phones // sections)
    options += ["--phones", str(each)]
    whose = f" de chacun des {sections} processus" if sections > 1 else ""
    warn_of_few(room_for_connections(), each, whose)
    if settings.room:
        options += ["--room", str(settings.room)]
    # A name, so that nobody is the organiser for coming through the proxy of this machine.
    for name in settings.hosts or ("localhost",):
        options += ["--allow-host", name]
    return Plan(
        sections,
        boards,
        settings.host,
        settings.port,
        settings.data,
        _database(settings.database),
        options,
        certificate,
        _proxies(phones),
    )


def _proxies(phones: int) -> int:
    """As many HAProxy as the hall announced asks for."""
    files = files_allowed()
    proxies = proxies_for(phones * PER_PHONE, files)
    if proxies > 1:
        click.echo(
            f"HAProxy : {proxies} processus se partagent le port, car ce système n'accorde que "
            f"{files} fichiers à chacun"
        )
    return proxies


def warn_of_few(connections: int, phones: int, whose: str = "") -> None:
    """Say so where the system gives too few connections for the hall announced."""
    if connections < phones * PER_PHONE:
        click.echo(
            f"Attention : ce système n'accorde que {connections} connexions, de quoi servir "
            f"{connections // PER_PHONE} téléphones sur les {phones}{whose} "
            "(relevez la limite : ulimit -n)",
            err=True,
        )


def _database(address: str) -> str:
    """A PostgreSQL; one of our own where only SQLite's usual file was meant."""
    if not address or parse_address(address).drivername == "sqlite":
        if "://" in address:
            raise Refusal("--sections demande PostgreSQL : postgresql+psycopg://…")
        return ""
    return address


def _tell(settings: Settings, certificate: str) -> None:
    scheme = "https" if certificate else "http"
    name = settings.hosts[0] if settings.hosts else "localhost"
    if not settings.hosts and settings.host not in LOOPBACK:
        name = lan_name()
    where = f"{scheme}://{name}" + ("" if settings.hosts else f":{settings.port}")
    token = organiser_token(Signer(settings.secret()))
    click.echo(f"Raccord est prêt : {where}/  (Ctrl+C pour arrêter)")
    click.echo(f"Lien de l'organisateur, à garder pour vous : {where}/organisateur/{token}")
