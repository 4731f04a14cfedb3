"""A bad value handed to the library raises one of its own errors, never a bare one."""

from collections.abc import Callable

import pytest

import raccord

BAD: dict[str, Callable[[], object]] = {
    "a layout of another size": lambda: raccord.Layout("."),
    "a draw with a sign": lambda: raccord.announce_draw("AB§"),
    "a draw in lower case": lambda: raccord.announce_draw("zz"),
    "a leave with a digit": lambda: raccord.announce_draw("AB", "4"),
    "a game that was never opened": lambda: raccord.Game.resume(()),
    "a move without a reference": lambda: raccord.Move.parse("maison"),
    "a rack with a sign": lambda: raccord.tops(raccord.Board.empty(), "AB!", raccord.load()),
}


@pytest.mark.parametrize("call", BAD.values(), ids=BAD)
def test_a_bad_value_raises_an_error_of_the_one_family(call: Callable[[], object]) -> None:
    with pytest.raises(raccord.RaccordError):
        call()
