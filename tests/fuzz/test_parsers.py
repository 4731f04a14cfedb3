"""Every parser over its kept corpus and over what becomes of it when bytes go astray."""

import os
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import TARGETS, attempt, corpus

EXAMPLES = int(os.environ.get("RACCORD_EXAMPLES", "150"))
TELLING = b"\x00\n\r\x1a \xff\xc3\x80?.;#[]()<>/=-+0123456789:\"'{},ABCXYZabcxyz"

Blow = tuple[int, int, bytes]  # where, how many bytes go, what comes instead

blows = st.lists(
    st.tuples(
        st.integers(0, 4000),
        st.sampled_from([0, 0, 1, 1, 2, 7, 60, 4000]),
        st.one_of(
            st.just(b""),
            st.sampled_from([bytes([c]) for c in TELLING]),
            st.binary(max_size=4),
            st.integers(1, 40).map(lambda n: b"A" * n),
        ),
    ),
    max_size=5,
)


def struck(data: bytes, blows: Sequence[Blow]) -> bytes:
    for at, gone, new in blows:
        place = at % (len(data) + 1)
        data = data[:place] + new + data[place + gone :]
    return data


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_a_parser_takes_or_refuses_each_input_kept_for_it(name: str) -> None:
    taken = [attempt(name, path.read_bytes()) for path in corpus(name)]
    assert any(taken), "the corpus holds something that is read"
    assert not all(taken), "the corpus holds something that is refused"


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_a_parser_takes_or_refuses_what_bytes_gone_astray_leave(name: str) -> None:
    kept = [path.read_bytes() for path in corpus(name)]

    @settings(max_examples=EXAMPLES, deadline=None)
    @given(st.sampled_from(kept), blows)
    def holds(data: bytes, blows: list[Blow]) -> None:
        attempt(name, struck(data, blows))

    holds()
