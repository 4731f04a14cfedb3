"""How a handler comes into a game: the hall, the game, and whoever asks for it."""

from collections.abc import AsyncIterator

from raccord.hall import Hall
from raccord.hall.codes import clean_code, identity
from raccord.hall.errors import HallError, UnknownError
from raccord.hall.games import Game
from raccord.web.doors import DESK, OFFICIALS, Doors, Role, Visitor
from raccord.web.errors import WebError
from raccord.web.guesses import Guesses, unopened
from raccord.web.page import Asker, Page, path_of
from raccord.web.rumours import Rumours
from raccord.web.services import Services
from raccord.web.wire import LINE, WireProtocol

_SHOWN = ("/partie/", "/parties/", "/projection/")
"""Where a game is shown to whoever has its code."""
_JOINING = ("/rejoindre", "/jouer/")


def check_embargo(page: Page, game: Game, visitor: Visitor) -> None:
    """Before the embargo ends a game is its officials' and, while it is played, its tables'."""
    if visitor.role in OFFICIALS or page.services.now_ms() >= game.companion.embargo:
        return
    path = path_of(page.request)
    joins = path.startswith(_JOINING) or path.endswith(("/join", "/me"))
    seated = visitor.role is Role.PLAYER and not path.startswith(_SHOWN)
    if not joins and not seated:
        raise WebError(403, "Cette partie est sous embargo : rien n'en est public.", code="embargo")


def own_line(page: Page, owner: str, asker: Asker = Asker.SEAT) -> None:
    """A request is that of a seat or an official: no stranger pushes him out or goes before him."""
    page.asker = asker
    if isinstance(line := page.request.scope.get(LINE), WireProtocol):
        line.belongs(owner)


class Entrance:
    """The doors of the hall: roles, links, PINs, and codes that were guessed."""

    def __init__(self, services: Services) -> None:
        self.hall = services.get(Hall)
        self.doors = Doors(services)
        self.guesses = Guesses(services.clock)
        services.get(Rumours).share("codes", self.guesses.limits)

    async def enter(self, page: Page, code: str) -> tuple[Game, Visitor]:
        """A game and who asks for it; who has no role in it needs the code it has by now."""
        typed = clean_code(code)
        try:
            game, visitor = await self._visit(page, identity(typed))
        except UnknownError:
            # The same answer as for a code that is wrong: nobody learns which games exist.
            raise self._unopened(page, typed) from None
        if visitor.role is Role.PUBLIC:
            if not game.opens_with(typed):
                raise self._unopened(page, typed)
            if game.companion.settings.private:
                self.guesses.check(page.client)
        elif not visitor.is_guest:
            asker = Asker.OFFICIAL if visitor.role in OFFICIALS else Asker.SEAT
            own_line(page, f"{game.id}:{visitor.invitation}:{visitor.table}", asker)
        check_embargo(page, game, visitor)
        page.desk = game.code if visitor.role in DESK else ""
        return game, visitor

    async def granted(self, page: Page) -> AsyncIterator[tuple[Game, Visitor]]:
        """The games this browser was let into, those that follow in the same room, and as whom."""
        scopes = (scope.partition(":") for scope in page.session.grants)
        waiting = [code for kind, _, code in scopes if kind in {"game", "seat"}]
        seen: set[str] = set()
        while waiting:
            code = waiting.pop(0)
            if code in seen:
                continue
            seen.add(code)
            try:
                game, visitor = await self._visit(page, code)
            except (WebError, HallError):
                continue
            if game.companion.next:
                waiting.append(game.companion.next)
            yield game, visitor

    async def _visit(self, page: Page, id_: str) -> tuple[Game, Visitor]:
        game = await self.hall.get(id_)
        return game, self.doors.visitor(page, game.id, game.companion)

    def _unopened(self, page: Page, typed: str) -> WebError:
        """The organiser sees every game in the list: there is nothing to find by trying."""
        if self.doors.is_organiser(page):
            return unopened()
        return self.guesses.wrong(page.client, typed)


def entrance(page: Page) -> Entrance:
    """The entrance of the server a page belongs to."""
    return page.services.get(Entrance)


def only_organiser(page: Page) -> None:
    """Turn away whoever does not organise this server."""
    if not entrance(page).doors.is_organiser(page):
        raise WebError(401, expected="le lien de l'organisateur")
    page.asker = Asker.OFFICIAL


async def enter_as(page: Page, code: str, *roles: Role) -> tuple[Hall, Game, Visitor]:
    """The hall, a game and a visitor who has one of these roles in it."""
    door = entrance(page)
    game, visitor = await door.enter(page, code)
    visitor.need(*roles)
    return door.hall, game, visitor


async def at_desk(page: Page, code: str) -> tuple[Hall, Game]:
    """The hall and a game, for its referee only."""
    hall, game, _ = await enter_as(page, code, *DESK)
    return hall, game


async def as_player(page: Page, code: str) -> tuple[Hall, Game, int]:
    """The hall, a game and the table of this browser."""
    door = entrance(page)
    game, visitor = await door.enter(page, code)
    table = visitor.need_seat()
    if table not in game.state.entrants:
        raise WebError(404, f"La table {table} n'est pas inscrite.")
    return door.hall, game, table
