"""Photographs of slips are kept for their time and no longer."""

import os
import time
from pathlib import Path

from raccord.hall.pictures import DAY, Pictures


def test_photographs_go_after_their_time_and_unconfirmed_ones_after_a_day(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    kept, loose, young = (pictures.keep("K7QX", 2, n, bytes([n])) for n in (1, 2, 3))
    for picture, days in ((kept, 5), (loose, 2)):
        path = tmp_path / "photographs" / "K7QX" / picture.name
        then = time.time() - days * DAY
        os.utime(path, (then, then))
    pictures.forget("K7QX", {kept.digest}, days=30)
    assert pictures.listed("K7QX") == [kept, young]
    assert pictures.find("K7QX", loose.digest) is None
    pictures.forget("K7QX", {kept.digest}, days=4)
    assert pictures.listed("K7QX") == [young]


def test_the_same_photograph_is_one_file(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    first, again = (pictures.keep("K7QX", 2, 1, b"slip") for _ in range(2))
    assert first == again
    assert pictures.read("K7QX", again) == b"slip"
    assert pictures.games() == ["K7QX"]
