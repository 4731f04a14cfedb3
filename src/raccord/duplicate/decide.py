"""``decide`` turns a command into events, or refuses it with a reason in French."""

from collections.abc import Callable
from typing import Any

from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.beside import NOTHING, Beside
from raccord.duplicate.deciding import (
    commitments,
    draws,
    following,
    handing_in,
    interruptions,
    marking,
    results,
    retaining,
    sections,
    tables,
    turns,
)
from raccord.duplicate.deciding.context import Context, Events
from raccord.duplicate.deciding.envelopes import check_envelope
from raccord.duplicate.deciding.moments import check_moment
from raccord.duplicate.errors import Refusal
from raccord.duplicate.rules.solos import check_own
from raccord.duplicate.rules.tops import SAMPLES
from raccord.duplicate.state import State, begin
from raccord.lexicon import Lexicon
from raccord.regulation.editions import EDITIONS


def open_game(command: cmd.Open, lexicon: Lexicon) -> Events:
    """Open a game; it ends at once if the lexicon allows no first move."""
    check_own(EDITIONS[command.edition], command.solo)
    opened = ev.Opened(
        at=command.at,
        edition=command.edition,
        formula=command.formula,
        lexicon=lexicon.name,
        lexicon_digest=lexicon.digest,
        title=command.title,
        seed=command.seed,
        awaits_publication=command.awaits_publication,
        solo=command.solo,
        follows=command.follows,
    )
    if command.secret:
        opened = commitments.committed(opened, command)
    elif command.needs_number:
        raise Refusal("un nombre public se mêle aux tirages du logiciel, et il ne tire pas ici")
    return (opened, *Context(begin(opened), lexicon, 0).ending(command.at))


def decide(
    state: State,
    command: cmd.Command,
    lexicon: Lexicon,
    samples: int = SAMPLES,
    beside: Beside = NOTHING,
) -> Events:
    """The events a command leads to; ``Refusal`` says why there are none."""
    if lexicon.digest != state.opened.lexicon_digest:
        raise Refusal(
            f"la partie se joue avec le lexique {state.opened.lexicon} ; "
            f"{lexicon.name} n'est pas la même liste"
        )
    check_moment(state, type(command))
    context = Context(state, lexicon, samples, beside)
    check_envelope(context, command)
    return _DECIDE[type(command)](context, command)


def _reopen(_: Context, __: cmd.Open) -> Events:
    raise Refusal("la partie est déjà ouverte")


def _at_desk(step: Callable[[State, Any], ev.Event]) -> Callable[[Context, Any], Events]:
    return lambda context, command: (step(context.state, command),)


_DECIDE: dict[type[cmd.Command], Callable[[Context, Any], Events]] = {
    cmd.Open: _reopen,
    cmd.Register: _at_desk(tables.register),
    cmd.RegisterAll: tables.register_all,
    cmd.Renumber: _at_desk(tables.renumber),
    cmd.Unregister: _at_desk(tables.unregister),
    cmd.MergeTables: _at_desk(tables.merge),
    cmd.Withdraw: _at_desk(tables.withdraw),
    cmd.TakeBack: _at_desk(tables.take_back),
    cmd.SendSlip: handing_in.send_slip,
    cmd.Collect: marking.collect,
    cmd.Mark: marking.mark,
    cmd.MarkTop: marking.mark_top,
    cmd.MarkMissing: marking.mark_missing,
    cmd.Warn: marking.warn,
    cmd.Correct: marking.correct,
    cmd.Exclude: _at_desk(tables.exclude),
    cmd.HandIn: _at_desk(tables.hand_in),
    cmd.Rule: _at_desk(tables.rule),
    cmd.GiveNumber: commitments.give_number,
    cmd.Draw: draws.draw,
    cmd.DrawBySoftware: draws.draw_by_software,
    cmd.DrawLetters: draws.draw_letters,
    cmd.RejectUntold: draws.reject_untold,
    cmd.CorrectDraw: draws.correct_draw,
    cmd.RejectDraw: draws.reject_draw,
    cmd.Start: turns.start,
    cmd.EndTime: turns.end_time,
    cmd.ReopenTime: turns.reopen_time,
    cmd.Propose: turns.propose,
    cmd.Retain: retaining.retain,
    cmd.Follow: following.follow,
    cmd.AddSection: sections.add,
    cmd.FollowMaster: sections.follow,
    cmd.DeclareNoSolution: turns.declare_no_solution,
    cmd.CancelTurn: turns.cancel_turn,
    cmd.Interrupt: interruptions.interrupt,
    cmd.Resume: interruptions.resume,
    cmd.EndInterrupted: interruptions.end_interrupted,
    cmd.Stop: turns.stop,
    cmd.Reveal: turns.reveal,
    cmd.Publish: results.publish,
}
