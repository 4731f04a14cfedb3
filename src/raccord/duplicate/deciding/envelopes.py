"""A game whose draws come in envelopes: all centres play the same, so none goes another way.

Its draws and tops are the event's. Other letters, another tie, a cancelled turn or a draw given
back would leave a centre where no envelope fits any more.
"""

from raccord.duplicate import commands as cmd
from raccord.duplicate.deciding.context import Context
from raccord.duplicate.errors import Refusal
from raccord.duplicate.files.prepared import prepared_move

ELSEWHERE = frozenset({cmd.CorrectDraw, cmd.RejectDraw, cmd.CancelTurn})
"""What a centre never does by itself."""


def check_envelope(context: Context, command: cmd.Command) -> None:
    """Refuse what would part a centre from the event it plays."""
    if not context.beside.sealed:
        return
    if type(command) in ELSEWHERE:
        raise Refusal(
            "les coups de cette épreuve sont les mêmes dans tous les centres : interrompez la "
            "partie et appelez l'organisateur, dont la commission décide"
        )
    if isinstance(command, cmd.Draw) and command.letters.strip():
        raise Refusal("dans cette épreuve les lettres sont celles des enveloppes")
    if isinstance(command, cmd.Retain) and command.move is not None:
        told = prepared_move(context.beside.script, context.state)
        if told is not None and command.move.strip() != told:
            raise Refusal(f"dans cette épreuve le top placé est le même partout : {told}")
