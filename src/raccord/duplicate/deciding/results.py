"""Decisions about results: when the ranking of a game over is everybody's."""

from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.context import Context, Events
from raccord.duplicate.errors import Refusal
from raccord.duplicate.slips.publication import MissingSlips, missing_slips


def publish(context: Context, command: cmd.Publish) -> Events:
    """Publish the ranking; with slips missing only where the referee insists."""
    missing = missing_slips(context.state)
    if missing and not command.insist:
        count = sum(turn.count for turn in missing)
        raise Refusal(
            f"des bulletins ne sont pas corrigés ({count}) : {told(missing)} ; "
            "publiés ainsi, ils comptent zéro"
        )
    return (ev.ResultsPublished(at=command.at, by=command.by, from_last=command.from_last),)


def told(missing: tuple[MissingSlips, ...]) -> str:
    """« coup 3, tables 2 7 »."""
    return " ; ".join(
        f"coup {turn.turn}, table{'s' if turn.count > 1 else ''} {' '.join(map(str, turn.tables))}"
        for turn in missing
    )
