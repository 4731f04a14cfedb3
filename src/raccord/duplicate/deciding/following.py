"""Following a published game: what it placed is placed, whatever this list thinks of it."""

from raccord.board import BoardError, FaultKind, Move, faults, score
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.context import Context, Events
from raccord.duplicate.deciding.turns import place
from raccord.duplicate.errors import Refusal
from raccord.duplicate.rules.ends import end_of_pool
from raccord.duplicate.rules.tops import tie_for


def follow(context: Context, command: cmd.Follow) -> Events:
    """The published move: among the tops where it is one, else alone and worth what it scores."""
    state = context.state
    if not state.formula.prepared:
        raise Refusal("seule une partie préparée suit ce qui a été publié")
    move = _on_the_board(context, command.move)
    tops = context.tops()
    tie = tie_for(tops, move, state.position, context.frame) if tops else None
    if tops is not None and tie is not None:
        cited = (state.edition.cite(state.edition.retained), *tops.citations)
        placed = place(context, command.at, tie.move, tops, cited)
    else:
        points = score(state.position.board, move, state.formula.rules).total
        at, turn, text = command.at, state.turn, str(move)
        placed = (ev.Retained(at=at, turn=turn, move=text, points=points, ties=(), citations=()),)
    return _as_far(context, placed, command)


def _as_far(context: Context, placed: Events, command: cmd.Follow) -> Events:
    """The end of the game: that of the tiles, or whatever this list sees once nothing follows."""
    retained = placed[0]
    after = context.then(retained)
    if not command.goes_on:
        return (retained, *after.ending(command.at))
    state = after.state
    reason = end_of_pool(state.position.pool, state.edition)
    if reason is None:
        return (retained,)
    cited = state.edition.cite(state.edition.end)
    return (retained, ev.GameEnded(at=command.at, reason=reason, citation=cited))


def _on_the_board(context: Context, text: str) -> Move:
    """The move, if only the word list could have something against it."""
    state = context.state
    try:
        move = Move.parse(text)
        found = faults(state.position.board, move, state.rack, context.lexicon, state.formula.rules)
    except BoardError as error:
        raise Refusal(f"coup illisible : « {text} » (attendu : H4 RET(I)NAS)") from error
    for fault in found:
        if fault.kind is not FaultKind.NOT_ADMITTED:
            raise Refusal(f"le mot publié {move} ne peut être placé : {fault.french}")
    return move
