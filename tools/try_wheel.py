"""Try an installed wheel as a programmer would: the library, then a command, without the server.

python tools/try_wheel.py        with the Python that has the wheel
"""

import subprocess
import sys

import raccord


def main() -> None:
    """Find a known top twice; leave with an error where it is not found."""
    board = raccord.Board.empty().place(raccord.Move.parse("H4 MAISON"))
    found = raccord.tops(board, "EEOPRRS", raccord.load())
    assert found.best == 75, found
    command = [sys.executable, "-m", "raccord.cli", "words", "valid", "ZYTHUM", "--json"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert '"valid": true' in answer, answer
    print(
        f"raccord {raccord.__version__} on Python {sys.version.split()[0]}, {sys.platform}: {found}"
    )


if __name__ == "__main__":
    main()
