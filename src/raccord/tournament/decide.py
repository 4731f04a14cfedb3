"""``decide`` turns a command into events of a competition, or refuses it, saying why in French."""

from collections.abc import Callable
from typing import Any

from raccord.tournament import commands as cmd
from raccord.tournament import events as ev
from raccord.tournament.deciding import appeals, entries, federal, games
from raccord.tournament.deciding.entries import Events
from raccord.tournament.errors import Refusal
from raccord.tournament.evolve import fold
from raccord.tournament.seating import Halls, admitting
from raccord.tournament.state import State


def open_event(command: cmd.Open) -> Events:
    """Open a competition."""
    title, terms = entries.titled(command.title), entries.checked(command.terms)
    return (ev.Opened(at=command.at, title=title, terms=terms),)


def decide(state: State, command: cmd.Command, halls: Halls) -> Events:
    """The events a command leads to; ``halls`` are the games of the hall it speaks of.

    Whoever sat down in one of them without an entry is entered first.
    """
    if state.is_closed and not isinstance(command, (cmd.Reopen, *cmd.AFTER_CLOSING)):
        raise Refusal("la compétition est close : rouvrez-la d'abord")
    admitted = tuple(admitting(state, halls, command.at))
    return (*admitted, *_DECIDE[type(command)](fold(admitted, state), command, halls))


def _admit(*_: object) -> Events:
    return ()


def _close(_: State, command: cmd.Close, __: Halls) -> Events:
    return (ev.Closed(at=command.at),)


def _reopen(state: State, command: cmd.Reopen, _: Halls) -> Events:
    return (ev.Reopened(at=command.at),) if state.is_closed else ()


_DECIDE: dict[type[cmd.Command], Callable[[State, Any, Halls], Events]] = {
    cmd.Arrange: entries.arrange,
    cmd.Enter: entries.enter,
    cmd.EnterAll: entries.enter_all,
    cmd.Merge: entries.merge,
    cmd.Remove: entries.remove,
    cmd.CheckIn: entries.check_in,
    cmd.Schedule: games.schedule,
    cmd.Place: games.place,
    cmd.Admit: _admit,
    cmd.TypeResult: games.type_result,
    cmd.Report: games.report,
    cmd.Miss: games.miss,
    cmd.Drop: games.drop,
    cmd.Cut: games.cut,
    cmd.Exclude: entries.exclude,
    cmd.Readmit: entries.readmit,
    cmd.NameCommission: appeals.name_commission,
    cmd.FileAppeal: appeals.file_appeal,
    cmd.Settle: appeals.settle,
    cmd.SendDossier: federal.send_dossier,
    cmd.AskPieces: federal.ask_pieces,
    cmd.FileLetter: federal.file_letter,
    cmd.Close: _close,
    cmd.Reopen: _reopen,
}
