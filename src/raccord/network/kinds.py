"""The kinds of streams between a hub and its centres, and their names.

``section:E/C/INSTALL/G`` holds the facts of a game of centre C, as the laptop INSTALL wrote them;
``centre:E/C/INSTALL`` its diary; ``event:E`` and ``decisions:E`` are the hub's own.
"""

from raccord.duplicate import AnyEvent, Event, State
from raccord.network.contest.events import AnyContestEvent
from raccord.network.contest.events import Event as ContestEvent
from raccord.network.contest.state import Contest, evolve
from raccord.network.decisions import (
    AnyDecisionEvent,
    DecisionEvent,
    Decisions,
    evolve_decisions,
)
from raccord.network.diary import AnyDiaryEvent, Diary, DiaryEvent, evolve_diary
from raccord.store.codec import Codec
from raccord.store.games import DUPLICATE, evolve_duplicate
from raccord.store.kinds import Kind

CONTEST: Kind[Contest, ContestEvent] = Kind("contest", Codec(AnyContestEvent), evolve)
SECTION: Kind[State, Event] = Kind(
    "section", Codec(AnyEvent), evolve_duplicate, naming=DUPLICATE.naming
)
DIARY: Kind[Diary, DiaryEvent] = Kind("centre", Codec(AnyDiaryEvent), evolve_diary)
DECISIONS: Kind[Decisions, DecisionEvent] = Kind(
    "decisions", Codec(AnyDecisionEvent), evolve_decisions
)


def contest_stream(event: str) -> str:
    """The stream of an event."""
    return f"event:{event}"


def decisions_stream(event: str) -> str:
    """The stream of what its commission decided."""
    return f"decisions:{event}"


def diary_stream(event: str, centre: str, install: str) -> str:
    """The stream of a centre's diary, as one laptop keeps it."""
    return f"centre:{event}/{centre}/{install}"


def section_stream(event: str, centre: str, install: str, game: int) -> str:
    """The stream of a game of a centre, as one laptop wrote it."""
    return f"section:{event}/{centre}/{install}/{game}"
