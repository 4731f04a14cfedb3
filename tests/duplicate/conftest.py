"""What the tests of the duplicate engine share."""

import os

import pytest
from hypothesis import HealthCheck, settings

from raccord import wordlists
from raccord.lexicon import Lexicon

GAMES = int(os.environ.get("RACCORD_GAMES", "3"))
"""Whole games per edition and formula; thousands for a long run."""

settings.register_profile(
    "games",
    max_examples=GAMES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@pytest.fixture(scope="session")
def french() -> Lexicon:
    return wordlists.load("fr-libre")
