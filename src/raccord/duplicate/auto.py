"""A whole game played by itself: the software draws, the default top is kept every turn."""

from collections.abc import Iterator

from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.decide import decide, open_game
from raccord.duplicate.evolve import evolve
from raccord.duplicate.rules.ends import Frame, has_solution
from raccord.duplicate.rules.formula import Formula
from raccord.duplicate.rules.tops import SAMPLES
from raccord.duplicate.state import Phase, State, begin
from raccord.lexicon import Lexicon
from raccord.regulation import DEFAULT_EDITION, EditionId


def autoplay(
    lexicon: Lexicon,
    secret: str,
    *,
    edition: EditionId = DEFAULT_EDITION,
    formula: Formula | None = None,
    seed: int | None = None,
    title: str = "",
    samples: int = SAMPLES,
) -> Iterator[ev.Event]:
    """The events of a game, the secret revealed at the end."""
    opening = cmd.Open(
        edition=edition, formula=formula or Formula(), secret=secret, seed=seed, title=title
    )
    opened, *early = open_game(opening, lexicon)
    assert isinstance(opened, ev.Opened)
    state = begin(opened)
    yield opened
    pending: tuple[ev.Event, ...] = tuple(early)
    while True:
        for event in pending:
            state = evolve(state, event)
            yield event
        if state.phase is Phase.OVER:
            break
        pending = decide(state, _next(state, lexicon, secret), lexicon, samples)
    yield from decide(state, cmd.Reveal(secret=secret), lexicon)


def _next(state: State, lexicon: Lexicon, secret: str) -> cmd.Command:
    if state.phase is Phase.DRAWING:
        return cmd.DrawBySoftware(secret=secret)
    frame = Frame(lexicon, state.edition, state.formula)
    if has_solution(state.position, state.rack, frame):
        return cmd.Retain()
    return cmd.DeclareNoSolution()
