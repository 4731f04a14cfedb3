"""A large installation in one data folder, for programmes that measure what it costs.

800 players over 7 games, a hall of 1,000 tables (a game over and one under way), an event with
300 centres, a tournament of Jarnac, games alone, a directory of 5,000 people.
"""

import random
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tools"), str(HERE)]

from centres import prepared  # noqa: E402
from competition import filled  # noqa: E402
from simulated_centres import SimulatedCentre, played  # noqa: E402
from tests.tournament.simulated import event  # noqa: E402
from tests.web.conftest import LiveServer, WebClient  # noqa: E402
from tests.web.played import played as played_game  # noqa: E402
from tests.web.played import unfinished  # noqa: E402
from tests.web.seeded import seed  # noqa: E402

from raccord.duplicate import record  # noqa: E402
from raccord.network import invitation  # noqa: E402
from raccord.web.centres.access import HubDesk  # noqa: E402
from raccord.web.doors import organiser_path  # noqa: E402


@dataclass(frozen=True)
class Size:
    """How large it is."""

    players: int = 800
    games: int = 7
    tables: int = 1000
    centres: int = 300
    of_a_centre: int = 20
    turns: int = 10
    people: int = 5000
    jarnac: int = 64


@dataclass
class Installation:
    """What there is, by the names that addresses are made with."""

    server: LiveServer
    size: Size
    desk: WebClient
    codes: dict[str, str] = field(default_factory=dict)
    message: bytes = b""
    """What a centre sends at the end of a game."""


def pairs(count: int, shift: int = 0) -> list[tuple[str, str]]:
    """Names of pairs, all different."""
    return [(f"Joueuse {n + shift} Durand", f"Joueur {n + shift} Petit") for n in range(count)]


def install(server: LiveServer, size: Size) -> Installation:
    """Fill a server's data folder, as its organiser's own programmes would."""
    desk = server.client()
    desk.get(f"/{organiser_path(server.services)}")
    desk.sign_in()
    made = Installation(server, size, desk)
    made.codes["event"] = filled(desk, event(size.players, size.games))
    people = [
        {"name": f"Personne {n}", "licence": str(n), "club": f"Club {n % 90}"}
        for n in range(size.people)
    ]
    desk.post("/api/people", json=people).raise_for_status()
    events = played_game(size.tables)
    made.codes["over"] = seed(server, events)
    made.codes["running"] = seed(server, unfinished(events, 4))
    made.codes["record"] = record.dumps(played_game(0))
    _jarnac(made)
    _centres(made)
    _alone(made)
    return made


def _jarnac(made: Installation) -> None:
    desk = made.desk
    opened = desk.post("/api/tournaments", json={"command": "open", "title": "Coupe de Jarnac"})
    code = opened.json()["code"]
    entries = [{"people": [{"name": f"Jarnaqueur {n}"}]} for n in range(made.size.jarnac)]
    body: dict[str, Any] = {"command": "enter-all", "entries": entries}
    desk.post(f"/api/tournaments/{code}", json=body).raise_for_status()
    body = {"command": "open", "system": "swiss", "rounds": 5, "formula": "competition"}
    desk.post(f"/api/tournaments/{code}/jarnac", json={**body, "minutes": 5}).raise_for_status()
    told = desk.post(f"/api/tournaments/{code}/jarnac", json={"command": "pair-round"}).json()
    made.codes["jarnac"] = code
    made.codes["duel"] = told["tables"][0]["name"]


def local(hours: float) -> str:
    """A moment as a browser's form sends it."""
    return (datetime.now() + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%S")


def _centres(made: Installation) -> None:
    size, desk = made.size, made.desk
    form = {
        "title": "Simultané",
        "edition": "2017",
        "embargo": local(-1),
        "centres": "\n".join(f"Centre {n}" for n in range(size.centres)),
    }
    code = desk.post("/epreuves", data=form).headers["location"].split("/")[2]
    made.codes["world"] = code
    hub = made.server.services.get(HubDesk)
    for start in (1, 100):
        script = prepared(start, size.turns)
        now = hub.hub.now_ms()
        hub.hub.add_game(code, "", now - 3_600_000, now + 3_600_000, script)
    # Making 32 codes for each of hundreds of centres would take minutes, on purpose.
    really = invitation.wrapped  # type: ignore[attr-defined]
    invitation.wrapped = lambda *_: b""  # type: ignore[attr-defined]
    try:
        for number, centre in enumerate(hub.hub.get(code).centres):
            answers = _played_centre(made, code, centre, number)
            made.message = answers[-1]
    finally:
        invitation.wrapped = really  # type: ignore[attr-defined]


def _played_centre(made: Installation, code: str, centre: str, number: int) -> Sequence[bytes]:
    hub = made.server.services.get(HubDesk)
    content = hub.hub.invitation(code, centre, made.server.url)
    with tempfile.TemporaryDirectory() as folder:
        laptop = SimulatedCentre(Path(folder), content, hub.hub.now_ms)
        script = hub.hub.get(code).games[1].script
        turns = played(script, made.size.of_a_centre, random.Random(number), centre)
        laptop.append(1, [one for turn in turns for one in turn])
        laptop.outbox.close(1)
        joining, sent = laptop.outbox.joining(), laptop.outbox.messages(everything=True)
        laptop.close()
    for message in (joining, *sent):
        hub.reception.answer(hub.reception.opened(message))
    return sent


def _alone(made: Installation) -> None:
    reply = made.desk.post("/api/solo", json={})
    reply.raise_for_status()
    made.codes["solo"] = reply.json()["id"]
    made.desk.post("/api/solo/stock", json={})
    form = {"action": "open", "every": "600", "seconds": "60", "formula": "classic"}
    made.desk.post("/salon/reglages", data=form)


def builtins(value: object) -> Any:
    """A value as JSON has it."""
    return msgspec.to_builtins(value)
