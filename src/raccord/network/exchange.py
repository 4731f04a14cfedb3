"""One exchange of a centre with its hub: everything that was not acknowledged, until it is."""

from raccord.network.errors import ForkedError, UnknownInstallError
from raccord.network.link import Post
from raccord.network.messages import Secret
from raccord.network.outbox import Outbox

_ROUNDS = 4
"""Rounds in a row: a hub restored from an old backup asks for what it has lost."""


def exchange(outbox: Outbox, post: Post) -> Secret:
    """Send what the hub lacks until it lacks nothing; what it told last. Blocks.

    A hub that does not know this laptop is told who it is; one that knows another laptop under this
    one's name is sent everything under a new name.
    """
    hub = outbox.membership.invitation.hub
    told = Secret()
    for _ in range(_ROUNDS):
        try:
            for message in outbox.messages():
                told = outbox.take(post(hub, message))
        except (UnknownInstallError, ForkedError):
            told = outbox.take(post(hub, outbox.joining()))
            continue
        if not outbox.lacking():
            break
    return told
