"""Compare the core's answers between machines: this one, an old x86-64, an ARM of 64 bits, Windows.

python tools/portable.py [--positions 400]

Each program prints every move and every top of the same positions; all must print the same. Needs
cross compilers, QEMU and Wine, and says which package is missing.
"""

import argparse
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from native import BUILD, CORPUS, FUZZ, build


@dataclass(frozen=True)
class Machine:
    """A machine, real or emulated: its compiler, its flags, what runs its programs."""

    name: str
    compiler: str = "g++"
    flags: tuple[str, ...] = ("-O3",)
    emulator: tuple[str, ...] = ()
    suffix: str = ""


MACHINES = (
    Machine("this-machine"),
    # Without SSE4, AVX2 and BMI2: the run-time dispatch must take the other way.
    Machine("nehalem", emulator=("qemu-x86_64-static", "-cpu", "Nehalem")),
    # The least that an x86-64 has.
    Machine("x86-64", emulator=("qemu-x86_64-static", "-cpu", "qemu64")),
    # As ARM and others are: no SSE2, plain characters unsigned.
    Machine("portable", flags=("-O3", "-U__SSE2__", "-DRACCORD_NO_DISPATCH", "-funsigned-char")),
    # As on a Mac, and as clang-cl on Windows.
    Machine("clang", "clang++"),
    # Its system calls and its compiler's layout; what runs it is Wine, not Windows.
    Machine("windows", "x86_64-w64-mingw32-g++-posix", emulator=("wine",), suffix=".exe"),
    Machine("aarch64", "aarch64-linux-gnu-g++", emulator=("qemu-aarch64-static",)),
    Machine(
        "aarch64-sanitized",
        "aarch64-linux-gnu-g++",
        ("-O1", "-fsanitize=undefined", "-fno-sanitize-recover=all"),
        ("qemu-aarch64-static",),
    ),
)
PACKAGES = {
    "g++": "g++",
    "clang++": "clang",
    "x86_64-w64-mingw32-g++-posix": "g++-mingw-w64-x86-64-posix",
    "wine": "wine",
    "aarch64-linux-gnu-g++": "g++-aarch64-linux-gnu",
    "qemu-x86_64-static": "qemu-user-static",
    "qemu-aarch64-static": "qemu-user-static",
}


def main() -> None:
    """Compare; leave with an error where a machine answers otherwise."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=400, help="invented ones")
    options = parser.parse_args()
    needed = {program for m in MACHINES for program in (m.compiler, *m.emulator[:1])}
    if missing := sorted({PACKAGES[p] for p in needed if not shutil.which(p)}):
        raise SystemExit(f"comparing machines needs: apt install {' '.join(missing)}")
    BUILD.mkdir(parents=True, exist_ok=True)
    expected = answers(MACHINES[0], options.positions)
    print(f"{MACHINES[0].name}: {len(expected)} lines", flush=True)
    wrong = [m.name for m in MACHINES[1:] if not agrees(m, options.positions, expected)]
    if wrong:
        raise SystemExit(f"answers differ on: {', '.join(wrong)}")


def agrees(machine: Machine, positions: int, expected: list[str]) -> bool:
    """Whether a machine answers as expected; prints the first line that differs."""
    found = answers(machine, positions)
    pairs = list(zip(expected, found, strict=False))
    differing = next((n for n, (a, b) in enumerate(pairs) if a != b), len(pairs))
    same = found == expected
    print(
        f"{machine.name}: {'the same' if same else f'differs at line {differing + 1}'}", flush=True
    )
    return same


def answers(machine: Machine, positions: int) -> list[str]:
    """What the core answers on a machine."""
    # Linked whole: the emulator needs no libraries of the other machine.
    flags = (*machine.flags, "-static")
    target = BUILD / f"on-{machine.name}{machine.suffix}"
    program = build(machine.compiler, [FUZZ / "answers.cpp"], flags, target)
    command = [*machine.emulator, str(program), str(positions)]
    command += [str(path) for path in kept()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{machine.name}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout.splitlines()


def kept() -> list[Path]:
    """The positions of the corpus."""
    return sorted((CORPUS / "solver").iterdir())


if __name__ == "__main__":
    main()
