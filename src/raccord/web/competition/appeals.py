"""The commission's pages: who sits, every case, and the decision on each."""

import asyncio
import secrets
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, URLEncodedBody

from raccord.hall.appeal_views import CaseView, case_view, limit_view
from raccord.hall.appeals import supposed
from raccord.hall.competitions import Competition
from raccord.hall.views import SANCTIONS
from raccord.quoting import sentence
from raccord.refusal import Refusal
from raccord.regulation import Sanction
from raccord.tournament import commands, plain
from raccord.tournament.appeals import Case, case_of, cases, limit_of
from raccord.tournament.cases import Instance, Member, Spot, hears
from raccord.tournament.whatif import Outlook
from raccord.web.competition.access import competitions, need_organiser
from raccord.web.competition.commission import Sitting, appeals, link_of, sitting
from raccord.web.entrance import entrance
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.player.appeals import Points
from raccord.web.workshop import Workshop

HOME = "/competition/{}/recours"
MOST_MEMBERS = 60


class CommissionForm(msgspec.Struct, frozen=True):
    """Members, one a line: « Nom ; fonction ; centre »."""

    text: Annotated[str, msgspec.Meta(max_length=10_000)] = ""

    def command(self, known: tuple[Member, ...]) -> commands.NameCommission:
        """What the form asks for; who sat already keeps his link."""
        before = {(one.name, one.centre): one.id for one in known}
        members = []
        for line in filter(str.strip, self.text.splitlines()[:MOST_MEMBERS]):
            name, title, centre = (" ".join(p.split()) for p in (line + ";;").split(";")[:3])
            id_ = before.pop((name, centre), secrets.token_hex(4))
            members.append(Member(id=id_, name=name, title=title, centre=centre))
        return commands.NameCommission(members=tuple(members))


class SettleBody(msgspec.Struct, frozen=True, kw_only=True):
    """A decision: what the slip earns from now on."""

    points: Points
    sanction: Sanction = Sanction.NONE
    reason: commands.Reason = ""
    instance: Instance = "commission"
    insist: bool = False

    def command(self, spot: Spot, seat: Sitting) -> commands.Settle:
        """What is asked for, and by whom."""
        told = {name: getattr(self, name) for name in self.__struct_fields__ if name != "insist"}
        return commands.Settle(spot=spot, by=seat.name, centre=seat.centre, **told)


class SettleForm(msgspec.Struct, frozen=True, kw_only=True):
    """The same from a page: the ``outcome`` of a button (« 69 penalty »), or another decision."""

    outcome: Annotated[str, msgspec.Meta(max_length=20)] = ""
    points: Points = 0
    sanction: Sanction = Sanction.NONE
    reason: commands.Reason = ""
    instance: Instance = "commission"
    insist: bool = False

    def body(self) -> SettleBody:
        """What the form asks for; an outcome offered is not doubted again."""
        told = {name: getattr(self, name) for name in self.__struct_fields__ if name != "outcome"}
        if self.outcome:
            points, _, sanction = self.outcome.partition(" ")
            told |= {"points": int(points), "sanction": sanction, "insist": True}
        return msgspec.convert(told, SettleBody)


@get("/competition/{code:str}/recours")
async def docket(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """Every case over all turns and games, and the commission."""
    return await _docket(page, await sitting(page, code))


async def _docket(
    page: Page, seat: Sitting, fault: str = "", text: str | None = None
) -> Response[Any]:
    found, now = seat.found, page.services.now_ms()
    listed = await page.services.get(Workshop).for_officials(listed_cases, found, now, seat.centre)
    limits = {
        game.number: limit_of(found.state, found.halls, game.number) for game in _games(found)
    }
    members = found.state.docket.members
    typed = "\n".join(" ; ".join(filter(None, (m.name, m.title, m.centre))) for m in members)
    return page.html(
        "competition/appeals.html",
        event=found,
        cases=listed,
        games=_games(found),
        limits={number: limit_view(one, now) for number, one in limits.items() if one},
        members=[(one, link_of(page, found.code, one)) for one in members]
        if seat.is_organiser
        else [(one, "") for one in members],
        organiser=seat.is_organiser,
        centre=seat.centre,
        idle=_idle(found),
        text=typed if text is None else text,
        fault=fault,
    )


def _games(found: Competition) -> list[Any]:
    return [game for game in found.state.games if game.code in found.halls]


def _idle(found: Competition) -> frozenset[str]:
    """Members of a centre where nobody plays: most likely it is spelt in two ways."""
    played = {plain(entry.trait("centre")) for entry in found.whole.entries.values()}
    members = found.state.docket.members
    return frozenset(one.id for one in members if one.centre and plain(one.centre) not in played)


def listed_cases(found: Competition, now: int, centre: str) -> list[CaseView]:
    """Every case of a competition, or of a centre of it, as its commission reads it."""
    return [case_view(case, now) for case in cases(found.whole, found.halls, centre)]


@post("/competition/{code:str}/commission", status_code=303)
async def name_commission(
    code: FromPath[str], data: URLEncodedBody[CommissionForm], page: ThisPage
) -> Response[Any]:
    """Name the commission."""
    events = need_organiser(page)
    found = await events.get(code)
    try:
        await events.execute(code, data.command(found.state.docket.members))
    except Refusal as refusal:
        told = page.reason(sentence(str(refusal)))
        shown = await _docket(page, Sitting(found, "", True), told, data.text)
        shown.status_code = 409
        return shown
    return page.redirect(HOME.format(found.code))


async def needed_case(page: Page, code: str, name: str) -> tuple[Sitting, Case]:
    """A case by the name in an address, for those who hear it."""
    seat = await sitting(page, code)
    spot = Spot.parse(name)
    case = case_of(seat.found.whole, seat.found.halls, spot) if spot else None
    if case is None:
        raise WebError(404, "Cette affaire n'existe pas.")
    if not hears(seat.centre, case.centre):
        raise WebError(403, "Cette affaire est d'un autre centre : sa commission l'entend.")
    return seat, case


@get("/competition/{code:str}/recours/{name:str}")
async def show(code: FromPath[str], name: FromPath[str], page: ThisPage) -> Response[Any]:
    """A case: the slip as written, the board, the outcomes, the articles."""
    seat, case = await needed_case(page, code, name)
    return await shown_case(page, seat, case)


async def shown_case(page: Page, seat: Sitting, case: Case, fault: str = "") -> Response[Any]:
    """The page of a case."""
    hall = seat.found.halls[case.game.code]
    turn = hall.turns[case.spot.turn - 1]
    code, table = seat.found.where(case.game.code, case.spot.table)
    return page.html(
        "competition/case.html",
        event=seat.found,
        case=case_view(case, page.services.now_ms()),
        outlooks=await outlooks(page, seat.found, case),
        turn=turn,
        edition=hall.opened.edition,
        rules=hall.formula.rules,
        sanctions={id_: name for id_, name in SANCTIONS.items() if id_ != Sanction.COMMISSION},
        history=await entrance(page).hall.marks.history(code, case.spot.turn, table),
        hall_code=(await entrance(page).hall.get(code)).code if seat.at_desk else "",
        fault=fault,
    )


async def outlooks(page: Page, found: Competition, case: Case) -> list[Outlook | None]:
    """Where the table would stand with each outcome: in the game and in the competition."""
    code, _ = found.where(case.game.code, case.spot.table)
    game = await entrance(page).hall.get(code)
    summary = await competitions(page).summary(found)

    def work() -> list[Outlook | None]:
        around = (game, summary, found.whole, found.halls, case.spot)
        return [supposed(*around, one.points, one.sanction).then for one in case.outcomes]

    return await page.services.get(Workshop).for_officials(work)


@post("/competition/{code:str}/recours/{name:str}", status_code=303)
async def settle(
    code: FromPath[str], name: FromPath[str], data: URLEncodedBody[SettleForm], page: ThisPage
) -> Response[Any]:
    """Decide a case."""
    seat, case = await needed_case(page, code, name)
    try:
        body = data.body()
    except ValueError:
        raise WebError(400, expected="outcome: points, sanction") from None
    command = body.command(case.spot, seat)
    try:
        await appeals(page).settle(seat.found.code, command, insist=body.insist)
    except Refusal as refusal:
        told = page.reason(sentence(str(refusal)))
        shown = await shown_case(page, *await needed_case(page, code, name), told)
        shown.status_code = 409
        return shown
    return page.redirect(f"{HOME.format(seat.found.code)}/{case.spot}")


@get("/competition/{code:str}/recours/{name:str}/bulletin.jpg", media_type="image/jpeg")
async def show_photo(code: FromPath[str], name: FromPath[str], page: ThisPage) -> Response[bytes]:
    """The photograph of the slip of a case."""
    _, case = await needed_case(page, code, name)
    photo = await asyncio.to_thread(photo_of, page, case)
    if not photo:
        raise WebError(404, "Cette photo n'est pas gardée, ou plus.")
    return Response(photo, media_type="image/jpeg")


def photo_of(page: Page, case: Case) -> bytes:
    """The photograph of the slip of a case, nothing where none is kept."""
    pictures = entrance(page).hall.camera.pictures
    found = pictures.find(case.game.code, case.picture) if case.picture else None
    return pictures.read(case.game.code, found) if found else b""


pages = [docket, name_commission, show, show_photo, settle]
