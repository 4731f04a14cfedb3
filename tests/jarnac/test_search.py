"""The strongest level: what it finds where the answer is known, and that it can be repeated."""

import random

import pytest
from msgspec.structs import replace

from raccord import _core
from raccord.jarnac import (
    FORMULAS,
    LEVELS,
    Computer,
    Decline,
    Formula,
    JarnacGame,
    Lay,
    Level,
    Mat,
    Pass,
    Phase,
    SeededSource,
    Settings,
    State,
    Swap,
    play_out,
    plays,
)
from raccord.jarnac.search import Search
from raccord.jarnac.solver import words_of
from raccord.jarnac.state import Side
from raccord.lexicon import Lexicon

FREE = Formula()
EYE = LEVELS["oeil-parfait"]
QUICK: Level = replace(LEVELS["champion"], trials=200)
EMPTY = ((), "", 0, 0, True)


def position(
    lexicon: Lexicon, phase: Phase, mine: Mat, theirs: Mat, bag: str = "AEIRSTLNO"
) -> State:
    """A game in its middle, A to decide."""
    game = JarnacGame.open(Settings(), lexicon, SeededSource(1))
    sides = (Side(mat=mine, opened=True), Side(mat=theirs, opened=True))
    left = int(phase in (Phase.BAG, Phase.LAST))
    return replace(game.state, phase=phase, sides=sides, bag=bag, jarnacs_left=left)


def decided(lexicon: Lexicon, state: State) -> object:
    return Computer("A", QUICK, lexicon, 1).command(state, 0)


def test_it_fills_the_eighth_line_when_that_wins(lexicon: Lexicon) -> None:
    mine, theirs = Mat(("RETOURNER",) * 7, "LAC"), Mat(("LACET",))
    command = decided(lexicon, position(lexicon, Phase.PLAY, mine, theirs))
    assert isinstance(command, Lay)
    assert command.line is None


def test_it_does_not_fill_it_when_that_loses(lexicon: Lexicon) -> None:
    mine, theirs = Mat(("LAC",) * 7, "UNE"), Mat(("MAISONS",) * 5)
    command = decided(lexicon, position(lexicon, Phase.PLAY, mine, theirs))
    assert not isinstance(command, Lay) or command.line is not None


def test_who_wins_lets_the_game_end_and_who_loses_does_not(lexicon: Lexicon) -> None:
    rich, poor = Mat(("MAISONS",) * 4), Mat(("LAC",) * 8, "E")
    assert isinstance(decided(lexicon, position(lexicon, Phase.LAST, rich, poor)), Decline)
    command = decided(lexicon, position(lexicon, Phase.LAST, Mat(), poor))
    assert not isinstance(command, Decline)


def test_it_changes_letters_that_lead_nowhere(lexicon: Lexicon) -> None:
    without = Lexicon.of([word for word in lexicon if not set(word) & set("WKQ")])
    mine = Mat(("MAISON", "TABLE", "ROUTE"), "WWKKQQ")
    command = decided(without, position(without, Phase.BAG, mine, Mat(("LAC",)), "EEEAAISSRRTTNNL"))
    assert isinstance(command, Swap)


def test_nothing_to_lay_is_a_pass(lexicon: Lexicon) -> None:
    state = position(lexicon, Phase.PLAY, Mat((), "WX"), Mat())
    assert isinstance(decided(lexicon, state), Pass)


def test_the_same_seed_gives_the_same_choice_and_every_choice_can_be_made(lexicon: Lexicon) -> None:
    chance = random.Random(5)
    pool = [word for word in lexicon if 3 <= len(word) <= 7]
    for formula in FORMULAS.values():
        mat = Mat(tuple(chance.sample(pool, 5)), "".join(chance.choices("AEIOURSTLND", k=6)))
        state = position(lexicon, Phase.PLAY, mat, Mat(tuple(chance.sample(pool, 5))))
        state = replace(state, settings=Settings(formula=formula))
        first, second = (Search(state, "A", lexicon, 60).play(random.Random(3)) for _ in range(2))
        assert first == second
        assert first in list(plays(lexicon, mat, formula))


def test_who_looks_further_sometimes_chooses_otherwise(lexicon: Lexicon) -> None:
    chance = random.Random(5)
    pool = [word for word in lexicon if 3 <= len(word) <= 7]
    otherwise = 0
    for _ in range(8):
        mat = Mat(tuple(chance.sample(pool, 5)), "".join(chance.choices("AEIOURSTLND", k=6)))
        foe = Mat(tuple(chance.sample(pool, 5)))
        state = position(lexicon, Phase.PLAY, mat, foe, "AEIRSTLNO" * 8)
        near, far = (Search(state, "A", lexicon, 60, t).play(random.Random(3)) for t in (1, 20))
        otherwise += near != far
    assert otherwise


def test_a_halted_choice_is_made_without_trying_games_out(lexicon: Lexicon) -> None:
    halt = _core.Halt()
    halt.stop()
    state = position(lexicon, Phase.PLAY, Mat(("LAC", "TABLE"), "STERE"), Mat(("ROUTE",), "SE"))
    hasty, patient = (
        Search(state, "A", lexicon, 10**9, halt=one).play(random.Random(1))
        for one in (halt, _core.Halt())
    )
    assert hasty in list(plays(lexicon, state.mat("A"), FREE))
    assert hasty != patient, "it thought all the same"


@pytest.mark.parametrize(
    ("camp", "bag", "moment", "said"),
    [
        ((("LA",), "", 0, 0, True), "E", "play", "3 to 9 letters"),
        ((("LAC",) * 9, "", 0, 0, True), "E", "play", "at most 8 lines"),
        (((), "é", 0, 0, True), "E", "play", "letters"),
        (((), "A" * 300, 0, 0, True), "E", "play", "at most 255"),
        (EMPTY, "?", "play", "bag"),
        (EMPTY, "E", "soon", "moment"),
    ],
)
def test_what_is_no_position_is_refused(
    camp: tuple[tuple[str, ...], str, int, int, bool],
    bag: str,
    moment: str,
    said: str,
) -> None:
    words = words_of(Lexicon.of(["LAC"]), FREE)
    with pytest.raises(ValueError, match=said):
        words.advise(moment, camp, EMPTY, bag, (0, 0), (4, 12), 1)
    with pytest.raises(ValueError, match="outside the image"):
        _core.MatWords(Lexicon.of(["LAC"]).core, (1 << 40, 0, 0), False, False)


def test_a_huge_bag_and_a_heap_of_letters_are_borne(lexicon: Lexicon) -> None:
    heap = (("LAC",), "AEIOURSTLND" * 8, 0, 0, True)
    words = words_of(lexicon, FREE)
    act, _, word, _ = words.advise("play", heap, EMPTY, "AEIRST" * 400, (0, 0), (4, 12), 1)
    assert act == "lay"
    assert word in lexicon
    assert words.advise("draw", heap, EMPTY, "", (1, 1), (4, 12), 1)[0] == "draw"


@pytest.mark.parametrize("formula", ["libre", "competition"])
def test_it_beats_the_perfect_eye(formula: str, lexicon: Lexicon) -> None:
    """Forty games of a tenth of the champion's effort; the bench plays four hundred in earnest.

    It wins seven in ten: half of them is more than two deviations below, whatever the words.
    """
    options = Settings(formula=FORMULAS[formula])
    thinker = replace(LEVELS["champion"], trials=120)
    points = 0.0
    for game in range(40):
        seated = (thinker, EYE) if game % 2 else (EYE, thinker)
        ended = play_out(options, lexicon, seated, game // 2).state.ended
        assert ended
        points += 0.5 if ended.winner is None else ended.winner == ("A" if game % 2 else "B")
    assert points > 20
