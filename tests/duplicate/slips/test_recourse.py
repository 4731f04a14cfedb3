"""Decisions that replace a ruling."""

import pytest

from raccord.board import Board, Move
from raccord.duplicate.slips.recourse import objection, overturned
from raccord.regulation import EDITION_IDS, EditionId, Flag, Ruling, Sanction, Slip
from raccord.regulation.marking import Situation, judge

BOARD = Board.empty().place(Move.parse("H5 SAISIES"))
WORDS = frozenset({"SAISIES", "REPOSER"})


def ruled(slip: Slip, edition: EditionId = "2017") -> Ruling:
    return judge(Situation(BOARD, "EEOPRRU", 2, WORDS, edition=edition), slip)


def pending() -> Ruling:
    return ruled(Slip(word="REPOSER", direction="down", score=18))


def void(edition: EditionId = "2017", *flags: Flag) -> Ruling:
    return ruled(Slip(word="REPOSUR", reference="5D", score=18, flags=flags), edition)


def test_the_commission_settles_an_ambiguous_slip_under_its_own_article() -> None:
    kept = overturned(pending(), "2017", 13, Sanction.PENALTY, "Un seul emplacement plausible.")
    zero = overturned(pending(), "2017", 0, Sanction.NULLITY, "Deux emplacements possibles.")
    assert (kept.points, kept.base, kept.sanction) == (13, 18, Sanction.PENALTY)
    assert (zero.points, zero.sanction, zero.placement) == (0, Sanction.NULLITY, None)
    assert kept.outcomes == ()
    assert kept.articles == zero.articles == ("5.3.2",)


@pytest.mark.parametrize(("edition", "article"), [("2017", "6.3"), ("2010", "5.3")])
def test_an_appeal_cites_the_article_of_recourse(edition: EditionId, article: str) -> None:
    reason = "Mot admis après vérification."
    after = overturned(void(edition), edition, 11, Sanction.NONE, reason, appeal=True)
    assert (after.points, after.base, after.sanction) == (11, 11, Sanction.NONE)
    assert after.articles == (article,)
    assert after.note_due


@pytest.mark.parametrize(
    ("sanction", "article"),
    [
        (Sanction.NONE, "5.7"),
        (Sanction.WARNING, "5.2"),
        (Sanction.PENALTY, "5.3.1"),
        (Sanction.NULLITY, "5.4"),
    ],
)
def test_a_plain_correction_cites_neither_commission_nor_recourse(
    sanction: Sanction, article: str
) -> None:
    after = overturned(void(), "2017", 0, sanction, "Mal lu.")
    assert after.articles == (article,)


@pytest.mark.parametrize("edition", EDITION_IDS)
def test_a_slip_sent_to_the_commission_cites_an_article_in_every_edition(
    edition: EditionId,
) -> None:
    after = overturned(void(edition), edition, 13, Sanction.COMMISSION, "Deux lectures.")
    assert after.articles


def test_the_player_is_no_longer_told_a_reason_overturned() -> None:
    before = void("2017", Flag.MISCONDUCT)
    after = overturned(before, "2017", 18, Sanction.NONE, "Mal lu : REPOSER.")
    assert after.reasons == ("Mal lu : REPOSER.", "Avertissement disciplinaire.")
    assert after.disciplinary
    assert after.warnings == 1


def test_a_solo_is_compared_before_the_penalty_an_appeal_gives() -> None:
    after = overturned(void(), "2017", 17, Sanction.PENALTY, "Situé par le score.", appeal=True)
    assert (after.points, after.base) == (17, 22)
    cheap = ruled(Slip(word="REPOSER", direction="down", reference="6D", score=18))
    assert overturned(cheap, "2017", cheap.points, Sanction.PENALTY, "Idem.").base == cheap.base


@pytest.mark.parametrize(
    ("points", "sanction", "edition", "said"),
    [
        (999, Sanction.NONE, "2017", "999 points quand 71"),
        (70, Sanction.PENALTY, "2017", "quand 66"),
        (70, Sanction.COMMISSION, "2017", "quand 66"),
        (3, Sanction.NULLITY, "2017", "nullité avec 3 points"),
        (-4, Sanction.WARNING, "2017", "négatifs"),
        (10, Sanction.PENALTY, "undated", "ne connaît pas"),
    ],
)
def test_a_decision_that_cannot_be_is_told_so(
    points: int, sanction: Sanction, edition: EditionId, said: str
) -> None:
    assert said in (objection(edition, points, sanction, 71) or "")


@pytest.mark.parametrize(
    ("points", "sanction"),
    [(71, Sanction.NONE), (66, Sanction.PENALTY), (0, Sanction.NULLITY), (0, Sanction.WARNING)],
)
def test_a_decision_that_can_be_meets_no_objection(points: int, sanction: Sanction) -> None:
    assert objection("2017", points, sanction, 71) is None


def test_without_a_top_known_no_score_is_too_high() -> None:
    assert objection("2017", 999, Sanction.NONE, None) is None
