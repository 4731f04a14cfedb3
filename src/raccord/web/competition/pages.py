"""The public pages of competitions: their list, the ranking, each game; also as files."""

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, URLEncodedBody

from raccord import documents
from raccord.documents.exports import event_ranking
from raccord.hall.competitions import Competition
from raccord.quoting import sentence
from raccord.tournament import (
    GameLine,
    Refusal,
    StandingLine,
    Summary,
    Terms,
    commands,
    game_lines,
    standing,
)
from raccord.web.competition import words
from raccord.web.competition.access import (
    Group,
    competitions,
    is_organiser,
    need_organiser,
    trait_of,
    visited,
)
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.workshop import heavy

NO_STORE = {"cache-control": "no-store"}


class TermsForm(msgspec.Struct, frozen=True, kw_only=True):
    """The form of a competition: its name and how its games add up."""

    title: str = ""
    by: str = "points"
    tie1: str = ""
    tie2: str = ""
    tie3: str = ""
    season: str = ""
    shown: str = "name"
    private: str = ""

    def terms(self) -> Terms:
        """What the form says."""
        chosen = {
            "by": self.by,
            "ties": [tie for tie in dict.fromkeys((self.tie1, self.tie2, self.tie3)) if tie],
            "season": " ".join(self.season.split())[:80],
            "shown": self.shown,
            "private": bool(self.private),
        }
        return msgspec.convert(chosen, Terms)


class EventLine(msgspec.Struct, frozen=True, kw_only=True):
    """A competition of this server."""

    code: str
    title: str
    at: int
    entries: int
    games: int
    season: str
    closed: bool


class GameHead(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a competition; ``over`` once its results are published and count."""

    number: int
    title: str
    code: str
    over: bool
    players: int


class EventReply(msgspec.Struct, frozen=True, kw_only=True):
    """A competition as anybody sees it."""

    code: str
    title: str
    at: int
    by: str
    ties: tuple[str, ...]
    season: str
    closed: bool
    games: tuple[GameHead, ...]
    ranking: tuple[StandingLine, ...]


def event_line(found: Competition) -> EventLine:
    """A competition as it is listed."""
    state = found.whole
    return EventLine(
        code=found.code,
        title=state.title,
        at=state.opened.at,
        entries=len(state.entries),
        games=len(state.games),
        season=state.terms.season,
        closed=state.is_closed,
    )


def game_heads(found: Competition, summary: Summary) -> tuple[GameHead, ...]:
    """The games of a competition, those under way included."""
    over = {game.number: game for game in summary.games}
    return tuple(
        GameHead(
            number=game.number,
            title=game.title,
            code=game.code,
            over=game.number in over,
            players=len(game.numbers),
        )
        for game in found.whole.games
    )


async def event_lines(page: Page) -> list[EventLine]:
    """The competitions this browser may know of, the youngest first."""
    every = await competitions(page).every()
    shown = is_organiser(page)
    return [event_line(found) for found in every if shown or not found.state.terms.private]


@get(["/competitions", "/competitions.json"])
async def index(page: ThisPage) -> Response[Any]:
    """The competitions of this server; the organiser opens one here."""
    lines = await event_lines(page)
    if page.request.url.path.endswith(".json"):
        return Response(lines, headers=NO_STORE)
    return await _index(page, TermsForm())


async def _index(page: Page, form: TermsForm, fault: str = "") -> Response[str]:
    lines = await event_lines(page)
    seasons = sorted({line.season for line in lines if line.season})
    return page.html(
        "competition/index.html",
        events=lines,
        seasons=seasons,
        organiser=is_organiser(page),
        form=form,
        words=words,
        fault=fault,
    )


@post("/competitions", status_code=303)
async def create(data: URLEncodedBody[TermsForm], page: ThisPage) -> Response[Any]:
    """Open a competition."""
    events = need_organiser(page)
    try:
        code = await events.open(commands.Open(title=data.title[:120], terms=data.terms()))
    except (Refusal, msgspec.ValidationError) as error:
        shown = await _index(page, data, page.reason(sentence(str(error))))
        shown.status_code = 400
        return shown
    return page.redirect(f"/competition/{code}/gerer")


@get("/competition/{code:str}")
async def show(code: FromPath[str], page: ThisPage, group: Group = "") -> Response[Any]:
    """The competition: its games and its ranking; with ``.json`` the same for programs."""
    name = code.removesuffix(".json")
    found, summary = await visited(page, name)
    trait = trait_of(group)
    lines = await heavy(page, standing, summary, trait)
    heads = game_heads(found, summary)
    if name != code:
        return Response(event_reply(found, heads, lines), headers=NO_STORE)
    return page.html(
        "competition/show.html",
        event=found,
        summary=summary,
        heads=heads,
        lines=lines,
        group=trait,
        offered=_offered(lines),
        organiser=is_organiser(page),
        words=words,
    )


def event_reply(
    found: Competition, heads: tuple[GameHead, ...], lines: tuple[StandingLine, ...]
) -> EventReply:
    """A competition for programs."""
    state = found.state
    return EventReply(
        code=found.code,
        title=state.title,
        at=state.opened.at,
        by=state.terms.by,
        ties=state.terms.ties,
        season=state.terms.season,
        closed=state.is_closed,
        games=heads,
        ranking=lines,
    )


def _offered(lines: tuple[StandingLine, ...]) -> dict[str, str]:
    """What the ranking can be grouped by: what is known of somebody."""
    return {
        trait: name
        for trait, name in words.GROUPS.items()
        if any(getattr(line, trait) for line in lines)
    }


@get("/competition/{code:str}/classement.csv")
async def as_csv(code: FromPath[str], page: ThisPage, group: Group = "") -> Response[bytes]:
    """The ranking as a spreadsheet reads it."""
    found, summary = await visited(page, code)
    content = await heavy(page, _csv, summary, group)
    name = f'attachment; filename="classement-{found.code}.csv"'
    headers = {**NO_STORE, "content-disposition": name}
    return Response(content, media_type="text/csv", headers=headers)


def _csv(summary: Summary, group: str) -> bytes:
    return documents.to_csv(event_ranking(summary, trait_of(group)))


@get("/competition/{code:str}/partie/{number:str}")
async def game(code: FromPath[str], number: FromPath[str], page: ThisPage) -> Response[Any]:
    """The ranking of one game; with ``.json`` the same for programs."""
    name = number.removesuffix(".json")
    _, summary = await visited(page, code)
    played = next((one for one in summary.games if str(one.number) == name), None)
    if played is None:
        raise WebError(404, "Cette partie n'a pas de résultat.")
    lines: tuple[GameLine, ...] = game_lines(summary, played)
    if name != number:
        return Response(lines, headers=NO_STORE)
    return page.html("competition/game.html", code=code, summary=summary, game=played, lines=lines)


pages = [index, create, show, as_csv, game]
