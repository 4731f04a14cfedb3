"""JSON API of the commission: cases, decisions, the federation; and « what if »."""

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from raccord.hall.appeal_views import CaseView, case_view
from raccord.hall.appeals import supposed
from raccord.regulation import Sanction
from raccord.tournament import commands, telling
from raccord.tournament.appeals import case_of
from raccord.tournament.cases import Spot
from raccord.tournament.whatif import Supposition
from raccord.web.competition.access import competitions, need_organiser
from raccord.web.competition.appeals import SettleBody, listed_cases, needed_case
from raccord.web.competition.commission import appeals, sitting
from raccord.web.entrance import entrance
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.player.appeals import NO_STORE, TAG
from raccord.web.workshop import Workshop


class Sent(msgspec.Struct, frozen=True):
    """The letter a file goes to the federation with."""

    reason: commands.Text


class Asked(msgspec.Struct, frozen=True):
    """Pieces the federation asks for; ``asked_at`` in ms, today by default."""

    what: commands.Reason
    asked_at: Annotated[int, msgspec.Meta(ge=0)] = 0


class Filed(msgspec.Struct, frozen=True):
    """A piece put into a file."""

    title: commands.Title
    text: commands.Text
    who: commands.Title = ""


@get("/tournaments/{code:str}/appeals", tags=TAG)
async def list_cases(code: FromPath[str], page: ThisPage) -> Response[list[CaseView]]:
    """Every case over all turns and games, those that wait first; for the commission.

    A member of a centre's commission has the cases of that centre.
    """
    seat, now = await sitting(page, code), page.services.now_ms()
    listed = await page.services.get(Workshop).for_officials(
        listed_cases, seat.found, now, seat.centre
    )
    return Response(listed, headers=NO_STORE)


@get("/tournaments/{code:str}/appeals/{name:str}", tags=TAG)
async def read_case(code: FromPath[str], name: FromPath[str], page: ThisPage) -> Response[CaseView]:
    """One case: ``1-7-12`` is game 1, turn 7, table 12."""
    _, case = await needed_case(page, code, name)
    return Response(case_view(case, page.services.now_ms()), headers=NO_STORE)


@post("/tournaments/{code:str}/appeals/{name:str}", tags=TAG, status_code=200)
async def settle_case(
    code: FromPath[str], name: FromPath[str], data: JSONBody[SettleBody], page: ThisPage
) -> Response[CaseView]:
    """Decide a case: the ruling of the game is corrected, the player is told."""
    seat, case = await needed_case(page, code, name)
    command = data.command(case.spot, seat)
    await appeals(page).settle(seat.found.code, command, insist=data.insist)
    return await _told(page, seat.found.code, case.spot)


async def _told(page: Page, code: str, spot: Spot) -> Response[CaseView]:
    found = await competitions(page).get(code)
    case = case_of(found.whole, found.halls, spot)
    assert case is not None
    return Response(case_view(case, page.services.now_ms()), headers=NO_STORE)


@post("/tournaments/{code:str}/appeals/{name:str}/federation", tags=TAG, status_code=200)
async def send(
    code: FromPath[str], name: FromPath[str], data: JSONBody[Sent], page: ThisPage
) -> Response[CaseView]:
    """Send the file to the federation."""
    seat, case = await needed_case(page, code, name)
    command = commands.SendDossier(spot=case.spot, who=seat.name, reason=data.reason)
    await competitions(page).execute(seat.found.code, command)
    return await _told(page, seat.found.code, case.spot)


@post("/tournaments/{code:str}/appeals/{name:str}/requests", tags=TAG, status_code=200)
async def ask(
    code: FromPath[str], name: FromPath[str], data: JSONBody[Asked], page: ThisPage
) -> Response[CaseView]:
    """Note what the federation asks for: two weeks to send it."""
    seat, case = await needed_case(page, code, name)
    command = commands.AskPieces(spot=case.spot, what=data.what, asked_at=data.asked_at)
    await competitions(page).execute(seat.found.code, command)
    return await _told(page, seat.found.code, case.spot)


@post("/tournaments/{code:str}/appeals/{name:str}/letters", tags=TAG, status_code=200)
async def file_letter(
    code: FromPath[str], name: FromPath[str], data: JSONBody[Filed], page: ThisPage
) -> Response[CaseView]:
    """Put a piece into a file."""
    seat, case = await needed_case(page, code, name)
    command = commands.FileLetter(
        spot=case.spot, title=data.title, text=data.text, who=data.who or seat.name
    )
    await competitions(page).execute(seat.found.code, command)
    return await _told(page, seat.found.code, case.spot)


@get("/tournaments/{code:str}/what-if", tags=TAG)
async def what_if(
    code: FromPath[str],
    page: ThisPage,
    game: Annotated[int, QueryParameter(ge=0, le=9999)] = 0,
    turn: Annotated[int, QueryParameter(ge=0, le=999)] = 0,
    table: Annotated[int, QueryParameter(ge=0, le=9999)] = 0,
    points: Annotated[int, QueryParameter(ge=0, le=5000)] = 0,
    sanction: Annotated[Sanction, QueryParameter()] = Sanction.NONE,
) -> Response[Supposition]:
    """The rankings of a game and of its competition with one ruling changed; nothing is kept."""
    found = await need_organiser(page).get(code)
    played = found.state.game(game)
    if played is None or played.code not in found.halls:
        raise WebError(404, "Cette partie ne s'est pas jouée ici.")
    hall = await entrance(page).hall.get(found.where(played.code, table)[0])
    summary = telling(await competitions(page).summary(found), "name")
    around = (summary, found.whole, found.halls, Spot(game, turn, table))
    made = await page.services.get(Workshop).for_officials(
        supposed, hall, *around, points, sanction
    )
    return Response(made, headers=NO_STORE)


api = [list_cases, read_case, settle_case, send, ask, file_letter, what_if]
