"""What the tests of Jarnac share."""

import pytest

from raccord.lexicon import Lexicon
from raccord.store import lexicons


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    """The free lexicon, whose entries are known."""
    return lexicons.load()
