"""What a ruling tells the player."""

import pytest

from raccord.board import Board, Move
from raccord.regulation import Arrival, Flag, Ruling, Sanction, Slip
from raccord.regulation.marking import Situation, disciplined, judge

BOARD = Board.empty().place(Move.parse("H4 MAISON"))
WORDS = frozenset({"MAISON", "REPOSER"})


def ruled(word: str = "REPOSER", draw: str = "EEOPRRU", score: int = 11, *flags: Flag) -> Ruling:
    slip = Slip(word=word, direction="down", reference="7D", score=score, flags=flags)
    return judge(Situation(BOARD, draw, 2, WORDS), slip)


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("REPOSER", "Le joker (P) n'est pas entouré."),
        ("REP(O)SER", "Joker mal entouré : O au lieu de P."),
        ("RE(P)(O)SER", "Lettre entourée sans être le joker : O."),
    ],
)
def test_a_circle_is_told_as_it_is_wrong(word: str, reason: str) -> None:
    assert reason in ruled(word, "EEO?RRU", 8).reasons


def test_a_single_disciplinary_warning_counts_once() -> None:
    ruling = ruled("REPOSER", "EEOPRRU", 11, Flag.MISCONDUCT)
    assert (ruling.sanction, ruling.ordinary, ruling.warnings) == (
        Sanction.WARNING,
        Sanction.NONE,
        1,
    )


def test_a_disciplinary_warning_stands_beside_another() -> None:
    ruling = ruled("REPOSER", "EEOPRRU", 12, Flag.MISCONDUCT)
    assert (ruling.ordinary, ruling.warnings) == (Sanction.WARNING, 2)


LATE = {
    None: "Bulletin écrit après la fin du coup.",
    Arrival(3400): "Bulletin arrivé 3,4 s après la fin du coup.",
    Arrival(3400, -1250): "Bulletin arrivé 3,4 s après la fin du coup ; "
    "envoyé 1,2 s avant la fin du coup, d'après le téléphone.",
    Arrival(245_000, 600): "Bulletin arrivé 4 min 05 s après la fin du coup ; "
    "envoyé 0,6 s après la fin du coup, d'après le téléphone.",
}


@pytest.mark.parametrize(("arrival", "reason"), LATE.items(), ids=map(str, LATE))
def test_a_late_slip_is_told_by_the_clocks_where_there_are_any(
    arrival: Arrival | None, reason: str
) -> None:
    slip = Slip(word="REPOSER", reference="7D", flags=(Flag.LATE,), arrival=arrival)
    ruling = judge(Situation(BOARD, "EEOPRRU", 2, WORDS), slip)
    assert ruling.sanction is Sanction.NULLITY
    assert ruling.reasons == (reason,)


@pytest.mark.parametrize("claimed", [11, 12, 99])
def test_a_disciplinary_warning_is_added_to_any_ruling_once(claimed: int) -> None:
    before = ruled("REPOSER" if claimed < 99 else "ZUT", "EEOPRRU", claimed)
    after = disciplined(before, "2017")
    assert (after.points, after.ordinary) == (before.points, before.sanction)
    assert after.warnings == before.warnings + 1
    assert "5.2" in after.articles
    assert disciplined(after, "2017") == after
