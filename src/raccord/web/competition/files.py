"""The files of a competition, for its organiser: SIGLES (whole, or one a marker), CSV, XLSX…"""

from litestar import Response, get
from litestar.params import FromPath

from raccord.documents.exports import FORMATS, Format, event_files
from raccord.documents.people import entries_file
from raccord.hall.competitions import markers_of
from raccord.web.competition.access import need_organiser
from raccord.web.competition.pages import NO_STORE
from raccord.web.competition.people import MEDIA
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.workshop import Workshop

ENTRIES = ("csv", "xlsx", "ods")


@get("/competition/{code:str}/fichiers/{name:str}")
async def event_file(code: FromPath[str], name: FromPath[str], page: ThisPage) -> Response[bytes]:
    """One of the files: ``partie-1.txt`` is SIGLES, ``engages.csv`` the entries, licences too."""
    events = need_organiser(page)
    found = await events.get(code)
    summary = await events.summary(found)
    base, _, kind = name.rpartition(".")
    if base == "engages" and kind in ENTRIES:
        entries = [entry for _, entry in sorted(found.whole.entries.items())]
        content = await page.services.get(Workshop).for_officials(entries_file, entries, kind)
        return _file(name, kind, content)
    wanted: Format = next((one for one in FORMATS if one == kind), "sigles")
    shares = await markers_of(page.services.store, found.state) if wanted == "sigles" else None
    made = await page.services.get(Workshop).for_officials(event_files, summary, wanted, shares)
    if name not in made:
        raise WebError(404, "Ce fichier n'existe pas.")
    return _file(name, kind, made[name])


def _file(name: str, kind: str, content: bytes) -> Response[bytes]:
    headers = {**NO_STORE, "content-disposition": f'attachment; filename="{name}"'}
    media = MEDIA.get(kind, "text/plain; charset=latin-1")
    return Response(content, media_type=media, headers=headers)


pages = [event_file]
