"""Plans: what comes next, where people sit, how a cut and a sudden death are taken in."""

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.tournament import (
    Entry,
    PeopleError,
    Person,
    PlannedCut,
    PlannedGame,
    Refusal,
    Round,
    Seating,
    Tally,
    TallyLine,
    Terms,
    commands,
    events,
    fold,
    record,
    seats_of,
    standing,
    tied,
)
from raccord.tournament.placing import apart
from raccord.tournament.plan import cut_due, planned
from raccord.tournament.plan_text import read_plan, written_plan
from raccord.tournament.templates import (
    BUILT_IN,
    Template,
    dumps,
    evolve_templates,
    loads,
    removing,
    saving,
)
from tests.tournament.events import Meeting

PLAN = (
    Round(games=(PlannedGame(), PlannedGame(formula="joker")), cut=PlannedCut(first=2)),
    Round(games=(PlannedGame(title="Finale"),)),
)


def test_the_plan_tells_the_next_game_and_when_a_cut_is_due() -> None:
    assert planned(PLAN, 1) == PlannedGame(formula="joker")
    assert planned(PLAN, 2) == PlannedGame(title="Finale")
    assert planned(PLAN, 3) is None
    assert [cut_due(PLAN, played, 0) for played in range(4)] == [None, None, PLAN[0].cut, None]
    assert cut_due(PLAN, 2, 1) is None


def test_a_plan_is_read_as_it_is_written() -> None:
    text = "classic;3:00\njoker;;Joker;2023;10/16\ncoupe;20;vermeil 5;jeunes 2\nclassic;;Finale"
    found = read_plan(text)
    assert [len(part.games) for part in found] == [2, 1]
    assert found[0].cut == PlannedCut(first=20, categories={"vermeil": 5, "jeunes": 2})
    solo = found[0].games[1].solo
    assert solo is not None
    assert (solo.bonus, solo.players) == (10, 16)
    assert read_plan(written_plan(found)) == found
    assert read_plan("") == ()
    with pytest.raises(PeopleError) as error:
        read_plan("coupe;20\nvapeur\nclassic;hier\nclassic;;;1789\nclassic;;;;dix\ncoupe;tous")
    assert len(error.value.faults) == 6


def test_a_game_that_nobody_could_open_is_not_planned() -> None:
    """2017 3.5 fixes what a solo earns; 2023 3.5 leaves it to the event."""
    meeting = Meeting()
    told = Terms(plan=read_plan("classic\nclassic;;;2017;20/8"))
    with pytest.raises(Refusal, match=r"partie 2 du plan : .*3\.5 \(2017\)"):
        meeting.do(commands.Arrange(title="Open", terms=told))
    free = Terms(plan=read_plan("classic\nclassic;;;2023;20/8"))
    assert meeting.do(commands.Arrange(title="Open", terms=free)).terms == free


def test_every_template_of_ours_opens_an_event_and_reads_back() -> None:
    for template in BUILT_IN.values():
        assert loads(dumps(template)) == template
        Meeting(template.terms)


def test_an_organiser_keeps_templates_of_his_own() -> None:
    template = Template(name=" Mon  open ", terms=Terms(plan=PLAN))
    state = None
    for event in saving({}, template):
        state = evolve_templates(state, event)
    assert state is not None
    assert list(state) == ["Mon open"]
    assert not saving(state, template)
    for event in removing(state, "Mon open"):
        assert evolve_templates(state, event) == {}
    with pytest.raises(Refusal):
        removing({}, "Mon open")
    with pytest.raises(Refusal, match="modèle de Raccord"):
        saving({}, next(iter(BUILT_IN.values())))
    wrong = Terms(plan=(Round(games=(PlannedGame(formula="vapeur"),)),))
    with pytest.raises(Refusal, match="partie 1 du plan"):
        saving({}, Template(name="Faux", terms=wrong))
    with pytest.raises(Refusal, match="partie 1 du plan"):
        Meeting(wrong)


def seated(meeting: Meeting, lots: Sequence[int]) -> dict[int, int]:
    meeting.do(commands.Place(lots=tuple(lots)))
    return seats_of(meeting.state)


def test_people_sit_by_lot_by_series_or_by_number() -> None:
    drawn = Meeting(Terms(seating=Seating(by="draw")))
    drawn.enter("Anne", "Luc", "Zoé")
    assert seated(drawn, (3, 1, 2)) == {1: 3, 2: 1, 3: 2}
    series = Meeting(Terms(seating=Seating(by="series")))
    for name, told in (("Anne", "10"), ("Luc", "4"), ("Zoé", "4")):
        series.do(commands.Enter(people=(Person(name=name, series=told),)))
    assert seated(series, (3, 2, 1)) == {1: 3, 2: 2, 3: 1}
    usual = Meeting()
    usual.enter("Anne", "Luc")
    assert seated(usual, (2, 1)) == {1: 1, 2: 2}


def test_places_arranged_hold_for_the_next_game_only() -> None:
    meeting = Meeting(Terms(seating=Seating(by="draw")))
    meeting.enter("Anne", "Luc")
    seats = seated(meeting, (2, 1))
    meeting.do(commands.Schedule(code="AAAA", title="", seats=seats))
    assert meeting.state.drawn is None
    assert seats_of(meeting.state) == {1: 2, 2: 1}
    meeting.enter("Zoé")
    assert seats_of(meeting.state) == {1: 2, 2: 1, 3: 3}


def test_nobody_absent_is_placed_and_an_empty_event_is_refused() -> None:
    meeting = Meeting(Terms(seating=Seating(by="draw")))
    with pytest.raises(Refusal, match="personne"):
        meeting.do(commands.Place(lots=()))
    meeting.enter("Anne", "Luc")
    meeting.do(commands.CheckIn(numbers=(1,), presence="absent"))
    meeting.do(commands.Place(lots=(1, 2)))
    assert meeting.state.drawn == {1: 2}


def entries(teams: str) -> list[Entry]:
    return [
        Entry(number=n, people=(Person(name=f"Joueur {n}", team=team.strip()),))
        for n, team in enumerate(teams, 1)
    ]


@given(st.text(alphabet="AB C", max_size=12))
def test_people_of_one_team_sit_apart_whenever_that_can_be(teams: str) -> None:
    found = apart(entries(teams), lambda entry: entry.trait("team"))
    assert sorted(entry.number for entry in found) == list(range(1, len(teams) + 1))
    beside = itertools.pairwise(found)
    together = sum(
        bool(one.trait("team")) and one.trait("team") == other.trait("team")
        for one, other in beside
    )
    largest = max((teams.count(team) for team in "ABC"), default=0)
    assert together == max(0, 2 * largest - len(teams) - 1)


def test_equals_at_the_limit_of_a_category_go_on_together() -> None:
    meeting = Meeting()
    meeting.enter("Anne")
    meeting.enter("Luc", "Zoé", "Max", category="vermeil")
    meeting.typed(80, n1=60, n2=50, n3=50, n4=10)
    state = meeting.do(commands.Cut(first=1, categories={"vermeil": 1}))
    assert state.cuts[-1].kept == (1, 2, 3)


def tie() -> Meeting:
    meeting = Meeting()
    meeting.enter("Anne", "Luc", "Zoé", "Max")
    meeting.typed(80, n1=60, n2=60, n3=50, n4=50)
    return meeting


def decided(meeting: Meeting) -> None:
    lines = (
        TallyLine(number=1, total=10, place=2),
        TallyLine(number=2, total=20, place=1),
    )
    tally = Tally(top=30, lines=lines)
    meeting.do(commands.TypeResult(title="", tally=tally, decides=True))


def test_a_sudden_death_parts_those_who_played_it_and_counts_for_nothing_else() -> None:
    meeting = tie()
    assert [[line.number for line in group] for group in tied(standing(meeting.summary))] == [
        [1, 2],
        [3, 4],
    ]
    decided(meeting)
    lines = standing(meeting.summary)
    assert [(line.place, line.player, line.value) for line in lines] == [
        (1, "Luc", 60),
        (2, "Anne", 60),
        (3, "Zoé", 50),
        (3, "Max", 50),
    ]
    assert lines[0].ties == ("mort subite : 1 contre 2",)
    assert lines[0].games == (60,)
    assert [game.title for game in meeting.summary.deciders] == ["Mort subite"]
    assert meeting.state.game(2) is not None
    assert len(meeting.state.counted) == 1


def test_an_event_with_a_sudden_death_reads_back_to_the_same_ranking() -> None:
    meeting = tie()
    decided(meeting)
    assert record.loads(record.dumps(meeting.summary)) == meeting.summary


def test_why_somebody_missed_a_game_outlives_a_late_comer() -> None:
    meeting = Meeting()
    meeting.enter("Anne", "Luc")
    meeting.do(commands.Schedule(code="AAAA", title="", seats={1: 1}))
    meeting.do(commands.Miss(game=1, number=2, why="referee"))
    again = events.GameScheduled(game=1, title="Partie 1", code="AAAA", seats={1: 1})
    game = fold([again], meeting.state).game(1)
    assert game is not None
    assert game.missed == {2: "referee"}
