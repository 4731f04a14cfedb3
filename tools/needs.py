"""Look for what the build and the tests need from the system, and install it where we may.

python3 tools/needs.py build [tests] [bare]

Run by ``make`` before anything is built and before any test starts, so with nothing but the
standard library. Root on a Debian-like system gets what is missing; anyone else is told what to
install.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}"
PATIENCE = 600
"""Seconds to wait for whoever else is installing packages."""
LOCKED = "Could not get lock"


@dataclass(frozen=True)
class Need:
    """Something of the system: for what, the Debian package that brings it, how it is seen."""

    name: str
    group: str
    package: str
    is_there: Callable[[], bool]


@dataclass(frozen=True)
class Machine:
    """What we may do here: the package manager, if any, and the lock of those who install."""

    manager: str | None
    is_root: bool
    lock: Path

    @classmethod
    def here(cls) -> "Machine":
        """This machine."""
        return cls(shutil.which("apt-get"), os.geteuid() == 0, Path("/run/raccord-packages.lock"))


def find_program(*names: str, chosen: str) -> str | None:
    """The program that a variable of the environment chooses, else the first of the names found."""
    found = (shutil.which(name) for name in names)
    return os.environ.get(chosen) or next(filter(None, found), None)


def find_compiler() -> str | None:
    """A C++ compiler, where CMake looks for one."""
    return find_program("c++", "g++", "clang++", chosen="CXX")


def find_chromium() -> str | None:
    """The browser of the tests."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return find_program(*names, chosen="RACCORD_CHROMIUM")


def find_haproxy() -> str | None:
    """The proxy of the tests; it lies where only root looks."""
    return os.environ.get("RACCORD_HAPROXY") or _which_of_root("haproxy")


def _which_of_root(name: str) -> str | None:
    folders = (os.environ.get("PATH", os.defpath), "/usr/local/sbin", "/usr/sbin")
    return shutil.which(name, path=os.pathsep.join(folders))


def _has_headers() -> bool:
    return Path(sysconfig.get_path("include"), "Python.h").exists()


def _has_namespaces() -> bool:
    """Only root makes machines of their own for a test; nobody else needs the program for it."""
    return os.geteuid() != 0 or shutil.which("ip") is not None


def _has_venv() -> bool:
    return importlib.util.find_spec("ensurepip") is not None


NEEDS = (
    Need("Python's headers", "build", f"{PYTHON}-dev", _has_headers),
    Need("Python's venv", "build", f"{PYTHON}-venv", _has_venv),
    Need("a C++ compiler", "build", "g++", lambda: find_compiler() is not None),
    Need("Chromium", "tests", "chromium", lambda: find_chromium() is not None),
    Need("HAProxy", "tests", "haproxy", lambda: find_haproxy() is not None),
    Need("OpenSSL", "tests", "openssl", lambda: shutil.which("openssl") is not None),
    Need("ip", "tests", "iproute2", _has_namespaces),
    Need("debootstrap", "bare", "debootstrap", lambda: _which_of_root("debootstrap") is not None),
)


def provide(needs: Sequence[Need], machine: Machine) -> None:
    """Install what is missing; leave with one line where we may not, or where it did not help."""
    missing = _missing(needs)
    if not missing:
        return
    if machine.manager is None or not machine.is_root:
        raise SystemExit(refusal(missing, machine))
    with _alone(machine.lock):
        # Another run may have installed it while we waited.
        if missing := _missing(needs):
            _install([need.package for need in missing], machine.manager)
    if missing := _missing(needs):
        raise SystemExit(f"still missing once installed: {_named(missing)}")


def refusal(missing: Sequence[Need], machine: Machine) -> str:
    """One line: what is missing and what to type for it."""
    if machine.manager:
        packages = " ".join(need.package for need in missing)
        line = f"sudo apt-get install {packages}"
        return f"needed from the system: {_named(missing)}; type this, then try again: {line}"
    names = ", ".join(f"{need.name} (Debian's {need.package})" for need in missing)
    return f"needed from the system: {names}; install it and try again"


def _missing(needs: Sequence[Need]) -> list[Need]:
    return [need for need in needs if not need.is_there()]


def _named(needs: Sequence[Need]) -> str:
    return ", ".join(need.name for need in needs)


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    import fcntl  # what Windows lacks, where the tests ask this module for a browser

    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _install(packages: list[str], manager: str) -> None:
    print(f"installing {' '.join(packages)}", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    _refresh(manager, environment)
    options = ["-y", "-qq", "--no-install-recommends"]
    options += ["-o", f"DPkg::Lock::Timeout={PATIENCE}", "-o", "Dpkg::Use-Pty=0"]
    command = [manager, "install", *options, *packages]
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        raise SystemExit(f"could not be installed (see above): {' '.join(packages)}")


def _refresh(manager: str, environment: dict[str, str]) -> None:
    """Fetch the lists of packages. Unlike an installation, that does not wait for its lock."""
    end = time.monotonic() + PATIENCE
    command = [manager, "update", "-qq"]
    while True:
        done = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True)
        if LOCKED not in done.stderr or time.monotonic() > end:
            break
        time.sleep(1)
    # Old lists may do; if not, the installation fails and says so.
    sys.stderr.write(done.stderr)


def main() -> None:
    """Provide the groups named on the command line."""
    groups = sys.argv[1:]
    if unknown := set(groups) - {need.group for need in NEEDS}:
        expected = ", ".join(dict.fromkeys(need.group for need in NEEDS))
        raise SystemExit(f"unknown group: {min(unknown)} (expected: {expected})")
    provide([need for need in NEEDS if need.group in groups], Machine.here())


if __name__ == "__main__":
    main()
