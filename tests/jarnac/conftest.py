"""What the tests of Jarnac share."""

import pytest

from raccord import wordlists
from raccord.lexicon import Lexicon


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    """The free lexicon, whose entries are known."""
    return wordlists.load()
