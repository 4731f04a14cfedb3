"""How officials come in without a long link: the QR code of an invitation."""

from litestar import Response, get
from litestar.params import FromPath

from raccord.web.entrance import at_desk
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.referee.tables_api import invitation_line, qr_picture


@get("/arbitrer/{code:str}/invitations/{invitation:str}/qr.svg")
async def invitation_qr(
    code: FromPath[str], invitation: FromPath[str], page: ThisPage
) -> Response[bytes]:
    """The QR code of an invitation; for the referee."""
    _, game = await at_desk(page, code)
    invited = game.companion.invitations.get(invitation)
    if invited is None:
        raise WebError(404, "Cette invitation n'existe pas.")
    return await qr_picture(invitation_line(page, game.id, invited).link)


pages = [invitation_qr]
