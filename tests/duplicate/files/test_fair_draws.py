from collections import Counter
from itertools import repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.board import FRENCH, contains
from raccord.duplicate.files import fair_draws

BAG = FRENCH.letters()


@given(st.integers(), st.integers(0, 500), st.integers(0, 102))
def test_a_draw_takes_tiles_that_are_in_the_bag(seed: int, number: int, count: int) -> None:
    drawn = fair_draws.draw(fair_draws.secret_of_seed(seed), number, BAG, count)
    assert len(drawn) == count
    assert contains(BAG, drawn)


def test_the_order_of_the_bag_does_not_matter() -> None:
    secret = fair_draws.secret_of_seed(7)
    assert fair_draws.draw(secret, 3, BAG, 7) == fair_draws.draw(secret, 3, BAG[::-1], 7)


def test_the_draws_of_a_known_secret_never_change() -> None:
    # Written down so that a record of today can be checked years from now.
    secret = fair_draws.secret_of_seed(1)
    assert secret == "f400d3f7da876458fda62b82e8e4323a39f753855698569fb7b3018d4af7a3c5"
    assert [fair_draws.draw(secret, n, BAG, 7) for n in range(3)] == [
        "UXMAIGU",
        "IAAKLRF",
        "SVARUEY",
    ]


def test_every_tile_is_equally_likely_to_come_first() -> None:
    secret = fair_draws.secret_of_seed(2)
    found = Counter(fair_draws.draw(secret, n, "ABCDE", 1) for n in range(5000))
    assert all(900 < count < 1100 for count in found.values())


def test_a_word_beyond_the_last_whole_multiple_is_skipped() -> None:
    # 2**32 is one more than a multiple of 3: the last word would favour the first tile.
    words = iter([2**32 - 1, 1])
    assert fair_draws.pick(words, "ABC", 1) == "B"


def test_a_commitment_depends_on_the_secret_and_on_the_parameters() -> None:
    first, second = fair_draws.secret_of_seed(1), fair_draws.secret_of_seed(2)
    found = {fair_draws.commit(s, p) for s in (first, second) for p in ("a", "b")}
    assert len(found) == 4


@pytest.mark.parametrize("text", ["", "ab", "z" * 64, "A" * 64, "0" * 63])
def test_what_is_not_a_secret_is_recognised(text: str) -> None:
    assert not fair_draws.is_secret(text)


def test_the_games_of_a_series_have_different_secrets() -> None:
    base = fair_draws.secret_of_seed(1)
    assert len({fair_draws.derive(base, n) for n in range(50)}) == 50
    assert all(map(fair_draws.is_secret, map(fair_draws.derive, repeat(base, 3), range(3))))
