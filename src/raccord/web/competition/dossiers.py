"""The papers of a commission, and what goes on before the federation."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, URLEncodedBody

from raccord import documents
from raccord.quoting import sentence
from raccord.refusal import Refusal
from raccord.tournament import commands
from raccord.web.competition.access import competitions
from raccord.web.competition.appeals import HOME, needed_case, photo_of, shown_case
from raccord.web.competition.commission import sitting
from raccord.web.entrance import entrance
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.press import Press, as_file


class LetterForm(msgspec.Struct, frozen=True, kw_only=True):
    """A piece put into a file."""

    title: commands.Title = ""
    text: commands.Text = ""


class SendForm(msgspec.Struct, frozen=True):
    """The letter a file goes to the federation with."""

    reason: commands.Text = ""


class PiecesForm(msgspec.Struct, frozen=True, kw_only=True):
    """What the federation asks for, and on which day."""

    what: commands.Reason = ""
    asked: Annotated[str, msgspec.Meta(max_length=10)] = ""

    def asked_at(self, now: int) -> int:
        """The end of that day, or now: two weeks are counted from it."""
        if not self.asked:
            return 0
        try:
            found = datetime.strptime(self.asked, "%Y-%m-%d")
        except ValueError:
            raise Refusal("la date ne se lit pas (attendu : 2026-11-16)") from None
        return min(now, round(found.replace(hour=23, minute=59).astimezone().timestamp() * 1000))


async def _do(page: Page, code: str, name: str, command: commands.Command) -> Response[Any]:
    """Carry out a command about a case and show it again, with what is wrong if it is refused."""
    seat, case = await needed_case(page, code, name)
    try:
        await competitions(page).execute(seat.found.code, command)
    except Refusal as refusal:
        shown = await shown_case(page, seat, case, page.reason(sentence(str(refusal))))
        shown.status_code = 409
        return shown
    return page.redirect(f"{HOME.format(seat.found.code)}/{case.spot}")


@post("/competition/{code:str}/recours/{name:str}/courrier", status_code=303)
async def file_letter(
    code: FromPath[str], name: FromPath[str], data: URLEncodedBody[LetterForm], page: ThisPage
) -> Response[Any]:
    """Put a piece into the file."""
    seat, case = await needed_case(page, code, name)
    command = commands.FileLetter(spot=case.spot, title=data.title, text=data.text, who=seat.name)
    return await _do(page, code, name, command)


@post("/competition/{code:str}/recours/{name:str}/federation", status_code=303)
async def send(
    code: FromPath[str], name: FromPath[str], data: URLEncodedBody[SendForm], page: ThisPage
) -> Response[Any]:
    """Note that the file went to the federation."""
    seat, case = await needed_case(page, code, name)
    command = commands.SendDossier(spot=case.spot, who=seat.name, reason=data.reason)
    return await _do(page, code, name, command)


@post("/competition/{code:str}/recours/{name:str}/pieces", status_code=303)
async def ask_pieces(
    code: FromPath[str], name: FromPath[str], data: URLEncodedBody[PiecesForm], page: ThisPage
) -> Response[Any]:
    """Note what the federation asks for."""
    seat, case = await needed_case(page, code, name)
    try:
        asked_at = data.asked_at(page.services.now_ms())
    except Refusal as refusal:
        shown = await shown_case(page, seat, case, page.reason(sentence(str(refusal))))
        shown.status_code = 400
        return shown
    command = commands.AskPieces(spot=case.spot, what=data.what, asked_at=asked_at)
    return await _do(page, code, name, command)


@get("/competition/{code:str}/proces-verbal.pdf")
async def minutes(code: FromPath[str], page: ThisPage) -> Response[bytes]:
    """The minutes of the commission, or of that of a centre."""
    seat = await sitting(page, code)
    found, centre = seat.found, seat.centre
    key = ("minutes", found.code, found.version, centre)
    content = await page.services.get(Press).file(
        key, "pdf", lambda: documents.minutes(found.whole, found.halls, centre)
    )
    return as_file(content, "pdf", f"proces-verbal-{found.code}")


@get("/competition/{code:str}/recours/{name:str}/dossier.pdf")
async def dossier(code: FromPath[str], name: FromPath[str], page: ThisPage) -> Response[bytes]:
    """The whole file on one slip."""
    seat, case = await needed_case(page, code, name)
    hall = entrance(page).hall
    game = await hall.get(case.game.code)
    history = await hall.marks.history(game.id, case.spot.turn, case.spot.table)
    content = await page.services.get(Press).file(
        ("dossier", seat.found.code, seat.found.version, name),
        "pdf",
        lambda: documents.dossier(
            *(seat.found.whole, case, game.state, history),
            seal=str(game.seal),
            photo=photo_of(page, case),
        ),
    )
    return as_file(content, "pdf", f"dossier-{seat.found.code}-{case.spot}")


pages = [file_letter, send, ask_pieces, minutes, dossier]
