"""The ways through the house: every call of ours from a request to what it leads to.

    python bench/way.py [--list]

The real application answers a real request (ASGI, no socket); ``sys.setprofile`` counts the
functions of ``raccord`` that are entered, in every thread. A slip has two stretches: from the
request to its answer, and from the end of the grace to the ruling on disk. A draw goes from the
request to what the streams are told, a call of Jarnac from the request to its answer. The tile
geometry of ``board`` and the articles of ``regulation`` are left out: they are the work, not the
way.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import raccord
from raccord.hall import Hall
from raccord.web import Settings
from raccord.web.app import create_app
from raccord.web.services import Services

HOME = str(Path(raccord.__file__).parent)
Function = tuple[str, str]


class Way:
    """Counts the functions entered while it is open."""

    def __init__(self) -> None:
        self.seen: Counter[Function] | None = None
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    def _note(self, frame: Any, event: str, _: object) -> None:
        if self.seen is not None and event == "call":
            code = frame.f_code
            # A comprehension is a frame of its own before Python 3.12, but no call.
            if code.co_filename.startswith(HOME) and not code.co_name.startswith("<"):
                file = code.co_filename[len(HOME) + 1 :]
                if not file.startswith(("board/", "regulation/", "lexicon/")):
                    self.seen[file, code.co_qualname] += 1

    def begin(self) -> None:
        self.seen = Counter()

    def end(self) -> Counter[Function]:
        found, self.seen = self.seen, None
        assert found is not None
        return found


class Client:
    """Requests straight to the application."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._cookie = b""
        self._token = b""

    async def sign_in(self) -> None:
        self._token = (await self.ask("GET", "/api/session"))["csrf"].encode()

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        data = b"" if body is None else json.dumps(body).encode()
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self._app(self._scope(method, path, data), receive, send)
        for name, value in sent[0]["headers"]:
            if name == b"set-cookie":
                self._cookie = value.partition(b";")[0]
        whole = b"".join(message.get("body", b"") for message in sent[1:])
        assert sent[0]["status"] < 300, whole
        return json.loads(whole) if whole else None

    def _scope(self, method: str, path: str, data: bytes) -> dict[str, Any]:
        headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
        headers += [(b"content-length", str(len(data)).encode()), (b"x-csrf-token", self._token)]
        headers += [(b"cookie", self._cookie)] if self._cookie else []
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }


async def walk(folder: Path, way: Way) -> dict[str, Counter[Function]]:
    now = 1_800_000_000.0
    services = Services(Settings(data=folder), clock=lambda: now)
    app = create_app(services.settings, services)
    hall = services.get(Hall)
    desk, phone = Client(app), Client(app)
    await desk.sign_in()
    code = (await desk.ask("POST", "/api/games", {}))["code"]
    base = f"/api/games/{code}"
    await desk.ask("POST", f"{base}/tables", {"text": "1 Anne\n2 Luc"})
    pin = (await desk.ask("GET", f"{base}/pins"))[0]["pin"]
    await phone.sign_in()
    await phone.ask("POST", f"{base}/join", {"table": 1, "pin": pin})
    found: dict[str, Counter[Function]] = {}
    for turn in (1, 2):
        # The second turn is counted: by then nothing is done for the first time.
        way.begin()
        await desk.ask("POST", f"{base}/draw", {})
        await asyncio.sleep(0.3)
        found["a draw"] = way.end()
        await desk.ask("POST", f"{base}/start", {})
        top = (await desk.ask("GET", f"{base}/referee"))["tops"]["ties"][0]["move"]
        # What follows the study of a draw is no part of the way.
        await asyncio.sleep(0.3)
        way.begin()
        await phone.ask("POST", f"{base}/slip", {"turn": turn, "entered": {"move": _of(top)}})
        found["a slip, handed in"] = way.end()
        now += 180
        await hall.tick(code)
        now += 1
        way.begin()
        await hall.tick(code)
        found["a slip, ruled on"] = way.end()
        await desk.ask("POST", f"{base}/retain", {})
    found["a call of Jarnac"] = await _jarnac(desk, way)
    await services.close()
    return found


async def _jarnac(player: Client, way: Way) -> Counter[Function]:
    view = await player.ask("POST", "/api/jarnac", {"mode": "screen"})
    moves = f"/api/jarnac/{view['id']}/moves"
    while view["game"]["phase"] == "toss":
        view = await player.ask("POST", moves, {"type": "toss", "seat": "A"})
    seen: Counter[Function] = Counter()
    for _ in range(2):
        seat = view["game"]["turn"]
        await player.ask("POST", moves, {"type": "draw", "seat": seat})
        way.begin()
        view = await player.ask("POST", moves, {"type": "pass", "seat": seat})
        seen = way.end()
    return seen


def _of(move: Any) -> str:
    return move if isinstance(move, str) else str(move["move"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="name every function")
    options = parser.parse_args()
    way = Way()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(walk(Path(folder), way))
    print("| the way of | functions | files | calls |\n|---|---:|---:|---:|")
    for stretch, seen in found.items():
        files = {file for file, _ in seen}
        print(f"| {stretch} | {len(seen)} | {len(files)} | {seen.total()} |")
        if options.list:
            for (file, name), count in seen.items():
                print(f"    {file}: {name} {count}")


if __name__ == "__main__":
    main()
