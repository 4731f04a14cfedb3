"""Decisions of a solo game: each wish of the player becomes commands to the engine.

Handing in ends the turn at once, since nobody else is thinking. In topping the clock never stops:
a top found, or given when its minute is over, brings the next draw by itself.
"""

from collections.abc import Callable, Sequence
from typing import Any

from raccord.board import BoardError, Move, alphabetical, contains, without
from raccord.duplicate import commands as cmd
from raccord.duplicate.alone.line import Line
from raccord.duplicate.alone.ruling import best_of, rule, written
from raccord.duplicate.alone.state import TABLE, HintAsked, SoloEvent, SoloOpened, SoloState
from raccord.duplicate.alone.wishes import (
    Answer,
    Begin,
    Hint,
    Next,
    Pass,
    Pause,
    Resume,
    Stop,
)
from raccord.duplicate.decide import open_game
from raccord.duplicate.errors import Refusal
from raccord.duplicate.rules.clock import SlipTiming, deadline, slip_timing
from raccord.duplicate.rules.ends import Frame, has_solution
from raccord.duplicate.rules.tops import offers_scrabble
from raccord.duplicate.state import Phase
from raccord.lexicon import Lexicon

GRACE_MS = 3000
"""How late an answer sent at the last second may arrive."""
SAMPLES = 8
"""Draws sampled to rank ties: fewer than at a referee's desk, for the answer must be instant."""


def decide(
    lexicon: Lexicon, samples: int = SAMPLES
) -> Callable[[SoloState | None, Any], Sequence[SoloEvent]]:
    """The decision function of solo games played with this lexicon."""

    def decided(state: SoloState | None, command: Any) -> Sequence[SoloEvent]:
        line = Line(state or SoloState(), lexicon, samples)
        if isinstance(command, Begin):
            _begin(line, command)
        elif state is None or state.game is None:
            raise Refusal("cette partie n'existe pas")
        else:
            _WISHES[type(command)](line, command)
        return line.events

    return decided


def _begin(line: Line, command: Begin) -> None:
    if line.state.game is not None:
        raise Refusal("la partie est déjà commencée")
    how = (command.checks and not command.competition, command.competition, command.contest)
    line.tell(SoloOpened(command.secret, command.script, command.at, *how))
    opening = cmd.Open(
        at=command.at,
        edition=command.edition,
        formula=command.formula,
        title=command.title,
        secret=command.secret,
        seed=command.seed,
    )
    for event in open_game(opening, line.lexicon):
        line.tell(event)
    if line.state.is_over:
        return
    line.do(cmd.Register(at=command.at, table=TABLE, players=(command.player,)))
    draw_next(line, command.at)


def draw_next(line: Line, at: int) -> None:
    """Draw until something can be played, then start the clock; end the game if nothing can."""
    while line.state.play.phase is Phase.DRAWING:
        if line.state.script:
            _draw_prepared(line, at)
        else:
            line.do(cmd.DrawBySoftware(at=at, secret=line.state.secret))
        game = line.state.play
        drawn = game.phase is Phase.DRAWN and not line.state.script
        if drawn and not has_solution(game.position, game.rack, line.frame):
            line.do(cmd.DeclareNoSolution(at=at))
    if line.state.play.phase is Phase.DRAWN:
        line.do(cmd.Start(at=at))
    _close(line, at)


def _draw_prepared(line: Line, at: int) -> None:
    step, game = line.state.step(), line.state.play
    if step is None:
        line.do(cmd.Stop(at=at, reason="la partie préparée s'arrête ici"))
        return
    leave = game.position.leave
    if not contains(step.draw, leave):
        # The game replayed had put its leave back into the bag: say so before the new letters.
        line.do(cmd.RejectUntold(at=at))
        leave = ""
    new = without(step.draw, leave)
    line.do(cmd.DrawLetters(at=at, letters=new, origin="prepared"))
    drawn = line.state.play
    if drawn.phase is Phase.DRAWING or alphabetical(drawn.rack) != alphabetical(step.draw):
        raise Refusal(f"le tirage {step.draw} du coup {drawn.turn} n'est pas valide")


def _close(line: Line, at: int) -> None:
    if line.state.is_over and line.state.secret and not line.state.play.secret:
        line.do(cmd.Reveal(at=at, secret=line.state.secret))


def _next(line: Line, command: Next) -> None:
    if line.state.play.phase is not Phase.DRAWING:
        raise Refusal("le coup n'est pas terminé")
    draw_next(line, command.at)


def _need_running(line: Line, turn: int) -> None:
    game = line.state.play
    if game.phase is not Phase.RUNNING or game.turn != turn:
        raise Refusal(f"le coup {turn} n'est plus en jeu")
    if game.interrupted is not None:
        raise Refusal("la partie est en pause : reprenez-la d'abord")


def _answer(line: Line, command: Answer) -> None:
    _need_running(line, command.turn)
    game = line.state.play
    solutions = [move for move in map(_parse, (command.move, *command.more)) if move]
    if game.formula.topping:
        _top(line, command, solutions[0] if solutions else None)
        return
    if len(solutions) > game.formula.solutions:
        raise Refusal(f"{game.formula.solutions} solution(s) au plus par coup")
    late = slip_timing(game, command.at, GRACE_MS) is SlipTiming.LATE
    kept = [] if late else solutions
    if kept:
        slip = written(line, kept)
        line.do(cmd.HandIn(at=command.at, turn=command.turn, table=TABLE, slip=slip))
    if game.formula.timed:
        line.do(cmd.EndTime(at=command.at))
    if game.formula.solutions > 1:
        line.tell(best_of(line, command.at))
    ruling = rule(line, kept, late and bool(solutions))
    line.do(cmd.Rule(at=command.at, turn=command.turn, table=TABLE, ruling=ruling))
    _retain(line, command.at)
    _close(line, command.at)


def _parse(text: str | None) -> Move | None:
    try:
        return Move.parse(text) if text else None
    except BoardError as error:
        raise Refusal(f"coup illisible : « {text} » (attendu : H4 RET(I)NAS)") from error


def _retain(line: Line, at: int) -> None:
    step = line.state.step()
    if step is None:
        line.do(cmd.Retain(at=at))
    else:
        goes_on = line.state.play.turn < len(line.state.script)
        line.do(cmd.Follow(at=at, move=step.move, goes_on=goes_on))


def _top(line: Line, command: Answer, move: Move | None) -> None:
    game = line.state.play
    if move is not None:
        line.do(cmd.Propose(at=command.at, move=str(move), table=TABLE))
        proposal = line.state.play.proposals[-1]
        if proposal.found and line.state.play.phase is Phase.RUNNING:
            _retain(line, command.at)
    else:
        limit = deadline(game)
        # The browser's clock may be that much ahead of ours.
        if limit is None or command.at < limit - GRACE_MS:
            raise Refusal("le temps du coup n'est pas écoulé")
        line.do(cmd.EndTime(at=command.at))
        _retain(line, command.at)
    _go_on(line, game.turn, command.at)


def _pass(line: Line, command: Pass) -> None:
    """Give the turn up: in topping it costs what a top not found costs, and the game goes on."""
    _need_running(line, command.turn)
    game = line.state.play
    if not game.formula.topping:
        _answer(line, Answer(command.turn, None, command.at))
        return
    if game.formula.timed:
        line.do(cmd.EndTime(at=command.at))
    _retain(line, command.at)
    _go_on(line, game.turn, command.at)


def _go_on(line: Line, turn: int, at: int) -> None:
    """Topping: the next draw follows at once."""
    if line.state.play.turn != turn and not line.state.is_over:
        draw_next(line, at)
    _close(line, at)


def _hint(line: Line, command: Hint) -> None:
    _need_running(line, command.turn)
    if line.state.competition:
        raise Refusal("en mode compétition, rien n'est dévoilé avant la fin du coup")
    if command.turn not in line.state.hints:
        line.tell(HintAsked(command.turn, command.at))


def has_scrabble(state: SoloState, lexicon: Lexicon) -> bool:
    """Whether some move of the turn under way earns a bonus."""
    game = state.play
    frame = Frame(lexicon, game.edition, game.formula)
    return offers_scrabble(game.position, game.rack, frame)


def _pause(line: Line, command: Pause) -> None:
    _need_running(line, command.turn)
    if line.state.competition:
        raise Refusal("en mode compétition, le temps ne s'arrête pas")
    if line.state.play.formula.topping:
        raise Refusal("au topping, le temps ne s'arrête pas")
    line.do(cmd.Interrupt(at=command.at))


def _resume(line: Line, command: Resume) -> None:
    line.do(cmd.Resume(at=command.at, reason="pause du joueur"))


def _stop(line: Line, command: Stop) -> None:
    line.do(cmd.Stop(at=command.at, reason="arrêtée par le joueur"))
    _close(line, command.at)


_WISHES: dict[type, Callable[[Line, Any], None]] = {
    Next: _next,
    Answer: _answer,
    Pass: _pass,
    Hint: _hint,
    Pause: _pause,
    Resume: _resume,
    Stop: _stop,
}
