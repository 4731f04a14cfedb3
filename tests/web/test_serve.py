"""``raccord serve`` as a person starts it."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from raccord.web.settings import DamagedSecretError, Settings

pytestmark = pytest.mark.slow
COMMAND = [sys.executable, "-m", "raccord.cli", "serve", "--no-browser"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def test_the_server_tells_its_address_keeps_its_data_and_stops(tmp_path: Path) -> None:
    port = free_port()
    command = [*COMMAND, "--port", str(port), "--data", str(tmp_path)]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, encoding="utf-8", env=environment
    ) as process:
        assert process.stdout
        line = process.stdout.readline()
        assert line.startswith(f"Raccord est prêt : http://localhost:{port}/")
        assert httpx.get(f"http://127.0.0.1:{port}/").status_code == 200
        process.send_signal(signal.SIGINT)
        process.wait(20)
    assert (tmp_path / "raccord.sqlite").exists()
    key = tmp_path / "secret.key"
    assert key.stat().st_mode & 0o077 == 0
    assert len(key.read_bytes()) == 32


def test_what_cannot_be_served_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        busy = str(taken.getsockname()[1])
        wrong = (
            ["--port", busy],
            ["--port", "0"],
            ["--port", str(free_port()), "--lexicon", "inconnu"],
            ["--port", str(free_port()), "--database", "mysql://x/y"],
        )
        for options in wrong:
            command = [*COMMAND, "--data", str(tmp_path), *options]
            done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60)
            assert done.returncode == 2, (options, done.stderr)
            assert "Traceback" not in done.stderr
            assert len(done.stderr.strip().splitlines()) == 1, done.stderr


def test_a_damaged_key_is_named(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_bytes(b"short")
    with pytest.raises(DamagedSecretError, match=re.escape(str(tmp_path))):
        Settings(data=tmp_path).secret()
