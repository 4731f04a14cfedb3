"""The files of a competition, for its organiser: SIGLES, CSV, XLSX, ODS, JSON."""

from litestar import Response, get
from litestar.params import FromPath

from raccord.documents.exports import FORMATS, Format, event_files
from raccord.web.competition.access import need_organiser
from raccord.web.competition.pages import NO_STORE
from raccord.web.competition.people import MEDIA
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.workshop import Workshop


@get("/competition/{code:str}/fichiers/{name:str}")
async def event_file(code: FromPath[str], name: FromPath[str], page: ThisPage) -> Response[bytes]:
    """One of the files: ``partie-1.txt`` is SIGLES; names and licences are in them."""
    events = need_organiser(page)
    summary = events.summary(await events.get(code))
    kind = name.rpartition(".")[2]
    wanted: Format = next((one for one in FORMATS if one == kind), "sigles")
    made = await page.services.get(Workshop).for_officials(event_files, summary, wanted)
    if name not in made:
        raise WebError(404, "Ce fichier n'existe pas.")
    headers = {**NO_STORE, "content-disposition": f'attachment; filename="{name}"'}
    media = MEDIA.get(kind, "text/plain; charset=latin-1")
    return Response(made[name], media_type=media, headers=headers)


pages = [event_file]
