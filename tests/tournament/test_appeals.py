"""Appeals: until when, about what, decided how; the federation's deadlines; what if."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from raccord import duplicate
from raccord.duplicate import fold as fold_game
from raccord.regulation import EditionId, Outcome, Sanction, Slip
from raccord.tournament import Person, Refusal, State, commands, standing
from raccord.tournament.appeals import (
    MINUTE,
    case_of,
    cases,
    cases_of,
    claimed_by,
    limit_of,
    time_limit,
    waiting,
)
from raccord.tournament.cases import Member, Spot
from raccord.tournament.deciding.federal import DAY
from tests.tournament.events import Meeting
from tests.web.played import played, unfinished

SPOT = Spot(1, 3, 2)
END = 1_000_000


def over(at: int = END, edition: EditionId = "2017") -> duplicate.State:
    """A game over at an instant."""
    state = fold_game(played(4))
    assert state.end is not None
    opened = msgspec.structs.replace(state.opened, edition=edition)
    return replace(state, opened=opened, end=msgspec.structs.replace(state.end, at=at))


def begun(at: int) -> duplicate.State:
    """A game whose first letters came at an instant."""
    return replace(fold_game(unfinished(played(4), 1)), drawn_at=at)


def unstarted() -> duplicate.State:
    return fold_game(played(4)[:1])


@pytest.fixture
def meeting() -> Meeting:
    found = Meeting(halls={"AAAA": over()})
    found.do(commands.Schedule(code="AAAA", title="", seats={}))
    return found


def appeal(spot: Spot = SPOT, **more: Any) -> commands.FileAppeal:
    told: dict[str, Any] = {"by": "player", "who": "Anne", "reason": "le mot est bon", "at": END}
    return commands.FileAppeal(spot=spot, **(told | more))


def settled(points: int, sanction: Sanction = Sanction.NONE, **more: Any) -> commands.Settle:
    told: dict[str, Any] = {"spot": SPOT, "by": "Jeanne", **more}
    return commands.Settle(points=points, sanction=sanction, **told)


def test_the_last_game_leaves_fifteen_minutes_and_an_older_edition_all_the_time() -> None:
    limit = time_limit(over())
    assert (limit.by, limit.until) == ("after-end", END + 15 * MINUTE)
    assert not limit.is_past(END + 15 * MINUTE)
    assert limit.is_past(END + 15 * MINUTE + 1)
    assert str(time_limit(over(edition="2023")).citation) == "art. 6.3 (2023)"
    for edition in ("2010", "undated"):
        old = time_limit(over(edition=edition))
        assert (old.by, old.until, old.citation.article) == ("never", None, "5.3")


def test_the_next_game_ends_the_time_with_its_first_draw() -> None:
    assert time_limit(over(), [unstarted()]).until is None
    later = time_limit(over(), [unstarted(), begun(END + 5)])
    assert (later.by, later.until) == ("next-game", END + 5)
    assert time_limit(over(), [over(), begun(END + 5)]).until == over().turns[0].drawn_at


def test_a_game_under_way_can_be_appealed_about(meeting: Meeting) -> None:
    meeting.halls["AAAA"] = fold_game(unfinished(played(4), 6))
    limit = limit_of(meeting.state, meeting.halls, 1)
    assert limit is not None
    assert limit.until is None
    meeting.do(appeal(at=99 * DAY))
    with pytest.raises(Refusal, match="pas de décision"):
        meeting.do(appeal(Spot(1, 6, 2)))


def test_late_appeals_need_a_reason_that_stays(meeting: Meeting) -> None:
    too_late = END + 15 * MINUTE + 1
    with pytest.raises(Refusal, match="15 minutes après la fin"):
        meeting.do(appeal(at=too_late))
    meeting.do(appeal(at=too_late, late="billet remis trop tard"))
    filed = meeting.state.docket.file(SPOT).appeal
    assert filed is not None
    assert (filed.late, filed.until) == ("billet remis trop tard", END + 15 * MINUTE)


def test_a_reason_for_lateness_is_dropped_where_it_was_in_time(meeting: Meeting) -> None:
    meeting.do(appeal(late="au cas où"))
    filed = meeting.state.docket.file(SPOT).appeal
    assert filed is not None
    assert filed.late == ""


@pytest.mark.parametrize("spot", [Spot(2, 1, 1), Spot(1, 99, 1), Spot(1, 1, 99)])
def test_there_is_nothing_to_appeal_about_without_a_ruling(meeting: Meeting, spot: Spot) -> None:
    with pytest.raises(Refusal, match="pas de décision"):
        meeting.do(appeal(spot))


def test_a_game_played_elsewhere_has_no_slips_to_appeal_about(meeting: Meeting) -> None:
    meeting.typed(80, n1=60)
    assert limit_of(meeting.state, meeting.halls, 2) is None
    with pytest.raises(Refusal, match="pas de décision"):
        meeting.do(appeal(Spot(2, 1, 1)))


def test_one_appeal_a_slip(meeting: Meeting) -> None:
    with pytest.raises(Refusal, match="ce qu'il reproche"):
        meeting.do(appeal(reason=" "))
    meeting.do(appeal())
    with pytest.raises(Refusal, match="déjà déposé"):
        meeting.do(appeal())
    meeting.do(settled(0, Sanction.NULLITY))
    with pytest.raises(Refusal, match="déjà statué"):
        meeting.do(appeal())


def ruled(state: duplicate.State, points: int, sanction: Sanction, **slip: Any) -> duplicate.State:
    """The same game with another ruling on the slip in question."""
    mark = state.mark(SPOT.turn, SPOT.table)
    assert mark.ruling is not None
    ruling = msgspec.structs.replace(
        mark.ruling,
        points=points,
        base=points + 5 * (sanction is Sanction.PENALTY),
        sanction=sanction,
        findings=(),
    )
    changed = replace(mark, ruling=ruling, slip=Slip(**slip) if slip else mark.slip)
    row = {**state.marks[SPOT.turn], SPOT.table: changed}
    return replace(state, marks={**state.marks, SPOT.turn: row})


@pytest.mark.parametrize(
    ("points", "sanction", "asked", "upheld"),
    [
        (7, Sanction.PENALTY, None, Outcome(12, Sanction.NONE)),
        (12, Sanction.WARNING, None, Outcome(12, Sanction.NONE)),
        (0, Sanction.NULLITY, None, Outcome(14, Sanction.NONE)),
        (0, Sanction.NULLITY, 9, Outcome(9, Sanction.NONE)),
        (10, Sanction.NONE, None, Outcome(14, Sanction.NONE)),
    ],
)
def test_both_outcomes_of_an_appeal(
    meeting: Meeting, points: int, sanction: Sanction, asked: int | None, upheld: Outcome
) -> None:
    hall = ruled(meeting.halls["AAAA"], points, sanction, word="X", score=14)
    meeting.halls["AAAA"] = hall
    meeting.do(appeal(asked=asked))
    case = case_of(meeting.state, meeting.halls, SPOT)
    assert case is not None
    assert case.outcomes == (Outcome(points, sanction), upheld)


def test_nobody_is_promised_more_than_the_top(meeting: Meeting) -> None:
    hall = ruled(meeting.halls["AAAA"], 0, Sanction.NULLITY, word="X", score=999)
    meeting.halls["AAAA"] = hall
    meeting.do(appeal(asked=2000))
    case = case_of(meeting.state, meeting.halls, SPOT)
    assert case is not None
    assert case.outcomes[1].points == hall.turns[SPOT.turn - 1].reference
    assert claimed_by(None) == 0
    assert claimed_by(Slip(solutions=(Slip(score=3), Slip(score=4)))) == 7


@pytest.mark.parametrize(
    ("by", "points", "verdict"),
    [
        ("player", 20, "upheld"),
        ("player", 10, "dismissed"),
        ("player", 5, "dismissed"),
        ("referee", 5, "upheld"),
        ("referee", 10, "dismissed"),
    ],
)
def test_an_appeal_is_upheld_if_its_author_got_something(
    meeting: Meeting, by: str, points: int, verdict: str
) -> None:
    meeting.halls["AAAA"] = ruled(meeting.halls["AAAA"], 10, Sanction.NONE)
    meeting.do(appeal(by=by))
    state = meeting.do(settled(points))
    decision = state.docket.file(SPOT).decision
    assert decision is not None
    assert (decision.verdict, decision.before) == (verdict, (10, Sanction.NONE))
    assert {str(one) for one in decision.citations} == {"art. 6.3 (2017)", "art. 6.4.1 (2017)"}


def test_cases_wait_in_order_until_they_are_decided(meeting: Meeting) -> None:
    meeting.halls["BBBB"] = over()
    meeting.do(commands.Schedule(code="BBBB", title="", seats={}))
    for spot in (Spot(2, 1, 1), Spot(1, 5, 1), SPOT):
        meeting.do(appeal(spot, at=0))
    listed = [case.spot for case in cases(meeting.state, meeting.halls) if case.file.appeal]
    assert listed == [SPOT, Spot(1, 5, 1), Spot(2, 1, 1)]
    before = waiting(meeting.state, meeting.halls)
    meeting.do(settled(0, Sanction.NULLITY))
    assert waiting(meeting.state, meeting.halls) == before - 1
    assert cases(meeting.state, meeting.halls)[-1].spot == SPOT
    mine = cases_of(meeting.state, meeting.halls, 1, 1)
    assert [case.spot for case in mine if case.file.appeal] == [Spot(1, 5, 1)]


def test_what_nobody_appealed_about_is_not_decided(meeting: Meeting) -> None:
    with pytest.raises(Refusal, match="aucun recours"):
        meeting.do(settled(5))
    meeting.do(appeal())
    with pytest.raises(Refusal, match="la commission tranche"):
        meeting.do(settled(5, Sanction.COMMISSION))


def test_a_decision_taken_again_says_why(meeting: Meeting) -> None:
    meeting.do(appeal())
    meeting.do(settled(5))
    with pytest.raises(Refusal, match="motif"):
        meeting.do(settled(6))
    state = meeting.do(settled(6, reason="erreur de saisie"))
    assert [one.points for one in state.docket.file(SPOT).decisions] == [5, 6]


def test_members_are_named_as_a_whole_and_sign_what_is_decided(meeting: Meeting) -> None:
    members = (Member(id="a1", name=" Jeanne  Roux "), Member(id="b2", name="Paul", centre="Lyon"))
    state = meeting.do(commands.NameCommission(members=members))
    assert [one.name for one in state.docket.members] == ["Jeanne Roux", "Paul"]
    assert meeting.do(commands.NameCommission(members=state.docket.members)) == state
    meeting.do(appeal())
    decided = meeting.do(settled(5)).docket.file(SPOT).decision
    assert decided is not None
    assert decided.members == ("Jeanne Roux",), "Paul sits for Lyon only"
    for wrong in ((Member(id="a", name="..."),), (members[0], members[0])):
        with pytest.raises(Refusal, match="membre"):
            meeting.do(commands.NameCommission(members=wrong))


def at_lyon(meeting: Meeting) -> None:
    """Table 2 plays in Lyon; each place has its commission, and so has the event."""
    meeting.do(commands.Admit())
    number = meeting.state.games[0].seats[SPOT.table]
    person = replace_person(meeting, number)
    meeting.do(commands.Enter(number=number, people=(person,), replaces=True))
    named = (("a1", "Jeanne", ""), ("b2", "Paul", "LYON"), ("c3", "Rose", "Nice"))
    members = tuple(Member(id=id_, name=name, centre=centre) for id_, name, centre in named)
    meeting.do(commands.NameCommission(members=members))
    for spot in (SPOT, Spot(1, 3, 1)):
        meeting.do(appeal(spot))


def replace_person(meeting: Meeting, number: int) -> Person:
    return msgspec.structs.replace(meeting.state.entries[number].people[0], centre="Lyon")


def test_the_commission_of_a_centre_hears_what_was_played_there(meeting: Meeting) -> None:
    at_lyon(meeting)

    def filed(centre: str) -> list[Spot]:
        found = cases(meeting.state, meeting.halls, centre)
        return [case.spot for case in found if case.file.appeal]

    assert filed("") == [Spot(1, 3, 1), SPOT]
    assert filed("lyon") == [SPOT]
    assert filed("Nice") == []
    for centre in ("Nice", "Lyo"):
        with pytest.raises(Refusal, match="autre centre"):
            meeting.do(settled(5, centre=centre))
    decided = meeting.do(settled(5, centre="Lyon")).docket.file(SPOT).decision
    assert decided is not None
    assert (decided.members, decided.centre) == (("Paul",), "Lyon")


def test_what_the_commission_of_the_event_decided_stands_in_every_centre(meeting: Meeting) -> None:
    at_lyon(meeting)
    meeting.do(settled(5, centre="Lyon"))
    decided = meeting.do(settled(6, reason="revu")).docket.file(SPOT).decision
    assert decided is not None
    assert decided.members == ("Jeanne",)
    with pytest.raises(Refusal, match="elle seule"):
        meeting.do(settled(7, reason="revu encore", centre="Lyon"))


def test_a_closed_competition_still_receives_appeals_in_time(meeting: Meeting) -> None:
    meeting.do(commands.Close())
    meeting.do(appeal())
    meeting.do(settled(5))
    with pytest.raises(Refusal, match="close"):
        meeting.do(commands.NameCommission(members=()))


def sent(meeting: Meeting, at: int = END) -> State:
    meeting.do(appeal())
    meeting.do(settled(0, Sanction.NULLITY))
    return meeting.do(commands.SendDossier(spot=SPOT, who="Jeanne", reason="Voici", at=at))


def test_missing_pieces_come_in_two_weeks_or_the_file_is_closed(meeting: Meeting) -> None:
    sent(meeting)
    state = meeting.do(commands.AskPieces(spot=SPOT, what="la grille", at=END))
    file = state.docket.file(SPOT)
    assert file.wanted is not None
    assert file.wanted.until == END + 14 * DAY
    assert str(file.wanted.citation) == "art. 6.4.2.c (2017)"
    assert not file.lapsed(END + 14 * DAY)
    assert file.lapsed(END + 14 * DAY + 1)
    late = END + 15 * DAY
    with pytest.raises(Refusal, match="classé sans suite"):
        meeting.do(settled(9, instance="federation", at=late))
    answer = commands.FileLetter(spot=SPOT, title="Grille", text="La voici", at=late)
    assert meeting.do(answer).docket.file(SPOT).lapsed(late), "too late is too late"


def test_pieces_that_come_in_time_keep_the_file_open(meeting: Meeting) -> None:
    sent(meeting)
    meeting.do(commands.AskPieces(spot=SPOT, what="la grille", at=END))
    answer = commands.FileLetter(spot=SPOT, title="Grille", text="La voici", at=END + DAY)
    file = meeting.do(answer).docket.file(SPOT)
    assert file.wanted is None
    assert not file.lapsed(END + 99 * DAY)
    state = meeting.do(settled(9, instance="federation", at=END + 99 * DAY))
    decision = state.docket.file(SPOT).decision
    assert decision is not None
    assert (decision.instance, decision.points) == ("federation", 9)


def test_the_federation_speaks_after_the_commission(meeting: Meeting) -> None:
    meeting.do(appeal())
    send = commands.SendDossier(spot=SPOT, who="Jeanne", reason="Voici", at=END)
    with pytest.raises(Refusal, match="pas encore statué"):
        meeting.do(send)
    meeting.do(settled(0, Sanction.NULLITY))
    for command in (
        commands.AskPieces(spot=SPOT, what="x", at=END),
        settled(9, instance="federation"),
    ):
        with pytest.raises(Refusal, match="pas été transmis"):
            meeting.do(command)
    meeting.do(send)
    with pytest.raises(Refusal, match="déjà transmis"):
        meeting.do(send)
    with pytest.raises(Refusal, match="devant la fédération"):
        meeting.do(settled(9, reason="revu"))
    for at in (END - 1, END + 1):
        with pytest.raises(Refusal, match="après l'envoi"):
            meeting.do(commands.AskPieces(spot=SPOT, what="x", asked_at=at, at=END))
    with pytest.raises(Refusal, match="lesquelles"):
        meeting.do(commands.AskPieces(spot=SPOT, what=" ", at=END))
    with pytest.raises(Refusal, match="un titre"):
        meeting.do(commands.FileLetter(spot=SPOT, title=" ", text="x"))
    with pytest.raises(Refusal, match="pas d'affaire"):
        meeting.do(commands.FileLetter(spot=Spot(1, 1, 1), title="x", text="x"))


def test_an_older_edition_knows_no_federation(meeting: Meeting) -> None:
    hall = over(edition="2010")
    mark = hall.mark(SPOT.turn, SPOT.table)
    assert mark.ruling is not None
    old = replace(mark, ruling=msgspec.structs.replace(mark.ruling, edition="2010"))
    row = {**hall.marks[SPOT.turn], SPOT.table: old}
    meeting.halls["AAAA"] = replace(hall, marks={**hall.marks, SPOT.turn: row})
    meeting.do(appeal(at=99 * DAY))
    meeting.do(settled(0, Sanction.NULLITY))
    with pytest.raises(Refusal, match="ne connaît pas"):
        meeting.do(commands.SendDossier(spot=SPOT, who="Jeanne", reason="Voici"))


def test_a_spot_is_read_from_an_address() -> None:
    assert Spot.parse("1-7-12") == Spot(1, 7, 12)
    assert str(Spot(1, 7, 12)) == "1-7-12"
    for wrong in ("", "1-7", "1-7-x", "1-7-12-3", "99999-1-1"):
        assert Spot.parse(wrong) is None


def test_an_exclusion_is_lifted_with_a_reason(meeting: Meeting) -> None:
    meeting.enter("Marc", "Zoé")
    meeting.typed(80, n1=60, n2=50)
    before = standing(meeting.summary)
    meeting.do(commands.Exclude(number=1, reason="documents"))
    assert [line.number for line in standing(meeting.summary)] != [line.number for line in before]
    with pytest.raises(Refusal, match="motif"):
        meeting.do(commands.Readmit(number=1, reason=" "))
    meeting.do(commands.Readmit(number=1, reason="erreur de personne"))
    assert standing(meeting.summary) == before
    with pytest.raises(Refusal, match="n'est pas exclu"):
        meeting.do(commands.Readmit(number=1, reason="encore"))
