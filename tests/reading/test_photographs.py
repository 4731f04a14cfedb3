"""Slips found in pictures by their marks, and what is said of pictures that are none."""

import json
import struct
import zlib

import cv2
import msgspec
import numpy as np
import pytest
import typst

from raccord.documents import slip_forms
from raccord.documents.pdf import TEMPLATES
from raccord.reading.errors import ReadingError
from raccord.reading.photographs import MOST_BYTES, find_slips, open_picture
from tests.reading_slips import Image, frame_of, picture_of, slip_of


def without(slip: Image, *corners: str) -> Image:
    """A slip whose marks in these corners are gone."""
    torn = slip.copy()
    sides = {"left": slice(0, 220), "right": slice(-220, None)}
    heights = {"upper": slice(0, 220), "lower": slice(-220, None)}
    for corner in corners:
        height, side = corner.split()
        torn[heights[height], sides[side]] = 120
    return torn


def test_several_slips_in_one_picture_are_found_any_way_up() -> None:
    slips = [slip_of(table, "H4 MOT", 12) for table in (3, 200, 41, 7)]
    frame = frame_of(slips, size=(2600, 1900))
    for turn in (None, cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE):
        picture = frame if turn is None else np.asarray(cv2.rotate(frame, turn), np.uint8)
        found = find_slips(picture)
        assert sorted(slip.table for slip in found.slips) == [3, 7, 41, 200]
        assert all(slip.image.shape == (630, 891) for slip in found.slips)


def test_the_slips_that_are_printed_are_found_four_to_a_page() -> None:
    forms = slip_forms(dict.fromkeys((1, 2, 3, 249), ("Anne Petit",)), copies=1)
    page = typst.compile(
        TEMPLATES / "slips.typ",
        root=TEMPLATES,
        format="png",
        ppi=150,
        sys_inputs={"data": json.dumps([msgspec.to_builtins(forms)]), "many": "no"},
    )
    assert isinstance(page, bytes)
    assert sorted(s.table for s in find_slips(open_picture(page)).slips) == [1, 2, 3, 249]


def test_slips_of_nobody_side_by_side_are_told_apart() -> None:
    slips = [slip_of(0, "H4 MOT", 12), slip_of(0, "4H TAS", 8)]
    assert [slip.table for slip in find_slips(frame_of(slips, size=(2600, 1200))).slips] == [0, 0]


def test_a_torn_corner_does_no_harm_and_half_a_slip_is_told() -> None:
    slip = slip_of(9, "H4 MOT", 12)
    assert [s.table for s in find_slips(frame_of([without(slip, "lower left")])).slips] == [9]
    half = find_slips(frame_of([without(slip, "lower left", "lower right")]))
    assert (half.slips, half.partial) == ((), 1)


def test_a_picture_of_something_else_holds_no_slip() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (600, 800), np.uint8)
    found = find_slips(np.asarray(noise, np.uint8))
    assert (found.slips, found.partial) == ((), 0)


def bomb() -> bytes:
    """A small PNG file that claims to be 60,000 pixels wide and high."""
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + head + struct.pack(">I", zlib.crc32(b"IHDR" + head))
    return b"\x89PNG\r\n\x1a\n" + chunk


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "JPEG ou PNG attendu"),
        (b"%PDF-1.7 not a picture", "JPEG ou PNG attendu"),
        (b"\xff\xd8\xff cut short", "abîmé"),
        (bomb(), "trop grande"),
        (b"\xff\xd8\xff" + bytes(MOST_BYTES), "16 Mo au plus"),
    ],
)
def test_a_file_that_is_no_picture_is_refused_in_one_line(data: bytes, said: str) -> None:
    with pytest.raises(ReadingError, match=said):
        open_picture(data)


def test_a_picture_is_read_from_its_file() -> None:
    assert open_picture(picture_of(slip_of(2, "H4 MOT", 9))).shape == (1200, 1600)


@pytest.mark.parametrize(
    "hidden",
    [b"\xff", b"\xff\xff\xff", b"\xff\x01", b"\xff\xd0", b"\0\0"],
    ids=["fill", "more fill", "bare marker", "restart", "garbage"],
)
def test_a_vast_photograph_does_not_hide_its_size(hidden: bytes) -> None:
    """What stood before its size was skipped by the library and not by us."""
    written = cv2.imencode(".jpg", np.zeros((7000, 7000), np.uint8))[1].tobytes()
    size = written.index(b"\xff\xc0")
    with pytest.raises(ReadingError, match=r"trop grande|abîmé"):
        open_picture(written[:size] + hidden + written[size:])


def test_a_photograph_with_fill_bytes_is_read() -> None:
    written = cv2.imencode(".jpg", np.zeros((70, 90), np.uint8))[1].tobytes()
    size = written.index(b"\xff\xc0")
    assert open_picture(written[:size] + b"\xff" + written[size:]).shape == (70, 90)
