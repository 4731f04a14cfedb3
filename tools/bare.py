"""Clean Debians, and what a newcomer types in one: Python, make, a compiler, git and nothing else.

make bare [SUITE=trixie] [DO="make quick"]      or: python tools/bare.py [--suite S] [COMMAND]

As root. Each Debian is made once by debootstrap, kept, and copied for every use; the last commit is
cloned into the copy. A command runs there in namespaces of its own, so that what it mounted and
started ends with it, however it ends. It says as much as a person would see, and its exit status
is ours.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUITES = ("bookworm", "trixie", "forky", "sid")
"""Debian 12 with Python 3.11, 13 with 3.13, and those to come."""
NEWCOMER = ("python3", "python3-venv", "make", "g++", "git", "ca-certificates")
TRIAL = (
    "python3 tools/try_run.py",
    "make quick",
    "make test TESTS=tests/web/test_evening.py",
)
"""What CI tries: the product starts, the quick tests, one evening in a real browser."""
KEPT = Path("/var/tmp/raccord-bare")
"""Where clean systems are kept between two uses."""
SCRIPTS = Path("/usr/share/debootstrap/scripts")
REACH = ("PIP_", "SSL_", "HTTP", "http", "NO_PROXY", "no_proxy", "REQUESTS_", "CI")
"""How this machine reaches packages: variables, then files."""
FILES = ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt")


def main() -> None:
    """Run the command in a clean clone; leave with its exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", choices=SUITES, default="trixie")
    parser.add_argument("command", nargs="?", default=" && ".join(TRIAL))
    options = parser.parse_args()
    with system(options.suite, "newcomer", NEWCOMER) as root:
        clone(root / "root" / "project")
        command = f"apt-get update -qq; cd project && {options.command}"
        done = subprocess.run(inside(root, command), env=_setting(), stdin=subprocess.DEVNULL)
    sys.exit(done.returncode)


@contextmanager
def system(suite: str, name: str, packages: Sequence[str]) -> Iterator[Path]:
    """A fresh copy of a clean Debian."""
    if os.geteuid():
        raise SystemExit("only root makes a clean Debian: type the same with sudo before it")
    base, root = KEPT / f"{suite}-{name}.base", KEPT / f"{suite}-{name}-{os.getpid()}"
    if not (base / ".made").exists():
        _make(suite, base, packages)
    subprocess.run(["cp", "-a", str(base), str(root)], check=True)
    for file in map(Path, FILES):
        if file.exists():
            shutil.copy(file, f"{root}{file}")
    if shutil.which("apt-config"):  # debootstrap is to be had elsewhere than on Debian too
        (root / "etc/apt/apt.conf.d/90reach").write_text(checked(["apt-config", "dump", "Acquire"]))
    try:
        yield root
    finally:
        shutil.rmtree(root)


def _make(suite: str, base: Path, packages: Sequence[str]) -> None:
    shutil.rmtree(base, ignore_errors=True)
    base.mkdir(parents=True)
    command = ["debootstrap", "--variant=minbase", f"--include={','.join(packages)}", suite]
    # An older debootstrap does not know the newest names; they are made as sid is.
    script = [] if (SCRIPTS / suite).exists() else [str(SCRIPTS / "sid")]
    print(f"making a clean Debian {suite} in {base}", flush=True)
    source = mirror()
    checked([*command, str(base), *source, *(script if source else [])])
    (base / ".made").touch()


def mirror() -> list[str]:
    """Where this machine's own Debian packages come from, if it says so."""
    lists = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    words = (word for file in lists if file.is_file() for word in file.read_text().split())
    return [word for word in words if word.rstrip("/").endswith("/debian")][:1]


def clone(folder: Path) -> None:
    """The last commit, as somebody else gets it."""
    trusted = ["git", "-c", f"safe.directory={ROOT}", "-c", f"safe.directory={ROOT}/.git"]
    checked([*trusted, "clone", "-q", str(ROOT), str(folder)])


def inside(root: Path, command: str, lent: Sequence[Path] = ()) -> list[str]:
    """A command in a clean system, at root's home; ``lent`` folders are there too, to be read."""
    steps = [f"mount --rbind /{name} {root}/{name}" for name in ("dev", "sys")]
    steps.append(f"mount -t proc proc {root}/proc")
    for folder in lent:
        place = shlex.quote(f"{root}{folder}")
        steps.append(f"mkdir -p {place}; mount --bind -o ro {shlex.quote(str(folder))} {place}")
    steps.append(f"exec chroot {root} sh -c {shlex.quote(f'cd /root; {command}')}")
    spaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
    return [*spaces, "sh", "-ec", "\n".join(steps)]


def run(root: Path, command: str, lent: Sequence[Path] = ()) -> str:
    """What a command prints in a clean system; the first that fails ends it."""
    return checked(inside(root, f"set -e; {command}", lent), _setting())


def checked(command: Sequence[str], setting: dict[str, str] | None = None) -> str:
    """What a command prints; where it fails, we leave with what it said."""
    done = subprocess.run(command, env=setting, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def _setting() -> dict[str, str]:
    reach = {key: value for key, value in os.environ.items() if key.startswith(REACH)}
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    return {"PATH": path, "HOME": "/root", "LANG": "C.UTF-8", **reach}


if __name__ == "__main__":
    main()
