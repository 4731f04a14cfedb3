"""Sketches: the games of ``autoplay`` without their events, and orders met or given up early."""

import hmac
import struct
import threading
from dataclasses import replace

import pytest

from raccord.board import (
    FRENCH,
    Board,
    Move,
    Outlook,
    TileSet,
    alphabetical,
    moves,
    next_tops,
    tops,
    without,
)
from raccord.board.errors import NotARackError
from raccord.duplicate import Formula, autoplay
from raccord.duplicate.evolve import fold
from raccord.duplicate.files import fair_draws
from raccord.duplicate.files.prepared import Criteria, is_promising, shortcomings
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.ends import Frame
from raccord.duplicate.rules.position import Position, played
from raccord.duplicate.rules.tops import openings
from raccord.duplicate.sketch import in_order, sketch
from raccord.lexicon import Lexicon
from raccord.regulation import EditionId
from raccord.regulation.editions import EDITIONS
from tests.duplicate.files.slow_openings import slow_openings
from tests.duplicate.files.slow_sketch import slow_sketch

ORDERS = (
    Criteria(turns=(18, 20)),
    Criteria(total=(850, 950)),
    Criteria(scrabbles=3),
    Criteria(least_top=18),
    Criteria(joker_by=4),
    Criteria(no_ties=True),
    Criteria(turns=(0, 24), scrabbles=1, joker_by=12),
)


@pytest.mark.parametrize("formula", ["classic", "7sur8", "joker", "7-8-9"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_sketch_is_the_game_without_its_events(french: Lexicon, formula: str, seed: int) -> None:
    terms = formulas.parse(formula)
    secret = fair_draws.secret_of_seed(seed)
    game = fold(list(autoplay(french, secret, formula=terms)))
    sketched = list(sketch(french, secret, formula=terms))
    assert [(t.number, t.draw, str(t.move), t.points, len(t.ties)) for t in game.turns] == [
        (one.number, one.draw, one.move, one.points, one.ties) for one in sketched
    ]
    assert [len(turn.before.pool) for turn in game.turns] == [one.pool for one in sketched]


def test_an_order_is_met_by_the_sketch_where_the_game_meets_it(french: Lexicon) -> None:
    met = 0
    for seed in range(12):
        secret = fair_draws.secret_of_seed(seed)
        game, sketched = list(autoplay(french, secret)), list(sketch(french, secret))
        for order in ORDERS:
            meets = not shortcomings(game, order)
            assert is_promising(sketched, order, 7) == meets, (seed, order)
            met += meets
    assert 0 < met < 12 * len(ORDERS)


def test_a_hopeless_game_is_not_played_to_its_end(french: Lexicon) -> None:
    turns = sketch(french, fair_draws.secret_of_seed(1))
    assert not is_promising(turns, Criteria(total=(0, 1)), 7)
    assert next(turns).number == 2


def goes_on(position: Position, rack: str, move: Move) -> bool:
    """Whether tiles are left, which a measure needs: a move that takes the last ends the game."""
    after = played(position, rack, move)
    return bool(after.leave or after.bag)


@pytest.mark.parametrize("formula", ["classic", "joker", "7sur8", "7-8-9"])
def test_the_core_measures_openings_as_they_are_stated(french: Lexicon, formula: str) -> None:
    terms = formulas.parse(formula)
    game = fold(list(autoplay(french, fair_draws.secret_of_seed(5), formula=terms, samples=0)))
    frame = Frame(french, EDITIONS[game.opened.edition], terms)
    left_early = 0
    for turn in game.turns:
        before = turn.before
        new = without(turn.draw, turn.leave + before.serving)
        position = replace(before.take(new), leave="")
        # The best and some others: leaves alike and not, more boards than go at once.
        found = moves(position.board, turn.draw, french, terms.rules)
        listed = dict.fromkeys(s.move for s in [*found[:12], *found[:: len(found) // 6 + 1]])
        some = [m for m in listed if goes_on(position, turn.draw, m)]
        afters = [played(position, turn.draw, move) for move in some]
        outlooks = [Outlook(a.board, a.leave + a.serving, a.bag, a.needed(terms)) for a in afters]
        label = position.board.cells + alphabetical(turn.draw)
        for samples in (1, 13) if some else ():
            stated, met = slow_openings(outlooks, label, samples, french, terms.rules)
            assert openings(position, turn.draw, some, frame, samples) == stated
            left_early += min(met) < max(met) == samples
    assert left_early, "no race was long enough to tell"


def test_a_word_of_luck_beyond_the_last_whole_multiple_is_skipped(french: Lexicon) -> None:
    # So many tiles that it happens: 2**32 is 94967 more than a multiple of them.
    size = 100_001
    limit = 2**32 - 2**32 % size
    key, bag = b"raccord-draws-1", "Z" * (size // 2) + "E" * (size - size // 2)
    seen = set()
    for label in map(str, range(200_000)):
        first, second = struct.unpack(">8I", hmac.digest(key, f"{label}:0".encode(), "sha256"))[:2]
        if first >= limit and bag[first % size] != bag[second % size]:
            outlook = Outlook(Board.empty(), "AN", bag, 1)
            drawn = tops(Board.empty(), "AN" + bag[second % size], french).best
            assert next_tops([outlook], (key, label), 1, french) == [drawn]
            seen.add(drawn)
            break
    assert seen


def test_a_bag_that_cannot_complete_a_rack_is_refused(french: Lexicon) -> None:
    with pytest.raises(NotARackError):
        next_tops([Outlook(Board.empty(), "AEI", "NR", 4)], (b"", ""), 1, french)


# Editions differ in what a move must score, the draws of a small list in how many are in vain.
@pytest.mark.parametrize("edition", ["2023", "2010"])
@pytest.mark.parametrize("formula", ["classic", "7sur8", "joker", "7-8-9"])
@pytest.mark.parametrize("samples", [0, 7, 150])
def test_the_core_plays_as_the_functions_of_a_game_do(
    french: Lexicon, edition: EditionId, formula: str, samples: int
) -> None:
    terms = formulas.parse(formula)
    for seed in (3, 11):
        secret = fair_draws.secret_of_seed(seed)
        stated = slow_sketch(french, secret, edition=edition, formula=terms, samples=samples)
        found = sketch(french, secret, edition=edition, formula=terms, samples=samples)
        assert list(found) == list(stated)


@pytest.mark.parametrize("words", [1500, 5000])
def test_the_core_ends_games_where_no_draw_can_be_played(french: Lexicon, words: int) -> None:
    short = [word for word in french if len(word) < 9]
    few = Lexicon.of(short[7 :: len(short) // words])
    for seed in range(2):
        secret = fair_draws.secret_of_seed(seed)
        found = list(sketch(few, secret))
        assert found == list(slow_sketch(few, secret))


def test_more_jokers_than_a_rack_may_hold_are_refused_in_one_line(french: Lexicon) -> None:
    jokers = Formula(tiles=TileSet("jokers", (1,) * 26, FRENCH.values, 9))
    with pytest.raises(NotARackError, match="two jokers"):
        list(sketch(french, fair_draws.secret_of_seed(1), formula=jokers))


def test_games_sketched_by_several_threads_come_in_their_order(french: Lexicon) -> None:
    def totals(threads: int) -> list[int]:
        def total(seed: int) -> int:
            secret = fair_draws.secret_of_seed(seed)
            return sum(turn.points for turn in sketch(french, secret, samples=4))

        return list(in_order(total, range(45), threads))

    assert totals(1) == totals(3) == totals(7)


def test_several_threads_answer_at_the_same_time() -> None:
    both = threading.Barrier(2, timeout=60)
    assert len(list(in_order(lambda _: both.wait(), range(16), 2))) == 16


def test_no_more_games_are_begun_than_are_about_to_be_read() -> None:
    begun: list[int] = []
    answers = in_order(begun.append, range(100_000), 2)
    next(answers)
    answers.close()
    assert len(begun) < 100


def test_a_failure_in_a_thread_is_raised_to_the_reader() -> None:
    with pytest.raises(ZeroDivisionError):
        list(in_order(lambda item: 1 // (item - 20), range(40), 2))
