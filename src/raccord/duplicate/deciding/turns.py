"""Decisions about turns: the clock, the retained move, cancellations, the end.

==========================================  =============================================
T7  2017 3.4, 3.6 · 2010, undated 2.4, 2.7  ``retain``
T10 2017 6.2 · 2010, undated 5.2            ``declare_no_solution``
T11 2017 6.2, 3.6 · 2010, undated 5.2       ``cancel_turn``
    2017 7.4                                ``propose``
==========================================  =============================================
"""

from raccord.board import BoardError, Move, is_legal
from raccord.board import score as count
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.commitments import check_committed
from raccord.duplicate.deciding.context import Context, Events, require_phase
from raccord.duplicate.deciding.moments import cancellable_turn
from raccord.duplicate.errors import Refusal
from raccord.duplicate.rules import draws
from raccord.duplicate.rules.clock import deadline
from raccord.duplicate.rules.ends import EndReason, has_solution
from raccord.duplicate.rules.multitops import best_set
from raccord.duplicate.rules.topping import finders
from raccord.duplicate.rules.tops import Tie, Tops, lies_wrong, tie_for
from raccord.duplicate.state import Phase, State
from raccord.regulation import Citation, article


def start(context: Context, command: cmd.Start) -> Events:
    """Start the thinking time."""
    return (ev.Started(at=command.at, turn=context.state.turn),)


def end_time(context: Context, command: cmd.EndTime) -> Events:
    """Call the end of the thinking time, which is never later than its deadline."""
    ends = deadline(context.state)
    at = command.at if ends is None else min(command.at, ends)
    return (ev.TimeUp(at=at, turn=context.state.turn),)


def reopen_time(context: Context, command: cmd.ReopenTime) -> Events:
    """Let the time run on that was left when its end was called by mistake."""
    return (ev.TimeReopened(at=command.at, turn=context.state.turn),)


@article("3.4", edition="2023")
@article("3.4", edition="2017")
@article("2.4", edition="2010")
@article("2.4", edition="undated")
def retain(context: Context, command: cmd.Retain) -> Events:
    """Keep the default top, or the eligible tie the referee prefers."""
    state = context.state
    tops = context.tops()
    if tops is None:
        raise Refusal("ce tirage n'a pas de solution : constatez-le et tirez de nouveau")
    chosen = tops.eligible[0] if command.move is None else _chosen(context, command.move, tops)
    if chosen.barred:
        raise Refusal(f"{chosen.move} ne peut être retenu : {chosen.barred}", chosen.citation)
    cited = (state.edition.cite(state.edition.retained), *tops.citations)
    return place(context, command.at, chosen.move, tops, cited)


def place(
    context: Context, at: int, move: str, tops: Tops, citations: tuple[Citation, ...]
) -> Events:
    """The move on the board, and the end of the game where it brings it."""
    retained = ev.Retained(
        at=at,
        turn=context.state.turn,
        move=move,
        points=tops.points,
        ties=tops.ties,
        citations=tuple(dict.fromkeys(citations)),
        best=best_solutions(context),
    )
    return (retained, *context.then(retained).ending(at))


def best_solutions(context: Context) -> tuple[tuple[str, int], ...]:
    """Multitops: the best solutions of the draw on the table; none where one is asked for."""
    state, asked = context.state, context.state.formula.solutions
    if asked == 1:
        return ()
    found = best_set(state.position, state.rack, asked, context.frame)
    return tuple((str(solution.move), solution.points) for solution in found)


def _chosen(context: Context, text: str, tops: Tops) -> Tie:
    """The tie the referee prefers."""
    position, frame = context.state.position, context.frame
    move = _parse(text)
    try:
        tie = tie_for(tops, move, position, frame)
    except BoardError as error:
        raise Refusal(f"{move} ne tient pas sur la grille") from error
    if tie is None and lies_wrong(move, position, frame):
        cited = frame.edition.cite(frame.edition.first_across)
        raise Refusal("le premier mot se place horizontalement", cited)
    if tie is None:
        raise Refusal(f"{move} n'est pas un top ({tops.points} points)")
    return tie


def _parse(text: str) -> Move:
    try:
        return Move.parse(text)
    except BoardError as error:
        raise Refusal(f"coup illisible : « {text} » (attendu : H4 RET(I)NAS)") from error


@article("3.6", edition="2023")
@article("6.2", edition="2017")
@article("5.2", edition="2010")
@article("5.2", edition="undated")
def declare_no_solution(context: Context, command: cmd.DeclareNoSolution) -> Events:
    """A draw with nothing to play goes back; that another can be played was tested before it."""
    state, edition = context.state, context.state.edition
    cited = edition.cite(edition.no_solution_seen)
    if has_solution(state.position, state.rack, context.frame):
        raise Refusal("ce tirage a une solution", cited)
    return (ev.NoSolution(at=command.at, turn=state.turn, citation=cited),)


@article("3.6", edition="2023")
@article("6.2", edition="2017")
@article("5.2", edition="2010")
@article("5.2", edition="undated")
def cancel_turn(context: Context, command: cmd.CancelTurn) -> Events:
    """Void a turn; without another draw to make, the edition may end the game."""
    state, edition = context.state, context.state.edition
    if not command.reason.strip():
        raise Refusal("un coup ne s'annule qu'avec son motif")
    event = ev.TurnCancelled(
        at=command.at,
        turn=cancellable_turn(state),
        reason=command.reason,
        citation=edition.cite(edition.cancelled_differs),
    )
    after = context.then(event).state
    if not edition.cancelled_ends.value or draws.has_other(
        after.position, after.formula, after.turn, edition, after.banned
    ):
        return (event,)
    return (event, _no_other_draw(after, command.at))


@article("3.6", edition="2023")
@article("3.6", edition="2017")
def _no_other_draw(state: State, at: int) -> ev.GameEnded:
    """A cancelled turn ends the game when no different draw is possible."""
    cited = state.edition.cite(state.edition.cancelled_ends)
    return ev.GameEnded(at=at, reason=EndReason.NO_OTHER_DRAW, citation=cited)


@article("3.8.4", edition="2023")
@article("7.4", edition="2017")
def propose(context: Context, command: cmd.Propose) -> Events:
    """Topping: a proposal worth the top is validated and placed, unless the game is prepared."""
    state = context.state
    if not state.formula.topping:
        raise Refusal("on ne propose à voix haute qu'au topping : remettez un bulletin")
    require_phase(state, Phase.DRAWN, Phase.RUNNING)
    in_sections = bool(state.sections or state.opened.follows)
    tables = [t for t, e in state.entrants.items() if e.plays(state.turn)]
    if not tables and not in_sections:
        # Alone nobody is registered: the player is table 1.
        tables = [1]
    if command.table not in tables:
        raise Refusal(f"la table {command.table} ne joue pas ce coup")
    if command.table in finders(state, state.turn):
        raise Refusal(f"la table {command.table} a déjà trouvé le top de ce coup")
    tops = context.tops()
    if tops is None:
        raise Refusal("ce tirage n'a pas de solution : constatez-le et tirez de nouveau")
    move = _parse(command.move)
    points = _worth(context, move)
    proposed = ev.Proposed(
        at=command.at,
        turn=state.turn,
        table=command.table,
        move=str(move),
        points=points,
        found=points == tops.points,
    )
    after = context.then(proposed)
    # Reading of 7.4: a prepared game places the recorded top, not the tie that was found. In
    # sections other tables still look for it: the master's clock or its referee ends the turn.
    is_over = not set(tables) - set(finders(after.state, state.turn))
    if state.formula.prepared or in_sections or not is_over:
        return (proposed,)
    first = next(p for p in after.state.proposals if p.turn == state.turn and p.found)
    cited = state.formula.citations(state.edition.id)
    return (proposed, *place(after, command.at, first.move, tops, cited))


def _worth(context: Context, move: Move) -> int:
    state = context.state
    board, rules = state.position.board, state.formula.rules
    if not is_legal(board, move, state.rack, context.lexicon, rules):
        return 0
    return count(board, move, rules).total


def stop(_: Context, command: cmd.Stop) -> Events:
    """Stop the game for good."""
    if not command.reason.strip():
        raise Refusal("une partie ne s'arrête qu'avec son motif")
    return (ev.GameEnded(at=command.at, reason=EndReason.STOPPED, note=command.reason),)


def reveal(context: Context, command: cmd.Reveal) -> Events:
    """Publish the secret of the draws once the game is over."""
    secret = command.secret or context.beside.secret
    check_committed(secret, context.state.opened)
    return (ev.SecretRevealed(at=command.at, secret=secret),)
