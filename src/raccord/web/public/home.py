"""The home page."""

from litestar import Response, get

from raccord.web.inject import ThisPage
from raccord.web.room.pages import room_of


@get("/")
async def home(page: ThisPage) -> Response[str]:
    """What this is, and four choices."""
    return page.html("public/home.html", room=await room_of(page).room.state())


pages = [home]
