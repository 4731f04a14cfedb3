"""The computer: the same chance gives the same game, and a better level wins."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from raccord.cli.jarnac import jarnac_command
from raccord.jarnac import (
    DEFAULT_LEVEL,
    FORMULAS,
    LEVELS,
    SEATS,
    CallJarnac,
    Computer,
    Contest,
    Decline,
    Draw,
    JarnacError,
    JarnacGame,
    Lay,
    Mat,
    Phase,
    Play,
    SeededSource,
    Settings,
    Timing,
    judge,
    level,
    missed_jarnacs,
    parse_distribution,
    play_out,
    plays,
)
from raccord.jarnac import events as ev
from raccord.jarnac.blunders import blunders
from raccord.jarnac.levels import STRATEGIST
from raccord.jarnac.state import Side
from raccord.lexicon import Lexicon
from raccord.lexicon.frequency import commonness
from raccord.web.jarnac.choices import BeginBody, BeginForm

PERFECT = LEVELS["oeil-parfait"]
FEW = 6
"""Trials for a strongest level that need not be strong."""
QUICK = {name: replace(each, trials=min(each.trials, FEW)) for name, each in LEVELS.items()}


def table(lexicon: Lexicon, phase: Phase, a: Mat, b: Mat, turn: str = "A") -> JarnacGame:
    """A game in its middle."""
    game = JarnacGame.open(Settings(), lexicon, SeededSource(1))
    state = replace(
        game.state,
        phase=phase,
        turn=turn,
        sides=(Side(mat=a, opened=True), Side(mat=b, opened=True)),
        jarnacs_left=int(phase in (Phase.BAG, Phase.LAST)),
    )
    return replace(game, state=state)


@pytest.mark.parametrize("formula", FORMULAS)
def test_the_same_seed_plays_the_same_game(formula: str, lexicon: Lexicon) -> None:
    options = Settings(formula=FORMULAS[formula])
    pair = (LEVELS["confirme"], PERFECT)
    first, second = (play_out(options, lexicon, pair, 11) for _ in range(2))
    assert first.events == second.events
    assert play_out(options, lexicon, pair, 12).events != first.events


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    names=st.tuples(st.sampled_from(sorted(LEVELS)), st.sampled_from(sorted(LEVELS))),
    formula=st.sampled_from(sorted(FORMULAS)),
    timing=st.sampled_from([Timing(), Timing.per_move(), Timing.clock(120_000)]),
)
def test_computers_of_any_level_finish_their_games(
    seed: int, names: tuple[str, str], formula: str, timing: Timing, lexicon: Lexicon
) -> None:
    options = Settings(formula=FORMULAS[formula], timing=timing, contest_time=seed % 2 * 4_000)
    game = play_out(options, lexicon, (QUICK[names[0]], QUICK[names[1]]), seed)
    assert game.state.ended
    sure = {seat for seat, name in zip(SEATS, names, strict=True) if not LEVELS[name].blunder}
    laid = [e for e in game.events if isinstance(e, ev.WordLaid | ev.JarnacCalled)]
    assert all(event.word in lexicon for event in laid if event.seat in sure)
    if sure == set(SEATS):
        rulings = [e for e in game.events if isinstance(e, ev.Judged)]
        assert all(event.valid for event in rulings), "only a beginner lays a bad word"


def test_a_bare_list_under_the_competition_formula_still_gives_a_game(lexicon: Lexicon) -> None:
    bare = Lexicon.of([word for word in lexicon if len(word) <= 5])
    few = parse_distribution("A6 E6 T6 R4 S4")
    options = Settings(formula=FORMULAS["competition"], letters=few)
    game = play_out(options, bare, (PERFECT, PERFECT), 5)
    assert game.state.ended
    assert game.state.ended.cause == "bag-empty", "no word is sure, so none is laid"


def test_a_perfect_eye_leaves_a_jarnac_only_when_it_chooses_to_pass(lexicon: Lexicon) -> None:
    left = calls = 0
    for seed in range(10):
        game = play_out(Settings(), lexicon, (PERFECT, PERFECT), seed)
        left += len(missed_jarnacs(game.events, lexicon))
        calls += sum(isinstance(e, ev.BagPassed) for e in game.events)
    assert left * 20 < calls, f"{left} missed in {calls} passes"


def test_a_perfect_eye_sees_the_jarnac_that_is_there(lexicon: Lexicon) -> None:
    game = table(lexicon, Phase.BAG, Mat(), Mat(("LAC",), "ETQ"))
    command = Computer("A", PERFECT, lexicon, 1).command(game.state, 0)
    assert isinstance(command, CallJarnac)
    best = max(plays(lexicon, Mat(("LAC",), "ETQ"), game.state.settings.formula), key=_worth)
    assert (command.word, command.line) == (best.word, best.line)


def _worth(play: object) -> int:
    word, line = play.word, play.line  # type: ignore[attr-defined]
    return len(word) ** 2 + (9 if line else 0)


def test_a_perfect_eye_stops_every_bad_word_and_no_good_one(lexicon: Lexicon) -> None:
    eye = Computer("A", PERFECT, lexicon, 1)
    for word, stopped in (("TRUC", False), ("CTRU", True)):
        game = table(lexicon, Phase.PLAY, Mat(), Mat((), "TRUC"), turn="B")
        laid = game.submit(Lay(at=0, seat="B", word=word))
        assert isinstance(eye.command(laid.state, 0), Contest) is stopped


def test_a_contest_says_jarnac_when_the_true_word_was_there(lexicon: Lexicon) -> None:
    eye = Computer("A", PERFECT, lexicon, 1)
    for loose, bad, jarnac in (("TRUC", "CTRU", True), ("TRX", "XTR", False)):
        game = table(lexicon, Phase.PLAY, Mat(), Mat((), loose), turn="B")
        laid = game.submit(Lay(at=0, seat="B", word=bad))
        command = eye.command(laid.state, 0)
        assert isinstance(command, Contest)
        assert command.jarnac is jarnac


def test_a_winner_lets_the_game_end(lexicon: Lexicon) -> None:
    rich = Mat(("MAISONS", "MAISONS", "MAISONS", "MAISONS"))
    poor = Mat(("LAC",) * 8, "E")
    game = table(lexicon, Phase.LAST, rich, poor)
    command = Computer("A", PERFECT, lexicon, 1).command(game.state, 0)
    assert isinstance(command, Decline)


def test_a_loser_takes_his_last_chance(lexicon: Lexicon) -> None:
    game = table(lexicon, Phase.LAST, Mat(), Mat(("LAC",) * 8, "E"))
    command = Computer("A", PERFECT, lexicon, 1).command(game.state, 0)
    assert isinstance(command, CallJarnac)


def test_the_computer_waits_when_it_is_not_its_turn(lexicon: Lexicon) -> None:
    game = table(lexicon, Phase.PLAY, Mat((), "TRUC"), Mat(), turn="A")
    assert Computer("B", PERFECT, lexicon, 1).command(game.state, 0) is None


def test_after_its_word_the_computer_draws(lexicon: Lexicon) -> None:
    game = table(lexicon, Phase.PLAY, Mat((), "TRUC"), Mat())
    eye = Computer("A", PERFECT, lexicon, 1)
    command = eye.command(game.state, 0)
    assert isinstance(command, Lay)
    laid = game.submit(command)
    assert isinstance(eye.command(laid.state, 0), Draw)


def test_a_beginner_knows_what_everybody_reads_and_little_else(lexicon: Lexicon) -> None:
    beginner = LEVELS["debutant"]
    everyday = ["MAISON", "JOUR", "FEMME", "TEMPS", "MONDE", "MAIN", "CHOSE", "VILLE", "PETIT"]
    assert sum(beginner.knows(word, lexicon) for word in everyday) >= 7
    words = [w for w in lexicon if 3 <= len(w) <= 9][::61]
    rare = [w for w in words if commonness(lexicon, w) == 0]
    assert sum(beginner.knows(word, lexicon) for word in rare) < len(rare) / 10


def test_a_higher_level_knows_and_sees_more(lexicon: Lexicon) -> None:
    sample = [w for w in lexicon if 3 <= len(w) <= 9][::371]
    people = [each for each in LEVELS.values() if not each.trials]
    counts = [sum(level.knows(word, lexicon) for word in sample) for level in people]
    assert counts == sorted(set(counts))
    assert counts[-1] == len(sample)
    for weak, strong in pairwise(people):
        assert weak.notices("RETARDS", "") < strong.notices("RETARDS", "") <= 1
        assert weak.notices("RETARDS", "") < weak.notices("RETARDS", "RETARD") or strong.perfect
        assert weak.jarnac < strong.jarnac


def test_a_level_has_its_good_and_its_bad_days() -> None:
    usual = LEVELS["confirme"]
    days = [usual.today(random.Random(seed)).mastery for seed in range(200)]
    assert min(days) < usual.mastery - usual.form / 2 < usual.mastery + usual.form / 2 < max(days)
    assert PERFECT.today(random.Random(1)) == PERFECT


def test_beginners_sometimes_lay_a_wrong_word_and_some_are_stopped(lexicon: Lexicon) -> None:
    wrong = stopped = 0
    for seed in range(24):
        game = play_out(Settings(), lexicon, (LEVELS["debutant"], LEVELS["novice"]), seed)
        laid = [e for e in game.events if isinstance(e, ev.WordLaid)]
        wrong += sum(event.word not in lexicon for event in laid)
        rulings = [e for e in game.events if isinstance(e, ev.Judged)]
        stopped += sum(not event.valid for event in rulings)
    assert wrong > stopped > 1


def test_a_beginner_lays_nothing_wrong_where_words_are_checked(lexicon: Lexicon) -> None:
    careless = replace(LEVELS["debutant"], blunder=1.0)
    game = play_out(Settings(checked=True), lexicon, (careless, careless), 2)
    assert game.state.ended


def test_a_wrong_word_in_competition_is_one_that_only_the_formula_refuses(lexicon: Lexicon) -> None:
    mat, formula = Mat(("LAC",), "SJOUA"), FORMULAS["competition"]
    found = list(blunders(lexicon, mat, formula))
    assert Play("LACS", 1) in found
    assert Play("JOUA") in found
    assert all(judge(lexicon, formula, p.word, mat.old(p)).valid is False for p in found)


def test_each_level_beats_the_one_two_below(lexicon: Lexicon) -> None:
    names = [name for name, each in LEVELS.items() if each.trials <= STRATEGIST]
    for weak, strong in zip(names, names[2:], strict=False):
        wins = losses = 0
        for seed in range(12):
            game = play_out(Settings(), lexicon, (LEVELS[strong], LEVELS[weak]), seed)
            winner = game.state.ended.winner if game.state.ended else None
            wins += winner == "A"
            losses += winner == "B"
        assert wins > losses, (strong, weak, wins, losses)


def test_one_level_is_proposed_everywhere() -> None:
    (command,) = [p for p in jarnac_command.params if p.name == "levels"]
    assert command.default == BeginBody().level == BeginForm().level == DEFAULT_LEVEL
    assert level(DEFAULT_LEVEL).blunder, "a person who begins can win"


def test_an_unknown_level_is_named_with_those_there_are() -> None:
    with pytest.raises(JarnacError, match=r"niveau inconnu : « dieu ».*oeil-parfait"):
        level("dieu")


@pytest.mark.parametrize("name", ["oeil-parfait", "Œil parfait", "œil-parfait", "OEIL PARFAIT"])
def test_a_level_is_found_with_or_without_accents(name: str) -> None:
    assert level(name) is PERFECT
