"""Programs of others that sections need: where they are, as whom they run, how they end."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from raccord.network.errors import NoProgramError

POSTGRES_VARIABLE = "RACCORD_POSTGRES"
HAPROXY_VARIABLE = "RACCORD_HAPROXY"
_SERVANTS = ("postgres", "nobody")


def find_haproxy() -> Path:
    """HAProxy; Debian puts it where only root looks."""
    where = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/local/sbin", "/usr/sbin"))
    found = os.environ.get(HAPROXY_VARIABLE) or shutil.which("haproxy", path=where)
    if not found:
        raise NoProgramError(
            f"HAProxy est introuvable : installez-le (apt install haproxy), ou nommez-le dans "
            f"{HAPROXY_VARIABLE}"
        )
    return Path(found)


def find_postgres() -> Path:
    """The folder of PostgreSQL's programs, the newest one."""
    chosen = os.environ.get(POSTGRES_VARIABLE)
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"),
        key=lambda p: p.parent.name.zfill(4),
        reverse=True,
    )
    on_path = shutil.which("initdb")
    beside = [Path(on_path).resolve().parent] if on_path else []
    for folder in [Path(chosen)] if chosen else [*debian, *beside]:
        if all((folder / name).exists() for name in ("postgres", "initdb")):
            return folder
    raise NoProgramError(
        "PostgreSQL est introuvable : installez-le (apt install postgresql), nommez le dossier de "
        f"ses programmes dans {POSTGRES_VARIABLE}, ou donnez une base avec --database"
    )


def servant() -> dict[str, Any]:
    """As whom PostgreSQL runs: it refuses to be root."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return {}
    import pwd  # Windows has none

    for name in _SERVANTS:
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
    raise NoProgramError("PostgreSQL ne s'exécute pas en tant que root : prenez un autre compte")


def end(process: "subprocess.Popen[bytes]", signal: int, patience: float) -> None:
    """Ask a process to end, and insist after a while."""
    if process.poll() is None:
        process.send_signal(signal)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
