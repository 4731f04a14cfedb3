"""The versions of Python we promise, oldest first: those of the classifiers in pyproject.toml."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
_PYTHON = "Programming Language :: Python :: "
VERSIONS = tuple(
    line.removeprefix(_PYTHON)
    for line in PROJECT["project"]["classifiers"]
    if line.startswith(f"{_PYTHON}3.")
)
