"""HAProxy in front of the processes of a machine: the game in the path says which one answers.

All processes are right; sending the requests of one game to one of them only spares handing its
section over. The first four letters of a code are those of its game, whatever key follows them.
"""

import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from raccord.network.errors import NoProgramError
from raccord.network.programs import end, find_haproxy
from raccord.store.places import write_whole

PATIENCE = 20.0
FILES_A_CONNECTION = 2
"""Descriptors: one towards the phone, one towards the process that answers it."""
SPARE_FILES = 200
"""Descriptors of HAProxy's own: its checks, its threads, its log."""
MARGIN = 1.2
"""The kernel spreads connections by chance: one process may get some more than its share."""
_HEAD = """\
# Written by « raccord serve --sections »; change the options of the command instead.
defaults
    mode http
    maxconn {most}
    timeout connect 5s
    timeout client 1h
    timeout server 1h
    timeout http-request 10s
    # A line kept to a process could be closed by it while a request is on its way.
    option http-server-close
    option redispatch
    retries 3
    # A process that just went away has not seen the request; one that did may have answered it.
    retry-on conn-failure empty-response
    option httpchk
    http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
    default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions

frontend hall
    bind {address}{tls}
    http-request del-header X-Forwarded-For
    http-request del-header Forwarded
    http-request set-header X-Forwarded-Proto {scheme}
    option forwardfor
    # Only a slip may be sent twice: it bears a key.
    http-request disable-l7-retry if {{ method POST PUT DELETE }} !{{ path_end /slip }}
    http-request del-header X-Raccord-Section
    http-request set-header X-Raccord-Section %[path,field(4,/),upper,bytes(0,4)] \
if {{ path_beg /api/games/ }}
    http-request set-header X-Raccord-Section %[path,field(3,/),upper,bytes(0,4)] \
if {{ path_beg {places} }}
    http-request set-header X-Raccord-Section SALON if {{ path_beg /salon /api/room }}
{boards}    default_backend sections

backend sections
    balance hdr(X-Raccord-Section)
    hash-type consistent
{sections}
"""
_PLACES = ("arbitrer", "corriger", "jouer", "live", "partie", "projection", "rejoindre")
_TO_BOARDS = """\
    use_backend boards if { method GET } { path_beg /partie/ /projection/ }
    use_backend boards if { path_beg /live/ } { path_end /public }
"""
_BOARDS = """
backend boards
    balance leastconn
{boards}
"""


def configuration(
    address: str,
    sections: Sequence[int],
    boards: Sequence[int] = (),
    *,
    certificate: str = "",
    most: int = 40_000,
) -> str:
    """The configuration for processes on these ports of this machine."""
    written = _HEAD.format(
        address=address,
        tls=f" ssl crt {certificate} alpn http/1.1" if certificate else "",
        scheme="https" if certificate else "http",
        places=" ".join(f"/{place}/" for place in _PLACES),
        most=most,
        boards=_TO_BOARDS if boards else "",
        sections=_servers("section", sections),
    )
    # Should every board be away, a section shows what they do.
    spare = [f"    server spare{n} 127.0.0.1:{p} backup" for n, p in enumerate(sections, 1)]
    told = "\n".join((_servers("board", boards), *spare))
    return written + (_BOARDS.format(boards=told) if boards else "")


def _servers(name: str, ports: Sequence[int]) -> str:
    return "\n".join(f"    server {name}{n} 127.0.0.1:{port}" for n, port in enumerate(ports, 1))


def proxies_for(connections: int, files: int) -> int:
    """How many HAProxy share a port, where a process may open so many files."""
    each = max(1, (files - SPARE_FILES) // FILES_A_CONNECTION)
    return 1 if connections <= each else -int(-MARGIN * connections // each)


class Proxy:
    """HAProxy as a process of ours; several on one port share what comes in by SO_REUSEPORT."""

    def __init__(self, folder: Path, address: tuple[str, int], written: str, name: str) -> None:
        self._program = find_haproxy()
        self.name = name
        self._file = folder / "haproxy.cfg"
        self._log = folder / f"{name}.log"
        self._address = address
        write_whole(self._file, written.encode())
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        """Whether it has not ended by itself."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start and wait until it listens."""
        with self._log.open("wb") as log:
            command = [str(self._program), "-db", "-f", str(self._file)]
            self._process = subprocess.Popen(command, stdout=log, stderr=log)  # noqa: S603
        end_ = time.monotonic() + PATIENCE
        while self.is_running and time.monotonic() < end_:
            if self._listens():
                return
            time.sleep(0.05)
        said = [
            line for line in self._log.read_text(errors="replace").splitlines() if "ALERT" in line
        ]
        raise NoProgramError(f"HAProxy ne démarre pas : {''.join(said[:1]) or self._file}")

    def _listens(self) -> bool:
        host, port = self._address
        here = "127.0.0.1" if host in {"0.0.0.0", "::", "*"} else host  # noqa: S104
        with socket.socket(socket.AF_INET6 if ":" in here else socket.AF_INET) as probe:
            return probe.connect_ex((here, port)) == 0

    def stop(self) -> None:
        """Stop."""
        if self._process is not None:
            end(self._process, signal.SIGTERM, PATIENCE)
