"""The API as it describes itself: whatever a program sends, no answer is a fault of ours.

Every operation is tried as the head referee of a game under way, as a player of it and as a
stranger. ``RACCORD_SCHEMA_EXAMPLES`` asks for more requests than the few of an ordinary run.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from raccord.web.wire import SAID
from tests.web.conftest import LiveServer, WebClient

pytestmark = pytest.mark.slow
EXAMPLES = int(os.environ.get("RACCORD_SCHEMA_EXAMPLES", "8"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def game(live_server: LiveServer) -> Iterator[tuple[WebClient, str]]:
    """A game with a turn under way, and its referee."""
    with live_server.client() as desk:
        desk.sign_in()
        code = desk.post("/api/games", json={"title": "Essai"}).json()["code"]
        desk.post(f"/api/games/{code}/tables", json={"text": "1 Anne\n2 Luc"})
        desk.post(f"/api/games/{code}/draw", json={})
        desk.post(f"/api/games/{code}/start")
        yield desk, code


@pytest.mark.parametrize("who", ["referee", "player", "stranger"])
def test_no_request_makes_the_server_fail_and_every_answer_is_as_described(
    live_server: LiveServer, game: tuple[WebClient, str], who: str
) -> None:
    desk, code = game
    described = desk.get("/schema/openapi.json").json()
    schema = schemathesis.openapi.from_dict(described)
    found: list[Any] = list(schema.get_all_operations())
    operations = [each.ok() for each in found]
    assert len(operations) > 40
    headers = _headers(live_server, desk, code, who)
    for operation in operations:
        if "/live" not in operation.path:
            _attack(operation, live_server.url, headers, code)


def test_what_the_wire_answers_by_itself_is_described_too(game: tuple[WebClient, str]) -> None:
    described = game[0].get("/schema/openapi.json").json()["paths"]
    answers = [each["responses"] for path in described.values() for each in path.values()]
    assert all({str(status) for status in SAID} <= set(each) for each in answers)


def _headers(live_server: LiveServer, desk: WebClient, code: str, who: str) -> dict[str, str]:
    if who == "referee":
        return _session(desk)
    with live_server.client() as other:
        other.sign_in()
        if who == "player":
            pins = desk.get(f"/api/games/{code}/pins").json()
            joined = other.post(f"/api/games/{code}/join", json=_seat(pins[0]))
            assert joined.is_success
            return _session(other)
        # Through a proxy nobody is the organiser by sitting at the machine.
        return _session(other) | {"x-forwarded-for": "192.0.2.7"}


def _seat(line: dict[str, Any]) -> dict[str, Any]:
    return {"table": line["table"], "pin": line["pin"]}


def _session(client: WebClient) -> dict[str, str]:
    return {
        "x-csrf-token": client.headers["x-csrf-token"],
        "cookie": f"raccord={client.cookies['raccord']}",
    }


def _attack(operation: Any, url: str, headers: dict[str, str], code: str) -> None:
    @given(case=operation.as_strategy())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    def attack(case: Any) -> None:
        # Half the requests are for the game that exists.
        if "code" in (case.path_parameters or {}) and len(str(case.path_parameters)) % 2:
            case.path_parameters["code"] = code
        reply = case.call(base_url=url, headers=headers)
        case.validate_response(reply, checks=CHECKS)
        if reply.status_code >= 400:
            assert set(reply.json()["error"]) <= {"code", "message", "expected"}

    attack()
