"""A player's training: progress, revision, and how he takes them elsewhere."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import JSONBody, MultipartBody, URLEncodedBody
from litestar.response import Redirect

from raccord.duplicate import NotAFormulaError
from raccord.duplicate.alone.progress import GameLine, Progress
from raccord.duplicate.rules import formulas
from raccord.hall.alone.contests import daily, today
from raccord.hall.alone.revision import Card, Review
from raccord.hall.alone.training import HOOKS, NEVER, SESSION, Document
from raccord.lexicon import STUDY_LISTS
from raccord.web import boards
from raccord.web.alone.learner import (
    KEY_LENGTH,
    adopt,
    contests_of,
    key_of,
    need_key,
    training_of,
)
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.quiet import quiet_rack

DECKS = {
    NEVER: "Tops jamais trouvés",
    HOOKS: "Rajouts d'une lettre aux mots de trois lettres",
    **{code: found.title for code, found in STUDY_LISTS.items()},
}
ADDED = 10
MOST_FILE = 4_000_000


class ProgressReply(msgspec.Struct, frozen=True, kw_only=True):
    """A player's figures, what he has to revise, and today's game."""

    progress: Progress
    due: int
    known: int
    daily: str
    """``open``, ``begun`` or ``ended``."""
    now: int


class GamesReply(msgspec.Struct, frozen=True):
    """Every game of a player, the youngest first."""

    games: tuple[GameLine, ...]


class CardsReply(msgspec.Struct, frozen=True, kw_only=True):
    """The cards that are due; ``rules`` by the formula they name."""

    due: int
    known: int
    cards: tuple[Card, ...]
    rules: dict[str, Any]
    now: int


class ReviewsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was remembered, and what was not."""

    reviews: Annotated[tuple[Review, ...], msgspec.Meta(max_length=SESSION * 4)]


class DueReply(msgspec.Struct, frozen=True):
    """How many cards are due now."""

    due: int


class DeckBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list to learn from."""

    deck: Annotated[str, msgspec.Meta(max_length=40)]
    lexicon: Annotated[str, msgspec.Meta(max_length=60)] = ""


class AddedReply(msgspec.Struct, frozen=True):
    """How many words were added."""

    added: int


class KeyForm(msgspec.Struct, frozen=True):
    """The key of a player, from another browser."""

    key: str = ""


class FileForm(msgspec.Struct, frozen=True):
    """A player's file."""

    file: UploadFile | None = None


async def _overview(page: Page) -> ProgressReply:
    key, now = key_of(page), page.services.now_ms()
    training = training_of(page)
    revision = await training.revision(key)
    mine = await contests_of(page).mine(daily(today(now)), key)
    return ProgressReply(
        progress=await training.progress(key),
        due=revision.due,
        known=revision.known,
        daily="open" if mine is None else "ended" if mine.ended else "begun",
        now=now,
    )


@get("/solo/progres")
async def progress_page(page: ThisPage) -> Response[str]:
    """Today's game, what to revise, the last games, the trend."""
    overview = await _overview(page)
    return page.html(
        "alone/progress.html",
        overview=overview,
        key=key_of(page),
        decks=DECKS,
        lexicon=page.services.lexicon,
    )


@get("/solo/revision")
async def revision_page(page: ThisPage) -> Response[str]:
    """Missed tops and words, one after the other; the page holds nothing of anybody."""
    rules = formulas.parse("classic").rules
    return page.html("alone/revision.html", cells="." * 225, rules=rules)


@get("/solo/progres/reprendre")
async def carry_page(page: ThisPage) -> Response[str]:
    """Where a player's link leads: his key stands behind the #, which no server sees."""
    return page.html("alone/carry.html")


@post("/solo/progres/reprendre", status_code=303)
async def carry(data: URLEncodedBody[KeyForm], page: ThisPage) -> Redirect:
    """Make this browser the player's too; what it had itself is added."""
    key = data.key.strip()
    plain = key.replace("-", "").replace("_", "")
    if len(key) != KEY_LENGTH or not (plain.isascii() and plain.isalnum()):
        raise WebError(400, "Ce lien de progression n'est pas complet : copiez-le en entier.")
    mine = key_of(page)
    if mine:
        await training_of(page).join(mine, key)
    adopt(page, key)
    return page.redirect("/solo/progres")


@get("/solo/progres/progression.json")
async def export(page: ThisPage) -> Response[Any]:
    """Everything of this player, to take away."""
    document = await training_of(page).document(key_of(page))
    headers = {"content-disposition": 'attachment; filename="raccord-progression.json"'}
    return Response(msgspec.json.encode(document), media_type="application/json", headers=headers)


@post("/solo/progres/importer", status_code=303, request_max_body_size=MOST_FILE)
async def bring(data: MultipartBody[FileForm], page: ThisPage) -> Redirect:
    """Add what a player brings in his file."""
    raw = await data.file.read() if data.file else b""
    try:
        document = await asyncio.to_thread(msgspec.json.decode, raw, type=Document)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise WebError(400, "Ce fichier n'est pas une progression de Raccord.") from error
    await training_of(page).absorb(need_key(page), document)
    return page.redirect("/solo/progres")


@post("/solo/progres/effacer", status_code=303)
async def forget(page: ThisPage) -> Redirect:
    """Forget this player, here and for good."""
    key = key_of(page)
    if key:
        await training_of(page).erase(key)
        page.session.revoke("training")
    return page.redirect("/solo/progres")


@get("/progress", tags=["Solo"])
async def read_progress(page: ThisPage) -> ProgressReply:
    """The figures of the player who asks; nobody else's can be asked for."""
    return await _overview(page)


@get("/progress/games", tags=["Solo"])
async def read_games(page: ThisPage) -> GamesReply:
    """Every game of the player who asks: its date, formula, points, tops found and time."""
    return GamesReply(await training_of(page).history(key_of(page)))


@get("/progress/cards", tags=["Solo"])
async def read_cards(page: ThisPage) -> CardsReply:
    """The positions and words to revise now, with their answers: they were told before."""
    found = await training_of(page).revision(key_of(page))
    # A file brought along may name anything.
    known = tuple(card for card in found.cards if _is_formula(card.formula))
    names = {card.formula for card in known}
    return CardsReply(
        due=found.due,
        known=found.known,
        cards=known,
        rules={name: boards.rules_data(formulas.parse(name).rules) for name in names},
        now=page.services.now_ms(),
    )


def _is_formula(name: str) -> bool:
    try:
        formulas.parse(name)
    except NotAFormulaError:
        return False
    return True


@post("/progress/reviews", tags=["Solo"], status_code=200)
async def review(data: JSONBody[ReviewsBody], page: ThisPage) -> DueReply:
    """What was remembered; sent again, it counts once."""
    return DueReply(await training_of(page).review(need_key(page), data.reviews))


@post("/progress/decks", tags=["Solo"], status_code=200)
async def add_words(data: JSONBody[DeckBody], page: ThisPage) -> AddedReply:
    """Begin to learn ten more words of a list."""
    if data.deck not in DECKS:
        raise WebError(404, "Cette liste n'existe pas.")
    lexicon = page.services.lexicon_named(data.lexicon)
    return AddedReply(await training_of(page).add(need_key(page), data.deck, lexicon, ADDED))


guards = [quiet_rack]
pages = [progress_page, revision_page, carry_page, carry, export, bring, forget]
api = [read_progress, read_games, read_cards, review, add_words]
