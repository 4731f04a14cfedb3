"""A workbook read by a process of its own, with so much memory and time and no more.

A file of a kilobyte may claim a cell for every row and column there is: the library that reads it
makes room for all of them, and ends the process where there is none. Run as a script by the same
Python: the file on its input, rows of cells as JSON on its output.
"""

import io
import json
import subprocess
import sys
from pathlib import Path

MEMORY = 512 << 20
SECONDS = 30
MOST_CELLS = 200
"""Of a row."""


class UnreadableError(ValueError):
    """No workbook, or one that claims too much."""


def read(content: bytes, most_rows: int) -> list[list[str | float]]:
    """The cells of the first sheet: text and numbers as they stand."""
    command = [sys.executable, "-I", str(Path(__file__)), str(most_rows)]
    try:
        done = subprocess.run(  # noqa: S603 — our own script
            command, input=content, capture_output=True, timeout=SECONDS, check=True
        )
    except (subprocess.SubprocessError, OSError) as error:
        raise UnreadableError("not a workbook, or too large a one") from error
    found: list[list[str | float]] = json.loads(done.stdout)
    return found


def main() -> None:
    """Read the file on the input."""
    _bound()
    from python_calamine import CalamineWorkbook

    book = CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
    rows = book.get_sheet_by_index(0).to_python(skip_empty_area=False, nrows=int(sys.argv[1]))
    cells = [[_plain(cell) for cell in row[:MOST_CELLS]] for row in rows]
    sys.stdout.write(json.dumps(cells))


def _plain(cell: object) -> str | float:
    return cell if isinstance(cell, float) else str(cell)


def _bound() -> None:
    try:
        import resource
    except ImportError:  # Windows: the process alone is lost
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


if __name__ == "__main__":
    main()
