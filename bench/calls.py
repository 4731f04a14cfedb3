"""What the stable ABI costs a call into the core: both builds in turn, in the same run, as a ratio.

python bench/calls.py [--rounds 7]      with Python 3.12 or later, which have a stable ABI

Each build is tried in a process of its own: two of them in one would share their types. The best
of all rounds counts, since the machine is shared.
"""

import argparse
import json
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]
BUILDS = {"stable": "cp312", "own": ""}
CALLS = 2000
PASSES = 15


def build(folder: Path, api: str) -> Path:
    """The extension, for one version of Python alone or for the stable ABI."""
    options = ["--no-deps", "--no-build-isolation", f"--config-settings=wheel.py-api={api}"]
    command = [sys.executable, "-m", "pip", "install", "-q", *options, "--target", str(folder)]
    subprocess.run([*command, str(ROOT)], check=True)
    (found,) = (folder / "raccord").glob("_core*.so")
    return found


def measure(extension: Path, words: Path) -> dict[str, float]:
    """Nanoseconds of each call."""
    core = _loaded(extension)
    automaton = core.Automaton.of(core.compile(words.read_bytes()))
    listed = words.read_text().split()[:: -(-len(automaton) // CALLS)]
    plain = bytes([1]) * 225
    rules = core.Rules(plain, plain, bytes([1]) * 26, 7, [(7, 50)])
    empty, board = "." * 225, "." * 108 + "RATE" + "." * 113
    moves = core.moves(automaton, board, "AEINRST", rules)
    ranks = [i % len(moves) for i in range(CALLS)]
    asked: dict[str, Callable[[], object]] = {
        "index": lambda: [automaton.index(word) for word in listed],
        "word": lambda: [automaton.word(rank) for rank in ranks],
        "get": lambda: [moves.get(rank) for rank in ranks],
        "anagrams": lambda: [automaton.anagrams(word) for word in listed],
        "tops, empty board": lambda: [core.tops(automaton, empty, w[:7], rules) for w in listed],
        "tops": lambda: [core.tops(automaton, board, word[:7], rules) for word in listed],
        "top_scores, 20 racks": lambda: core.top_scores(automaton, board, ["AEINRST"] * 20, rules),
    }
    return {name: min(_timed(call) for _ in range(PASSES)) for name, call in asked.items()}


def _loaded(extension: Path) -> ModuleType:
    spec = spec_from_file_location("_core", extension)
    assert spec is not None
    assert spec.loader is not None
    core = module_from_spec(spec)
    spec.loader.exec_module(core)
    return core


def _timed(call: Callable[[], object]) -> float:
    start = time.process_time_ns()
    answer = call()
    spent = time.process_time_ns() - start
    return spent / (len(answer) if isinstance(answer, list) else 1)


def main() -> None:
    """Build both, measure them in turn, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--one", nargs=2, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(*options.one)))
        return
    if sys.version_info < (3, 12):
        raise SystemExit("Python 3.11 has no stable ABI to compare with: take 3.12 or later")
    with tempfile.TemporaryDirectory() as temporary:
        compare(Path(temporary), options.rounds)


def compare(folder: Path, rounds: int) -> None:
    """The table of both builds."""
    from raccord.wordlists import load  # not in the processes that are measured

    words = folder / "words.txt"
    words.write_text("\n".join(load("fr-libre")))
    extensions = {name: build(folder / name, api) for name, api in BUILDS.items()}
    best: dict[str, dict[str, float]] = {name: {} for name in BUILDS}
    for _ in range(rounds):
        for name, extension in extensions.items():
            command = [sys.executable, __file__, "--one", str(extension), str(words)]
            answer = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
            for call, spent in answer.items():
                best[name][call] = min(spent, best[name].get(call, spent))
    print(f"Python {platform.python_version()}; nanoseconds a call, best of {rounds} rounds")
    for call, own in best["own"].items():
        stable = best["stable"][call]
        print(f"{call:22} own {own:10.0f}   stable {stable:10.0f}   ratio {stable / own:.3f}")


if __name__ == "__main__":
    main()
