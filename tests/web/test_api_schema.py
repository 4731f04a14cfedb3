"""The API as it describes itself: whatever a program sends, no answer is a fault of ours."""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings

from .conftest import LiveServer, WebClient

MAX_EXAMPLES = 15


def test_no_request_makes_the_server_fail(live_server: LiveServer, client: WebClient) -> None:
    schema = schemathesis.openapi.from_dict(client.get("/schema/openapi.json").json())
    headers = {
        "x-csrf-token": client.headers["x-csrf-token"],
        "cookie": f"raccord={client.cookies['raccord']}",
    }
    found: list[Any] = list(schema.get_all_operations())
    operations = [each.ok() for each in found]
    assert len(operations) > 10
    for operation in operations:
        if "/live" not in operation.path:
            _attack(operation, live_server.url, headers)


def _attack(operation: Any, url: str, headers: dict[str, str]) -> None:
    @given(case=operation.as_strategy())
    @settings(
        max_examples=MAX_EXAMPLES,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    def attack(case: Any) -> None:
        reply = case.call(base_url=url, headers=headers)
        assert reply.status_code < 500, f"{operation.label}: {reply.text}"
        if reply.status_code >= 400:
            assert set(reply.json()["error"]) <= {"code", "message", "expected"}

    attack()
