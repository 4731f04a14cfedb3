"""The templates of competitions: those of Raccord, and the organiser's own as JSON files."""

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, JSONBody, MultipartBody, URLEncodedBody

from raccord.quoting import sentence
from raccord.tournament import Refusal, TournamentError
from raccord.tournament.templates import BUILT_IN, Template, dumps, loads
from raccord.web.competition.access import need_organiser, shelf
from raccord.web.competition.manage import refused
from raccord.web.competition.pages import NO_STORE
from raccord.web.competition.plan_forms import NameForm
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page

TAG = ["Compétitions"]


class TemplateForm(msgspec.Struct, frozen=True, kw_only=True):
    """A template in a file."""

    file: UploadFile


@get("/modeles")
async def index(page: ThisPage) -> Response[str]:
    """Every template."""
    return await _shown(page)


async def _shown(page: Page, fault: str = "") -> Response[str]:
    need_organiser(page)
    every = await shelf(page).all()
    own = {name for name in every if name not in BUILT_IN}
    return page.html("competition/templates.html", templates=every, own=own, fault=fault)


@post("/modeles", status_code=303)
async def bring_in(data: MultipartBody[TemplateForm], page: ThisPage) -> Response[Any]:
    """Keep the template of a file."""
    need_organiser(page)
    try:
        await shelf(page).save(loads(await data.file.read()), page.services.now_ms())
    except (TournamentError, UnicodeDecodeError) as error:
        return refused(await _shown(page, page.reason(sentence(str(error)))))
    return page.redirect("/modeles")


@post("/modeles/retirer", status_code=303)
async def remove(data: URLEncodedBody[NameForm], page: ThisPage) -> Response[Any]:
    """Take one of his own away."""
    need_organiser(page)
    try:
        await shelf(page).remove(data.name, page.services.now_ms())
    except Refusal as refusal:
        return refused(await _shown(page, page.reason(sentence(str(refusal)))), 409)
    return page.redirect("/modeles")


@get("/modeles/{name:str}")
async def as_file(name: FromPath[str], page: ThisPage) -> Response[bytes]:
    """A template as a file."""
    need_organiser(page)
    found = (await shelf(page).all()).get(name.removesuffix(".json"))
    if found is None:
        raise WebError(404, "Ce modèle n'existe pas.")
    headers = {**NO_STORE, "content-disposition": 'attachment; filename="modele.json"'}
    return Response(dumps(found), media_type="application/json", headers=headers)


@get("/tournament-templates", tags=TAG)
async def list_templates(page: ThisPage) -> list[Template]:
    """The templates of competitions; for the organiser."""
    need_organiser(page)
    return list((await shelf(page).all()).values())


@post("/tournament-templates", tags=TAG)
async def save_template(data: JSONBody[Template], page: ThisPage) -> Template:
    """Keep a template; one of the organiser's own of the same name gives way."""
    need_organiser(page)
    await shelf(page).save(data, page.services.now_ms())
    return data


pages = [index, bring_in, remove, as_file]
api = [list_templates, save_template]
