"""Make the lock files out of pyproject.toml, then try them for every Python that we promise.

make lock [UPGRADE=1]        or: python tools/lock.py [--upgrade] [--check]

One set of files serves all versions: what no longer supports the oldest is locked twice, each time
with its marker. Whatever is locked must have a wheel for each version: nobody is to need a compiler
for somebody else's package. ``--check`` only tries what is there.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from versions import PROJECT, ROOT, VERSIONS

LOCKS = ROOT / "requirements"
GROUPS = tuple(PROJECT["dependency-groups"])
EXTRAS = tuple(PROJECT["project"]["optional-dependencies"])
LINUX = "x86_64-manylinux_2_28"
OTHERS = ("x86_64-pc-windows-msvc", "aarch64-apple-darwin")
"""Where only the product is installed, without our tools."""


def main() -> None:
    """Lock and try; leave with an error where a version lacks something."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="take the newest of everything")
    parser.add_argument("--check", action="store_true", help="try the files as they are")
    options = parser.parse_args()
    if not options.check:
        lock(["--upgrade"] if options.upgrade else [])
    if faults := list(missing()):
        raise SystemExit("\n".join(faults))
    print(f"every lock installs from wheels on Python {', '.join(VERSIONS)}")


def lock(more: Sequence[str]) -> None:
    """Write every file; versions that stand in two of them are the same."""
    shared = ["--universal", "--python-version", VERSIONS[0], "--generate-hashes", "--no-annotate"]
    shared += ["--custom-compile-command", "make lock", *more]
    extras = [word for extra in EXTRAS for word in ("--extra", extra)]
    _uv("compile", *shared, *extras, "pyproject.toml", "-o", "requirements/runtime.txt")
    before = ["-c", "requirements/runtime.txt"]
    for group in GROUPS:
        _uv("compile", *shared, *before, "--group", group, "-o", f"requirements/{group}.txt")
        if group == "build":
            before += ["-c", "requirements/build.txt"]


def missing() -> Iterator[str]:
    """What cannot be installed, a line each: the lock, the version, the system, the reason."""
    for version in VERSIONS:
        for file in sorted(LOCKS.glob("*.txt")):
            for system in (LINUX, *OTHERS) if file.stem == "runtime" else (LINUX,):
                if reason := _refusal(file, version, system):
                    yield f"{file.stem}, Python {version}, {system}: {reason}"


def _refusal(file: Path, version: str, system: str) -> str:
    asked = ["--python-version", version, "--python-platform", system, "--only-binary", ":all:"]
    nowhere = ["--dry-run", "--target", str(ROOT / "build" / "nowhere")]
    done = _uv("install", *asked, *nowhere, "--require-hashes", "-r", str(file), check=False)
    return " ".join(done.stderr.split()) if done.returncode else ""


def _uv(verb: str, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("uv")), "pip", verb, "--quiet", *arguments]
    kept = None if check else subprocess.PIPE
    return subprocess.run(command, cwd=ROOT, check=check, stderr=kept, text=True)


if __name__ == "__main__":
    main()
