"""The page of the players: who sits where, how they come in, and who comes late."""

import asyncio
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, URLEncodedBody

from raccord.hall.companion import InvitedRole
from raccord.hall.desk import Arrival, asks_entry, asks_marker
from raccord.hall.games import Game
from raccord.hall.players import entering
from raccord.hall.referee_views import table_lines
from raccord.quoting import unturned
from raccord.tournament import PeopleError
from raccord.web.addresses import is_local, public_address
from raccord.web.entrance import at_desk
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.referee.tables_api import invitation_line, pin_lines

ROLES: dict[InvitedRole, str] = {
    "marker": "arbitre-correcteur",
    "second": "double arbitre",
    "referee": "juge-arbitre",
}


class PlayersText(msgspec.Struct, frozen=True):
    """Players, one table a line; of late ones how they hand in, and who marks them."""

    text: str = ""
    entry: Arrival = ""
    marker: str = ""


class InvitationText(msgspec.Struct, frozen=True, kw_only=True):
    """Whom to invite."""

    role: InvitedRole
    label: str = ""
    tables: str = ""


async def players_page(
    page: Page,
    game: Game,
    text: str = "",
    fault: tuple[str, ...] = (),
    inviting: InvitationText | None = None,
) -> Response[str]:
    """The tables, how people come in, and what was wrong with the last thing asked."""
    invited = game.companion.invitations.values()

    def values() -> dict[str, object]:
        return {
            "code": game.code,
            "game": game.state.opened,
            "tables": table_lines(game.state, game.companion),
            "excludes": game.state.edition.cheating is not None,
            "pins": {line.table: line.pin for line in pin_lines(page, game)},
            "invitations": [invitation_line(page, game.id, one) for one in invited],
            "roles": ROLES,
            "address": f"{public_address(page)}rejoindre",
            "is_local": is_local(page),
            "text": text,
            "fault": fault,
            "inviting": inviting,
            "begun": bool(game.state.draws),
            "asks_entry": asks_entry(game),
            "markers": asks_marker(game),
        }

    return page.html_of("referee/players.html", values)


@get("/arbitrer/{code:str}/joueurs")
async def players(code: FromPath[str], page: ThisPage) -> Response[str]:
    """The tables, and how people come in."""
    _, game = await at_desk(page, code)
    return await players_page(page, game)


@post("/arbitrer/{code:str}/joueurs", status_code=303)
async def enter_players(
    code: FromPath[str], data: URLEncodedBody[PlayersText], page: ThisPage
) -> Response[Any]:
    """Enter players from the form."""
    hall, game = await at_desk(page, code)
    try:
        _check_arrival(game, data)
        taken = await hall.sections.taken(game)
        command = await asyncio.to_thread(entering, unturned(data.text), taken)
    except PeopleError as error:
        shown = await players_page(page, game, data.text, error.faults)
        shown.status_code = 400
        return shown
    await hall.execute(game.id, command)
    if data.entry or data.marker:
        tables = tuple(entry.table for entry in command.tables)
        await hall.desk.arrive(game.id, tables, data.entry, data.marker)
    return page.redirect(f"/arbitrer/{game.code}/joueurs")


def _check_arrival(game: Game, data: PlayersText) -> None:
    """Of who comes late somebody must say how he hands in his slips, and who reads them."""
    faults = []
    if asks_entry(game) and not data.entry:
        faults.append("La partie a commencé : dites s'ils jouent au téléphone ou sur papier.")
    if asks_marker(game) and not data.marker:
        faults.append("La partie a commencé : dites qui corrige leurs bulletins.")
    if faults:
        raise PeopleError(faults)


pages = [players, enter_players]
