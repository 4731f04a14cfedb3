"""``raccord serve`` behind HAProxy with TLS, as ``deploy/haproxy.cfg`` sets it up."""

import os
import socket
import ssl
import subprocess
import time
from pathlib import Path

import httpx
from needs import find_haproxy

from tests.web.conftest import WebClient
from tests.web.served import PATIENCE, Served, free_port

NAME = "club.example"
CONFIGURATION = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"


def make_certificate(folder: Path) -> Path:
    """A certificate and its key in one file, signed by itself."""
    key, certificate, both = (folder / name for name in ("key.pem", "cert.pem", "both.pem"))
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1"]
    command += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    both.write_bytes(certificate.read_bytes() + key.read_bytes())
    return both


class Proxied:
    """A server, and a proxy in front of it with a certificate of its own."""

    def __init__(self, folder: Path) -> None:
        self.server = Served(folder, "", "--allow-host", NAME)
        self.port = free_port()
        certificate = make_certificate(folder)
        self.trust = ssl.create_default_context(cafile=str(folder / "cert.pem"))
        self._log = (folder / "proxy.log").open("wb")
        program = find_haproxy()
        assert program is not None, "no HAProxy: `make test` installs it, or says how"
        self._command = [program, "-db", "-f", str(CONFIGURATION)]
        self._environment = {
            **os.environ,
            "HALL_ADDRESS": f"127.0.0.1:{self.port}",
            "HALL_CERTIFICATE": str(certificate),
            "HALL_SERVER": f"127.0.0.1:{self.server.port}",
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start both and wait until they listen."""
        self.server.start()
        self._process = subprocess.Popen(
            self._command, env=self._environment, stdout=self._log, stderr=self._log
        )
        end = time.monotonic() + PATIENCE
        while not self._listens():
            assert self._process.poll() is None, Path(self._log.name).read_text()
            assert time.monotonic() < end, "the proxy does not start"
            time.sleep(0.05)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        """Stop both."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(30)
        self._log.close()
        self.server.stop()

    def client(self, address: str = "127.0.0.1", name: str = NAME) -> WebClient:
        """A visitor from an address, through the proxy."""
        transport = httpx.HTTPTransport(verify=self.trust, local_address=address)
        url, headers = f"https://127.0.0.1:{self.port}", {"host": name}
        return WebClient(base_url=url, transport=transport, headers=headers, timeout=30)

    def straight(self, address: str) -> WebClient:
        """A visitor from an address who found the way past the proxy."""
        transport = httpx.HTTPTransport(local_address=address)
        return WebClient(base_url=self.server.url, transport=transport, timeout=30)

    def connect(self) -> ssl.SSLSocket:
        """A line to the proxy, to write bytes on."""
        line = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        return self.trust.wrap_socket(line, server_hostname=NAME)
