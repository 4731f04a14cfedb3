import pytest

from raccord.board import ALPHABET, alphabetical
from raccord.duplicate import EndReason, Phase, Refusal, eliminated, score_table
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.lexicon import Lexicon
from raccord.regulation import EDITION_IDS, EditionId, Sanction
from tests.duplicate.helpers import SECRET, Hall, ruling


def small_hall(words: list[str], letters: str, edition: EditionId, rack_size: int = 7) -> Hall:
    """A game with few tiles: the letters given."""
    counts = {c: letters.count(c) for c in ALPHABET}
    tiles = {"counts": counts, "jokers": letters.count("?")}
    return Hall(Lexicon.of(words, "essai"), edition, {"rack_size": rack_size, "tiles": tiles})


@pytest.mark.parametrize("edition", EDITION_IDS)
def test_a_cancelled_turn_puts_letters_and_leave_back(french: Lexicon, edition: EditionId) -> None:
    hall = Hall(french, edition)
    hall.enter(1)
    hall.play(2)
    before = hall.state
    hall.draw()
    hall.do(cmd.Rule(turn=3, table=1, ruling=ruling(20)))
    state = hall.do(cmd.CancelTurn(reason="erreur d'épellation"))
    assert state.phase is Phase.DRAWING
    assert (state.turn, state.total) == (3, before.total)
    assert state.position.leave == ""
    assert state.position.pool == before.position.pool
    assert state.mark(3, 1).ruling is None
    cancelled = hall.events[-1]
    assert isinstance(cancelled, ev.TurnCancelled)
    cited = {"2023": "3.6", "2017": "6.2", "2010": "5.2", "undated": "5.2"}
    assert cancelled.citation.article == cited[edition]


def test_the_last_turn_can_be_cancelled_until_the_next_draw(french: Lexicon) -> None:
    hall = Hall(french)
    hall.play(2)
    first = hall.state.turns[0]
    state = hall.do(cmd.CancelTurn(reason="mot mal placé"))
    assert (state.turn, state.total) == (2, first.points)
    assert state.position.board.tiles
    assert len(state.position.board.tiles) + len(state.position.pool) == 102
    hall.play()
    hall.draw()
    hall.do(cmd.CancelTurn(reason="chronométrage"))
    with pytest.raises(Refusal, match="aucun coup à annuler"):
        hall.do(cmd.CancelTurn(reason="encore"))


def test_a_cancellation_needs_its_reason(french: Lexicon) -> None:
    hall = Hall(french)
    hall.draw()
    with pytest.raises(Refusal, match="motif"):
        hall.do(cmd.CancelTurn(reason=""))


@pytest.mark.parametrize(
    ("edition", "differs"),
    [("2023", True), ("2017", True), ("2010", True), ("undated", False)],
)
def test_the_draw_after_a_cancelled_turn_must_differ(
    french: Lexicon, edition: EditionId, differs: bool
) -> None:
    hall = Hall(french, edition)
    hall.do(cmd.DrawLetters(letters="RETINAS"), cmd.CancelTurn(reason="épellation"))
    state = hall.do(cmd.DrawLetters(letters="SANITER"))
    assert (state.phase is Phase.DRAWING) is differs
    if differs:
        rejected = hall.events[-1]
        assert isinstance(rejected, ev.DrawRejected)
        assert rejected.citation.article in ("3.6", "6.2", "5.2")


@pytest.mark.parametrize("edition", EDITION_IDS)
def test_a_cancelled_turn_without_other_draw(edition: EditionId) -> None:
    hall = small_hall(["OS", "SE", "OSE"], "OSEBCD", edition)
    hall.draw()
    rack = hall.state.rack
    state = hall.do(cmd.CancelTurn(reason="épellation"))
    if edition in ("2023", "2017"):
        assert state.end is not None
        assert state.end.reason is EndReason.NO_OTHER_DRAW
        assert state.end.citation is not None
        assert state.end.citation.article == "3.6"
    else:
        assert alphabetical(hall.draw().rack) == alphabetical(rack)


def test_the_last_turn_of_a_game_can_be_cancelled_before_the_secret_is_out() -> None:
    hall = small_hall(["OS", "OSE"], "OSEBCD", "2010")
    while hall.state.phase is not Phase.OVER:
        hall.draw()
        hall.do(cmd.Retain())
    assert hall.do(cmd.CancelTurn(reason="acceptation")).phase is Phase.DRAWING
    hall.do(cmd.Stop(reason="fin"), cmd.Reveal(secret=SECRET))
    with pytest.raises(Refusal, match="terminée"):
        hall.do(cmd.CancelTurn(reason="trop tard"))


# Turns without solution


def unplayable(edition: EditionId) -> Hall:
    """A draw that cannot be played, while another could."""
    hall = small_hall(["OS"], "OSABCDEFGH", edition, 4)
    hall.do(cmd.DrawLetters(letters="ABED"))
    return hall


@pytest.mark.parametrize("edition", EDITION_IDS)
def test_a_draw_without_solution_goes_back(edition: EditionId) -> None:
    hall = unplayable(edition)
    with pytest.raises(Refusal, match="pas de solution"):
        hall.do(cmd.Retain())
    state = hall.do(cmd.DeclareNoSolution())
    assert state.phase is Phase.DRAWING
    assert state.discarded == ("ABED",)
    assert len(state.position.bag) == 10


@pytest.mark.parametrize(
    ("edition", "during"), [("2017", True), ("2010", False), ("undated", False)]
)
def test_only_2017_stops_the_clock_for_want_of_a_solution(edition: EditionId, during: bool) -> None:
    hall = unplayable(edition)
    hall.do(cmd.Start())
    if during:
        assert hall.do(cmd.DeclareNoSolution()).phase is Phase.DRAWING
    else:
        with pytest.raises(Refusal, match="à l'issue du coup"):
            hall.do(cmd.DeclareNoSolution())
        assert hall.do(cmd.EndTime(), cmd.DeclareNoSolution()).phase is Phase.DRAWING


def test_a_draw_with_a_solution_cannot_be_declared_without(french: Lexicon) -> None:
    hall = Hall(french)
    hall.do(cmd.DrawLetters(letters="RETINAS"))
    with pytest.raises(Refusal, match="a une solution"):
        hall.do(cmd.DeclareNoSolution())


def test_the_game_ends_when_no_draw_could_be_played() -> None:
    hall = small_hall(["OS"], "OSABCDEFGH", "2017", 4)
    hall.do(cmd.DrawLetters(letters="OSAB"))
    state = hall.do(cmd.Retain())
    assert state.end is not None
    assert state.end.reason is EndReason.NOTHING_FITS


def test_a_cancelled_turn_keeps_its_disciplinary_warnings(french: Lexicon) -> None:
    hall = Hall(french)
    hall.enter(2)
    for _ in range(4):
        hall.draw()
        number = hall.state.turn
        hall.do(cmd.Rule(turn=number, table=1, ruling=ruling(20, disciplinary=True)))
        hall.do(cmd.Rule(turn=number, table=2, ruling=ruling(20, Sanction.WARNING)))
        hall.do(cmd.CancelTurn(reason="erreur d'épellation"))
    warned, other = score_table(hall.state)
    assert (warned.points, warned.warnings, warned.warning_cost) == (0, 4, 5)
    assert warned.total == -5
    assert (other.warnings, other.total) == (0, 0)


def test_in_sudden_death_the_warnings_of_a_cancelled_turn_count_on_it(french: Lexicon) -> None:
    hall = Hall(french, formula="mort-subite")
    hall.enter(2)
    for _ in range(6):
        hall.draw()
        hall.do(cmd.Rule(turn=1, table=1, ruling=ruling(10, disciplinary=True)))
        hall.do(cmd.CancelTurn(reason="chronométrage"))
    hall.play()
    assert eliminated(hall.award(1, [10, 10])) == {1: 1}
