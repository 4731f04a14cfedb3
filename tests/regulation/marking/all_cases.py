"""The arbitration cases of the repository."""

import tomllib
from pathlib import Path

from raccord.regulation.marking import parse_cases

FOLDER = Path(__file__).parents[3] / "cases" / "slips"
CASES = [
    case
    for path in sorted(FOLDER.glob("*.toml"))
    for case in parse_cases(tomllib.loads(path.read_text(encoding="utf-8")))
]
