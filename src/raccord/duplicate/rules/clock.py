"""The clock of a turn: time left, signals due, interruptions, what comes too late.

Instants are whole milliseconds from any origin and always come from the caller; nothing here
reads a clock. A clock is a value: ``start``, ``pause`` and ``resume`` give another one.

==================================  ==============================================
2017 3.3 · 2010, undated 2.3        ``Clock``, ``signals_due``
2017 3.6 · 2010 2.7 (15 minutes)    ``Clock.paused_for`` measures it
2017 4.1 · undated 3.1              ``slip_timing`` (the opening of 2010 3 is lost)
2017 7.4                            ``ToppingClock``
==================================  ==============================================
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from raccord.duplicate.rules.formula import Pace
from raccord.duplicate.rules.paces import ONE_MINUTE, ClockError
from raccord.regulation import article

SECOND = 1000
TOPPING_PENALTY = 20 * SECOND


class Phase(StrEnum):
    """Étape: where the turn stands."""

    READY = "ready"
    THINKING = "thinking"
    LAST = "last"
    PAUSED = "paused"
    OVER = "over"


class Signal(StrEnum):
    """Signal: what the referee calls out."""

    START = "start"
    LAST = "last"
    END = "end"


class SlipTiming(StrEnum):
    """When a slip came: before the clock started, in time, or after the end."""

    EARLY = "early"
    IN_TIME = "in-time"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Due:
    """A signal and the instant it falls due."""

    signal: Signal
    at: int


@dataclass(frozen=True, slots=True)
class Clock:
    """Chronomètre: the pace, the stretches already run, the stretch now running or the pause."""

    pace: Pace
    stretches: tuple[tuple[int, int], ...] = ()
    running_since: int | None = None

    def start(self, at: int) -> "Clock":
        """Start the turn."""
        if self.is_started:
            raise ClockError("le chronomètre est déjà lancé", at)
        return replace(self, running_since=at)

    def pause(self, at: int) -> "Clock":
        """Stop the clock for an interruption; a turn that is over stays over."""
        if self.running_since is None:
            raise ClockError("le chronomètre ne tourne pas", at)
        self._check(at)
        return replace(
            self, stretches=(*self.stretches, (self.running_since, at)), running_since=None
        )

    def resume(self, at: int) -> "Clock":
        """Go on after an interruption with the time that was left."""
        if self.running_since is not None or not self.stretches:
            raise ClockError("le chronomètre n'est pas en pause", at)
        self._check(at)
        return replace(self, running_since=at)

    @property
    def is_started(self) -> bool:
        """Whether the turn has begun."""
        return self.running_since is not None or bool(self.stretches)

    def elapsed(self, at: int) -> int:
        """Milliseconds of thinking up to an instant, pauses left out."""
        done = sum(max(0, min(end, at) - start) for start, end in self.stretches)
        running = 0 if self.running_since is None else max(0, at - self.running_since)
        return done + running

    def remaining(self, at: int) -> int:
        """Milliseconds left, never below zero."""
        return max(0, self.pace.seconds * SECOND - self.elapsed(at))

    def phase(self, at: int) -> Phase:
        """Where the turn stands."""
        if not self.is_started:
            return Phase.READY
        left = self.remaining(at)
        if left == 0:
            return Phase.OVER
        if self.running_since is None:
            return Phase.PAUSED
        return Phase.LAST if left <= self.pace.last * SECOND else Phase.THINKING

    def paused_for(self, at: int) -> int:
        """How long the interruption under way has lasted; 0 where there is none."""
        if self.phase(at) is not Phase.PAUSED:
            return 0
        return max(0, at - self.stretches[-1][1])

    def instant(self, elapsed: int) -> int | None:
        """When the thinking time reaches a value; None while that is not settled."""
        left = elapsed
        for start, end in self.stretches:
            if left <= end - start:
                return start + left
            left -= end - start
        return None if self.running_since is None else self.running_since + left

    def _check(self, at: int) -> None:
        latest = self.running_since
        if latest is None:
            latest = self.stretches[-1][1]
        if at < latest:
            raise ClockError(f"instant antérieur au précédent : {at} avant {latest}", at)


@article("3.3", edition="2023")
@article("3.3", edition="2017")
@article("2.3", edition="2010")
@article("2.3", edition="undated")
def signals_due(clock: Clock, after: int, until: int) -> tuple[Due, ...]:
    """The signals that fall due after one instant and up to another: start, last seconds, end."""
    pace = clock.pace
    marks = [(Signal.START, 0), (Signal.END, pace.seconds)]
    if 0 < pace.last < pace.seconds:
        marks.insert(1, (Signal.LAST, pace.seconds - pace.last))
    timed = [(signal, clock.instant(seconds * SECOND)) for signal, seconds in marks]
    return tuple(Due(s, at) for s, at in timed if at is not None and after < at <= until)


@article("4.1", edition="2023")
@article("4.1", edition="2017")
@article("3.1", edition="undated")
def slip_timing(clock: Clock, received: int, grace: int = 0) -> SlipTiming:
    """Nothing is written once time is up; ``grace`` (ms) may cover the road to the server."""
    begun = clock.instant(0)
    if begun is None or received < begun:
        return SlipTiming.EARLY
    end = clock.instant(clock.pace.seconds * SECOND)
    return SlipTiming.LATE if end is not None and received > end + grace else SlipTiming.IN_TIME


@dataclass(frozen=True, slots=True)
class ToppingClock:
    """Chronomètre du topping: once the first draw is made, it runs to the end of the game.

    A turn ends when the top is found or when its time is up, and the next begins at that instant.
    """

    pace: Pace
    started: int
    turn_started: int
    given: int = 0

    @classmethod
    def start(cls, at: int, pace: Pace | None = None) -> "ToppingClock":
        """Start the run."""
        return cls(pace or ONE_MINUTE, at, at)

    @property
    def deadline(self) -> int:
        """When the top of this turn is given to the player."""
        return self.turn_started + self.pace.seconds * SECOND

    def is_turn_over(self, at: int) -> bool:
        """Whether the time of the turn is up."""
        return at >= self.deadline

    @article("3.8.4", edition="2023")
    @article("7.4", edition="2017")
    def next_turn(self, at: int) -> "ToppingClock":
        """End the turn: found before the deadline, else given at the deadline for 20 seconds."""
        if at < self.turn_started:
            raise ClockError(f"instant antérieur au début du coup : {at}", at)
        if self.is_turn_over(at):
            return replace(self, turn_started=self.deadline, given=self.given + 1)
        return replace(self, turn_started=at)

    def time(self, at: int) -> int:
        """The player's time so far, penalties included."""
        return max(0, at - self.started) + self.given * TOPPING_PENALTY
