"""Machines of their own: network namespaces joined by a switch, whose cables can be pulled.

What runs in them is started by the lines of ``deploy/``: the ``ExecStart`` of a unit, a command of
``compose.yaml``, with the environment these files name and no other.
"""

import ctypes
import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"
NETWORK = "10.213.47"
_CLONE_NEWNET = 0x40000000


class Machines:
    """Named machines on one switch; ``address`` is where each is found."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self._folder = folder
        self.address = {name: f"{NETWORK}.{n}" for n, name in enumerate(names, 1)}
        self._running: list[subprocess.Popen[bytes]] = []
        self._spaces = {name: self._space() for name in ("switch", *names)}
        self._ip("switch", "link", "add", "hub", "type", "bridge")
        self._ip("switch", "link", "set", "hub", "up")
        for name in names:
            self._plug(name)

    def _space(self) -> int:
        """A process that holds a namespace of its own, which ends with it: nothing is mounted."""
        command = ["unshare", "--net", "sh", "-c", "echo; exec sleep infinity"]
        holder = subprocess.Popen(command, stdout=subprocess.PIPE)
        self._running.append(holder)
        assert holder.stdout
        with holder.stdout:
            assert holder.stdout.read(1), "no network namespace can be made here"
        return holder.pid

    def _at(self, name: str, *command: str) -> list[str]:
        return ["nsenter", f"--net=/proc/{self._spaces[name]}/ns/net", *command]

    def _ip(self, name: str, *arguments: str) -> None:
        subprocess.run(self._at(name, "ip", *arguments), check=True, capture_output=True)

    def _plug(self, name: str) -> None:
        switch = str(self._spaces["switch"])
        self._ip(name, "link", "add", "eth0", "type", "veth", "peer", name, "netns", switch)
        self._ip(name, "addr", "add", f"{self.address[name]}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            self._ip(name, "link", "set", device, "up")
        self._ip("switch", "link", "set", name, "master", "hub")
        self.cable(name, True)

    def cable(self, name: str, is_in: bool) -> None:
        """Pull the cable of a machine, or put it back: nothing is refused, nothing arrives."""
        self._ip("switch", "link", "set", name, "up" if is_in else "down")

    def start(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        user: str = "",
    ) -> "subprocess.Popen[bytes]":
        """Start something on a machine, with this environment and nothing of ours."""
        as_user = ["setpriv", f"--reuid={user}", "--clear-groups"] if user else []
        with self.log(name).open("ab") as log:
            process = subprocess.Popen(
                self._at(name, *as_user, *command),
                env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **environment},
                cwd="/",
                stdout=log,
                stderr=log,
            )
        self._running.append(process)
        return process

    def log(self, name: str) -> Path:
        """What the programs of a machine have said."""
        return self._folder / f"{name}.log"

    @contextmanager
    def at(self, name: str) -> Iterator[None]:
        """Be at a machine: what this thread connects to meanwhile, it does from there."""
        libc = ctypes.CDLL(None, use_errno=True)
        with (
            Path("/proc/thread-self/ns/net").open() as home,
            Path(f"/proc/{self._spaces[name]}/ns/net").open() as there,
        ):
            assert libc.setns(there.fileno(), _CLONE_NEWNET) == 0, ctypes.get_errno()
            try:
                yield
            finally:
                assert libc.setns(home.fileno(), _CLONE_NEWNET) == 0

    def close(self) -> None:
        """Switch everything off."""
        for process in self._running:
            process.kill()
        for process in self._running:
            process.wait(30)


def of_unit(unit: str, port: int, folder: Path, told: Mapping[str, str]) -> dict[str, str]:
    """The environment a unit gives its process; ``told`` stands for /etc/raccord/environment."""
    text = (DEPLOY / "systemd" / unit).read_text()
    named = dict(re.findall(r"^#   (\w+)=(\S+)", text, re.MULTILINE))
    # Exactly what the unit asks its operator for, no more.
    assert set(told) == set(named), named
    places = {"%S": str(folder), "%d": str(folder), "%i": str(port)}
    set_here = dict(re.findall(r"^Environment=(\w+)=(\S+)", text, re.MULTILINE))
    for sign, place in places.items():
        set_here = {name: value.replace(sign, place) for name, value in set_here.items()}
    return {"HOME": "/", **told, **set_here}


def command_of(unit: str, port: int, program: Path) -> list[str]:
    """The command line of a unit, with the program where it lies here."""
    text = (DEPLOY / "systemd" / unit).read_text()
    (line,) = re.findall(r"^ExecStart=(.+)$", text, re.MULTILINE)
    first, *rest = line.replace("%i", str(port)).split()
    assert first == "/opt/raccord/bin/raccord"
    return [str(program), *rest]
