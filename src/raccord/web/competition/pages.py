"""The public pages of competitions: their list, the ranking, each game; also as files."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, URLEncodedBody

from raccord import documents
from raccord.documents.event_papers import of_game, overall
from raccord.documents.exports import event_ranking
from raccord.hall.competitions import Competition
from raccord.quoting import sentence
from raccord.tournament import (
    GameLine,
    Refusal,
    StandingLine,
    Summary,
    TeamLine,
    Terms,
    commands,
    game_lines,
)
from raccord.web.competition import words
from raccord.web.competition.access import (
    Group,
    competitions,
    is_organiser,
    need_organiser,
    ranked,
    shelf,
    trait_of,
    visited,
)
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.press import Press, as_file
from raccord.web.workshop import heavy

NO_STORE = {"cache-control": "no-store"}


class TermsForm(msgspec.Struct, frozen=True, kw_only=True):
    """The form of a competition: its name and how its games add up."""

    title: str = ""
    by: str = "points"
    tie1: str = ""
    tie2: str = ""
    tie3: str = ""
    tie4: str = ""
    tie5: str = ""
    season: str = ""
    shown: str = "name"
    private: str = ""
    template: str = ""

    def terms(self, base: Terms) -> Terms:
        """What the form says; what it does not speak of stays as it was."""
        ties = (self.tie1, self.tie2, self.tie3, self.tie4, self.tie5)
        chosen = msgspec.to_builtins(base) | {
            "by": self.by,
            "ties": [tie for tie in dict.fromkeys(ties) if tie],
            "season": " ".join(self.season.split())[:80],
            "shown": self.shown,
            "private": bool(self.private),
        }
        return msgspec.convert(chosen, Terms)


def templated(form: TermsForm, base: Terms) -> Terms:
    """The terms of a template, with what only the form can tell: season, privacy, names."""
    said = form.terms(base)
    return msgspec.structs.replace(base, season=said.season, private=said.private, shown=said.shown)


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
    decides: bool = False
    """Whether it only parts those who play it."""
    awaited: tuple[str, ...] = ()
    """Of a game in sections that is over: those whose slips are still awaited."""


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
    teams: tuple[TeamLine, ...] = ()


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
    over = {game.number: game for game in (*summary.games, *summary.deciders)}
    return tuple(
        GameHead(
            number=game.number,
            title=game.title,
            code=game.code,
            over=game.number in over,
            players=len(game.numbers),
            decides=game.decides,
            awaited=over[game.number].awaited if game.number in over else (),
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
    if page.request.url.path.endswith(".json"):
        return Response(await event_lines(page), headers=NO_STORE)
    return await _index(page, TermsForm())


async def _index(page: Page, form: TermsForm, fault: str = "") -> Response[str]:
    lines = await event_lines(page)
    organiser = is_organiser(page)
    seasons = sorted({line.season for line in lines if line.season})
    return page.html(
        "competition/index.html",
        events=lines,
        seasons=seasons,
        organiser=organiser,
        templates=list(await shelf(page).all()) if organiser else [],
        form=form,
        words=words,
        fault=fault,
    )


@post("/competitions", status_code=303)
async def create(data: URLEncodedBody[TermsForm], page: ThisPage) -> Response[Any]:
    """Open a competition."""
    events = need_organiser(page)
    try:
        chosen = (await shelf(page).all()).get(data.template)
        terms = templated(data, chosen.terms) if chosen else data.terms(Terms())
        code = await events.open(commands.Open(title=data.title[:120], terms=terms))
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
    board = await ranked(page, found, summary, trait)
    heads = game_heads(found, summary)
    if name != code:
        return Response(event_reply(found, heads, board.lines, board.teams), headers=NO_STORE)
    return page.html(
        "competition/show.html",
        event=found,
        summary=summary,
        heads=heads,
        lines=board.lines,
        teams=board.teams,
        way=board.way,
        group=trait,
        offered=_offered(board.lines),
        organiser=is_organiser(page),
        words=words,
    )


def event_reply(
    found: Competition,
    heads: tuple[GameHead, ...],
    lines: tuple[StandingLine, ...],
    sides: tuple[TeamLine, ...] = (),
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
        teams=sides,
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


@get("/competition/{code:str}/classement.pdf")
async def as_pdf(code: FromPath[str], page: ThisPage, group: Group = "") -> Response[bytes]:
    """The ranking on paper, group by group if asked."""
    found, summary = await visited(page, code)
    trait = trait_of(group)
    name = f"classement-{trait}" if trait else "classement"
    return await printed(page, found, name, partial(overall, summary, trait))


async def printed(
    page: Page, found: Competition, name: str, make: Callable[[], documents.Document]
) -> Response[bytes]:
    """A paper of a competition, printed once while nothing changes; the organiser pays nothing."""
    told = is_organiser(page)
    # Everybody's is not printed again for a slip: its time would tell that one has come.
    version = found.version if told else found.standing_version
    key = (found.code, *version, name, "name" if told else found.state.terms.shown)
    content = await page.services.get(Press).file(key, "pdf", make, None if told else page)
    return as_file(content, "pdf", f"{name}-{found.code}")


@get("/competition/{code:str}/partie/{number:str}")
async def game(code: FromPath[str], number: FromPath[str], page: ThisPage) -> Response[Any]:
    """The ranking of one game; with ``.json`` for programs, with ``.pdf`` on paper."""
    name, _, kind = number.partition(".")
    found, summary = await visited(page, code)
    every = (*summary.games, *summary.deciders)
    played = next((one for one in every if str(one.number) == name), None)
    if played is None:
        raise WebError(404, "Cette partie n'a pas de résultat.")
    if kind == "pdf":
        return await printed(page, found, f"partie-{name}", partial(of_game, summary, played))
    lines: tuple[GameLine, ...] = await heavy(page, game_lines, summary, played)
    if kind:
        return Response(lines, headers=NO_STORE)
    return page.html("competition/game.html", code=code, summary=summary, game=played, lines=lines)


pages = [index, create, show, as_csv, as_pdf, game]
