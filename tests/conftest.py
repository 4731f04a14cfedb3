"""Hypothesis: no deadlines, machines differ; ``RACCORD_EXAMPLES`` sets how many examples.

Word lists are compiled in a folder of the tests' own, never in the user's.
"""

import os
import tempfile
from pathlib import Path

from hypothesis import settings

settings.register_profile(
    "raccord", deadline=None, max_examples=int(os.environ.get("RACCORD_EXAMPLES", "100"))
)
settings.load_profile("raccord")
os.environ.setdefault("RACCORD_HOME", str(Path(tempfile.gettempdir()) / "raccord-tests"))
