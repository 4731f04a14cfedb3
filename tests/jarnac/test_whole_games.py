"""Whole games between players who try anything: what must hold holds at every step.

``RACCORD_JARNAC_GAMES`` sets how many games are played; 800 without it.
"""

import os
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from raccord.jarnac import (
    FORMULAS,
    SEATS,
    JarnacGame,
    Phase,
    Refusal,
    Seat,
    SeededSource,
    Settings,
    State,
    Timing,
    dumps,
    evolve,
    fold,
    judge,
    loads,
    other,
    parse_distribution,
)
from raccord.jarnac import commands as cmd
from raccord.jarnac import events as ev
from raccord.lexicon import Lexicon
from tests.jarnac.wild import WildPlayers

GAMES = int(os.environ.get("RACCORD_JARNAC_GAMES", "800"))
LONGEST_GAME = 20_000
BOXES = ("2012", "inventeur", "A3 E5 R3 S3 T3 I2 N2 L2 O1", "A6 E6 T6")
TIMINGS = (Timing(), Timing.per_move(), Timing.clock(60_000), Timing.clock(400_000))

agreed = st.builds(
    Settings,
    formula=st.sampled_from(list(FORMULAS.values())),
    letters=st.sampled_from([parse_distribution(box) for box in BOXES]),
    timing=st.sampled_from(TIMINGS),
    checked=st.booleans(),
    jarnacs=st.sampled_from([1, 2]),
    contest_time=st.sampled_from([0, 2_000]),
)
many_games = settings(
    max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True
)


def played(options: Settings, seed: int, lexicon: Lexicon) -> JarnacGame:
    """A whole game between wild players, every step of it checked."""
    game = JarnacGame.open(options, lexicon, SeededSource(seed))
    wild = WildPlayers(seed, lexicon)
    for _ in range(LONGEST_GAME):
        if game.over:
            return game
        command = wild.command(game)
        ticked = game.tick(command.at)
        after = tried(ticked, command) or ticked
        check_facts(game, after, lexicon)
        game = after
    raise AssertionError("the game does not end")


def tried(game: JarnacGame, command: cmd.Command) -> JarnacGame | None:
    """The game after a command, unless it is refused."""
    try:
        return game.submit(command)
    except Refusal:
        return None


def check_facts(before: JarnacGame, after: JarnacGame, lexicon: Lexicon) -> None:
    """Replay the new facts one at a time, with what each may and may not change."""
    state = before.state
    for fact in after.events[len(before.events) :]:
        following = evolve(state, fact)
        assert following.letters == "".join(sorted(state.settings.letters))
        assert fact.at >= state.now
        check_mats(following)
        if isinstance(fact, ev.WordLaid):
            check_laid(state, following, fact, lexicon)
        if isinstance(fact, ev.JarnacCalled) and fact.taken:
            check_taken(state, following, fact)
        state = following
    assert state == after.state


def check_mats(state: State) -> None:
    for seat in SEATS:
        mat = state.mat(seat)
        assert len(mat.lines) <= 8
        assert all(3 <= len(word) <= 9 for word in mat.lines)
        squares = sum(len(word) * len(word) for word in mat.lines)
        assert state.points(seat) == squares + state.side(other(seat)).penalties


def check_laid(before: State, after: State, fact: ev.WordLaid, lexicon: Lexicon) -> None:
    """One line changed and kept its letters; the others are as they were."""
    old, new = before.mat(fact.seat), after.mat(fact.seat)
    assert after.mat(other(fact.seat)) == before.mat(other(fact.seat))
    line = len(old.lines) if fact.line is None else fact.line - 1
    kept = "" if fact.line is None else old.lines[line]
    assert new.lines[line] == fact.word
    assert new.lines[:line] == old.lines[:line]
    assert new.lines[line + 1 :] == old.lines[line + 1 :]
    assert not Counter(kept) - Counter(fact.word)
    assert Counter(new.loose) + Counter(fact.word) == Counter(old.loose) + Counter(kept)
    if before.settings.checked:
        assert judge(lexicon, before.settings.formula, fact.word, kept).valid is not False


def check_taken(before: State, after: State, fact: ev.JarnacCalled) -> None:
    """The taken line is gone, the others close up, and the taker has one word more."""
    victim = other(fact.seat)
    lines = list(before.mat(victim).lines)
    kept = lines.pop(fact.line - 1) if fact.line else ""
    assert list(after.mat(victim).lines) == lines
    assert after.mat(fact.seat).lines == (*before.mat(fact.seat).lines, fact.word)
    assert not Counter(kept) - Counter(fact.word)
    assert after.side(fact.seat).jarnacs == before.side(fact.seat).jarnacs + 1


def rule_of_seventy(state: State) -> Seat | None:
    """The winner, read afresh from the paragraph."""
    ranked = sorted(SEATS, key=state.points, reverse=True)
    best, rest = ranked
    gap = state.points(best) - state.points(rest)
    more = state.side(best).jarnacs > state.side(rest).jarnacs
    return best if gap > 70 or (gap > 0 and more) else None


@pytest.fixture(scope="module")
def bare(lexicon: Lexicon) -> Lexicon:
    """A list as users import them: words, and nothing known of their entries."""
    return Lexicon.of([word for word in lexicon if len(word) <= 6][::3])


@many_games
@given(options=agreed, seed=st.integers(0, 2**32), known=st.booleans())
def test_a_whole_game_keeps_every_rule(
    options: Settings, seed: int, known: bool, lexicon: Lexicon, bare: Lexicon
) -> None:
    game = played(options, seed, lexicon if known else bare)
    state = game.state
    assert state.ended is not None
    assert state.ended.winner == rule_of_seventy(state)
    assert state.ended.points == (state.points("A"), state.points("B"))
    assert fold(game.events) == state
    assert fold(loads(dumps(game.events))) == state


@settings(max_examples=max(20, GAMES // 20), deadline=None, suppress_health_check=list(HealthCheck))
@given(options=agreed, seed=st.integers(0, 2**32))
def test_what_is_offered_is_accepted_and_nothing_else_is(
    options: Settings, seed: int, lexicon: Lexicon
) -> None:
    game = JarnacGame.open(options, lexicon, SeededSource(seed))
    wild = WildPlayers(seed, lexicon)
    for _ in range(150):
        if game.over:
            break
        check_offers(game)
        command = wild.command(game)
        ticked = game.tick(command.at)
        game = tried(ticked, command) or ticked


def check_offers(game: JarnacGame) -> None:
    at = game.state.now
    for seat in SEATS:
        offered = game.offers(seat)
        trials: dict[str, cmd.Command] = {
            "draw": cmd.Draw(at=at, seat=seat),
            "pass": cmd.Pass(at=at, seat=seat),
            "contest": cmd.Contest(at=at, seat=seat),
            "decline": cmd.Decline(at=at, seat=seat),
            "press": cmd.Press(at=at, seat=seat),
            "swap": cmd.Swap(at=at, seat=seat, letters=game.state.mat(seat).loose[:3]),
        }
        for tag, command in trials.items():
            if game.state.phase == Phase.RULING or game.state.stopped:
                assert offered == ()
            accepted = tried(game, command) is not None
            assert accepted == (tag in offered), tag


@settings(max_examples=max(20, GAMES // 20), deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_a_game_nobody_plays_ends_by_time_alone(seed: int, lexicon: Lexicon) -> None:
    options = Settings(timing=Timing.per_move())
    game = JarnacGame.open(options, lexicon, SeededSource(seed))
    while game.state.phase == Phase.TOSS:
        game = game.submit(cmd.Toss(at=0))
    game = game.tick(10**9)
    assert game.over
    assert game.state.bag == ""
