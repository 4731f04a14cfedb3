"""Teams, handicaps, tables: what an organiser's own rules make of the same results."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.tournament import (
    GameResult,
    Grade,
    PeopleError,
    Person,
    Refusal,
    TeamRule,
    Terms,
    TournamentError,
    Weight,
    commands,
    handicapped,
    rank,
    rank_teams,
    read_grades,
    read_weights,
    rows_of,
    standing,
    teams,
    way_of,
    written_grades,
    written_weights,
)
from tests.tournament.events import Meeting

GAMES = [
    GameResult.of_totals({"A": 60, "B": 50, "C": 55, "D": 10, "E": 1}, 80),
    GameResult.of_totals({"A": 10, "B": 70, "C": 55, "D": 60}, 80),
]
TEAMS = {"A": "Lyon", "B": "Lyon", "C": "Brest", "D": "Brest", "E": ""}


def ranked(rule: TeamRule, **worth: int) -> list[tuple[int, str, Any]]:
    lines = rank_teams(GAMES, "points", TEAMS, rule, worth)
    return [(line.place, line.team, line.value) for line in lines]


def test_a_team_adds_up_its_members() -> None:
    assert ranked(TeamRule()) == [(1, "Lyon", 190), (2, "Brest", 180)]


def test_only_the_best_members_count_over_the_event_or_game_by_game() -> None:
    best = TeamRule(count="best", best=1)
    assert ranked(best) == [(1, "Lyon", 120), (2, "Brest", 110)]
    each = TeamRule(count="best", best=1, per_game=True)
    assert ranked(each) == [(1, "Lyon", 130), (2, "Brest", 115)]
    found = rank_teams(GAMES, "points", TEAMS, best, {})[0]
    assert (found.members, found.counted) == (("B", "A"), ("B",))


def test_a_team_short_of_members_comes_behind_the_full_ones() -> None:
    rule = TeamRule(count="best", best=2)
    lines = rank_teams(GAMES, "points", {**TEAMS, "A": "Nice"}, rule, {})
    assert [(line.team, line.missing) for line in lines] == [
        ("Brest", 0),
        ("Lyon", 1),
        ("Nice", 1),
    ]


def test_the_value_index_divides_by_what_the_members_are_worth() -> None:
    assert ranked(TeamRule(count="index"), A=5, B=5, C=4, D=1) == [
        (1, "Brest", 36),
        (2, "Lyon", 19),
    ]


def test_by_places_the_lowest_members_are_the_best() -> None:
    lines = rank_teams(GAMES, "places", TEAMS, TeamRule(count="best", best=1), {})
    assert [(line.team, line.value, line.counted) for line in lines] == [
        ("Lyon", 4, ("B",)),
        ("Brest", 5, ("C",)),
    ]


def test_equal_teams_are_parted_by_their_best_member_and_say_so() -> None:
    game = [GameResult.of_totals({"A": 60, "B": 40, "C": 55, "D": 45}, 80)]
    lines = rank_teams(game, "points", TEAMS, TeamRule(), {})
    assert [(line.place, line.team) for line in lines] == [(1, "Lyon"), (2, "Brest")]
    assert lines[0].ties == ("joueur 1 de l'équipe : 60 contre 55",)
    same = [GameResult.of_totals({"A": 60, "B": 40, "C": 60, "D": 40}, 80)]
    shared = rank_teams(same, "points", TEAMS, TeamRule(), {})
    assert [(line.place, line.ties) for line in shared] == [(1, ("place partagée",))] * 2


def test_without_a_team_there_is_nothing_to_rank() -> None:
    with pytest.raises(TournamentError, match="équipe"):
        rank_teams(GAMES, "points", {"A": ""}, TeamRule(), {})


TOTALS = st.dictionaries(st.sampled_from("ABCDEFGH"), st.integers(0, 30), min_size=1)


@given(
    st.lists(TOTALS, min_size=1, max_size=3),
    st.fixed_dictionaries({p: st.sampled_from(("X", "Y", "Z", "")) for p in "ABCDEFGH"}),
    st.integers(1, 3),
    st.randoms(),
)
def test_teams_are_those_of_a_slow_ranking_in_whatever_order_people_come(
    totals: list[dict[str, int]], teams: dict[str, str], best: int, random: Any
) -> None:
    games = [GameResult.of_totals(found, 100) for found in totals]
    players = {player for found in totals for player in found if teams[player]}
    if not players:
        return
    slow = {}
    for team in {teams[p] for p in players}:
        members = [p for p in players if teams[p] == team]
        sums = sorted((sum(f.get(p, 0) for f in totals) for p in members), reverse=True)
        slow[team] = (max(0, best - len(members)), sum(sums[:best]))
    rule = TeamRule(count="best", best=best)
    shuffled = dict(random.sample(sorted(teams.items()), len(teams)))
    lines = rank_teams(games, "points", shuffled, rule, {})
    assert lines == rank_teams(games, "points", teams, rule, {})
    assert {line.team: (line.missing, line.value) for line in lines} == slow
    order = [(slow[line.team][0], -slow[line.team][1]) for line in lines]
    assert order == sorted(order)


def test_a_handicap_changes_totals_and_the_places_that_follow_from_them() -> None:
    found = handicapped(GAMES[0], {"D": 60})
    assert (found.totals["D"], found.places["D"], found.places["A"]) == (70, 1, 2)
    knockout = GameResult(80, {"A": 60, "B": 50}, {"A": 2, "B": 1})
    assert handicapped(knockout, {"A": 5}).places == {"A": 2, "B": 1}
    assert handicapped(GAMES[0], {}) is GAMES[0]


def test_an_event_counts_its_handicaps_and_teams_and_says_so() -> None:
    meeting = Meeting(
        Terms(
            handicap=(Weight(trait="category", value="Jeune", number=30),),
            teams=TeamRule(count="best", best=1),
        )
    )
    for name, category, team in (("Anne", "", "Lyon"), ("Léo", "jeune", "Brest")):
        person = Person(name=name, category=category, team=team)
        meeting.do(commands.Enter(people=(person,)))
    meeting.typed(80, n1=60, n2=50)
    lines = standing(meeting.summary)
    assert [(line.player, line.value, line.handicap) for line in lines] == [
        ("Léo", 80, 30),
        ("Anne", 60, 0),
    ]
    assert lines[0].games == (50,)
    assert [(line.team, line.value) for line in teams(meeting.summary)] == [
        ("Brest", 80),
        ("Lyon", 60),
    ]


def test_negative_counts_what_is_missing_to_the_tops() -> None:
    values = {line.player: line.value for line in rank(GAMES, "negative")}
    assert values["A"] == 60 + 10 - 160
    assert rank(GAMES, "negative")[0].player == "B"


def test_an_event_is_ranked_by_points_while_its_games_do_not_tell_enough() -> None:
    meeting = Meeting(Terms(by="time"))
    meeting.enter("Anne", "Luc")
    meeting.typed(80, n1=60, n2=70)
    assert way_of(meeting.summary) == "points"
    assert [line.player for line in standing(meeting.summary)] == ["Luc", "Anne"]


GRADES = (
    Grade(trait="category", name="vermeil", least=1955, most=1964),
    Grade(trait="category", name="jeune", least=2008),
    Grade(trait="series", name="4A", least=1000, most=1499),
)


def test_tables_give_series_and_categories_and_let_go_of_what_was_measured() -> None:
    meeting = Meeting(Terms(grades=GRADES))
    meeting.do(commands.Enter(people=(Person(name="Anne", born=1960, rating=1200),)))
    meeting.do(commands.Enter(people=(Person(name="Luc", born=1970, category="jeune"),)))
    anne, luc = (meeting.state.entries[n].people[0] for n in (1, 2))
    assert anne == Person(name="Anne", category="vermeil", series="4A")
    assert luc == Person(name="Luc", category="jeune")
    with pytest.raises(Refusal, match="vermeil, jeune"):
        meeting.do(commands.Enter(people=(Person(name="Zoé", category="espoir"),)))


def test_groups_come_in_the_order_of_the_table() -> None:
    meeting = Meeting(Terms(grades=GRADES))
    meeting.enter("Léo", category="jeune")
    meeting.enter("Anne", category="vermeil")
    meeting.typed(80, n1=60, n2=50)
    assert [line.group for line in standing(meeting.summary, "category")] == ["vermeil", "jeune"]


def test_tables_are_read_as_they_are_written_and_wrong_lines_are_told() -> None:
    assert read_grades(rows_of(written_grades(GRADES))) == GRADES
    weights = (Weight(trait="series", value="4A", number=-3),)
    assert read_weights(rows_of(written_weights(weights))) == weights
    headed = "Points;Table;Nom\n30;Catégorie;jeune"
    assert read_weights(rows_of(headed)) == (Weight(trait="category", value="jeune", number=30),)
    with pytest.raises(PeopleError) as error:
        read_grades(rows_of("club;Lyon;1;2\nsérie;;1\nsérie;4;9;1\nsérie;4;x"))
    assert [fault.split(" :")[0] for fault in error.value.faults] == [
        f"Ligne {line}" for line in (1, 2, 3, 4)
    ]
