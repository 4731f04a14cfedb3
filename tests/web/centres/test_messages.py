"""Bytes that anybody may post to a hub: little is done for them before somebody has signed them."""

import zlib
from collections.abc import Callable
from typing import Any

import pytest

from raccord.network import messages
from raccord.network.errors import MessageError
from raccord.network.messages import MARK, Letter, unpacked
from tests.web.conftest import LiveServer

ROWS = b",".join([b'["a","b",1,""]'] * 4000)
BATCH = b'{"stream":"a","kind":"b","title":"","first":1,"before":"","link":"","rows":[%s]}' % ROWS
SYNC = b'{"message":"sync","event":"ABCD","centre":"a","install":"b","at":1,"batches":[%s]}'
BOMB = MARK + bytes(64) + zlib.compress(SYNC % b",".join([BATCH] * 60), 9)
"""Ten kilobytes that are four megabytes."""


class Never:
    """A decoder that is not to be used."""

    def decode(self, _: bytes) -> Any:
        raise AssertionError("read as a whole")


def test_nobody_s_message_is_read_as_a_whole_and_few_are_taken(
    make_server: Callable[..., LiveServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "_DECODER", Never())
    server = make_server(host="0.0.0.0")
    stranger, centre = server.client().sign_in(), server.client().sign_in()
    assert len(BOMB) < 20_000
    said = [stranger.post("/api/hub/messages", content=BOMB).status_code for _ in range(12)]
    assert said[:6] == [409] * 6
    assert said[-1] == 429
    assert centre.post("/api/hub/messages", content=BOMB).status_code == 409, (
        "another waits for none"
    )


def test_whoever_joins_has_nothing_long_to_say() -> None:
    text = b'{"message":"join","event":"A","centre":"a","install":"b","key":"","x":"%s"}' % (
        b"a" * 5000
    )
    with pytest.raises(MessageError, match="trop long"):
        Letter(MARK + bytes(64) + zlib.compress(text))


def test_a_file_of_many_small_messages_is_read_once() -> None:
    """It was copied whole for each of them: a million took an hour."""
    assert sum(1 for _ in unpacked(b"\0\0\0\1x" * 1_000_000)) == 1_000_000
