"""Decisions taken afterwards: the commission's choice, recourse."""

import pytest

from raccord.board import Board, Move
from raccord.duplicate.slips.recourse import overturned
from raccord.regulation import EditionId, Ruling, Sanction, Slip
from raccord.regulation.marking import Situation, judge

ADMITTED = frozenset({"SAISIES", "REPOSER"})


def pending() -> Ruling:
    """A word without a reference that fits twice for the same score."""
    board = Board.empty().place(Move.parse("H5 SAISIES"))
    turn = Situation(board, "EEOPRRU", 2, ADMITTED)
    return judge(turn, Slip(word="REPOSER", direction="down", score=18))


def refused(edition: EditionId = "2017") -> Ruling:
    board = Board.empty().place(Move.parse("H5 SAISIES"))
    turn = Situation(board, "EEOPRRU", 2, ADMITTED, edition=edition)
    return judge(turn, Slip(word="REPOSUR", direction="down", reference="5D", score=18))


def test_the_commission_settles_an_ambiguous_slip_either_way() -> None:
    kept = overturned(pending(), "2017", 13, Sanction.PENALTY, "Une seule place plausible.")
    void = overturned(pending(), "2017", 0, Sanction.NULLITY, "Deux places possibles.")
    assert (kept.points, kept.base, kept.sanction) == (13, 18, Sanction.PENALTY)
    assert (void.points, void.sanction, void.placement) == (0, Sanction.NULLITY, None)
    assert kept.outcomes == void.outcomes == ()
    assert kept.articles == void.articles == ("5.3.2",)


def test_a_third_outcome_is_recourse() -> None:
    other = overturned(pending(), "2017", 18, Sanction.NONE, "Place lisible à la loupe.")
    assert other.articles == ("6.3", "5.3.2")


def test_a_slip_sent_to_the_commission_cites_its_article() -> None:
    sent = overturned(refused(), "2017", 18, Sanction.COMMISSION, "Lecture incertaine.")
    assert sent.articles[0] == "5.3.2"


@pytest.mark.parametrize(("edition", "article"), [("2017", "6.3"), ("2010", "5.3")])
def test_recourse_replaces_a_ruling_and_keeps_what_was_found(
    edition: EditionId, article: str
) -> None:
    before = refused(edition)
    after = overturned(before, edition, 11, Sanction.NONE, "Mot admis après vérification.")
    assert (after.points, after.base, after.sanction) == (11, 11, Sanction.NONE)
    assert after.articles == (article, *before.articles)
    assert after.note_due
