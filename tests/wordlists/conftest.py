"""Homes with word lists, as the tests of the lexicon make them."""

from tests.lexicon.conftest import first_home, free, home, write_kwg

__all__ = ["first_home", "free", "home", "write_kwg"]
