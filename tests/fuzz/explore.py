"""Atheris on one parser: ``python -m tests.fuzz.explore TARGET FOLDER… -max_total_time=60``.

The options are those of libFuzzer. ``make fuzz`` installs Atheris and runs every target.
"""

import gc
import importlib
import shlex
import sys
from types import FunctionType

from . import targets


def main() -> None:
    """Fuzz the target named first."""
    atheris = importlib.import_module("atheris")
    name = sys.argv.pop(1)
    # One by one: Atheris' import hook does not see through an editable install.
    for function in [f for f in gc.get_objects() if isinstance(f, FunctionType)]:
        if (function.__module__ or "").startswith("raccord."):
            atheris.instrument_func(function)

    def one_input(data: bytes) -> None:
        targets.attempt(name, data)

    # libFuzzer starts itself again by this name, through a shell, to merge folders.
    own_name = shlex.join([sys.executable, "-m", "tests.fuzz.explore", name])
    atheris.Setup([own_name, *sys.argv[1:]], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
