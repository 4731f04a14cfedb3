"""Whole games, for every edition and formula: what must hold whatever the draws.

RACCORD_GAMES sets the number of games per edition and formula.
"""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raccord.board import Move, is_legal, score
from raccord.duplicate import (
    EndReason,
    Phase,
    State,
    autoplay,
    decide,
    evolve,
    fold,
    open_game,
    record,
)
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.beside import Beside
from raccord.duplicate.files import fair_draws, prepared
from raccord.duplicate.files.audit import audit
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.draws import is_valid
from raccord.duplicate.rules.ends import Frame, end_of
from raccord.duplicate.rules.tops import find_tops
from raccord.duplicate.state import begin
from raccord.lexicon import Lexicon
from raccord.regulation import EDITION_IDS, EditionId
from tests.duplicate.conftest import GAMES

NAMES = (
    "classic",
    "blitz",
    "semi-rapide",
    "joker",
    "7sur8",
    "7sur8+joker",
    "7et8",
    "7et8+joker",
    "7-8-9",
    "7-8-9+joker",
    "mort-subite",
    "topping",
    "multitops",
    "au-top",
    "solitaire",
)
EVERY = pytest.mark.parametrize(("edition", "name"), [(e, n) for e in EDITION_IDS for n in NAMES])
PROFILE = settings(settings.get_profile("games"), max_examples=GAMES)
pytestmark = pytest.mark.slow


def states(events: Sequence[ev.Event]) -> list[tuple[State, ev.Event]]:
    """Each event with the state before it."""
    opened = events[0]
    assert isinstance(opened, ev.Opened)
    state = begin(opened)
    found = []
    for event in events[1:]:
        found.append((state, event))
        state = evolve(state, event)
    return found


def check_tiles(state: State) -> None:
    """Every tile is on the board, in the bag, in hand, or kept outside."""
    position = state.position
    # A serving joker in the rack is still counted among those kept outside.
    rack = state.rack.replace("?", "", 1) if position.serving else state.rack
    everything = position.board.tiles + position.bag + position.leave + rack + position.reserve
    assert Counter(everything) == Counter(state.formula.tiles.letters())


def check_draw(state: State, event: ev.Drawn | ev.DrawRejected) -> None:
    rack = state.position.rack(event.new)
    assert event.leave == state.position.leave
    assert len(rack) == state.position.draw_size(state.formula)
    valid = is_valid(rack, state.position.pool, state.turn, state.edition)
    assert valid is isinstance(event, ev.Drawn)


def check_retained(state: State, event: ev.Retained, frame: Frame) -> None:
    move = next(t for t in event.ties if t.move == event.move)
    assert move.is_eligible
    found = find_tops(state.position, state.rack, state.turn, frame, samples=0)
    assert found is not None
    assert event.move in {t.move for t in found.eligible}
    board, rules = state.position.board, state.formula.rules
    for tie in event.ties:
        parsed = Move.parse(tie.move)
        assert is_legal(board, parsed, state.rack, frame.lexicon, rules)
        assert score(board, parsed, rules).total == event.points


@EVERY
def test_a_whole_game_keeps_every_rule(french: Lexicon, edition: EditionId, name: str) -> None:
    formula = formulas.parse(name)

    @PROFILE
    @given(st.integers(0, 10**9))
    def check(seed: int) -> None:
        game = list(
            autoplay(
                french,
                fair_draws.secret_of_seed(seed),
                edition=edition,
                formula=formula,
                samples=seed % 3,
            )
        )
        final = fold(game)
        frame = Frame(french, final.edition, formula)
        for state, event in states(game):
            check_tiles(state)
            if isinstance(event, ev.Drawn | ev.DrawRejected):
                check_draw(state, event)
            elif isinstance(event, ev.Retained):
                check_retained(state, event, frame)
        check_end(final, frame)
        check_record(game, frame)

    check()


def check_end(final: State, frame: Frame) -> None:
    assert final.phase is Phase.OVER
    assert final.end is not None
    assert final.end.citation is not None
    assert final.end.reason is end_of(final.position, final.turn, frame)
    assert final.end.reason in (
        EndReason.ALL_PLACED,
        EndReason.ONE_LEFT,
        EndReason.ONE_KIND,
        EndReason.NOTHING_FITS,
    )
    assert final.total == sum(t.points for t in final.turns)
    assert [t.number for t in final.turns] == list(range(1, len(final.turns) + 1))


def check_record(game: list[ev.Event], frame: Frame) -> None:
    read = record.loads(record.dumps(game))
    assert fold(read.events) == fold(game)
    assert record.verify(read) == ()
    assert audit(read, frame).failures == []


@PROFILE
@given(st.integers(0, 10**6), st.sampled_from(EDITION_IDS), st.sampled_from(NAMES))
def test_the_same_secret_gives_the_same_game(
    french: Lexicon, seed: int, edition: EditionId, name: str
) -> None:
    formula, secret = formulas.parse(name), fair_draws.secret_of_seed(seed)
    first, second = (
        list(autoplay(french, secret, edition=edition, formula=formula, samples=3)) for _ in "ab"
    )
    assert first == second


@pytest.mark.parametrize("name", ["classic", "joker", "7et8+joker"])
def test_a_prepared_game_is_played_again_to_the_letter(french: Lexicon, name: str) -> None:
    formula = formulas.parse(name)

    @PROFILE
    @given(st.integers(0, 10**6))
    def check(seed: int) -> None:
        source = list(autoplay(french, fair_draws.secret_of_seed(seed), formula=formula, samples=0))
        state = fold(open_game(cmd.Open(formula=formula), french))
        beside = Beside(draw="prepared", script=tuple(source))
        while state.phase is not Phase.OVER:
            command: cmd.Command = cmd.Draw()
            if state.phase is Phase.DRAWN:
                move = prepared.prepared_move(source, state)
                command = cmd.Retain(move=move) if move else cmd.DeclareNoSolution()
            for event in decide(state, command, french, samples=0, beside=beside):
                state = evolve(state, event)
        assert [(t.draw, t.move, t.total) for t in state.turns] == [
            (t.draw, t.move, t.total) for t in fold(source).turns
        ]

    check()


SMALL = ("OS", "OSE", "ROSE", "AS", "ES", "ET", "TE", "SE", "NE", "EN", "AN", "NA", "TA", "RE")


@PROFILE
@given(st.integers(0, 10**6), st.sampled_from(EDITION_IDS), st.sampled_from(["classic", "joker"]))
def test_a_game_ends_even_with_very_few_words(seed: int, edition: EditionId, name: str) -> None:
    words = Lexicon.of(SMALL, "petite")
    game = autoplay(
        words,
        fair_draws.secret_of_seed(seed),
        edition=edition,
        formula=formulas.parse(name),
        samples=0,
    )
    final = fold(game)
    assert final.phase is Phase.OVER
    check_end(final, Frame(words, final.edition, final.formula))
