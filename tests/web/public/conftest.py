"""A hall without a server, as the tests of the hall make it."""

from tests.hall.conftest import in_hall, time

__all__ = ["in_hall", "time"]
