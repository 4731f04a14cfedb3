"""Refused words played again, multitops, recourse."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from raccord.board import Board, Move
from raccord.duplicate.marking import (
    Colleague,
    Refused,
    Told,
    averaged,
    refused_words,
    rounded_mean,
    untold,
)
from raccord.duplicate.marking_multitops import Played, different_entries
from raccord.duplicate.marking_recourse import (
    NotPendingError,
    is_receivable,
    overturned,
    settled,
)
from raccord.regulation import EDITION_IDS, EditionId, Flag, Ruling, Sanction, Slip
from raccord.regulation.marking import Situation, judge

BOARD = Board.empty().place(Move.parse("H4 MAISON"))
REFUSED = frozenset({"REPOSUR"})


def situation(edition: EditionId = "2017", draw: str = "EUOPRRT") -> Situation:
    return Situation(BOARD, draw, 5, frozenset({"MAISON", "REPOSER"}), edition=edition)


def bad(**changes: object) -> Slip:
    keys: dict[str, object] = {
        "word": "REPOSUR",
        "direction": "down",
        "reference": "7D",
        "score": 11,
    }
    return Slip(**keys | changes)  # type: ignore[arg-type]


def players(*points: int) -> list[Colleague]:
    return [Colleague(p) for p in points]


@pytest.mark.parametrize("edition", EDITION_IDS)
def test_a_refused_word_played_again_before_the_note_earns_the_average(edition: EditionId) -> None:
    ruling = averaged(situation(edition), bad(), REFUSED, players(4, 8, 0))
    assert ruling is not None
    assert (ruling.points, ruling.sanction) == (4, Sanction.NONE)
    assert ruling.articles == ({"2017": "5.7", "2010": "4.7", "undated": "4.6"}[edition],)


def test_the_average_never_exceeds_the_players_own_solution() -> None:
    ruling = averaged(situation(), bad(), REFUSED, players(80, 90))
    assert ruling is not None
    assert ruling.points == 11


def test_the_mean_is_taken_to_the_nearest_point_halves_up() -> None:
    assert rounded_mean([1, 2]) == 2
    assert rounded_mean([1, 1, 2]) == 1
    assert rounded_mean([0, 0]) == 0
    assert rounded_mean([]) == 0


@pytest.mark.parametrize(("edition", "points"), [("2017", 4), ("2010", 6), ("undated", 6)])
def test_other_averages_count_except_in_2017(edition: EditionId, points: int) -> None:
    others = [Colleague(4), Colleague(8, is_average=True)]
    ruling = averaged(situation(edition), bad(), REFUSED, others)
    assert ruling is not None
    assert ruling.points == points


def test_a_player_who_was_told_gets_no_average() -> None:
    assert averaged(situation(), bad(), frozenset(), players(4)) is None


@pytest.mark.parametrize(
    "slip",
    [
        bad(reference="2B", score=99),
        bad(flags=(Flag.LATE,)),
        bad(word="REPOSURX"),
        bad(word="REPOSER", score=11),
    ],
    ids=["place", "late", "another word", "a good word"],
)
def test_another_fault_leaves_the_nullity(slip: Slip) -> None:
    assert averaged(situation(), slip, REFUSED, players(4)) is None


def test_a_letter_not_drawn_gets_no_average() -> None:
    assert averaged(situation(draw="EEOPRRT"), bad(), REFUSED, players(4)) is None


def test_a_refused_word_formed_in_passing_counts_too() -> None:
    slip = Slip(word="EPURER", direction="across", reference="I9", score=13)
    turn = Situation(BOARD, "EEPRRUT", 5, frozenset({"MAISON", "EPURER"}))
    assert refused_words(turn, slip) == {"NE"}
    ruling = averaged(turn, slip, frozenset({"NE"}), players(10, 20))
    assert ruling is not None
    assert ruling.points == 13


def test_a_refused_first_word_is_known() -> None:
    first = Situation(Board.empty(), "REPOSUR", 1, frozenset({"MAISON"}))
    assert refused_words(first, Slip(word="REPOSUR", score=1)) == {"REPOSUR"}


def test_what_a_table_has_not_been_told_is_a_fold() -> None:
    history: list[Refused | Told] = [
        Refused(1, 3, frozenset({"REPOSUR"})),
        Refused(2, 3, frozenset({"XA"})),
        Told(1, 5),
        Refused(1, 7, frozenset({"NE"})),
    ]
    assert untold(history, 1, 4) == {"REPOSUR"}
    assert untold(history, 1, 5) == {"REPOSUR"}
    assert untold(history, 1, 6) == frozenset()
    assert untold(history, 1, 8) == {"NE"}
    assert untold(history, 2, 8) == {"XA"}
    assert untold(history, 1, 3) == frozenset()


@dataclass(frozen=True)
class Entries:
    """A lexicon of a few words: each with its entries, None where they are not known."""

    known: Mapping[str, frozenset[str] | None]

    def __contains__(self, word: object) -> bool:
        return word in self.known

    def same_entry(self, first: str, second: str, /) -> bool | None:
        ours, theirs = self.known[first], self.known[second]
        return None if ours is None or theirs is None else bool(ours & theirs)


LEXICON = Entries(
    {
        "DAN": frozenset({"DAN"}),
        "DANS": frozenset({"DANS", "DAN"}),
        "MOT": frozenset({"MOT"}),
        "SU": frozenset({"SAVOIR"}),
        "MAISONS": frozenset({"MAISON"}),
        "MAISON": frozenset({"MAISON"}),
        "ZUT": None,
    }
)


def played(word: str, points: int, *formed: str, tiles: int = 3) -> Played:
    return Played(word, (word, *formed), tiles, points)


def test_words_of_different_entries_both_count() -> None:
    result = different_entries([played("DAN", 12), played("MOT", 20)], LEXICON)
    assert (result.points, result.total, result.overlaps) == ((12, 20), 32, ())


def test_of_two_words_that_overlap_the_lower_scores_nothing() -> None:
    assert different_entries([played("DAN", 12), played("DANS", 20)], LEXICON).points == (0, 20)
    assert different_entries([played("DANS", 20), played("DAN", 12)], LEXICON).points == (20, 0)
    assert different_entries([played("DAN", 9), played("DAN", 9)], LEXICON).points == (9, 0)


def test_the_other_word_of_a_single_tile_is_no_second_solution() -> None:
    tile = played("SU", 10, "MAISONS", tiles=1)
    assert different_entries([tile, played("MAISONS", 8)], LEXICON).points == (10, 0)
    assert different_entries([tile, played("MAISON", 12)], LEXICON).points == (0, 12)
    more = played("SU", 10, "MAISONS", tiles=2)
    assert different_entries([more, played("MAISON", 12)], LEXICON).points == (10, 12)


def test_the_plural_of_a_word_made_by_a_single_tile_is_no_second_solution() -> None:
    tile = played("SU", 10, "KA", tiles=1)
    assert different_entries([tile, played("KAS", 8)], LEXICON).points == (10, 0)


def test_unknown_entries_are_left_to_the_referee() -> None:
    pair = [played("ZUT", 12), played("MOT", 20)]
    result = different_entries(pair, LEXICON)
    assert result.points == (12, 20)
    assert [(o.first, o.second) for o in result.undecided] == [(0, 1)]
    assert different_entries(pair, LEXICON, frozenset({(0, 1)})).points == (0, 20)


def test_of_three_solutions_only_the_offending_lower_one_is_void() -> None:
    three = [played("DAN", 12), played("MOT", 5), played("DANS", 20)]
    assert different_entries(three, LEXICON).points == (0, 5, 20)


def pending() -> Ruling:
    board = Board.empty().place(Move.parse("H5 SAISIES"))
    turn = Situation(board, "EEOPRRU", 2, frozenset({"SAISIES", "REPOSER"}))
    return judge(turn, Slip(word="REPOSER", direction="down", score=18))


def test_the_commission_settles_an_ambiguous_slip_either_way() -> None:
    kept = settled(pending(), Sanction.PENALTY, "Un seul emplacement plausible.")
    void = settled(pending(), Sanction.NULLITY, "Deux tableaux possibles.")
    assert (kept.points, kept.base, kept.sanction) == (13, 18, Sanction.PENALTY)
    assert (void.points, void.sanction, void.placement) == (0, Sanction.NULLITY, None)
    assert kept.outcomes == ()
    assert kept.articles[0] == "6.3"
    assert "5.3.2" in kept.articles


def test_a_ruling_not_before_the_commission_cannot_be_settled() -> None:
    with pytest.raises(NotPendingError):
        settled(judge(situation(), bad()), Sanction.PENALTY, "")


def test_a_recourse_replaces_a_ruling_and_keeps_what_was_found() -> None:
    before = judge(situation(), bad())
    after = overturned(before, "2017", 11, Sanction.NONE, "Mot admis après vérification.")
    assert (after.points, after.base, after.sanction) == (11, 11, Sanction.NONE)
    assert after.articles == ("6.3", "5.4")
    assert after.note_due


def test_a_recourse_must_come_in_time_in_2017_only() -> None:
    assert is_receivable("2017", next_game_started=False, minutes_since_last=15)
    assert not is_receivable("2017", next_game_started=False, minutes_since_last=16)
    assert not is_receivable("2017", next_game_started=True, minutes_since_last=0)
    assert is_receivable("2010", next_game_started=True, minutes_since_last=99)
