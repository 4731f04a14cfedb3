"""The head referee's pages about tables: players, codes, invitations, decisions."""

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter, URLEncodedBody

from raccord.duplicate import Refusal
from raccord.duplicate import commands as cmd
from raccord.duplicate.slips.situation import current_turn, expected_tables, under_the_clock
from raccord.hall.games import Game
from raccord.hall.marker_views import MarkView, difference_views, mark_view
from raccord.hall.views import SANCTIONS, move_view
from raccord.quoting import sentence
from raccord.regulation import Sanction
from raccord.web.addresses import is_local, public_address
from raccord.web.doors import DESK
from raccord.web.entrance import at_desk, enter_as
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.referee.numbers import parse_tables
from raccord.web.referee.players import InvitationText, players_page
from raccord.web.referee.tables_api import ReasonForm, pin_lines

FILTERS = {
    "toutes": "Toutes les tables",
    "sanctions": "Les sanctions",
    "manquants": "Les bulletins manquants",
    "commission": "En commission",
}


class DecisionText(msgspec.Struct, frozen=True, kw_only=True):
    """A decision in place of another, on a page that shows some tables."""

    turn: int
    table: int
    points: cmd.Points
    sanction: Sanction = Sanction.NONE
    reason: cmd.Reason = ""
    appeal: bool = False
    insist: bool = False
    shown: str = "toutes"

    def command(self) -> cmd.Correct:
        """What the form asks for."""
        return cmd.Correct(
            turn=self.turn,
            table=self.table,
            points=self.points,
            sanction=self.sanction,
            reason=self.reason,
            appeal=self.appeal,
            insist=self.insist,
        )


@post("/arbitrer/{code:str}/tables/{table:int}/abandon", status_code=303)
async def withdraw(code: FromPath[str], table: FromPath[int], page: ThisPage) -> Response[Any]:
    """A table gives up."""
    hall, game = await at_desk(page, code)
    await hall.execute(game.id, cmd.Withdraw(table=table))
    return page.redirect(f"/arbitrer/{game.code}/joueurs")


@post("/arbitrer/{code:str}/tables/{table:int}/retour", status_code=303)
async def take_back(code: FromPath[str], table: FromPath[int], page: ThisPage) -> Response[Any]:
    """A withdrawal or an exclusion noted by mistake."""
    hall, game = await at_desk(page, code)
    await hall.execute(game.id, cmd.TakeBack(table=table))
    return page.redirect(f"/arbitrer/{game.code}/joueurs")


@post("/arbitrer/{code:str}/tables/{table:int}/exclure", status_code=303)
async def exclude(
    code: FromPath[str], table: FromPath[int], data: URLEncodedBody[ReasonForm], page: ThisPage
) -> Response[Any]:
    """A table cheated."""
    hall, game = await at_desk(page, code)
    await hall.execute(game.id, cmd.Exclude(table=table, reason=data.reason))
    return page.redirect(f"/arbitrer/{game.code}/joueurs")


@post("/arbitrer/{code:str}/invitations", status_code=303)
async def invite(
    code: FromPath[str], data: URLEncodedBody[InvitationText], page: ThisPage
) -> Response[Any]:
    """Make an invitation."""
    hall, game = await at_desk(page, code)
    try:
        tables = parse_tables(data.tables)
    except Refusal as refusal:
        told = page.reason(sentence(str(refusal)))
        shown = await players_page(page, game, fault=(told,), inviting=data)
        shown.status_code = 400
        return shown
    await hall.desk.invite(game.id, data.role, data.label, tables)
    return page.redirect(f"/arbitrer/{game.code}/joueurs")


@post("/arbitrer/{code:str}/invitations/{invitation:str}/retirer", status_code=303)
async def revoke(code: FromPath[str], invitation: FromPath[str], page: ThisPage) -> Response[Any]:
    """Take an invitation back."""
    hall, game = await at_desk(page, code)
    await hall.desk.revoke(game.id, invitation)
    return page.redirect(f"/arbitrer/{game.code}/joueurs")


@get("/arbitrer/{code:str}/codes")
async def codes(code: FromPath[str], page: ThisPage) -> Response[str]:
    """The PINs and QR codes, to print and cut."""
    _, game = await at_desk(page, code)

    def values() -> dict[str, object]:
        return {
            "code": game.code,
            "game": game.state.opened,
            "pins": pin_lines(page, game),
            "address": f"{public_address(page)}rejoindre",
            "is_local": is_local(page),
        }

    return page.html_of("referee/codes.html", values)


@post("/arbitrer/{code:str}/codes", status_code=303)
async def renew_codes(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """New PINs for all tables."""
    hall, game = await at_desk(page, code)
    await hall.desk.renew_pins(game.id)
    return page.redirect(f"/arbitrer/{game.code}/codes")


def _keeps(shown: str, mark: MarkView) -> bool:
    kept = {
        "sanctions": ("warning", "penalty", "nullity", "commission"),
        "manquants": ("missing",),
        "commission": ("commission",),
    }.get(shown)
    if shown == "manquants":
        return mark.slip is None
    return kept is None or mark.status in kept


def _decisions(
    page: Page,
    game: Game,
    turn: int,
    shown: str,
    *,
    fault: str = "",
    done: bool = False,
    draft: "DecisionText | WarningText | None" = None,
) -> Response[str]:
    def values() -> dict[str, object]:
        return _shown_decisions(game, turn, shown) | {
            "fault": fault,
            "done": done,
            "draft": draft if isinstance(draft, DecisionText) else None,
        }

    return page.html_of("referee/decisions.html", values)


def _shown_decisions(game: Game, turn: int, shown: str) -> dict[str, object]:
    state = game.state
    hidden = under_the_clock(state, turn)
    marks: list[MarkView] = []
    if turn and not hidden:
        every = (mark_view(state, game.companion, turn, t) for t in expected_tables(state, turn))
        marks = [mark for mark in every if _keeps(shown, mark)]
    played = state.turns[turn - 1] if 0 < turn < state.turn else None
    return {
        "code": game.code,
        "game": state.opened,
        "turn": turn,
        "last": current_turn(state),
        "hidden": hidden,
        "marks": marks,
        "top": move_view(played.move, played.points) if played else None,
        "seconds": {one.table: one for one in difference_views(game, turn, ())} if marks else {},
        "sanctions": SANCTIONS,
        "filters": FILTERS,
        "shown": shown,
    }


class WarningText(msgspec.Struct, frozen=True, kw_only=True):
    """A disciplinary warning beside a ruling, on a page that shows some tables."""

    turn: int
    table: int
    shown: str = "toutes"

    def command(self) -> cmd.Warn:
        """What the form asks for."""
        return cmd.Warn(turn=self.turn, table=self.table)


@get("/arbitrer/{code:str}/decisions")
async def decisions(
    code: FromPath[str],
    page: ThisPage,
    coup: Annotated[int, QueryParameter(ge=0, le=200)] = 0,
    voir: Annotated[str, QueryParameter(max_length=20)] = "toutes",
    fait: Annotated[str, QueryParameter(max_length=3)] = "",
) -> Response[str]:
    """The rulings of a turn."""
    _, game = await at_desk(page, code)
    turn = coup or current_turn(game.state)
    if turn > current_turn(game.state):
        raise WebError(404, f"Le coup {turn} n'est pas tiré.")
    shown = voir if voir in FILTERS else "toutes"
    return _decisions(page, game, turn, shown, done=fait == "oui")


@post("/arbitrer/{code:str}/decisions", status_code=303)
async def correct(
    code: FromPath[str], data: URLEncodedBody[DecisionText], page: ThisPage
) -> Response[Any]:
    """Correct a ruling."""
    return await _decided(page, code, data)


@post("/arbitrer/{code:str}/avertissement", status_code=303)
async def warn(
    code: FromPath[str], data: URLEncodedBody[WarningText], page: ThisPage
) -> Response[Any]:
    """Add a disciplinary warning to a ruling, during a turn or between two."""
    return await _decided(page, code, data)


async def _decided(page: Page, code: str, data: DecisionText | WarningText) -> Response[Any]:
    hall, game, visitor = await enter_as(page, code, *DESK)
    try:
        await hall.execute(game.id, data.command(), visitor.name)
    except Refusal as refusal:
        turn = min(max(data.turn, 1), current_turn(game.state))
        fault = page.reason(sentence(str(refusal)))
        shown = _decisions(page, game, turn, data.shown, fault=fault, draft=data)
        shown.status_code = 409
        return shown
    where = f"coup={data.turn}&voir={data.shown if data.shown in FILTERS else 'toutes'}"
    return page.redirect(f"/arbitrer/{game.code}/decisions?{where}&fait=oui")


pages = [
    withdraw,
    take_back,
    exclude,
    invite,
    revoke,
    codes,
    renew_codes,
    decisions,
    correct,
    warn,
]
