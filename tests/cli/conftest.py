"""What the tests of the commands share with those of the packages below."""

from tests.duplicate.conftest import french
from tests.jarnac.conftest import lexicon
from tests.lexicon.conftest import first_home, free, home, write_kwg

__all__ = ["first_home", "free", "french", "home", "lexicon", "write_kwg"]
