"""Hypothesis: no deadlines, machines differ; ``RACCORD_EXAMPLES`` sets how many examples."""

import os

from hypothesis import settings

settings.register_profile(
    "raccord", deadline=None, max_examples=int(os.environ.get("RACCORD_EXAMPLES", "100"))
)
settings.load_profile("raccord")
