"""The home page."""

from litestar import Response, get

from raccord.web.inject import ThisPage


@get("/")
async def home(page: ThisPage) -> Response[str]:
    """What this is, and four choices."""
    return page.html("public/home.html")


pages = [home]
