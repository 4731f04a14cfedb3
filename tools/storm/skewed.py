"""``raccord`` on a machine whose clock somebody sets back: only the time of day, as a hand can.

By how many seconds it is wrong stands in the file that ``RACCORD_STORM_CLOCK`` names.
"""

import datetime
import os
import time
from pathlib import Path

CLOCK = "RACCORD_STORM_CLOCK"
_right = time.time


def _wrong() -> float:
    file = Path(os.environ[CLOCK])
    return _right() + (float(file.read_text()) if file.exists() else 0.0)


class _Skewed(datetime.datetime):
    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> "_Skewed":
        return cls.fromtimestamp(_wrong(), tz)


def main() -> None:
    """Start the command in this time."""
    # Before the product is imported, which takes its clock from here.
    time.time = _wrong
    datetime.datetime = _Skewed  # type: ignore[misc]
    from raccord.cli import main as start

    start()


if __name__ == "__main__":
    main()
