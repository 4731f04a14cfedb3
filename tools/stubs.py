"""Compare the stub of the native core with the module itself, by mypy's stubtest.

stubtest does not take nanobind's functions for functions and cannot read their signatures; nanobind
writes both down as Python, and that is what is compared.
"""

import importlib
import sys
from types import ModuleType

from mypy import stubtest
from nanobind.stubgen import StubGen  # type: ignore[import-untyped]

NAME = "raccord._core"


def readable(module: ModuleType) -> ModuleType:
    """The same module in Python: the same names and signatures, and nothing behind them."""
    writer = StubGen(module)
    writer.put(module)
    twin = ModuleType(module.__name__)
    exec(f"from __future__ import annotations\n{writer.get()}", vars(twin))
    return twin


def main() -> int:
    """Compare; 1 where they differ."""
    sys.modules[NAME] = readable(importlib.import_module(NAME))
    return stubtest.test_stubs(stubtest.parse_options([NAME]))


if __name__ == "__main__":
    sys.exit(main())
