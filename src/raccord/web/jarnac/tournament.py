"""A tournament of Jarnac for all to see: rounds, results and ranking on pages, screen and paper."""

from collections.abc import Mapping
from typing import Any

import msgspec
import segno
from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.response import Stream

from raccord.documents.french import day
from raccord.documents.jarnac import JarnacPairing, JarnacPairings, JarnacRanking, JarnacRankLine
from raccord.hall.competitions import Competition
from raccord.hall.errors import UnknownError
from raccord.hall.jarnac.tournaments import JarnacTournaments, names_of
from raccord.tournament import jarnac as jt
from raccord.web.addresses import public_address
from raccord.web.competition.access import is_organiser, need_organiser, visited
from raccord.web.inject import ThisPage
from raccord.web.live import event_stream
from raccord.web.page import Page
from raccord.web.press import Press, as_file
from raccord.web.services import Services
from raccord.web.streams import Streams

SYSTEMS: dict[jt.System, str] = {"swiss": "Système suisse", "round-robin": "Toutes rondes"}
NO_STORE = {"cache-control": "no-store"}
TAGS = ["Jarnac"]


class RoundLine(msgspec.Struct, frozen=True, kw_only=True):
    """One table of a round, as it is told."""

    round: int
    table: int
    first: str
    second: str
    name: str
    points: tuple[int, int] | None
    jarnacs: tuple[int, int] | None
    winner: str | None
    typed: bool


class TournamentReply(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament of Jarnac as anybody sees it."""

    code: str
    title: str
    system: str
    rounds: int
    closed: bool
    tables: tuple[RoundLine, ...]
    byes: dict[int, str]
    ranking: tuple[jt.RankedPlayer, ...]


def _made(services: Services) -> JarnacTournaments:
    from raccord.hall.jarnac import JarnacTables

    return JarnacTournaments(services, services.get(JarnacTables))


def tournaments(page: Page) -> JarnacTournaments:
    """The tournaments of the server a page belongs to."""
    return page.services.get(_made)


async def begin(services: Services) -> None:
    """Listen to tables from the start: games end whether or not a page was asked for."""
    services.get(_made)


async def of_event(page: Page, code: str) -> tuple[Competition, jt.JarnacState]:
    """The tournament of a competition; there may be none."""
    event, _ = await visited(page, code)
    state = await tournaments(page).get(event.code)
    if state is None:
        raise UnknownError(expected="une compétition qui a un tournoi de Jarnac")
    return event, state


def reply_of(
    event: Competition, state: jt.JarnacState, names: Mapping[int, str]
) -> TournamentReply:
    """What pages and programs are told."""
    return TournamentReply(
        code=event.code,
        title=event.state.title,
        system=state.opened.system,
        rounds=state.opened.rounds,
        closed=state.is_closed,
        tables=tuple(
            _line(names, played, table) for played in state.rounds for table in played.tables
        ),
        byes={r.number: names.get(r.bye, "") for r in state.rounds if r.bye is not None},
        ranking=jt.ranking(state, names),
    )


def _line(names: Mapping[int, str], played: jt.Round, table: jt.RoundTable) -> RoundLine:
    pair, outcome = table.pair, table.outcome
    first, second = names.get(pair.first, "?"), names.get(pair.second, "?")
    won = outcome.winner if outcome else None
    return RoundLine(
        round=played.number,
        table=pair.table,
        first=first,
        second=second,
        name=table.name,
        points=outcome.points if outcome else None,
        jarnacs=outcome.jarnacs if outcome else None,
        winner=None if won is None else first if won == "A" else second,
        typed=table.source == "typed" and outcome is not None,
    )


@get("/competition/{code:str}/jarnac")
async def show(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """Rounds, results and ranking; with ``.json`` the same for programs."""
    event, _ = await visited(page, code)
    state = await tournaments(page).get(event.code)
    organiser = is_organiser(page)
    if state is None and organiser:
        return page.redirect(f"/competition/{event.code}/jarnac/gerer")
    return await _page(page, "jarnac/tournament.html", code, organiser=organiser)


async def _page(page: Page, template: str, code: str, **more: object) -> Response[Any]:
    event, state = await of_event(page, code)
    names = names_of(event, public=True)
    return page.html(
        template,
        event=event,
        state=state,
        told=reply_of(event, state, names),
        views=await tournaments(page).views(state),
        systems=SYSTEMS,
        ties=jt.TIES,
        address=f"{public_address(page)}competition/{event.code}/jarnac/joueur",
        **more,
    )


@get("/competition/{code:str}/jarnac/ecran")
async def screen(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """The round and the ranking on a projector."""
    return await _page(page, "jarnac/tournament_screen.html", code)


@get("/competition/{code:str}/jarnac/live")
async def live(code: FromPath[str], page: ThisPage, request: Request[Any, Any, Any]) -> Stream:
    """Something changed: a result, a table, a new round."""
    event, state = await of_event(page, code)
    holder = page.services.get(Streams).stranger(page)
    topics = tournaments(page).topics(event.code, state)
    return event_stream(page.services.hub, topics, request, holder)


@get("/competition/{code:str}/jarnac/classement.pdf")
async def ranking_paper(code: FromPath[str], page: ThisPage) -> Response[bytes]:
    """The ranking, to print."""
    event, state = await of_event(page, code)
    names = names_of(event, public=True)

    def make() -> JarnacRanking:
        return JarnacRanking(
            title=event.state.title,
            date=day(event.state.opened.at),
            system=SYSTEMS[state.opened.system],
            rounds=len(state.rounds),
            planned=state.opened.rounds,
            final=state.is_closed,
            lines=tuple(_ranked(line) for line in jt.ranking(state, names)),
        )

    content = await page.services.get(Press).file(_key(event, state, "ranking"), "pdf", make, page)
    return as_file(content, "pdf", f"jarnac-classement-{event.code}")


def _ranked(line: jt.RankedPlayer) -> JarnacRankLine:
    return JarnacRankLine(
        place=line.place,
        name=line.name,
        wins=line.wins,
        draws=line.draws,
        losses=line.losses,
        points=line.points,
        against=line.against,
        jarnacs=line.jarnacs,
        note=jt.TIES[line.parted] + (" · abandon" if line.withdrawn else ""),
    )


def _key(event: Competition, state: jt.JarnacState, kind: str) -> tuple[object, ...]:
    return ("jarnac-tournament", event.code, kind, hash(state), event.standing_version)


@get("/competition/{code:str}/jarnac/tables.pdf")
async def tables_paper(code: FromPath[str], page: ThisPage) -> Response[bytes]:
    """The pairings of the round, and the code of every player's phone: for the organiser."""
    need_organiser(page)
    event, state = await of_event(page, code)
    names = names_of(event, public=False)
    address = f"{public_address(page)}competition/{event.code}/jarnac/joueur"

    def make() -> JarnacPairings:
        places = {n: t.pair.table for t in _last(state) for n in (t.pair.first, t.pair.second)}
        return JarnacPairings(
            title=event.state.title,
            round=len(state.rounds),
            address=address,
            pairs=tuple(
                (t.pair.table, names[t.pair.first], names[t.pair.second]) for t in _last(state)
            ),
            players=tuple(
                JarnacPairing(
                    name=names.get(p.number, ""),
                    code=p.code,
                    table=places.get(p.number, 0),
                    modules=_modules(f"{address}?cle={p.code}"),
                )
                for p in state.players
            ),
        )

    content = await page.services.get(Press).file(_key(event, state, "tables"), "pdf", make)
    return as_file(content, "pdf", f"jarnac-tables-{event.code}")


def _last(state: jt.JarnacState) -> tuple[jt.RoundTable, ...]:
    return state.rounds[-1].tables if state.rounds else ()


def _modules(text: str) -> tuple[str, ...]:
    made = segno.make(text, error="m")
    return tuple("".join(map(str, row)) for row in made.matrix)


@get("/tournaments/{code:str}/jarnac", tags=TAGS)
async def read_tournament(code: FromPath[str], page: ThisPage) -> TournamentReply:
    """A tournament of Jarnac: its tables, results and ranking."""
    event, state = await of_event(page, code)
    return reply_of(event, state, names_of(event, public=True))


pages = [show, screen, live, ranking_paper, tables_paper]
api = [read_tournament]
