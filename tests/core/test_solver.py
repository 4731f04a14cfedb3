"""The core's solver against the slow generator, move for move and point for point."""

import json
import os
import threading
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raccord import _core

from . import games, slow

FEW, MANY = 90, 900
EXAMPLES = int(os.environ.get("RACCORD_EXAMPLES", "700"))
DATA = Path(__file__).parent.parent / "data"

seeds = st.integers(0, 2**32 - 1)
sizes = st.sampled_from([(7, 7), (7, 7), (8, 8), (8, 7), (9, 9), (1, 7), (4, 7)])
jokers = st.integers(0, 2)


def agree(count: int, cells: str, rack: str, playable: int) -> None:
    automaton, game = games.automaton(count), games.game(count, playable)
    rules = games.rules(game)
    expected = slow.moves(game, cells, rack)
    moves = games.listed(_core.moves(automaton, cells, rack, rules))
    assert len(moves) == len(set(moves))
    assert set(moves) == expected
    assert moves == sorted(
        moves, key=lambda m: (-m[4], m[0], m[1], not m[2], m[3].upper(), _jokers(m[3]))
    )
    top = max((move[4] for move in expected), default=0)
    tops = games.listed(_core.tops(automaton, cells, rack, rules))
    assert tops == [move for move in moves if move[4] == top]
    assert _core.top_scores(automaton, cells, [rack, rack], rules) == [top, top]


def _jokers(word: str) -> int:
    return sum(1 << i for i, letter in enumerate(word) if letter.islower())


@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds, sizes, jokers, st.integers(0, 12))
def test_every_move_is_found_on_boards_that_were_played(
    seed: int, size: tuple[int, int], jokers: int, plays: int
) -> None:
    random = Random(seed)
    cells = games.played_board(random, games.automaton(FEW), games.game(FEW), plays)
    agree(FEW, cells, games.rack(random, size[0], min(jokers, size[0])), size[1])


@settings(max_examples=EXAMPLES, deadline=None)
@given(seeds, sizes, jokers, st.sampled_from([0.03, 0.1, 0.25, 0.5]), st.booleans())
def test_every_move_is_found_on_boards_full_of_nonsense(
    seed: int, size: tuple[int, int], jokers: int, density: float, edges_only: bool
) -> None:
    random = Random(seed)
    cells = games.scattered_board(random, density, edges_only)
    agree(FEW, cells, games.rack(random, size[0], min(jokers, size[0])), size[1])


@settings(max_examples=EXAMPLES // 12, deadline=None)
@given(seeds, sizes, jokers, st.integers(0, 15))
def test_every_move_is_found_with_many_words(
    seed: int, size: tuple[int, int], jokers: int, plays: int
) -> None:
    random = Random(seed)
    cells = games.played_board(random, games.automaton(MANY), games.game(MANY), plays)
    agree(MANY, cells, games.rack(random, size[0], min(jokers, size[0])), size[1])


def test_the_first_move_lies_across_and_covers_the_centre() -> None:
    moves = games.listed(
        _core.moves(games.automaton(FEW), "." * 225, "AERST??", games.rules(games.game(FEW)))
    )
    assert moves
    assert all(row == 7 and across for row, _, across, _, _ in moves)
    assert all(column <= 7 < column + len(word) for _, column, _, word, _ in moves)


def test_a_rack_of_fifteen_tiles_is_solved() -> None:
    agree(FEW, "." * 112 + "AS" + "." * 111, "AAEERRSSTTNNIL?", 15)


def test_a_position_without_a_move_has_no_top() -> None:
    rules = games.rules(games.game(FEW))
    automaton = games.automaton(FEW)
    assert len(_core.tops(automaton, "." * 225, "XXXXXXX", rules)) == 0
    assert len(_core.moves(automaton, "." * 225, "XXXXXXX", rules)) == 0
    assert _core.top_scores(automaton, "." * 225, ["X", "AS"], rules)[0] == 0


def test_no_words_means_no_moves() -> None:
    empty = _core.Automaton.of(_core.compile(b""))
    assert len(_core.moves(empty, "." * 225, "AERST??", games.rules(games.game(FEW)))) == 0


@pytest.mark.parametrize("premium", [(1, 4), (9, 2), (2, 1)])
def test_odd_premium_squares_are_scored(premium: tuple[int, int]) -> None:
    letter, word = premium
    random = Random(3)
    game = slow.Game(
        frozenset(games.words(FEW)),
        bytes(random.choice((1, 1, 2, letter)) for _ in range(225)),
        bytes(word if random.random() < 0.02 else 1 for _ in range(225)),
        games.VALUES,
    )
    cells = games.played_board(random, games.automaton(FEW), game, 6)
    moves = _core.moves(games.automaton(FEW), cells, "AERSTN?", games.rules(game))
    assert set(games.listed(moves)) == slow.moves(game, cells, "AERSTN?")
    tops = games.listed(_core.tops(games.automaton(FEW), cells, "AERSTN?", games.rules(game)))
    assert tops == [move for move in games.listed(moves) if move[4] == moves.score(0)]


@pytest.mark.parametrize("position", json.loads((DATA / "perft.json").read_text()), ids=str)
def test_fixed_positions_keep_their_counts(position: dict[str, object]) -> None:
    game = games.game(int(str(position["words"])), int(str(position["playable"])))
    automaton = games.automaton(int(str(position["words"])))
    cells, rack = str(position["cells"]), str(position["rack"])
    moves = _core.moves(automaton, cells, rack, games.rules(game))
    tops = _core.tops(automaton, cells, rack, games.rules(game))
    total = sum(moves.score(i) for i in range(len(moves)))
    counts = [len(moves), len(tops), tops.score(0), total]
    assert counts == [position[key] for key in ("moves", "tops", "top", "points")]


@pytest.mark.parametrize(
    ("cells", "rack", "expected"),
    [
        ("." * 224, "A", "225 cells"),
        ("." * 224 + "?", "A", "'A'-'Z'"),
        ("." * 224 + "É", "A", "ASCII"),
        ("." * 224 + "\ud800", "A", "ASCII"),
        ("." * 225, "", "1 to 15 tiles"),
        ("." * 225, "A" * 16, "1 to 15 tiles"),
        ("." * 225, "a", "'A'-'Z' or"),
        ("." * 225, "A???", "at most 2 jokers"),
    ],
)
def test_a_wrong_position_is_refused_with_what_was_expected(
    cells: str, rack: str, expected: str
) -> None:
    rules = games.rules(games.game(FEW))
    for solve in (_core.tops, _core.moves):
        with pytest.raises(ValueError, match=expected):
            solve(games.automaton(FEW), cells, rack, rules)
    with pytest.raises(ValueError, match=expected):
        _core.top_scores(games.automaton(FEW), cells, [rack], rules)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"letter_multipliers": b"\1"}, "225 bytes"),
        ({"word_multipliers": bytes(225)}, "1 or more"),
        ({"word_multipliers": bytes([3]) * 225}, "32000"),
        ({"word_multipliers": bytes([255]) * 225, "values": bytes(26)}, "32000"),
        ({"values": b"\1"}, "26 bytes"),
        ({"playable": 0}, "1 to 15"),
        ({"bonuses": [(16, 50)]}, "1 to 15"),
        ({"bonuses": [(7, -1)]}, "0 to 10000"),
    ],
)
def test_wrong_rules_are_refused(change: dict[str, object], expected: str) -> None:
    arguments: dict[str, object] = {
        "letter_multipliers": games.LETTER_MULTIPLIERS,
        "word_multipliers": games.WORD_MULTIPLIERS,
        "values": games.VALUES,
        "playable": 7,
        "bonuses": [(7, 50)],
    }
    with pytest.raises(ValueError, match=expected):
        _core.Rules(**{**arguments, **change})  # type: ignore[arg-type]


def test_one_automaton_serves_many_threads() -> None:
    automaton, rules = games.automaton(MANY), games.rules(games.game(MANY))
    boards = [games.played_board(Random(i), automaton, games.game(MANY), 8) for i in range(8)]
    expected = [games.listed(_core.tops(automaton, board, "AERSTN?", rules)) for board in boards]
    wrong: list[int] = []

    def solve() -> None:
        for _ in range(20):
            for i, board in enumerate(boards):
                if games.listed(_core.tops(automaton, board, "AERSTN?", rules)) != expected[i]:
                    wrong.append(i)

    threads = [threading.Thread(target=solve) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_an_index_outside_the_moves_is_refused() -> None:
    moves = _core.moves(games.automaton(FEW), "." * 225, "AS", games.rules(games.game(FEW)))
    for index in (-1, len(moves)):
        with pytest.raises(IndexError):
            moves.get(index)
        with pytest.raises(IndexError):
            moves.score(index)
