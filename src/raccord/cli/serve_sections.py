"""``raccord serve --sections``: a database, several processes and a proxy, by one command.

SIGHUP restarts the processes one after the other; SIGTERM and Ctrl+C stop everything.
"""

import signal
from types import FrameType

import click

from raccord.cli.failures import Refusal
from raccord.network.sections import Plan, Sections
from raccord.store.database import parse_address
from raccord.web import Settings
from raccord.web.addresses import lan_name
from raccord.web.doors import organiser_token
from raccord.web.sessions import Signer
from raccord.web.settings import LOOPBACK


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
    options += ["--phones", str(-(-phones // sections))]
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
