"""A solo game: the game of duplicate itself, and what only the host of the game knows of it.

The secret of the draws and the script of a prepared game stand in an event of their own, so that
the record of the game can be shown at any time without telling what is to come.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec

from raccord.duplicate import events as ev
from raccord.duplicate.events import AnyEvent
from raccord.duplicate.evolve import evolve as evolve_game
from raccord.duplicate.state import Phase, State, begin

TABLE = 1


class Step(msgspec.Struct, frozen=True):
    """Coup préparé: the whole draw as it was shown, and the move to retain."""

    draw: str
    move: str


class SoloOpened(msgspec.Struct, frozen=True, tag="solo-opened", tag_field="event"):
    """Partie solo ouverte: where its draws come from."""

    secret: str = ""
    script: tuple[Step, ...] = ()
    at: int = 0
    checks: bool = True
    competition: bool = False
    contest: str = ""


class HintAsked(msgspec.Struct, frozen=True, tag="hint-asked", tag_field="event"):
    """Question posée: « Y a-t-il un scrabble ? »."""

    turn: int
    at: int = 0


class SetShown(msgspec.Struct, frozen=True, tag="set-shown", tag_field="event"):
    """Multitops: the best set of different solutions, shown once the turn is over."""

    turn: int
    best: tuple[tuple[str, int], ...]
    at: int = 0


SoloEvent = SoloOpened | HintAsked | SetShown | AnyEvent


@dataclass(frozen=True, slots=True)
class SoloState:
    """What the events tell; ``game`` is None only between the first two."""

    secret: str = ""
    script: tuple[Step, ...] = ()
    game: State | None = None
    record: tuple[ev.Event, ...] = ()
    hints: frozenset[int] = frozenset()
    sets: Mapping[int, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """Multitops: by turn, the best solutions that go together."""
    checks: bool = True
    """Whether the page may look words up before they are handed in."""
    competition: bool = False
    contest: str = ""
    """The daily game or the challenge these draws belong to."""

    @property
    def play(self) -> State:
        """The game of duplicate."""
        assert self.game is not None
        return self.game

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game is not None and self.game.phase is Phase.OVER

    def step(self) -> Step | None:
        """The prepared step of the turn under way or to come."""
        number = self.play.turn
        return self.script[number - 1] if number <= len(self.script) else None


def evolve(state: SoloState | None, event: SoloEvent) -> SoloState:
    """The state after one more event."""
    now = state or SoloState()
    if isinstance(event, SoloOpened):
        return replace(
            now,
            secret=event.secret,
            script=event.script,
            checks=event.checks,
            competition=event.competition,
            contest=event.contest,
        )
    if isinstance(event, HintAsked):
        return replace(now, hints=now.hints | {event.turn})
    if isinstance(event, SetShown):
        return replace(now, sets={**now.sets, event.turn: event.best})
    return with_event(now, event)


def with_event(state: SoloState, event: ev.Event) -> SoloState:
    """The state after an event of the game itself."""
    if isinstance(event, ev.Opened):
        return replace(state, game=begin(event), record=(event,))
    return replace(state, game=evolve_game(state.play, event), record=(*state.record, event))
