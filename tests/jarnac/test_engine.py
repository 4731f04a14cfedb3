"""What cases of a few steps cannot show."""

import msgspec
import pytest

import raccord.refusal
from raccord.jarnac import (
    DISTRIBUTIONS,
    SEATS,
    AnyCommand,
    Command,
    Draw,
    FixedSource,
    JarnacGame,
    Lay,
    NotARecordError,
    NotLettersError,
    Pass,
    Phase,
    Ref,
    Refusal,
    Seat,
    SeededSource,
    Settings,
    Swap,
    Timing,
    Toss,
    fold,
    offers,
    open_game,
    parse_distribution,
    tell,
    unusual,
    winner,
)
from raccord.jarnac import events as ev
from raccord.lexicon import Lexicon

NOTHING = Lexicon.of(["ZZZ"])


def played(game: JarnacGame, *commands: Command) -> JarnacGame:
    for command in commands:
        game = game.submit(command)
    return game


def test_swapping_for_ever_ends_the_game() -> None:
    game = JarnacGame.open(Settings(), NOTHING, FixedSource("AB"))
    game = played(game, Toss(at=0))
    for seat in SEATS:
        game = played(game, Draw(at=0, seat=seat), Pass(at=0, seat=seat))
    turns = 0
    while not game.over:
        seat = game.state.turn
        letters = game.state.mat(seat).loose[:3]
        game = played(game, Swap(at=0, seat=seat, letters=letters), Pass(at=0, seat=seat))
        turns += 1
    assert turns == 20
    assert game.state.ended is not None
    assert game.state.ended.cause == "stalemate"


def test_a_seeded_source_does_not_depend_on_what_was_refused() -> None:
    game = played(JarnacGame.open(Settings(), NOTHING, SeededSource(1)), Toss(at=0))
    first = game.state.turn
    drawn = played(game, Draw(at=0, seat=first)).state.mat(first).loose
    with pytest.raises(Refusal):
        game.submit(Lay(at=0, seat=first, word="ZZZ"))
    assert played(game, Draw(at=5, seat=first)).state.mat(first).loose == drawn


def test_the_two_boxes_hold_what_their_tables_say() -> None:
    assert {name: len(letters) for name, letters in DISTRIBUTIONS.items()} == {
        "2012": 144,
        "inventeur": 144,
    }
    assert DISTRIBUTIONS["2012"].count("E") == 19
    assert (DISTRIBUTIONS["2012"].count("S"), DISTRIBUTIONS["inventeur"].count("S")) == (10, 7)


def test_a_box_of_ones_own() -> None:
    assert parse_distribution("E6, A4 T2") == "AAAAEEEEEETT"
    assert parse_distribution("tabletablete") == "AABBEEELLTTT"


@pytest.mark.parametrize("text", ["", "A5", "A20", "ABC", "A1000000 B2", "É12 A3", "4A 5B", "A B"])
def test_letters_that_make_no_bag_are_refused(text: str) -> None:
    with pytest.raises(NotLettersError, match="attendu"):
        parse_distribution(text)


@pytest.mark.parametrize(
    ("points", "jarnacs", "expected"),
    [
        ((171, 100), (0, 9), ("A", "points")),
        ((170, 100), (0, 9), (None, "draw")),
        ((170, 100), (1, 0), ("A", "points-and-jarnacs")),
        ((100, 170), (0, 1), ("B", "points-and-jarnacs")),
        ((100, 171), (5, 1), ("B", "points")),
        ((100, 100), (5, 1), (None, "draw")),
        ((101, 100), (1, 1), (None, "draw")),
    ],
)
def test_the_seventy_point_rule(
    points: tuple[int, int], jarnacs: tuple[int, int], expected: tuple[Seat | None, str]
) -> None:
    assert winner(points, jarnacs) == expected


def test_facts_without_an_opening_are_no_game() -> None:
    with pytest.raises(NotARecordError):
        fold([])


def test_a_command_reads_from_json_and_a_wrong_one_is_refused() -> None:
    lay = {"type": "lay", "seat": "A", "word": "lac é"}
    assert msgspec.convert(lay, AnyCommand) == Lay(seat="A", word="LACE")
    wrong = ({"seat": "C"}, {"type": "cheat"}, {"type": "tick"}, {"line": 9}, {"word": "A" * 41})
    for change in wrong:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(lay | change, AnyCommand)
    with pytest.raises(msgspec.ValidationError, match="seat"):
        msgspec.convert({"type": "lay", "word": "LAC"}, AnyCommand)


def test_who_sends_a_command_does_not_date_it() -> None:
    with pytest.raises(msgspec.ValidationError, match="at"):
        msgspec.convert({"type": "draw", "seat": "A", "at": 3}, AnyCommand)


def test_the_view_shows_both_mats_and_hides_the_bag() -> None:
    game = JarnacGame.open(Settings(timing=Timing.clock()), NOTHING, FixedSource("ABLACSTE"))
    game = played(game, Toss(at=0), Draw(at=1_000, seat="A"))
    view = game.view(at=4_000)
    assert view.sides[0].loose == "LACSTE"
    assert (view.sides[0].remaining, view.sides[1].remaining) == (1_197_000, 1_200_000)
    assert (view.bag, view.phase, view.turn) == (138, Phase.PLAY, "A")
    assert view.sides[0].offers == ("lay", "pass")
    assert game.due == 1_201_000
    shown = msgspec.json.encode(view).decode()
    assert game.state.bag not in shown


def test_a_refusal_reads_as_a_sentence_with_its_paragraph() -> None:
    refusal = Refusal("piochez d’abord", Ref.TURN_6)
    assert str(refusal) == "piochez d’abord (TOUR DE JEU 6)"
    assert (refusal.reason, refusal.article) == ("piochez d’abord", Ref.TURN_6)
    assert isinstance(refusal, raccord.refusal.Refusal)


def test_a_very_long_word_is_not_repeated_whole_in_the_refusal() -> None:
    game = JarnacGame.open(Settings(), NOTHING, FixedSource("AB"))
    game = played(game, Toss(at=0), Draw(at=0, seat="A"))
    for word in ("A" * 100_000, "é" * 100_000):
        with pytest.raises(Refusal) as refused:
            game.submit(Lay(at=0, seat="A", word=word))
        assert len(refused.value.reason) < 100


def test_a_flag_of_a_game_stored_before_still_brings_no_jarnac() -> None:
    """Its facts called every bag of a player out of time « flag »."""
    clock = Settings(timing=Timing.clock(1_000))
    game = played(JarnacGame.open(clock, NOTHING, FixedSource("AB")), Toss(at=0))
    game = played(game, Draw(at=0, seat="A"), Draw(at=1_000, seat="B"), Pass(at=1_000, seat="B"))
    assert game.state.turn == "A"
    now = played(game, Pass(at=1_000, seat="A"))
    assert "call-jarnac" in now.offers("B")
    *facts, passed = now.events
    assert isinstance(passed, ev.BagPassed)
    then = fold([*facts, msgspec.structs.replace(passed, forced="flag")])
    assert "call-jarnac" not in offers(then, "B")


def test_a_bag_of_another_size_says_so() -> None:
    assert unusual(DISTRIBUTIONS["inventeur"]) == ""
    few = Settings(letters=parse_distribution("E60 A50"))
    assert "110 lettres au lieu de 144" in tell(open_game(few, NOTHING))
