"""The commission of an event: named, asked by an appeal, deciding."""

from datetime import datetime

from raccord.quoting import one_line, unturned
from raccord.regulation import Citation, Sanction, article
from raccord.regulation.editions import edition
from raccord.tournament import commands as cmd
from raccord.tournament import events as ev
from raccord.tournament.appeals import Case, TimeLimit, case_of, limit_of
from raccord.tournament.cases import Appeal, Decision, Member, Spot, Verdict, hears
from raccord.tournament.deciding.entries import Events
from raccord.tournament.errors import Refusal
from raccord.tournament.seating import Halls
from raccord.tournament.state import State

_DEFAULT: dict[Verdict, str] = {
    "upheld": "décision réformée par la commission",
    "dismissed": "décision maintenue par la commission",
    "settled": "décision de la commission",
}


@article("6.4.1", edition="2023")
@article("6.4.1", edition="2017")
def name_commission(state: State, command: cmd.NameCommission, _: Halls) -> Events:
    """Say who hears the appeals of the event, and of each centre."""
    members = tuple(map(_member, command.members))
    if len({one.id for one in members}) < len(members):
        raise Refusal("deux membres de la commission portent le même identifiant")
    if members == state.docket.members:
        return ()
    return (ev.CommissionNamed(at=command.at, members=members),)


def _member(member: Member) -> Member:
    name = one_line(member.name)
    if not any(map(str.isalpha, name)) or not member.id.isalnum():
        raise Refusal("un membre de la commission a un nom")
    texts = (name, one_line(member.title), one_line(member.centre))
    if any(len(text) > 80 for text in texts):
        raise Refusal("trop long : 80 caractères au plus par membre de la commission")
    return Member(id=member.id, name=name, title=texts[1], centre=texts[2])


@article("6.3", edition="2023")
@article("6.3", edition="2017")
@article("5.3", edition="2010")
@article("5.3", edition="undated")
def file_appeal(state: State, command: cmd.FileAppeal, halls: Halls) -> Events:
    """A player or a referee appeals against a ruling, in time or with a reason."""
    case = _needed(state, halls, command.spot)
    if not command.reason.strip():
        raise Refusal("un recours dit ce qu'il reproche à la décision")
    if case.file.is_open:
        raise Refusal("un recours est déjà déposé pour ce bulletin")
    if case.file.decisions:
        raise Refusal("la commission a déjà statué sur ce bulletin")
    limit = limit_of(state, halls, command.spot.game)
    assert limit is not None
    is_late = limit.is_past(command.at)
    if is_late and not command.late.strip():
        raise _too_late(limit)
    appeal = Appeal(
        at=command.at,
        by=command.by,
        who=one_line(command.who),
        reason=unturned(command.reason).strip(),
        points=case.ruling.points,
        sanction=case.ruling.sanction,
        asked=command.asked,
        until=limit.until,
        late=unturned(command.late).strip() if is_late else "",
    )
    return (ev.AppealFiled(at=command.at, spot=command.spot, appeal=appeal),)


def _too_late(limit: TimeLimit) -> Refusal:
    """Why an appeal is not received any more."""
    assert limit.until is not None
    clock = f"{datetime.fromtimestamp(limit.until / 1000):%H:%M}"
    if limit.by == "next-game":
        return Refusal(
            f"le délai de recours est passé : la partie suivante a commencé à {clock} "
            f"({limit.citation})"
        )
    return Refusal(
        f"le délai de recours est passé depuis {clock}, {limit.minutes} minutes après la fin "
        f"de la partie ({limit.citation})"
    )


def settle(state: State, command: cmd.Settle, halls: Halls) -> Events:
    """Decide a case; the ruling of the game is corrected with the same words."""
    case = _needed(state, halls, command.spot)
    if command.sanction is Sanction.COMMISSION:
        raise Refusal("la commission tranche : elle ne renvoie pas à la commission")
    _check_seat(case, command)
    _check_turn(case, command)
    stood = (case.ruling.points, case.ruling.ordinary)
    verdict = _verdict(case, command)
    decision = Decision(
        at=command.at,
        verdict=verdict,
        points=command.points,
        sanction=command.sanction,
        before=stood,
        reason=unturned(command.reason).strip() or _DEFAULT[verdict],
        by=one_line(command.by),
        members=tuple(one.name for one in state.docket.commission(command.centre))
        if command.instance == "commission"
        else (),
        citations=_cited(case, command),
        instance=command.instance,
        centre=command.centre,
    )
    return (ev.AppealDecided(at=command.at, spot=command.spot, decision=decision),)


def _check_seat(case: Case, command: cmd.Settle) -> None:
    """The commission of a centre decides what was played there, the event's before it."""
    if not hears(command.centre, case.centre):
        raise Refusal("cette affaire est d'un autre centre")
    if command.centre and any(not one.centre for one in case.file.decisions):
        raise Refusal("la commission de l'épreuve a statué : elle seule revient sur sa décision")


def _check_turn(case: Case, command: cmd.Settle) -> None:
    """The commission speaks before the federation, and twice only with a reason."""
    if command.instance == "federation":
        if case.file.sent is None:
            raise Refusal("le dossier n'a pas été transmis à la fédération")
        if case.file.lapsed(command.at):
            raise Refusal("le dossier n'a pas été complété à temps : il est classé sans suite")
        return
    if case.file.sent is not None:
        raise Refusal("le dossier est devant la fédération")
    if case.file.decisions and not command.reason.strip():
        raise Refusal("une décision rendue ne se revoit qu'avec son motif")
    if not case.file.appeal and not case.file.decisions and not case.waits:
        raise Refusal("aucun recours n'est déposé pour ce bulletin")


def _verdict(case: Case, command: cmd.Settle) -> Verdict:
    appeal = case.file.appeal
    if appeal is None:
        return "settled"
    before, after = (_worth(one.points, one.sanction) for one in (appeal, command))
    upheld = after > before if appeal.by == "player" else after != before
    return "upheld" if upheld else "dismissed"


def _worth(points: int, sanction: Sanction) -> tuple[int, int]:
    """How good a ruling is for the player; one left to the commission is a penalty so far."""
    weighed = Sanction.PENALTY if sanction is Sanction.COMMISSION else sanction
    return points, -list(Sanction).index(weighed)


def _cited(case: Case, command: cmd.Settle) -> tuple[Citation, ...]:
    edition_ = edition(case.ruling.edition)
    instance = edition_.federation if command.instance == "federation" else edition_.commission
    provisions = (edition_.recourse, instance)
    return tuple(edition_.cite(one) for one in provisions if one is not None)


def _needed(state: State, halls: Halls, spot: Spot) -> Case:
    case = case_of(state, halls, spot)
    if case is None:
        raise Refusal("il n'y a pas de décision sur ce bulletin : vérifiez partie, coup et table")
    return case
