"""A game in hand: its facts, its state, and what a screen needs to show of it.

Both mats lie open to both players, so there is one view for all; only the order of the bag is
hidden, and no state holds it.
"""

from collections.abc import Sequence

import msgspec

from raccord.jarnac.commands import Command, Tick
from raccord.jarnac.contest import no_contest
from raccord.jarnac.decide import cannot_say, decide, no_jarnac, open_game
from raccord.jarnac.drawing import cannot_swap
from raccord.jarnac.events import ArbiterAsked, Event
from raccord.jarnac.evolve import begin, evolve, fold
from raccord.jarnac.former import as_before
from raccord.jarnac.letters import Source
from raccord.jarnac.outcome import explain
from raccord.jarnac.settings import SEATS, Seat, Settings, other
from raccord.jarnac.state import Phase, State
from raccord.jarnac.table import Table
from raccord.jarnac.timing import due
from raccord.jarnac.verdict import Words


class SideView(msgspec.Struct, frozen=True, kw_only=True):
    """One mat as a screen shows it; ``offers`` are the commands open to its player now."""

    seat: Seat
    lines: tuple[str, ...]
    line_points: tuple[int, ...]
    loose: str
    points: int
    jarnacs: int
    penalties: int
    fallen: bool
    remaining: int | None
    offers: tuple[str, ...]


class ClaimView(msgspec.Struct, frozen=True, kw_only=True):
    """The word that may still be contested."""

    seat: Seat
    word: str
    old: str
    jarnac: bool
    contestable: bool


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Vue of a game at an instant. Times are in milliseconds; ``window`` is what is left to act.

    ``said``: « Jarnac ! » waits for its word. ``held``: a draw waits for « d'accord » or the end of
    the window.
    """

    version: int
    phase: Phase
    turn: Seat
    running: Seat | None
    stopped: bool
    window: int | None
    said: bool
    held: bool
    bag: int
    due: int
    sides: tuple[SideView, SideView]
    claim: ClaimView | None
    question: str | None
    winner: Seat | None
    result: str | None


def offers(state: State, seat: Seat) -> tuple[str, ...]:
    """The commands a player may give now, by their tags."""
    if state.phase in (Phase.OVER, Phase.RULING) or state.stopped:
        return ()
    if state.phase == Phase.TOSS:
        return ("toss",)
    found = list(_holder_offers(state, seat)) if state.turn == seat else []
    if no_jarnac(state, seat) is None:
        found.append("call-jarnac")
    if cannot_say(state, seat) is None:
        found.append("say-jarnac")
    if no_contest(state, seat) is None:
        found += ["contest", "agree"] if state.contest_closes is not None else ["contest"]
    if state.settings.timing.kind == "clock" and state.running == seat != state.turn:
        found.append("press")
    return tuple(found)


def _holder_offers(state: State, seat: Seat) -> tuple[str, ...]:
    if state.held:
        return ()
    if state.phase == Phase.LAST:
        return ("decline",)
    if state.side(seat).fallen:
        return ("pass",)
    if state.phase == Phase.PLAY:
        return ("lay", "pass")
    return ("draw",) if cannot_swap(state, seat) else ("draw", "swap")


class JarnacGame(msgspec.Struct, frozen=True):
    """Partie de Jarnac: a value; every accepted command gives a new one."""

    table: Table
    events: tuple[Event, ...]
    state: State

    @classmethod
    def open(cls, settings: Settings, words: Words, source: Source) -> "JarnacGame":
        """A new game, before the toss."""
        opened = open_game(settings, words)
        return cls(Table(words, source), (opened,), begin(opened))

    @classmethod
    def resume(cls, events: Sequence[Event], words: Words, source: Source) -> "JarnacGame":
        """A game from its facts."""
        return cls(Table(words, source), tuple(events), fold(events))

    def submit(self, command: Command) -> "JarnacGame":
        """The game after a command; ``Refusal`` says why there is none. Call :meth:`tick` first:
        time passes whether or not a command is accepted."""
        facts = decide(self.state, command, self.table)
        state = self.state
        for fact in facts:
            state = evolve(state, fact)
        return JarnacGame(self.table, self.events + facts, state)

    def tick(self, at: int) -> "JarnacGame":
        """The game once time has passed."""
        return self.submit(Tick(at=max(at, self.state.now)))

    @property
    def due(self) -> int | None:
        """The instant of the next :meth:`tick` that matters."""
        return due(self.state)

    @property
    def over(self) -> bool:
        """Whether the game is finished."""
        return self.state.phase == Phase.OVER

    def offers(self, seat: Seat) -> tuple[str, ...]:
        """The commands a player may give now."""
        return offers(self.state, seat)

    def view(self, at: int | None = None) -> View:
        """What everybody may see at an instant."""
        state = self.state
        instant = state.now if at is None else max(at, state.now)
        claim = state.claim
        asked = next((e for e in reversed(self.events) if isinstance(e, ArbiterAsked)), None)
        return View(
            version=state.version,
            phase=state.phase,
            turn=state.turn,
            running=state.running,
            stopped=state.stopped,
            window=state.deadline_at(instant),
            said=state.said,
            held=state.held is not None,
            bag=len(state.bag),
            due=state.due(state.turn),
            sides=(_side(state, "A", instant), _side(state, "B", instant)),
            claim=None
            if claim is None
            else ClaimView(
                seat=claim.author,
                word=claim.play.word,
                old=claim.old,
                jarnac=claim.jarnac,
                contestable=no_contest(state, other(claim.author)) is None,
            ),
            question=asked.reason if asked and state.question else None,
            winner=state.ended.winner if state.ended else None,
            result=explain(state.ended) if state.ended else None,
        )


def _side(state: State, seat: Seat, at: int) -> SideView:
    side = state.side(seat)
    clocked = state.settings.timing.kind == "clock"
    return SideView(
        seat=seat,
        lines=side.mat.lines,
        line_points=tuple(len(word) ** 2 for word in side.mat.lines),
        loose=side.mat.loose,
        points=state.points(seat),
        jarnacs=side.jarnacs,
        penalties=side.penalties,
        fallen=side.fallen,
        remaining=state.remaining(seat, at) if clocked else None,
        offers=offers(state, seat),
    )


def summary(game: JarnacGame, seed: int | None) -> dict[str, object]:
    """The document of ``raccord jarnac --auto --json``."""
    state = game.state
    sides = [state.side(seat) for seat in SEATS]
    return {
        "formula": state.settings.formula_name,
        "seed": seed,
        "events": [as_before(event) for event in game.events],
        "mats": [list(side.mat.lines) for side in sides],
        "loose": [side.mat.loose for side in sides],
        "points": [state.points(seat) for seat in SEATS],
        "jarnacs": [side.jarnacs for side in sides],
        "time_penalties": [side.penalties for side in sides],
        "winner": state.ended.winner if state.ended else None,
        "reason": explain(state.ended) if state.ended else None,
    }
