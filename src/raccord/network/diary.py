"""The diary of a centre: what happens there beside its games, sent to the hub with them.

An envelope opened by telephone stands here, and so does the closing event of a game, which says
how many facts it has and what seals them: with it the hub proves that nothing is missing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import msgspec

Opener = Literal["hub", "telephone"]


class DiaryEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"):
    """Base of what a centre notes."""

    at: int = 0


class Joined(DiaryEvent, frozen=True, tag="joined"):
    """Centre rattaché à une épreuve, by this laptop."""

    title: str
    name: str


class Rehearsed(DiaryEvent, frozen=True, tag="rehearsed"):
    """Répétition: a dummy game played, and what was checked; ``faults`` in French."""

    turns: int
    clock_ms: int
    faults: tuple[str, ...] = ()


class GameOpened(DiaryEvent, frozen=True, tag="game-opened"):
    """Partie ouverte dans la salle; ``section`` is what its facts are sent under."""

    game: int
    code: str
    section: str


class EnvelopeOpened(DiaryEvent, frozen=True, tag="envelope-opened"):
    """Enveloppe ouverte, by the hub's key or by a code told on the telephone."""

    game: int
    turn: int
    by: Opener
    who: str = ""


class Complete(DiaryEvent, frozen=True, tag="complete"):
    """Partie close: so many facts, sealed so; one more fact and it is closed anew."""

    game: int
    version: int
    link: str


AnyDiaryEvent = Joined | Rehearsed | GameOpened | EnvelopeOpened | Complete


@dataclass(frozen=True, slots=True)
class Diary:
    """Journal d'un centre: all that it noted."""

    joined: Joined
    rehearsed: Rehearsed | None = None
    games: Mapping[int, GameOpened] = field(default_factory=dict)
    opened: Mapping[tuple[int, int], EnvelopeOpened] = field(default_factory=dict)
    """By game and turn."""
    complete: Mapping[int, Complete] = field(default_factory=dict)

    @property
    def telephoned(self) -> tuple[EnvelopeOpened, ...]:
        """Envelopes opened without the hub."""
        return tuple(one for one in self.opened.values() if one.by == "telephone")


def evolve_diary(diary: Diary | None, event: DiaryEvent) -> Diary:
    """The diary after one more note, the first one included."""
    if isinstance(event, Joined):
        return replace(diary, joined=event) if diary else Diary(event)
    assert diary is not None
    if isinstance(event, Rehearsed):
        return replace(diary, rehearsed=event)
    if isinstance(event, GameOpened):
        return replace(diary, games={**diary.games, event.game: event})
    if isinstance(event, EnvelopeOpened):
        return replace(diary, opened={**diary.opened, (event.game, event.turn): event})
    assert isinstance(event, Complete)
    return replace(diary, complete={**diary.complete, event.game: event})
