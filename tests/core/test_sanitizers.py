"""The core once under AddressSanitizer and UBSan: solving, the kept corpus, mutated images."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
MUTATIONS = os.environ.get("RACCORD_MUTATIONS", "3000")


def test_the_core_is_clean_under_address_and_undefined_behaviour_sanitizers(
    tmp_path: Path,
) -> None:
    compiler = shutil.which("g++") or shutil.which("clang++")
    assert compiler, "a C++ compiler is needed: expected g++ or clang++"
    sources = [p for p in sorted((ROOT / "core").glob("*.cpp")) if p.name != "bindings.cpp"]
    driver = tmp_path / "driver"
    command = [compiler, "-std=c++20", "-O1", "-g", "-DRACCORD_NO_DISPATCH"]
    command += ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    command += ["-I", str(ROOT / "core"), *map(str, sources), str(ROOT / "fuzz" / "driver.cpp")]
    built = subprocess.run(
        [*command, "-o", str(driver)], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    corpus = sorted(map(str, (ROOT / "fuzz" / "corpus").iterdir()))
    assert corpus, "the corpus is kept in fuzz/corpus"
    run = subprocess.run(
        [str(driver), MUTATIONS, *corpus], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr[-4000:]
    assert f"{MUTATIONS} mutations" in run.stdout
