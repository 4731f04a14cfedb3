"""Homes of their own for the tests that import lists."""

from tests.lexicon.conftest import first_home, home, write_kwg

__all__ = ["first_home", "home", "write_kwg"]
