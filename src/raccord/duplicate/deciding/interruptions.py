"""Decisions about interruptions: play stops, goes on, or ends where the head referee says so.

===================================================  =====================
2023 3.7 (30 minutes) · 2017 3.6 · 2010 2.7 (15)     ``end_interrupted``
===================================================  =====================

Reading: the limit is the referee's to apply, for a pause may have been noted late or left to run;
to go on beyond it he gives his reason, which is kept.
"""

from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.context import Context, Events
from raccord.duplicate.deciding.turns import place
from raccord.duplicate.errors import ReasonNeeded, Refusal
from raccord.duplicate.rules.ends import EndReason
from raccord.duplicate.rules.interruptions import Interruption, interruption_of
from raccord.duplicate.state import Phase
from raccord.regulation import article


def interrupt(_: Context, command: cmd.Interrupt) -> Events:
    """Stop play."""
    return (ev.Interrupted(at=command.at),)


def resume(context: Context, command: cmd.Resume) -> Events:
    """Go on; beyond the limit of the edition only with a reason."""
    standing = _standing(context, command)
    reason = command.reason.strip()
    if standing.is_too_long(command.at) and not reason:
        raise ReasonNeeded(
            "l'interruption dépasse la limite : terminez la partie, ou reprenez-la avec un motif",
            standing.citation,
        )
    return (ev.Resumed(at=command.at, reason=reason),)


@article("3.7", edition="2023")
@article("3.6", edition="2017")
@article("2.7", edition="2010")
def end_interrupted(context: Context, command: cmd.EndInterrupted) -> Events:
    """An interruption longer than the edition allows ends the game, once the referee says so."""
    standing = _standing(context, command)
    if not standing.is_too_long(command.at):
        raise Refusal("l'interruption n'a pas dépassé la limite", standing.citation)
    ended = ev.GameEnded(
        at=command.at,
        reason=EndReason.INTERRUPTED,
        citation=standing.citation,
        void=standing.voids,
    )
    return (*_last_collected(context, command.at), ended)


def _standing(context: Context, command: cmd.Resume | cmd.EndInterrupted) -> Interruption:
    standing = interruption_of(context.state)
    assert standing is not None
    if command.at < standing.since:
        raise Refusal("la reprise ne peut précéder l'interruption")
    return standing


def _last_collected(context: Context, at: int) -> Events:
    """The top of a turn whose slips are in, so that it counts too."""
    state = context.state
    tops = context.tops() if state.phase is Phase.TIME_UP else None
    if tops is None:
        return ()
    cited = (state.edition.cite(state.edition.retained), *tops.citations)
    # Only the retained move: the interruption ends the game, not the tiles.
    return place(context, at, tops.eligible[0].move, tops, cited)[:1]
