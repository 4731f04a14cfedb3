"""The core on its own, preconditions asserted: every fuzz target over its corpus and around it.

``make portable`` compares real and emulated machines; here the code of ARM runs on the one at hand.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.sanitizers
ROOT = Path(__file__).parent.parent.parent
SANITIZED = ("-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
ASSERTED = "-UNDEBUG"  # whatever the environment asks for
PORTABLE = ("-U__SSE2__", "-funsigned-char")  # what ARM has not, and has
MUTATIONS = {"loader": 3000, "position": 500, "words": 500, "solver": 300}
MORE = int(os.environ.get("RACCORD_MUTATIONS", "1"))  # times as many


def test_the_core_is_clean_under_address_and_undefined_behaviour_sanitizers(
    tmp_path: Path,
) -> None:
    compile_core(tmp_path, SANITIZED)
    for name in MUTATIONS:
        replay(name, tmp_path, SANITIZED)


def test_the_core_gives_the_same_moves_without_the_instructions_of_x86(tmp_path: Path) -> None:
    compile_core(tmp_path, PORTABLE)
    replay("solver", tmp_path, PORTABLE)


def test_a_precondition_that_does_not_hold_ends_these_builds(tmp_path: Path) -> None:
    (tmp_path / "broken.cpp").write_text(
        '#include "letters.hpp"\n'
        "int main(int count, char**) { raccord::Tally().add(raccord::kLetters + count); }\n"
    )
    compile_files(tmp_path, SANITIZED, "broken.cpp", "-o", "broken")
    run = subprocess.run([tmp_path / "broken"], capture_output=True, text=True, check=False)
    assert run.returncode != 0
    assert "Assertion" in run.stderr


def replay(name: str, folder: Path, flags: tuple[str, ...]) -> None:
    main = (ROOT / "fuzz" / f"fuzz_{name}.cpp", ROOT / "fuzz" / "replay.cpp")
    compile_files(folder, flags, *main, *sorted(folder.glob("*.o")), "-o", name)
    inputs = sorted((ROOT / "fuzz" / "corpus" / name).iterdir())
    assert inputs, f"the corpus of {name} is kept in fuzz/corpus"
    mutations = MORE * MUTATIONS[name]
    command = [str(folder / name), str(mutations), *map(str, inputs)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, f"{name}: {run.stderr[-4000:]}"
    assert run.stdout == f"{len(inputs)} inputs, {mutations} mutations\n"


def compile_core(folder: Path, flags: tuple[str, ...]) -> None:
    core = [p for p in sorted((ROOT / "core").glob("*.cpp")) if p.name != "bindings.cpp"]
    compile_files(folder, flags, *core, "-c")


def compile_files(folder: Path, flags: tuple[str, ...], *arguments: Path | str) -> None:
    compiler = shutil.which("g++") or shutil.which("clang++")
    assert compiler, "a C++ compiler is needed: expected g++ or clang++"
    command = [compiler, "-std=c++20", "-O1", ASSERTED, "-DRACCORD_NO_DISPATCH", *flags]
    command += ["-I", str(ROOT / "core"), *map(str, arguments)]
    built = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert built.returncode == 0, built.stderr
