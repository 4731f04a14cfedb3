"""Building the core without Python, for the fuzzers and for other machines."""

import subprocess
from pathlib import Path
from zlib import crc32

ROOT = Path(__file__).parent.parent
FUZZ, CORPUS, BUILD = ROOT / "fuzz", ROOT / "fuzz" / "corpus", ROOT / "build" / "fuzz"
STANDARD = ("-std=c++20", "-Wall", "-Wextra", "-I", str(ROOT / "core"))
SANITIZERS = "address,undefined"


def sources() -> list[Path]:
    """The core's sources, the binding to Python left out."""
    return [p for p in sorted((ROOT / "core").glob("*.cpp")) if p.name != "bindings.cpp"]


def build(
    compiler: str,
    main: list[Path],
    flags: tuple[str, ...],
    program: Path,
    linking: tuple[str, ...] = (),
) -> Path:
    """Compile what is older than its source or any header, link; the program."""
    # Programs built with the same flags share their objects.
    folder = program.parent / f"objects-{crc32(' '.join((compiler, *flags)).encode()):08x}"
    objects = [_compile(compiler, source, flags, folder) for source in sources() + main]
    if not program.exists() or any(_newer(o, program) for o in objects):
        _run([compiler, *flags, *linking, *map(str, objects), "-o", str(program)])
    return program


def _compile(compiler: str, source: Path, flags: tuple[str, ...], folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"{source.stem}.o"
    headers = [*(ROOT / "core").glob("*.hpp"), *FUZZ.glob("*.hpp")]
    if not made.exists() or any(_newer(p, made) for p in (source, *headers)):
        _run([compiler, *STANDARD, *flags, "-c", str(source), "-o", str(made)])
    return made


def _newer(one: Path, other: Path) -> bool:
    return one.stat().st_mtime > other.stat().st_mtime


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stderr[-4000:]}")
