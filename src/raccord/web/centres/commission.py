"""The commission of an event with centres: its members, each by a link of his own that holds as
long as he sits in it, the slips they look at and what they decide. Who sits for one centre decides
there only.
"""

import secrets
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter, URLEncodedBody

from raccord.hall.codes import clean_code
from raccord.hall.shapes import RulingView, SlipView
from raccord.hall.views import ruling_view, slip_view
from raccord.network.contest import commands as cmd
from raccord.network.contest.state import Contest
from raccord.network.decisions import Overrule, Overruled
from raccord.network.errors import Refusal
from raccord.network.hub import Hub
from raccord.quoting import one_line, sentence
from raccord.tournament import plain
from raccord.tournament.cases import Member
from raccord.web.addresses import public_address
from raccord.web.centres.access import HubDesk, hub_of
from raccord.web.centres.forms import CommissionForm, DecisionForm
from raccord.web.centres.organiser import FAULTS, refused
from raccord.web.entrance import entrance
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.workshop import Workshop

HOME = "/epreuve/{}/commission"
Number = Annotated[int, QueryParameter(ge=0, le=9999)]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Séance: an event, and who decides for it; no ``centre``: for all of them."""

    hub: Hub
    code: str
    contest: Contest
    name: str
    centre: str = ""
    is_organiser: bool = False

    def need(self, centre: str) -> None:
        """Refuse the slips of a centre that another commission decides on."""
        if self.centre and centre != self.centre:
            raise WebError(403, "Ce bulletin est d'un autre centre : sa commission l'entend.")


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A slip as its centre has it, and what the commission has made of it."""

    players: tuple[str, ...]
    slip: SlipView | None
    ruling: RulingView | None
    top: str
    decision: Overruled | None


async def sitting(page: Page, code: str) -> Sitting:
    """An event, for its organiser and for those he has named."""
    hub, code = page.services.get(HubDesk).hub, clean_code(code)
    granted = page.session.role(f"event:{code}") or ""
    is_organiser = entrance(page).doors.is_organiser(page)
    if not granted and not is_organiser:
        # The same answer whether or not there is such an event.
        raise _nobody()
    contest = await page.services.get(Workshop).for_officials(_contest, hub, code)
    if contest is not None and is_organiser:
        return Sitting(hub, code, contest, "commission", is_organiser=True)
    member = next((one for one in contest.members if one.id == granted), None) if contest else None
    if contest is None or member is None:
        raise _nobody()
    return Sitting(hub, code, contest, member.name, member.centre)


def _nobody() -> WebError:
    return WebError(401, expected="le lien reçu de l'organisateur")


def _contest(hub: Hub, code: str) -> Contest | None:
    try:
        return hub.get(code)
    except Refusal:
        return None


def link_of(page: Page, code: str, member: Member) -> str:
    """The link of a member."""
    token = page.services.signer.token("event-commission", f"{code}:{member.id}".encode())
    return f"{public_address(page)}epreuve/{code}/commission/{member.id}.{token}"


def named(text: str, contest: Contest) -> tuple[Member, ...]:
    """The members of a list, « nom ; fonction ; centre » a line; who sat already keeps his link."""
    before = {(one.name, one.centre): one.id for one in contest.members}
    centres = {plain(centre.name): id_ for id_, centre in contest.centres.items()}
    found = []
    for line in filter(str.strip, text.splitlines()):
        name, title, centre = (one_line(part).strip() for part in (line + ";;").split(";")[:3])
        id_ = centres.get(plain(centre), "") if centre else ""
        if centre and not id_:
            raise Refusal(f"l'épreuve n'a pas de centre « {centre} »")
        known = before.pop((name, id_), secrets.token_hex(4))
        found.append(Member(id=known, name=name, title=title, centre=id_))
    return tuple(found)


@post("/epreuve/{code:str}/commission", status_code=303)
async def name_commission(
    code: FromPath[str], data: URLEncodedBody[CommissionForm], page: ThisPage
) -> Response[Any]:
    """Name the commission of an event."""
    hub = hub_of(page)

    def work() -> None:
        members = named(data.text, hub.get(code))
        hub.execute(code, cmd.NameCommission(members=members))

    try:
        await page.services.get(Workshop).for_officials(work)
    except FAULTS as error:
        return await refused(page, code, error)
    return page.redirect(HOME.format(code))


@get("/epreuve/{code:str}/commission/{token:str}")
async def open_link(code: FromPath[str], token: FromPath[str], page: ThisPage) -> Response[Any]:
    """Let a member of an event's commission in."""
    id_, _, signature = token.partition(".")
    signer = page.services.signer
    signed = signer.is_token(signature, "event-commission", f"{code}:{id_}".encode())
    hub = page.services.get(HubDesk).hub
    workshop = page.services.get(Workshop)
    contest = await workshop.for_officials(_contest, hub, code) if signed else None
    if contest is None or all(one.id != id_ for one in contest.members):
        raise WebError(403, "Cette invitation n'est pas ou plus valable.")
    page.session.grant(f"event:{code}", id_)
    return page.redirect(HOME.format(code))


@get("/epreuve/{code:str}/commission")
async def docket(
    code: FromPath[str],
    page: ThisPage,
    centre: Annotated[str, QueryParameter(max_length=40)] = "",
    game: Annotated[int, QueryParameter(name="partie", ge=0, le=9999)] = 0,
    turn: Annotated[int, QueryParameter(name="coup", ge=0, le=999)] = 0,
    table: Number = 0,
) -> Response[Any]:
    """What was decided, and a slip to decide on."""
    seat = await sitting(page, code)
    wanted = DecisionForm(centre=centre or seat.centre, game=game, turn=turn, table=table)
    return await _docket(page, seat, wanted)


async def _docket(page: Page, seat: Sitting, asked: DecisionForm, fault: str = "") -> Response[Any]:
    if asked.centre:
        seat.need(asked.centre)
    found, decisions = await page.services.get(Workshop).for_officials(_looked_up, seat, asked)
    members = seat.contest.members
    return page.html(
        "centres/commission.html",
        code=seat.code,
        contest=seat.contest,
        seat=seat,
        asked=asked,
        found=found,
        is_asked=bool(asked.centre and asked.game and asked.turn and asked.table),
        decisions=[one for one in decisions if seat.centre in ("", one.centre)],
        members=[
            (one, link_of(page, seat.code, one) if seat.is_organiser else "") for one in members
        ],
        text="\n".join(_line(seat.contest, one) for one in members),
        fault=fault,
    )


def _line(contest: Contest, member: Member) -> str:
    centre = contest.centres[member.centre].name if member.centre else ""
    parts = (member.name, member.title, centre) if centre else (member.name, member.title)
    return " ; ".join(parts).removesuffix(" ; ")


def _looked_up(seat: Sitting, asked: DecisionForm) -> tuple[Found | None, tuple[Overruled, ...]]:
    decisions = seat.hub.decisions(seat.code)
    known = seat.contest.centres.get(asked.centre)
    if known is None or not known.counted:
        return None, tuple(decisions.values())
    games = seat.hub.known(seat.code, asked.centre, known.counted).games
    _, _, state = games.get(asked.game, (0, "", None))
    # Only of turns that the centre has closed: nobody learns a top before that.
    if state is None or asked.table not in state.entrants or asked.turn > len(state.turns):
        return None, tuple(decisions.values())
    if asked.turn < 1:
        return None, tuple(decisions.values())
    mark, turn = state.mark(asked.turn, asked.table), state.turns[asked.turn - 1]
    where = (asked.centre, asked.game, asked.turn, asked.table)
    found = Found(
        players=state.entrants[asked.table].players,
        slip=slip_view(mark.slip) if mark.slip else None,
        ruling=ruling_view(mark.ruling) if mark.ruling else None,
        top=f"{turn.move}, {turn.points}",
        decision=decisions.get(where),
    )
    return found, tuple(decisions.values())


@post("/epreuve/{code:str}/decisions", status_code=303)
async def overrule(
    code: FromPath[str], data: URLEncodedBody[DecisionForm], page: ThisPage
) -> Response[Any]:
    """Write a decision of the commission; without points the centre's own stands again."""
    seat = await sitting(page, code)
    seat.need(data.centre)

    def work() -> None:
        where = (data.centre, data.game, data.turn, data.table)
        if not data.points.strip():
            seat.hub.restore(code, where, data.reason)
            return
        asked = msgspec.to_builtins(data) | {"by": seat.name}
        seat.hub.overrule(code, msgspec.convert(asked, Overrule, strict=False))

    try:
        await page.services.get(Workshop).for_officials(work)
    except FAULTS as error:
        told = page.reason(sentence(str(error)))
        again = await _docket(page, seat, data, told)
        again.status_code = 409
        return again
    return page.redirect(HOME.format(code))


pages = [docket, name_commission, open_link, overrule]
