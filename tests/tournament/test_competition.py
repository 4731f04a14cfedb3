"""A competition: people, games, who missed what, cuts; every refusal, and the ranking it gives."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.duplicate import fold as fold_game
from raccord.duplicate import record
from raccord.duplicate.slips.ranking import ranking
from raccord.tournament import (
    By,
    Entry,
    Person,
    Refusal,
    Terms,
    commands,
    game_lines,
    rank,
    reporting,
    standing,
    telling,
)
from raccord.tournament.people import initials
from raccord.tournament.results import GameResult
from tests.tournament.events import Meeting
from tests.web.played import names, played, unfinished


def lines(meeting: Meeting) -> list[tuple[int, int, Any]]:
    return [(line.place, line.number, line.value) for line in standing(meeting.summary)]


@pytest.fixture
def evening() -> Meeting:
    meeting = Meeting()
    meeting.enter("Anne", "Luc", "Zoé")
    return meeting


def test_entries_are_numbered_and_games_add_up(evening: Meeting) -> None:
    evening.typed(80, n1=60, n2=50, n3=10)
    evening.typed(70, n1=5, n2=40)
    assert lines(evening) == [(1, 2, 90), (2, 1, 65), (3, 3, 10)]
    last = standing(evening.summary)[-1]
    assert (last.player, last.games, last.missed) == ("Zoé", (10, None), ("", "absent"))
    assert last.percentage == 12.5


def test_a_game_of_the_hall_counts_by_the_tables_people_sit_at() -> None:
    meeting = Meeting(halls={"AAAA": fold_game(played(4))})
    meeting.enter("Quatre", "Trois", "Deux", "Un")
    meeting.do(commands.Schedule(code="AAAA", title="", seats={1: 4, 2: 3, 3: 2, 4: 1}))
    found = {line.number: line for line in standing(meeting.summary)}
    for line in ranking(meeting.halls["AAAA"]):
        assert (found[5 - line.table].place, found[5 - line.table].value) == (
            line.place,
            line.total,
        )
    game = meeting.summary.games[0]
    assert game.title == "Partie 1"
    assert [line.place for line in game_lines(meeting.summary, game)] == sorted(
        line.place for line in ranking(meeting.halls["AAAA"])
    )


def test_a_game_under_way_does_not_count_yet_and_no_cut_is_made() -> None:
    under_way = fold_game(unfinished(played(4), 3))
    meeting = Meeting(halls={"AAAA": under_way})
    meeting.do(commands.Schedule(code="AAAA", title="", seats={}))
    assert lines(meeting) == []
    meeting.typed(10, n1=5)
    assert lines(meeting) == [(1, 1, 5)]
    with pytest.raises(Refusal, match="en cours"):
        meeting.do(commands.Cut(first=1))


def test_a_game_reported_by_names_enters_who_is_new(evening: Meeting) -> None:
    evening.do(reporting("joueur;total;top\nLuc;60;80\nMax;50;80\nZoé;dispensé;80", "Ailleurs"))
    assert lines(evening) == [(1, 2, 60), (2, 4, 50)]
    assert evening.state.entries[4].name == "Max"
    game = evening.summary.games[0]
    assert (game.title, game.missed) == ("Ailleurs", {1: "absent", 3: "referee"})


def test_a_record_is_reported_with_all_that_breaks_ties(evening: Meeting) -> None:
    text = record.dumps(played(3))
    evening.do(reporting(text))
    tally = evening.state.games[0].tally
    assert tally is not None
    assert all(line.turns and line.tops is not None for line in tally.lines)
    assert [line.place for line in standing(evening.summary)] == [1, 2, 3]


def test_two_results_of_one_name_are_refused(evening: Meeting) -> None:
    twice = commands.Report(
        top=9,
        lines=(
            commands.ReportLine(player="Anne", total=1),
            commands.ReportLine(player="anne", total=2),
        ),
    )
    with pytest.raises(Refusal, match="deux résultats"):
        evening.do(twice)


def test_who_sat_down_without_an_entry_is_ranked_and_entered_with_the_next_command() -> None:
    meeting = Meeting(halls={"AAAA": fold_game(played(3))})
    meeting.enter(" / ".join(names(2)))
    meeting.do(commands.Schedule(code="AAAA", title="", seats={}))
    before = standing(meeting.summary)
    assert len(before) == 3
    meeting.do(commands.Admit())
    state = meeting.state
    assert sorted(state.games[0].seats) == [1, 2, 3]
    assert standing(meeting.summary) == before
    assert len(state.entries) == 3


def test_an_arranged_name_keeps_its_entry_whatever_the_game_calls_it(evening: Meeting) -> None:
    evening.do(commands.Enter(number=1, people=(Person(name="Anne Petit"),), replaces=True))
    evening.typed(80, n1=60)
    assert standing(evening.summary)[0].player == "Anne Petit"


def test_a_double_is_merged_and_keeps_what_it_played(evening: Meeting) -> None:
    evening.enter("Anne P.")
    evening.typed(80, n1=60, n2=70)
    evening.typed(80, n4=60, n2=10)
    evening.do(commands.Merge(number=4, into=1))
    assert lines(evening) == [(1, 1, 120), (2, 2, 80)]
    assert 4 not in evening.state.entries


def test_two_who_played_the_same_game_are_two(evening: Meeting) -> None:
    evening.typed(80, n1=60, n2=70)
    with pytest.raises(Refusal, match="deux personnes"):
        evening.do(commands.Merge(number=2, into=1))


def test_who_refereed_has_the_game_not_held_against_him() -> None:
    meeting = Meeting(Terms(by="percentage"))
    meeting.enter("Anne", "Luc")
    meeting.typed(100, n1=50, n2=40)
    meeting.typed(100, n2=60)
    assert lines(meeting) == [(1, 2, 50), (2, 1, 25)]
    meeting.do(commands.Miss(game=2, number=1, why="referee"))
    assert lines(meeting) == [(1, 1, 50), (1, 2, 50)]


def test_the_scores_of_who_is_excluded_are_void_and_the_others_move_up() -> None:
    meeting = Meeting(Terms(by="places"))
    meeting.enter("Anne", "Luc", "Zoé")
    meeting.typed(80, n1=60, n2=50, n3=40)
    meeting.do(commands.Exclude(number=1, reason="fraude"))
    assert lines(meeting) == [(1, 2, 1), (2, 3, 2)]


def test_a_cut_ranks_those_who_go_on_first_whatever_follows() -> None:
    meeting = Meeting()
    meeting.enter("A", "B", "C", "D")
    meeting.enter("V", category="vermeil")
    meeting.typed(99, n1=90, n2=80, n3=70, n4=60, n5=10)
    state = meeting.do(commands.Cut(first=2, categories={"Vermeil": 1}))
    assert state.cuts[0].kept == (1, 2, 5)
    meeting.typed(99, n1=1, n2=20, n5=5)
    assert lines(meeting) == [(1, 2, 100), (2, 1, 91), (3, 5, 15), (4, 3, 70), (5, 4, 60)]
    third = next(line for line in standing(meeting.summary) if line.number == 3)
    assert third.missed == ("", "")


def test_equals_at_the_cut_go_on_together() -> None:
    meeting = Meeting()
    meeting.enter("A", "B", "C")
    meeting.typed(99, n1=9, n2=9, n3=1)
    assert meeting.do(commands.Cut(first=1)).cuts[0].kept == (1, 2)


def test_ties_are_broken_as_the_event_says() -> None:
    meeting = Meeting(Terms(ties=("last-game",)))
    meeting.enter("A", "B")
    meeting.typed(99, n1=9, n2=1)
    meeting.typed(99, n1=1, n2=9)
    first = standing(meeting.summary)[0]
    assert (first.number, first.ties) == (2, ("dernière partie : 9 contre 1",))


def test_the_public_is_told_as_much_of_a_name_as_was_chosen(evening: Meeting) -> None:
    evening.enter("Anne-Marie Petit")
    evening.typed(99, n4=9)
    summary = evening.summary
    told = {how: standing(telling(summary, how))[0].player for how in ("name", "number")}
    assert told == {"name": "Anne-Marie Petit", "number": "n° 4"}
    assert standing(telling(summary, "initials"))[0].player == "A.-M. P."
    assert initials("Luc  Roy") == "L. R."


def test_check_in_is_noted_once(evening: Meeting) -> None:
    evening.do(commands.CheckIn(numbers=(1, 2), presence="present"))
    count = len(evening.events)
    evening.do(commands.CheckIn(numbers=(1, 3), presence="present"))
    assert evening.state.presence == {1: "present", 2: "present", 3: "present"}
    assert len(evening.events) == count + 1


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (commands.Enter(people=(Person(name="  "),)), "a un nom"),
        (commands.Enter(people=(Person(name="zoe"),)), "déjà engagé"),
        (commands.Enter(people=(Person(name="Z" * 81),)), "trop long"),
        (commands.Enter(people=(Person(name="Max", club="Z" * 41),)), "trop long"),
        (commands.Enter(people=(Person(name="Max"),), number=1), "déjà pris"),
        (commands.Enter(people=(Person(name="Max"),), number=9, replaces=True), "pas engagé"),
        (commands.Merge(number=1, into=1), "lui-même"),
        (commands.Merge(number=1, into=9), "n'est pas engagé"),
        (commands.Remove(number=1), "il a joué"),
        (commands.Remove(number=9), "n'est pas engagé"),
        (commands.CheckIn(numbers=(9,), presence="late"), "n'est pas engagé"),
        (commands.Schedule(code="B", title="", seats={1: 9}), "n'est pas engagé"),
        (commands.Schedule(code="B", title="", seats={1: 1, 2: 1}), "une table"),
        (commands.Miss(game=7, number=1, why="late"), "pas de partie 7"),
        (commands.Miss(game=1, number=1, why="late"), "il a joué"),
        (commands.Drop(game=7), "pas de partie 7"),
        (commands.Cut(first=0), "ne garderait personne"),
        (commands.Exclude(number=1, reason=" "), "motif"),
        (commands.Arrange(title=" ", terms=Terms()), "a un nom"),
    ],
)
def test_what_makes_no_sense_is_refused(
    evening: Meeting, command: commands.Command, told: str
) -> None:
    evening.typed(80, n1=60)
    before = list(evening.events)
    with pytest.raises(Refusal, match=told):
        evening.do(command)
    assert evening.events == before


def test_namesakes_are_told_apart_by_licence_or_club(evening: Meeting) -> None:
    evening.do(commands.Enter(people=(Person(name="Max", licence="1", club="A"),)))
    evening.do(commands.Enter(people=(Person(name="Max", licence="2", club="A"),)))
    evening.do(commands.Enter(people=(Person(name="Max", club="B"),)))
    with pytest.raises(Refusal, match="déjà engagé"):
        evening.do(commands.Enter(people=(Person(name="Maxime", licence="2"),)))


def test_several_are_entered_all_or_none(evening: Meeting) -> None:
    both = (
        commands.Enter(people=(Person(name="Max"),)),
        commands.Enter(people=(Person(name="max"),)),
    )
    with pytest.raises(Refusal, match="déjà engagé"):
        evening.do(commands.EnterAll(entries=both))
    assert len(evening.state.entries) == 3
    evening.do(commands.EnterAll(entries=both[:1]))
    assert evening.state.entries[4] == Entry(number=4, people=(Person(name="Max"),))


def test_a_closed_competition_only_opens_again(evening: Meeting) -> None:
    evening.do(commands.Close())
    with pytest.raises(Refusal, match="close"):
        evening.enter("Max")
    evening.do(commands.Reopen())
    evening.enter("Max")


def test_a_typed_result_is_put_right_and_a_game_dropped(evening: Meeting) -> None:
    evening.typed(80, n1=60)
    fixed = evening.state.games[0].tally
    assert fixed is not None
    evening.typed(80, n2=60)
    evening.do(commands.TypeResult(game=2, title="La deuxième", tally=fixed))
    assert lines(evening) == [(1, 1, 120)]
    evening.do(commands.Drop(game=1))
    assert lines(evening) == [(1, 1, 60)]
    assert evening.typed(80, n1=1).games[-1].number == 3


GAMES = st.lists(
    st.dictionaries(st.integers(1, 6), st.integers(0, 30), min_size=1), min_size=1, max_size=4
)


@given(GAMES, st.sampled_from(["points", "places", "percentage"]))
def test_the_ranking_of_an_event_is_that_of_its_loose_results(
    games: list[dict[int, int]], by: By
) -> None:
    meeting = Meeting(Terms(by=by))
    meeting.enter(*(f"Joueur {letter}" for letter in "ABCDEF"))
    for totals in games:
        meeting.typed(30, **{f"n{number}": total for number, total in totals.items()})
    loose = [
        GameResult.of_totals({str(n): total for n, total in totals.items()}, 30) for totals in games
    ]
    expected = {int(line.player): line.place for line in rank(loose, by)}
    assert {number: place for place, number, _ in lines(meeting)} == expected
