"""``decide`` turns a command into events, or refuses it with a reason in French."""

from collections.abc import Callable
from typing import Any

import msgspec

from raccord.duplicate import commands as cmd
from raccord.duplicate import desk, drawing, playing, stream
from raccord.duplicate import events as ev
from raccord.duplicate.context import Context, Events
from raccord.duplicate.errors import Refusal
from raccord.duplicate.moments import check_moment
from raccord.duplicate.state import State, begin
from raccord.duplicate.tops import SAMPLES
from raccord.lexicon import Lexicon


def open_game(command: cmd.Open, lexicon: Lexicon) -> Events:
    """Open a game; it ends at once if the lexicon allows no first move."""
    opened = ev.Opened(
        at=command.at,
        edition=command.edition,
        formula=command.formula,
        lexicon=lexicon.name,
        lexicon_digest=lexicon.digest,
        title=command.title,
        seed=command.seed,
    )
    if command.secret:
        drawing.check_secret(command.secret)
        commitment = stream.commit(command.secret, drawing.parameters(opened))
        opened = msgspec.structs.replace(opened, commitment=commitment)
    return (opened, *Context(begin(opened), lexicon, 0).ending(command.at))


def decide(state: State, command: cmd.Command, lexicon: Lexicon, samples: int = SAMPLES) -> Events:
    """The events a command leads to; ``Refusal`` says why there are none."""
    if lexicon.digest != state.opened.lexicon_digest:
        raise Refusal(
            f"la partie se joue avec le lexique {state.opened.lexicon} ; "
            f"{lexicon.name} n'est pas la même liste"
        )
    check_moment(state, type(command))
    return _DECIDE[type(command)](Context(state, lexicon, samples), command)


def _reopen(_: Context, __: cmd.Open) -> Events:
    raise Refusal("la partie est déjà ouverte")


def _at_desk(step: Callable[[State, Any], ev.Event]) -> Callable[[Context, Any], Events]:
    return lambda context, command: (step(context.state, command),)


_DECIDE: dict[type[cmd.Command], Callable[[Context, Any], Events]] = {
    cmd.Open: _reopen,
    cmd.Register: _at_desk(desk.register),
    cmd.Withdraw: _at_desk(desk.withdraw),
    cmd.HandIn: _at_desk(desk.hand_in),
    cmd.Rule: _at_desk(desk.rule),
    cmd.DrawBySoftware: drawing.draw_by_software,
    cmd.DrawLetters: drawing.draw_letters,
    cmd.CorrectDraw: drawing.correct_draw,
    cmd.Start: playing.start,
    cmd.EndTime: playing.end_time,
    cmd.Propose: playing.propose,
    cmd.Retain: playing.retain,
    cmd.DeclareNoSolution: playing.declare_no_solution,
    cmd.CancelTurn: playing.cancel_turn,
    cmd.Interrupt: playing.interrupt,
    cmd.Resume: playing.resume,
    cmd.Stop: playing.stop,
    cmd.Reveal: playing.reveal,
}
