"""Fuzz the core (libFuzzer) and the parsers in Python (Atheris), from the kept corpus.

python tools/fuzz.py [TARGET…] [--seconds 60] [--minimise]
"""

import argparse
import importlib.util
import shutil
import subprocess
import sys

from native import BUILD, CORPUS, FUZZ, ROOT, SANITIZERS, build

NATIVE = {"loader": 400, "position": 400, "solver": 400, "words": 400}  # longest input
PYTHON = {
    "board": 400,
    "case": 2000,
    "entry": 200,
    "gcg": 1000,
    "jarnac": 4000,
    "move": 60,
    "positions": 1000,
    "rack": 60,
    "record": 4000,
    "reference": 20,
    "word_list": 4000,
}
# Comparisons are not traced in the solver: a rack of many letters makes millions of them.
UNTRACED = {"solver": ("-fno-sanitize-coverage=trace-cmp",)}


def main() -> None:
    """Fuzz; leave with the number of targets that failed."""
    known = NATIVE | PYTHON
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(known))
    parser.add_argument("--seconds", type=int, default=60, help="on each target")
    parser.add_argument(
        "--minimise", action="store_true", help="keep in fuzz/corpus what adds coverage"
    )
    options = parser.parse_args()
    if unknown := set(options.targets) - set(known):
        parser.error(f"unknown target {min(unknown)} (expected: {', '.join(known)})")
    chosen = options.targets or list(known)
    failed = [name for name in chosen if not fuzz(name, known[name], options.seconds)]
    if options.minimise:
        for name in chosen:
            minimise(name)
    if failed:
        raise SystemExit(f"FAILED: {', '.join(failed)}; the inputs are in {BUILD / 'found'}")


def fuzz(name: str, longest: int, seconds: int) -> bool:
    """Whether the target survives; what it learns goes to its folder in build/."""
    learnt, found = BUILD / "learnt" / name, BUILD / "found"
    learnt.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    command = [*target(name), str(learnt), str(CORPUS / name)]
    command += [f"-max_len={longest}", f"-max_total_time={seconds}", "-timeout=20"]
    command += [f"-artifact_prefix={found}/{name}-", "-print_final_stats=1", "-rss_limit_mb=2048"]
    log = BUILD / f"{name}.log"
    with log.open("w") as output:
        code = subprocess.run(
            command, stdout=output, stderr=subprocess.STDOUT, cwd=ROOT, check=False
        ).returncode
    lines = log.read_text(errors="replace").splitlines()
    told = [line for line in lines if line.startswith(("Done", "FAULT", "SUMMARY"))]
    print(f"{name}: {'; '.join(told) or f'exit code {code}, see {log}'}", flush=True)
    return code == 0


def minimise(name: str) -> None:
    """Add to the corpus the inputs learnt that reach code it does not reach."""
    command = [*target(name), str(CORPUS / name), str(BUILD / "learnt" / name)]
    command += ["-merge=1", "-use_counters=0", "-use_cmp=0", "-use_value_profile=0"]
    subprocess.run(command, capture_output=True, cwd=ROOT, check=True)


def target(name: str) -> list[str]:
    """The command that runs a target, built if need be."""
    if name in PYTHON:
        if importlib.util.find_spec("atheris") is None:
            raise SystemExit("fuzzing the parsers needs Atheris: pip install atheris")
        return [sys.executable, "-m", "tests.fuzz.explore", name]
    compiler = shutil.which("clang++")
    if compiler is None:
        raise SystemExit("fuzzing needs clang++ and its runtime: apt install clang libclang-rt-dev")
    sanitizers = f"-fsanitize=fuzzer-no-link,{SANITIZERS}"
    flags = ["-O2", "-g1", "-DRACCORD_NO_DISPATCH", sanitizers, "-fno-sanitize-recover=all"]
    flags += UNTRACED.get(name, ())
    main_file = FUZZ / f"fuzz_{name}.cpp"
    return [str(build(compiler, [main_file], tuple(flags), BUILD / name, ("-fsanitize=fuzzer",)))]


if __name__ == "__main__":
    main()
