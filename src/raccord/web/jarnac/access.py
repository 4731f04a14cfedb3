"""Who may do what at a table: the seats of a session, and those it keeps for a rematch."""

from raccord.hall.errors import UnknownError
from raccord.hall.jarnac import JarnacTables, TableState
from raccord.jarnac import SEATS, Seat
from raccord.web.errors import WebError
from raccord.web.guesses import WrongPins
from raccord.web.page import Page
from raccord.web.services import Services


class WrongCodes(WrongPins):
    """Wrong codes of tables and players, counted by who tries them; right ones cost nothing."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.clock)


def check_tries(page: Page) -> None:
    """Make a browser wait that has tried too many codes, or whose whole network has."""
    if wait := page.services.get(WrongCodes).wait(page, ""):
        raise WebError(429, retry_after=wait)


def tried_in_vain(page: Page) -> None:
    """Count a code that opens nothing."""
    page.services.get(WrongCodes).count(page, "")


async def table_at(page: Page, name: str) -> TableState:
    """A table by its code; a player of it waits for nobody's mistakes."""
    if not seats_of(page, name):
        check_tries(page)
    try:
        return await tables_of(page).get(name)
    except UnknownError:
        tried_in_vain(page)
        raise


def tables_of(page: Page) -> JarnacTables:
    """The tables of this server."""
    return page.services.get(JarnacTables)


def seats_of(page: Page, name: str) -> tuple[Seat, ...]:
    """The seats this browser plays for."""
    role = page.session.role(f"jarnac:{name}") or ""
    return tuple(seat for seat in SEATS if seat in role)


def seats_at(page: Page, name: str, state: TableState) -> tuple[Seat, ...]:
    """The same on coming to a table: who sat at the previous game keeps his seat."""
    found = seats_of(page, name)
    if found or not state.opened.previous:
        return found
    if role := page.session.role(f"jarnac:{state.opened.previous}"):
        page.session.grant(f"jarnac:{name}", role)
    return seats_of(page, name)


def own_seat(page: Page, name: str) -> Seat:
    """The seat of a player of this table; :class:`WebError` for whoever only watches."""
    found = seats_of(page, name)
    if not found:
        raise WebError(403, "Vous ne jouez pas à cette table.")
    return found[0]
