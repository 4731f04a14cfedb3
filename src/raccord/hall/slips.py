"""Slips handed in by players from their phones: they count once, and by the server's clock."""

from collections.abc import Sequence
from typing import Annotated

import msgspec

from raccord.duplicate import Phase, Refusal, State, decide
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.rules.clock import SlipTiming, end_of, slip_timing
from raccord.hall.companion import Companion
from raccord.hall.games import Games
from raccord.hall.rulings import (
    Entered,
    assisted_slip,
    judged,
    late,
    ruled_event,
    situation_of,
    strict_slip,
)
from raccord.hall.shapes import SlipView
from raccord.hall.views import slip_view
from raccord.lexicon import Lexicon
from raccord.regulation import Arrival, Slip

MOST_KEY = 120
_LATE = "bulletin arrivé après la fin du coup"


class HandInForm(msgspec.Struct, frozen=True, kw_only=True):
    """Bulletin envoyé; ``draw`` is the draw the player saw, ``key`` names this one sending.

    ``sent`` is when the phone first sent it, by its estimate of the server's clock.
    """

    turn: int
    entered: Entered
    draw: Annotated[str, msgspec.Meta(max_length=40)] = ""
    key: Annotated[str, msgspec.Meta(max_length=MOST_KEY)] = ""
    sent: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """Reçu: the slip is on disk. ``at`` is when the server received it."""

    turn: int
    at: int
    late: bool
    slip: SlipView
    repeated: bool = False


class Slips:
    """The slips of players."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def hand_in(self, code: str, table: int, form: HandInForm, received: int) -> Receipt:
        """Take a slip; the answer is given once it is on disk."""
        game = await self._games.get(code)

        def act(state: State) -> Sequence[ev.Event]:
            return take(state, game.companion, game.lexicon, table, form, received)

        key = f"slip:{table}:{form.key}" if form.key else None
        change = await self._games.act(game.id, act, key)
        event = next(e for e in change.events if isinstance(e, ev.SlipHandedIn))
        return Receipt(
            turn=event.turn,
            at=event.at,
            late=any(isinstance(e, ev.Ruled) for e in change.events),
            slip=slip_view(event.slip),
            repeated=change.repeated,
        )

    async def propose(self, code: str, table: int, move: str, received: int) -> ev.Proposed:
        """Topping: say a move aloud."""
        command = cmd.Propose(at=received, move=move, table=table)
        change = await self._games.think(code, command)
        return next(e for e in change.events if isinstance(e, ev.Proposed))


def take(
    state: State,
    companion: Companion,
    lexicon: Lexicon,
    table: int,
    form: HandInForm,
    received: int,
) -> Sequence[ev.Event]:
    """The events of a slip handed in, or why it is refused."""
    if companion.hands_in_on_paper(table):
        raise Refusal("les bulletins de cette table se remettent sur papier")
    if state.interrupted is not None:
        raise Refusal("la partie est interrompue : gardez votre bulletin")
    if not 1 <= form.turn <= state.turn:
        raise Refusal(f"le coup {form.turn} n'est pas tiré")
    under_way = form.turn == state.turn and bool(state.rack)
    if under_way and form.draw and sorted(form.draw) != sorted(state.rack):
        raise Refusal("le tirage a changé : composez un nouveau bulletin")
    if under_way and state.phase is not Phase.OVER:
        timing = slip_timing(state, received, companion.settings.grace_ms)
        if timing is SlipTiming.EARLY:
            raise Refusal("le chronomètre n'est pas encore lancé")
        if timing is SlipTiming.IN_TIME and state.mark(state.turn, table).ruling is None:
            slip = _written(state, companion, form)
            return _handed_in(state, lexicon, table, form.turn, slip, received)
    return _too_late(state, lexicon, table, form, received)


def _written(state: State, companion: Companion, form: HandInForm) -> Slip:
    others = form.entered.others[: state.formula.solutions - 1]
    entered = msgspec.structs.replace(form.entered, others=others)
    if companion.settings.entry == "strict":
        return strict_slip(entered)
    return assisted_slip(state, entered)


def _handed_in(
    state: State, lexicon: Lexicon, table: int, turn: int, slip: Slip, received: int
) -> Sequence[ev.Event]:
    command = cmd.HandIn(at=received, turn=turn, table=table, slip=slip, replaces=True)
    return decide(state, command, lexicon)


def _too_late(
    state: State, lexicon: Lexicon, table: int, form: HandInForm, received: int
) -> Sequence[ev.Event]:
    """After the end nothing replaces a slip; where there was none, the late one is nullified."""
    if state.mark(form.turn, table).slip is not None:
        raise Refusal("le temps est écoulé : le bulletin déjà remis compte")
    slip = late(strict_slip(_as_written(form.entered)), _arrival(state, form, received))
    handed = _handed_in(state, lexicon, table, form.turn, slip, received)
    situation = situation_of(state, form.turn, lexicon)
    (_, _, ruling), *_ = judged(situation, [(table, slip)], state.formula.solutions)
    return (*handed, ruled_event(received, form.turn, table, ruling, reason=_LATE))


def _arrival(state: State, form: HandInForm, received: int) -> Arrival | None:
    """When a late slip came; a phone that tells an impossible hour of sending tells nothing."""
    end = end_of(state, form.turn)
    if end is None:
        return None
    start = (state if form.turn == state.turn else state.turns[form.turn - 1]).started or 0
    sent = form.sent
    if sent is None or not start <= sent <= received:
        return Arrival(received - end)
    return Arrival(received - end, sent - end)


def _as_written(entered: Entered) -> Entered:
    word = entered.word or entered.move.partition(" ")[2]
    place = entered.reference or entered.move.partition(" ")[0] or None
    others = tuple(_as_written(one) for one in entered.others)
    return msgspec.structs.replace(entered, word=word, reference=place, others=others)
