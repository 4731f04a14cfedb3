"""What of the draws of a record can be told false without any word list.

A secret gives the n-th draw and no other; whoever may skip draws as he likes can still choose. So
every way by which a draw gives place to the next is held against the regulation.
"""

from collections.abc import Callable
from typing import Any

from raccord.board import contains
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.draws import judge_draw, undrawn
from raccord.duplicate.errors import Refusal
from raccord.duplicate.rules.draws import check_new, counts_on_wild
from raccord.duplicate.state import Phase, State


def check_place(state: State, event: ev.Drawn | ev.DrawRejected) -> State:
    """Refuse a draw that comes out of turn; gives the state that it is judged in."""
    if isinstance(event, ev.DrawRejected) and state.rack and state.origin != "software":
        state = undrawn(state)  # letters put right make a draw to be rejected
    else:
        _require(state.phase is Phase.DRAWING, "un tirage est déjà en jeu")
    _require(event.turn == state.turn, f"tirage du coup {event.turn} au coup {state.turn}")
    return state


def misjudged(state: State, event: ev.Drawn | ev.DrawRejected) -> str:
    """What is wrong with a draw taken or rejected, if anything."""
    if _is_untold(state, event):
        return ""
    check_new(state.position, event.new, state.formula)
    rack = state.position.rack(event.new)
    expected = judge_draw(state, event.new, event.origin, event.at)
    if type(expected) is not type(event):
        verb = "rejeté à tort" if isinstance(event, ev.DrawRejected) else "à rejeter"
        return f"tirage {rack} {verb}"
    if isinstance(event, ev.Drawn) and event.joker != state.position.serving:
        return f"tirage {rack} avec un joker qui n'est pas celui de la formule"
    return ""


def _is_untold(state: State, event: ev.Drawn | ev.DrawRejected) -> bool:
    """Whether a sheet tells only that its leave went back; no secret stands behind such a game."""
    rejected = isinstance(event, ev.DrawRejected) and not event.new
    return rejected and event.origin == "prepared" and not state.opened.commitment


def declined_wrongly(state: State, event: ev.DrawDeclined) -> str:
    """What is wrong with a draw that the referee sent back at will, if anything."""
    check_turn(state, event)
    if counts_on_wild(state.rack, state.before.pool, state.turn, state.edition):
        return ""
    return f"tirage {state.rack} rejeté à tort"


def check_turn(state: State, event: Any) -> None:
    """Refuse what concerns a draw where none is in play, or that of another turn."""
    _require(bool(state.rack), "aucun tirage n'est en jeu")
    _require(event.turn == state.turn, "numéro de coup inattendu")


def check_corrected(state: State, event: ev.DrawCorrected) -> None:
    """Refuse letters put right that nobody typed, or that the bag cannot give."""
    check_turn(state, event)
    _require(state.origin != "software", "un tirage du logiciel ne se rectifie pas")
    _require(
        len(event.new) == len(state.new), "le tirage rectifié n'a pas le bon nombre de lettres"
    )
    _require(contains(state.position.bag + state.new, event.new), "le sac ne peut pas le donner")


def check_cancelled(state: State, event: ev.TurnCancelled) -> None:
    """Refuse to cancel another turn than the last."""
    last = state.turn if state.rack else state.turn - 1
    _require(event.turn == last and last >= 1, "ce coup ne peut plus être annulé")


def check_draws(state: State, event: ev.Event) -> None:
    """Refuse an event by which a draw comes, or goes, against the regulation."""
    if check := _CHECKS.get(type(event)):
        check(state, event)


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise Refusal(message)


def _draw(state: State, event: ev.Drawn | ev.DrawRejected) -> None:
    _require(not state.secret, "un tirage suit la publication du secret")
    if fault := misjudged(check_place(state, event), event):
        raise Refusal(fault)


def _declined(state: State, event: ev.DrawDeclined) -> None:
    if fault := declined_wrongly(state, event):
        raise Refusal(fault)


_CHECKS: dict[type[ev.Event], Callable[[State, Any], None]] = {
    ev.Drawn: _draw,
    ev.DrawRejected: _draw,
    ev.DrawDeclined: _declined,
    ev.DrawCorrected: check_corrected,
    ev.NoSolution: check_turn,
    ev.TurnCancelled: check_cancelled,
}
