"""Whatever a program sends to one operation of the API, no answer is a fault of ours."""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings

from tests.web.conftest import WebClient


def operations(client: WebClient) -> list[Any]:
    """The operations the server describes."""
    schema = schemathesis.openapi.from_dict(client.get("/schema/openapi.json").json())
    found: list[Any] = list(schema.get_all_operations())
    return [each.ok() for each in found]


def attack(operation: Any, client: WebClient, examples: int, **known: object) -> None:
    """Send what the schema allows and more; ``known`` are path parameters that must exist."""
    headers = {
        "x-csrf-token": client.headers["x-csrf-token"],
        "cookie": f"raccord={client.cookies['raccord']}",
    }

    @given(case=operation.as_strategy())
    @settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    def strike(case: Any) -> None:
        for name, value in known.items():
            if name in (case.path_parameters or {}):
                case.path_parameters[name] = value
        reply = case.call(base_url=str(client.base_url).rstrip("/"), headers=headers)
        assert reply.status_code < 500, f"{operation.label}: {reply.text}"
        if reply.status_code >= 400:
            assert set(reply.json()["error"]) <= {"code", "message", "expected"}

    strike()
