"""A log as it is sent: the events of one of our streams, sealed anew under the section's name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from raccord.network.messages import Batch, Head, batch_of
from raccord.store.chain import link
from raccord.store.records import StoredEvent

ROWS = 1500
"""Events of one message: the game of a large centre takes a few of them."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A stream of ours and the name it travels under, with its links under that name."""

    name: str
    kind: str
    title: str
    events: Sequence[StoredEvent]
    links: Sequence[str]

    def link(self, version: int) -> str:
        """What seals the first events."""
        return self.links[version - 1] if version else ""

    def agrees(self, head: Head) -> bool:
        """Whether the hub has what we have, as far as it has it."""
        return head.version <= len(self.events) and self.link(head.version) == head.link


def outgoing(name: str, kind: str, title: str, events: Sequence[StoredEvent]) -> Outgoing:
    """A stream of ours under the name it travels by."""
    links, before = [], ""
    for event in events:
        before = link(before, replace(event, stream=name))
        links.append(before)
    return Outgoing(name, kind, title, events, links)


def batches_after(stream: Outgoing, head: Head) -> Iterator[Batch]:
    """What comes after a head; from the beginning where the hub speaks of something else."""
    start = head.version if stream.agrees(head) else 0
    for first in range(start, len(stream.events), ROWS):
        events = stream.events[first : first + ROWS]
        yield batch_of(stream.name, stream.kind, stream.title, stream.link(first), events)
