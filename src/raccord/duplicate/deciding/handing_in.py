"""Slips sent by players from their phones: they count once, and by the server's clock."""

from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.context import Context, Events
from raccord.duplicate.errors import Refusal
from raccord.duplicate.rules.clock import SlipTiming, end_of, slip_timing
from raccord.duplicate.slips.handing_in import assisted_slip, late_slip, strict_slip
from raccord.duplicate.slips.judging import AUTOMATIC, decision
from raccord.duplicate.slips.situation import check_plays, situation_of
from raccord.duplicate.state import Phase, State
from raccord.regulation import Arrival

_LATE = "bulletin arrivé après la fin du coup"


def send_slip(context: Context, command: cmd.SendSlip) -> Events:
    """Take a slip in its time; one that comes late is kept and ruled on at once.

    What a referee has decided, announced or closed is no player's to change.
    """
    state, beside, turn = context.state, context.beside, command.turn
    if beside.on_paper(command.table):
        raise Refusal("les bulletins de cette table se remettent sur papier")
    if state.interrupted is not None:
        raise Refusal("la partie est interrompue : gardez votre bulletin")
    check_plays(state, turn, command.table)
    _check_open(state, turn, command.table)
    if not _is_in_time(context, command):
        return _too_late(context, command)
    strict = beside.entry == "strict"
    slip = (strict_slip if strict else assisted_slip)(state, command.entered)
    return (ev.SlipHandedIn(at=command.at, turn=turn, table=command.table, slip=slip),)


def _check_open(state: State, turn: int, table: int) -> None:
    """Refuse a slip for what is settled: the game, the turn, or the table's own ruling."""
    if state.phase is Phase.OVER:
        raise Refusal("la partie est terminée : plus aucun bulletin n'est pris")
    if turn < state.turn:
        raise Refusal(f"le coup {turn} est terminé : seul l'arbitre peut encore le rectifier")
    mark = state.mark(turn, table)
    if mark.ruling is not None and mark.slip is None:
        raise Refusal("une décision est déjà rendue : seul l'arbitre peut encore la rectifier")


def _is_in_time(context: Context, command: cmd.SendSlip) -> bool:
    state = context.state
    _check_draw(state, command.draw)
    timing = slip_timing(state, command.at, context.beside.grace)
    if timing is SlipTiming.EARLY:
        raise Refusal("le chronomètre n'est pas encore lancé")
    return timing is SlipTiming.IN_TIME and state.mark(state.turn, command.table).ruling is None


def _check_draw(state: State, seen: str) -> None:
    if seen and seen != state.rack and sorted(seen) != sorted(state.rack):
        raise Refusal("le tirage a changé : composez un nouveau bulletin")


def _too_late(context: Context, command: cmd.SendSlip) -> Events:
    """After the end nothing replaces a slip; where there was none, the late one is nullified."""
    state, turn, table, at = context.state, command.turn, command.table, command.at
    if state.mark(turn, table).slip is not None:
        raise Refusal("le temps est écoulé : le bulletin déjà remis compte")
    slip = late_slip(command.entered, _arrival(state, command))
    situation = situation_of(state, turn, context.lexicon)
    ruling = decision(situation, slip, state.formula.solutions)
    return (
        ev.SlipHandedIn(at=at, turn=turn, table=table, slip=slip),
        ev.Ruled(at=at, turn=turn, table=table, ruling=ruling, by=AUTOMATIC, reason=_LATE),
    )


def _arrival(state: State, command: cmd.SendSlip) -> Arrival | None:
    """When a late slip came; a phone that tells an impossible hour of sending tells nothing."""
    end = end_of(state)
    if end is None:
        return None
    sent, received = command.sent, command.at
    if sent is None or not (state.started or 0) <= sent <= received:
        return Arrival(received - end)
    return Arrival(received - end, sent - end)
