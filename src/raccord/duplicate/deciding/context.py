"""What every decision needs: the state, the lexicon, and the checks they share."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from raccord.duplicate import events as ev
from raccord.duplicate.beside import NOTHING, Beside, Found
from raccord.duplicate.errors import Refusal
from raccord.duplicate.evolve import evolve
from raccord.duplicate.rules.ends import Frame, end_of
from raccord.duplicate.rules.tops import Tops, find_tops
from raccord.duplicate.slips.situation import situation_of
from raccord.duplicate.state import Phase, State
from raccord.lexicon import Lexicon
from raccord.regulation.marking import Situation

Events = tuple[ev.Event, ...]
UNDER_WAY = (Phase.DRAWN, Phase.RUNNING, Phase.TIME_UP)

_STANDING = {
    Phase.DRAWING: "aucun tirage n'est en jeu : tirez d'abord les lettres",
    Phase.DRAWN: "le tirage est en jeu : lancez le chronomètre ou retenez le top",
    Phase.RUNNING: "le temps court encore : annoncez d'abord la fin du coup",
    Phase.TIME_UP: "le temps est écoulé : retenez le top",
    Phase.OVER: "la partie est terminée",
}


@dataclass(frozen=True, slots=True)
class Context:
    """A state with the lexicon, the samples of the opening measure and what goes with the game."""

    state: State
    lexicon: Lexicon
    samples: int
    beside: Beside = NOTHING

    @property
    def frame(self) -> Frame:
        """The frame of questions about tiles."""
        return Frame(self.lexicon, self.state.edition, self.state.formula)

    def then(self, event: ev.Event) -> "Context":
        """The context after one more fact."""
        return replace(self, state=evolve(self.state, event))

    def after(self, events: Iterable[ev.Event]) -> "Context":
        """The context after these facts."""
        context = self
        for event in events:
            context = context.then(event)
        return context

    def tops(self) -> Tops | None:
        """The tops of the draw on the table, None where it has no solution."""
        if found := self._found:
            return found.tops
        state = self.state
        return find_tops(state.position, state.rack, state.turn, self.frame, self.samples)

    @property
    def _found(self) -> Found | None:
        found = self.beside.found
        return found if found is not None and found.is_of(self.state) else None

    def situation(self, turn: int) -> Situation:
        """The turn a slip is judged in: one already played, or the one under way."""
        if turn != self.state.turn or not self.state.rack:
            return situation_of(self.state, turn, self.lexicon)
        memory = self._found.memory if self._found else None
        return situation_of(self.state, turn, self.lexicon, self.tops(), memory)

    def ending(self, at: int) -> Events:
        """The end of the game if the next draw cannot be made or played."""
        state = self.state
        reason = end_of(state.position, state.turn, self.frame)
        if reason is None:
            return ()
        cited = state.edition.cite(state.edition.end)
        return (ev.GameEnded(at=at, reason=reason, citation=cited),)


def require_phase(state: State, *phases: Phase) -> None:
    """Refuse a command that does not belong to this moment of the game."""
    if state.interrupted is not None and state.phase is not Phase.OVER:
        raise Refusal("la partie est interrompue : reprenez-la d'abord")
    if state.phase not in phases:
        raise Refusal(_STANDING[state.phase])
