"""Slips filled in square by square."""

from collections.abc import Callable

from tests.web.club import open_club
from tests.web.conftest import LiveServer

WORD = [{"row": 4, "column": 3 + i, "letter": letter} for i, letter in enumerate("ente")]
LINKS = [{"row": 5, "column": i, "letter": c, "link": True} for i, c in enumerate("INES")]


def test_squares_become_a_line_that_shows_them_again(
    make_server: Callable[..., LiveServer],
) -> None:
    club = open_club(make_server(host="0.0.0.0"), entry="paper")
    club.draw("AEINRST")
    club.post("start")
    club.post("end-time")
    drawn = {"table": 1, "cells": WORD + LINKS, "score": 14, "flags": ["hard-to-read"]}
    line = club.post("marks/drawn", drawn)["line"]
    assert line == "1 > ENTE 14 :3ENTE/INES !rature"
    shown = club.post("marks/line/preview", {"line": line})["cells"]
    assert "".join(cell["letter"] for cell in shown if "link" not in cell) == "ENTE"
    wrong = {"table": 1, "cells": [*WORD, {"row": 9, "column": 9, "letter": "A"}]}
    reply = club.desk.post(f"{club.base}/marks/drawn", json=wrong)
    assert reply.status_code == 409
    assert "même ligne" in reply.text
