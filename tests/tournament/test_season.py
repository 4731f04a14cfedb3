"""The season of a club: attendance, totals and the best results."""

from hypothesis import given
from hypothesis import strategies as st

from raccord.tournament import Person, Summary, commands, season
from tests.tournament.events import Meeting


def evening(*games: dict[str, int], top: int = 100) -> Summary:
    """An evening where everybody is entered by name, in whatever order."""
    meeting = Meeting()
    for totals in games:
        lines = tuple(commands.ReportLine(player=n, total=t) for n, t in totals.items())
        meeting.do(commands.Report(top=top, lines=lines))
    return meeting.summary


def test_a_season_counts_attendance_games_and_points() -> None:
    first = evening({"Anne": 80, "Luc": 90}, {"Anne": 60})
    second = evening({"luc": 50, "Zoé": 40}, top=50)
    found = {line.player: line for line in season([first, second])}
    anne, luc = found["Anne"], found["luc"]
    assert (anne.attended, anne.games, anne.total, anne.evenings) == (1, 2, 140, (140, None))
    assert (luc.attended, luc.games, luc.total, luc.percentage) == (2, 2, 140, 93.33)
    assert [(line.place, line.player, line.best) for line in season([first, second])] == [
        (1, "luc", 190.0),
        (2, "Anne", 140.0),
        (3, "Zoé", 80.0),
    ]


def test_only_the_best_results_count_where_a_number_is_given() -> None:
    one = evening({"Anne": 80, "Luc": 90}, {"Anne": 70}, {"Anne": 10})
    assert [(line.player, line.best) for line in season([one], 1)] == [("Luc", 90), ("Anne", 80)]
    assert [(line.player, line.best) for line in season([one], 2)] == [("Anne", 150), ("Luc", 90)]


def test_a_licence_makes_two_spellings_one_person() -> None:
    evenings = []
    for name in ("Anne Petit", "PETIT Anne"):
        meeting = Meeting()
        meeting.do(commands.Enter(people=(Person(name=name, licence="7", federation="F"),)))
        meeting.typed(100, n1=50)
        evenings.append(meeting.summary)
    assert [(line.player, line.total) for line in season(evenings)] == [("PETIT Anne", 100)]


def test_who_was_excluded_has_no_result() -> None:
    meeting = Meeting()
    meeting.enter("Anne", "Luc")
    meeting.typed(100, n1=50, n2=40)
    meeting.do(commands.Exclude(number=1, reason="fraude"))
    assert [line.player for line in season([meeting.summary])] == ["Luc"]


GAMES = st.lists(st.dictionaries(st.sampled_from("ABC"), st.integers(0, 100), min_size=1))


@given(st.lists(GAMES, max_size=3), st.integers(0, 4))
def test_a_season_is_what_adding_up_by_hand_gives(
    evenings: list[list[dict[str, int]]], counted: int
) -> None:
    lines = season([evening(*games) for games in evenings], counted)
    results = {
        player: [totals[player] for games in evenings for totals in games if player in totals]
        for player in "ABC"
    }
    best = {
        player: sum(sorted(found, reverse=True)[: counted or None])
        for player, found in results.items()
        if found
    }
    assert {line.player: round(line.best) for line in lines} == best
    assert all(
        line.place == 1 + sum(other > best[line.player] for other in best.values())
        for line in lines
    )
