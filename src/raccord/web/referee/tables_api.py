"""JSON API of tables and doors: players, PINs, invitations, and coming in."""

import asyncio
import io
from typing import Annotated, Any

import msgspec
import segno
from litestar import Response, delete, get, post, put
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect

from raccord.duplicate import commands as cmd
from raccord.hall import Hall
from raccord.hall.companion import Invited, InvitedRole
from raccord.hall.desk import Arrival
from raccord.hall.errors import UnknownError
from raccord.hall.games import Game
from raccord.hall.players import entering
from raccord.hall.referee_views import TableLine, table_lines
from raccord.quoting import unturned
from raccord.tournament import PeopleError
from raccord.web.addresses import public_address
from raccord.web.doors import DESK, OFFICIALS, Role, not_invited
from raccord.web.entrance import at_desk, entrance, own_line
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.quiet import need_room_for_seat
from raccord.web.short_codes import ShortCodes

TAG = ["Salle"]
Tables = Annotated[tuple[int, ...], msgspec.Meta(max_length=10_000)]
HOMES = {"referee": "/arbitrer/{}", "marker": "/corriger/{}", "second": "/corriger/{}/double"}


class PlayersForm(msgspec.Struct, frozen=True):
    """Players, one table a line: « 12;Émile Durand », « Anne Petit / Luc Roy »."""

    text: Annotated[str, msgspec.Meta(max_length=200_000)]
    entry: Arrival = ""
    """Once the game has begun: by phone or on paper."""
    marker: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """Once the game has begun: the invitation of the marker who reads their slips."""


class JoinForm(msgspec.Struct, frozen=True):
    """A table and its PIN."""

    table: int
    pin: Annotated[str, msgspec.Meta(max_length=20)]


class Joined(msgspec.Struct, frozen=True):
    """The table let in."""

    code: str
    table: int
    players: tuple[str, ...]


class PinLine(msgspec.Struct, frozen=True):
    """The PIN of a table and the link its QR code holds."""

    table: int
    players: tuple[str, ...]
    pin: str
    link: str


class ReasonForm(msgspec.Struct, frozen=True):
    """Why."""

    reason: cmd.Reason


class TablesForm(msgspec.Struct, frozen=True):
    """Tables; none means all."""

    tables: Tables = ()


class InvitationForm(msgspec.Struct, frozen=True):
    """Whom to invite; no tables means all of them."""

    role: InvitedRole
    label: Annotated[str, msgspec.Meta(max_length=80)] = ""
    tables: Tables = ()


class InvitationLine(msgspec.Struct, frozen=True):
    """An invitation, its link, and the short code that does the same ``until`` then (in ms)."""

    id: str
    role: str
    label: str
    tables: tuple[int, ...]
    link: str
    short: str = ""
    until: int = 0


class Me(msgspec.Struct, frozen=True):
    """Who this browser is in a game."""

    role: str
    table: int | None
    label: str
    tables: tuple[int, ...]


@get("/games/{code:str}/tables", tags=TAG)
async def list_tables(code: FromPath[str], page: ThisPage) -> list[TableLine]:
    """The tables entered; for officials."""
    game, visitor = await entrance(page).enter(page, code)
    visitor.need(*OFFICIALS)
    return list(table_lines(game.state, game.companion))


@post("/games/{code:str}/tables", tags=TAG)
async def enter_players(
    code: FromPath[str], data: JSONBody[PlayersForm], page: ThisPage
) -> list[TableLine]:
    """Enter players, typed, pasted or from CSV; nothing is entered if a line cannot be read."""
    hall, game = await at_desk(page, code)
    try:
        taken = await hall.sections.taken(game)
        command = await asyncio.to_thread(entering, unturned(data.text), taken)
    except PeopleError as error:
        raise WebError(400, str(error), code="invalid-players") from error
    await hall.execute(game.id, command)
    entered = {entry.table for entry in command.tables}
    if data.entry or data.marker:
        await hall.desk.arrive(game.id, tuple(entered), data.entry, data.marker)
    game = hall.latest(game)
    return [line for line in table_lines(game.state, game.companion) if line.table in entered]


@post("/games/{code:str}/tables/{table:int}/withdraw", tags=TAG, status_code=200)
async def withdraw(
    code: FromPath[str], table: FromPath[int], data: JSONBody[ReasonForm], page: ThisPage
) -> list[TableLine]:
    """A table gives up."""
    hall, game = await at_desk(page, code)
    await hall.execute(game.id, cmd.Withdraw(table=table, reason=data.reason))
    game = hall.latest(game)
    return list(table_lines(game.state, game.companion))


@post("/games/{code:str}/tables/{table:int}/take-back", tags=TAG, status_code=200)
async def take_back(code: FromPath[str], table: FromPath[int], page: ThisPage) -> list[TableLine]:
    """A withdrawal or an exclusion was noted by mistake: the table plays on."""
    hall, game = await at_desk(page, code)
    await hall.execute(game.id, cmd.TakeBack(table=table))
    game = hall.latest(game)
    return list(table_lines(game.state, game.companion))


@post("/games/{code:str}/tables/{table:int}/exclude", tags=TAG, status_code=200)
async def exclude(
    code: FromPath[str], table: FromPath[int], data: JSONBody[ReasonForm], page: ThisPage
) -> list[TableLine]:
    """A table cheated: its scores are void, where the edition says so."""
    hall, game = await at_desk(page, code)
    await hall.execute(game.id, cmd.Exclude(table=table, reason=data.reason))
    game = await hall.get(game.id)
    return list(table_lines(game.state, game.companion))


def pin_lines(page: Page, game: Game) -> list[PinLine]:
    """Every table with its PIN and its link."""
    base = public_address(page)
    return [_pin_line(page, game, table, base) for table in sorted(game.state.entrants)]


def _pin_line(page: Page, game: Game, table: int, base: str) -> PinLine:
    pin = entrance(page).doors.pin(game.id, table, game.companion)
    link = f"{base}rejoindre/{game.code}?table={table}&pin={pin}"
    return PinLine(table, game.state.entrants[table].players, pin, link)


@get("/games/{code:str}/pins", tags=TAG)
async def list_pins(code: FromPath[str], page: ThisPage) -> Response[list[PinLine]]:
    """The PINs of the tables; for the referee."""
    _, game = await at_desk(page, code)
    lines = await asyncio.to_thread(pin_lines, page, game)
    return Response(lines, headers={"cache-control": "no-store"})


@post("/games/{code:str}/pins", tags=TAG, status_code=200)
async def renew_pins(
    code: FromPath[str], data: JSONBody[TablesForm], page: ThisPage
) -> Response[list[PinLine]]:
    """New PINs: the old ones, and the phones let in with them, are shut out."""
    hall, game = await at_desk(page, code)
    await hall.desk.renew_pins(game.id, data.tables)
    lines = await asyncio.to_thread(pin_lines, page, await hall.get(game.id))
    return Response(lines, headers={"cache-control": "no-store"})


def invitation_line(page: Page, code: str, invited: Invited) -> InvitationLine:
    """An invitation with its link."""
    link = (
        f"{public_address(page)}invitation/{entrance(page).doors.invitation_token(code, invited)}"
    )
    short, until = page.services.get(ShortCodes).of(code, invited)
    return InvitationLine(
        invited.id, invited.role, invited.label, invited.tables, link, short, until
    )


@get("/games/{code:str}/invitations", tags=TAG)
async def list_invitations(code: FromPath[str], page: ThisPage) -> Response[list[InvitationLine]]:
    """The invitations of a game; for the referee."""
    _, game = await at_desk(page, code)
    found = game.companion.invitations.values()
    lines = [invitation_line(page, game.id, invited) for invited in found]
    return Response(lines, headers={"cache-control": "no-store"})


@post("/games/{code:str}/invitations", tags=TAG)
async def invite(
    code: FromPath[str], data: JSONBody[InvitationForm], page: ThisPage
) -> InvitationLine:
    """Invite a referee, a marker or a second marker by a link."""
    hall, game = await at_desk(page, code)
    invited = await hall.desk.invite(game.id, data.role, data.label, data.tables)
    return invitation_line(page, game.id, invited)


@put("/games/{code:str}/invitations/{invitation:str}/tables", tags=TAG)
async def assign(
    code: FromPath[str], invitation: FromPath[str], data: JSONBody[TablesForm], page: ThisPage
) -> list[InvitationLine]:
    """Give a marker these tables."""
    hall, game = await at_desk(page, code)
    await hall.desk.assign(game.id, invitation, data.tables)
    found = (await hall.get(game.id)).companion.invitations.values()
    return [invitation_line(page, game.id, invited) for invited in found]


@delete("/games/{code:str}/invitations/{invitation:str}", tags=TAG)
async def revoke(code: FromPath[str], invitation: FromPath[str], page: ThisPage) -> None:
    """Close an invitation."""
    hall, game = await at_desk(page, code)
    await hall.desk.revoke(game.id, invitation)


@post("/games/{code:str}/join", tags=TAG, status_code=200)
async def join(code: FromPath[str], data: JSONBody[JoinForm], page: ThisPage) -> Joined:
    """Come in as a table, with its PIN."""
    return await let_in(page, code, data.table, data.pin)


async def let_in(page: Page, code: str, table: int, pin: str) -> Joined:
    """Grant this browser its table; also for pages that take the PIN from a form or a QR code."""
    page.services.get(Hall)
    game, _ = await entrance(page).enter(page, code)
    entrant = game.state.entrants.get(table)
    await need_room_for_seat(page, game.id)
    entrance(page).doors.open_table(page, game.id, game.companion, table, pin, entrant is not None)
    own_line(page, f"{game.id}::{table}")
    assert entrant is not None
    return Joined(game.code, table, entrant.players)


@get("/games/{code:str}/me", tags=TAG)
async def who_am_i(code: FromPath[str], page: ThisPage) -> Response[Me]:
    """The role of this browser in a game."""
    _, visitor = await entrance(page).enter(page, code)
    me = Me(visitor.role.value, visitor.table, visitor.label, visitor.tables)
    return Response(me, headers={"cache-control": "no-store"})


@get("/invitation/{token:str}")
async def redeem(token: FromPath[str], page: ThisPage) -> Redirect:
    """Come in by an invitation, to the page of its role."""
    hall = page.services.get(Hall)
    try:
        game = await hall.get(token.partition(".")[0])
    except UnknownError:
        raise not_invited() from None
    invited = entrance(page).doors.open_invitation(page, game.id, game.companion, token)
    return page.redirect(HOMES[invited.role].format(game.code))


@get("/organisateur/{token:str}")
async def organiser(token: FromPath[str], page: ThisPage) -> Redirect:
    """Come in by the organiser's link."""
    entrance(page).doors.open_organiser(page, token)
    return page.redirect("/arbitrer")


@get("/partie/{code:str}/qr/{table:int}")
async def table_qr(code: FromPath[str], table: FromPath[int], page: ThisPage) -> Response[bytes]:
    """The QR code that lets a table in; for the referee."""
    _, game = await at_desk(page, code)
    if table not in game.state.entrants:
        raise WebError(404, f"La table {table} n'est pas inscrite.")
    return await qr_picture(_pin_line(page, game, table, public_address(page)).link)


@get("/partie/{code:str}/qr.svg")
async def game_qr(code: FromPath[str], page: ThisPage) -> Response[bytes]:
    """The QR code of a game, where a table then gives its PIN."""
    game, _ = await entrance(page).enter(page, code)
    return await qr_picture(f"{public_address(page)}rejoindre/{game.code}")


async def qr_picture(link: str) -> Response[bytes]:
    """A QR code, as a picture."""
    picture = io.BytesIO()
    code = await asyncio.to_thread(segno.make, link, micro=False)
    options: dict[str, Any] = {"kind": "svg", "border": 2, "omitsize": True, "xmldecl": False}
    code.save(picture, **options)
    return Response(
        picture.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"}
    )


pages = [redeem, organiser, table_qr, game_qr]
api = [
    list_tables,
    enter_players,
    withdraw,
    take_back,
    exclude,
    list_pins,
    renew_pins,
    list_invitations,
    invite,
    assign,
    revoke,
    join,
    who_am_i,
]
__all__ = ["DESK", "Role", "api", "let_in", "pages"]
