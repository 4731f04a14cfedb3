"""The moment of each command of the head referee: what is refused now, and so what is offered.

``decide`` checks the moment before anything else; a screen offers what ``is_timely``. What a
command holds (letters, a reason, a secret) and what the board allows is judged afterwards.
"""

from collections.abc import Callable

from raccord.duplicate import commands as cmd
from raccord.duplicate.deciding.context import UNDER_WAY, require_phase
from raccord.duplicate.errors import Refusal
from raccord.duplicate.files.fair_draws import MIXED
from raccord.duplicate.rules.clock import SECOND, left_at_end
from raccord.duplicate.rules.draws import counts_on_wild
from raccord.duplicate.rules.ends import EndReason
from raccord.duplicate.slips.publication import awaits_publication
from raccord.duplicate.state import Phase, State

_BY_TILES = (
    EndReason.ALL_PLACED,
    EndReason.ONE_LEFT,
    EndReason.ONE_KIND,
    EndReason.NOTHING_FITS,
)


def check_moment(state: State, kind: type[cmd.Command]) -> None:
    """Refuse a command that does not belong to this moment of the game."""
    if state.opened.follows and kind in OF_THE_MASTER:
        raise Refusal(
            "cette partie est une section : tirages, chronomètre, tops et publication viennent de "
            "la partie qu'elle suit"
        )
    if check := _CHECKS.get(kind):
        check(state)


def is_timely(state: State, kind: type[cmd.Command]) -> bool:
    """Whether a command of this kind belongs to this moment of the game."""
    try:
        check_moment(state, kind)
    except Refusal:
        return False
    return True


def cancellable_turn(state: State) -> int:
    """The turn under way, or the last one if nothing has followed it."""
    # With the secret out the next draw would be known; results once published stand, and an end
    # that the tiles did not bring is not undone.
    if state.secret or state.published or (state.end and state.end.reason not in _BY_TILES):
        raise Refusal("la partie est terminée")
    if state.interrupted is not None:
        raise Refusal("la partie est interrompue : reprenez-la d'abord")
    if state.phase in UNDER_WAY:
        return state.turn
    if not state.turns or state.rejected or state.discarded:
        raise Refusal("aucun coup à annuler : le dernier n'est plus en cause")
    return state.turns[-1].number


def _in(*phases: Phase) -> Callable[[State], None]:
    return lambda state: require_phase(state, *phases)


def _give_number(state: State) -> None:
    if state.opened.scheme != MIXED:
        raise Refusal("les tirages de cette partie ne viennent pas d'un nombre public")
    if state.number is not None:
        raise Refusal("le nombre public est déjà donné : il ne change plus")
    if state.draws:
        raise Refusal("le nombre public se donne avant le premier tirage")
    require_phase(state, Phase.DRAWING)


def _draw(state: State) -> None:
    require_phase(state, Phase.DRAWING)
    if state.opened.needs_number and state.number is None:
        raise Refusal("la partie attend son nombre public : donnez-le avant le premier tirage")


def _correct_draw(state: State) -> None:
    require_phase(state, *UNDER_WAY)
    if state.origin is None or state.origin == "software":
        raise Refusal("un tirage du logiciel ne se rectifie pas : annulez le coup")


def _reject_draw(state: State) -> None:
    require_phase(state, Phase.DRAWN)
    if not counts_on_wild(state.rack, state.before.pool, state.turn, state.edition):
        cited = state.edition.cite(state.edition.late_minimum)
        raise Refusal("ce tirage est valable sans compter sur Y ni joker", cited)


def _retain(state: State) -> None:
    # In topping the top is placed as soon as found (2017 7.4), alone as soon as wished.
    running = state.formula.topping or not state.formula.timed
    require_phase(state, Phase.DRAWN, Phase.TIME_UP, *((Phase.RUNNING,) if running else ()))


def _reopen_time(state: State) -> None:
    require_phase(state, Phase.TIME_UP)
    if left_at_end(state) < SECOND:
        raise Refusal("tout le temps a couru : il n'y a rien à rouvrir")


def _no_solution(state: State) -> None:
    seen = state.edition.no_solution_seen
    require_phase(state, *UNDER_WAY)
    if state.phase is Phase.RUNNING and seen.value == "at-end":
        cited = state.edition.cite(seen)
        raise Refusal("l'absence de solution se constate à l'issue du coup", cited)


def _interrupt(state: State) -> None:
    if state.interrupted is not None and state.phase is not Phase.OVER:
        raise Refusal("la partie est déjà interrompue")
    require_phase(state, Phase.DRAWING, *UNDER_WAY)


def _resume(state: State) -> None:
    if state.interrupted is None or state.phase is Phase.OVER:
        raise Refusal("la partie n'est pas interrompue")


def _end_interrupted(state: State) -> None:
    _resume(state)
    if state.edition.interruption is None:
        raise Refusal("ce règlement ne limite pas les interruptions")


def _stop(state: State) -> None:
    if state.phase is Phase.OVER:
        raise Refusal("la partie est terminée")


def _reveal(state: State) -> None:
    if state.phase is not Phase.OVER:
        raise Refusal("le secret des tirages ne se publie qu'après la fin de la partie")
    if not state.opened.commitment:
        raise Refusal("le logiciel n'a rien tiré : il n'y a pas de secret à publier")
    if state.secret:
        raise Refusal("le secret est déjà publié")


def _publish(state: State) -> None:
    if state.phase is not Phase.OVER:
        raise Refusal("le classement se publie après la fin de la partie")
    if not awaits_publication(state):
        raise Refusal("il n'y a pas de classement à publier")
    if state.published:
        raise Refusal("le classement est déjà publié")


_CHECKS: dict[type[cmd.Command], Callable[[State], object]] = {
    cmd.GiveNumber: _give_number,
    cmd.Draw: _draw,
    cmd.DrawBySoftware: _draw,
    cmd.DrawLetters: _draw,
    cmd.RejectUntold: _draw,
    cmd.CorrectDraw: _correct_draw,
    cmd.RejectDraw: _reject_draw,
    cmd.Start: _in(Phase.DRAWN),
    cmd.EndTime: _in(Phase.RUNNING),
    cmd.ReopenTime: _reopen_time,
    cmd.Retain: _retain,
    cmd.Follow: _retain,
    cmd.DeclareNoSolution: _no_solution,
    cmd.CancelTurn: cancellable_turn,
    cmd.Interrupt: _interrupt,
    cmd.Resume: _resume,
    cmd.EndInterrupted: _end_interrupted,
    cmd.Stop: _stop,
    cmd.Reveal: _reveal,
    cmd.Publish: _publish,
}
OF_THE_MASTER = frozenset(_CHECKS) | {cmd.AddSection}
"""What a section never does by itself."""
