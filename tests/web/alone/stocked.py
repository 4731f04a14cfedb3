"""Games in stock as a program asks for them, plays them and brings them back."""

from collections.abc import Callable
from typing import Any

from tests.web.conftest import WebClient

Choose = Callable[[int, dict[str, Any]], str | None]
BEGUN = 1_700_000_000_000
"""An instant of a browser whose clock is years behind."""


def kept(client: WebClient, kind: str = "classic", number: int = 0) -> dict[str, Any]:
    """A game of today with its turns."""
    index = client.get("/api/solo/stock").json()
    reply = client.get(f"/api/solo/stock/{index['games'][kind][number]}")
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


def top_of(turn: dict[str, Any]) -> str:
    return f"{turn['top']['reference']} {turn['top']['word']}"


def every_top(_: int, turn: dict[str, Any]) -> str:
    return top_of(turn)


def told(found: dict[str, Any], choose: Choose = every_top, way: str = "classic") -> dict[str, Any]:
    """The body of a game played to its end, five seconds a turn."""
    game, at = found["game"], BEGUN
    wishes: list[dict[str, Any]] = []
    for number, turn in enumerate(game["turns"], 1):
        at += 5000
        wishes.append({"do": "answer", "turn": number, "move": choose(number, turn), "at": at})
        if number < len(game["turns"]) or not game["at_once"]:
            wishes.append({"do": "next", "at": at + 1000})
    return {
        "game": game["id"],
        "digest": game["digest"],
        "way": way,
        "at": BEGUN,
        "wishes": wishes,
    }
