"""The API as it describes itself: whatever a program sends, no answer is a fault of ours."""

from .attack import attack, operations
from .conftest import WebClient

MAX_EXAMPLES = 15


def test_no_request_makes_the_server_fail(client: WebClient) -> None:
    found = operations(client)
    assert len(found) > 10
    for operation in found:
        if "/live" not in operation.path:
            attack(operation, client, MAX_EXAMPLES)
