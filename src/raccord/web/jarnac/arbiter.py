"""The organiser's page of a tournament of Jarnac: rounds, all tables, contests, typed results."""

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, URLEncodedBody

from raccord import jarnac as rules
from raccord.hall.competitions import Competition
from raccord.hall.jarnac.tournaments import names_of
from raccord.quoting import sentence
from raccord.refusal import Refusal
from raccord.tournament import jarnac as jt
from raccord.web.addresses import public_address
from raccord.web.competition.access import need_organiser
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.jarnac import choices as ch
from raccord.web.jarnac.access import tables_of
from raccord.web.jarnac.tournament import SYSTEMS, reply_of, tournaments
from raccord.web.page import Page

MINUTES = (1, 3, 5, 8, 10, 12, 15, 20, 30)


class OpenForm(msgspec.Struct, frozen=True, kw_only=True):
    """How the tournament is played."""

    system: str = "swiss"
    rounds: str = "3"
    formula: str = "libre"
    minutes: str = "10"


class ResultForm(msgspec.Struct, frozen=True, kw_only=True):
    """A result as it is typed."""

    round: str
    table: str
    points_a: str = ""
    points_b: str = ""
    jarnacs_a: str = "0"
    jarnacs_b: str = "0"
    reason: str = ""


class RulingForm(msgspec.Struct, frozen=True, kw_only=True):
    """The arbiter's answer at a table."""

    name: str
    valid: str = ""


class NumberForm(msgspec.Struct, frozen=True, kw_only=True):
    """A player."""

    number: str


async def _event(page: Page, code: str) -> Competition:
    return await need_organiser(page).get(code)


@get("/competition/{code:str}/jarnac/gerer")
async def manage(code: FromPath[str], page: ThisPage) -> Response[str]:
    """All tables of the round, and what comes next."""
    return await _shown(page, await _event(page, code))


async def _shown(page: Page, event: Competition, fault: str = "") -> Response[str]:
    made = tournaments(page)
    state = await made.get(event.code)
    names = names_of(event, public=False)
    present = [n for n in event.whole.entries if event.whole.presence.get(n) == "present"]
    shown = page.html(
        "jarnac/arbiter.html",
        event=event,
        state=state,
        names=names,
        missing=_missing(event, state, names),
        present=len(present) or len(event.whole.entries),
        told=reply_of(event, state, names) if state else None,
        views=await made.views(state) if state else {},
        systems=SYSTEMS,
        formulas=ch.FORMULAS,
        minutes=MINUTES,
        ties=jt.TIES,
        address=f"{public_address(page)}competition/{event.code}/jarnac/joueur",
        fault=page.reason(sentence(fault)) if fault else "",
    )
    shown.status_code = 400 if fault else 200
    return shown


def _missing(
    event: Competition, state: jt.JarnacState | None, names: Mapping[int, str]
) -> list[tuple[int, str]]:
    """Who could still come late, by name."""
    if state is None or not state.takes_more:
        return []
    away = set(names) - {p.number for p in state.players} - set(event.excluded)
    return sorted(((n, names[n]) for n in away), key=lambda one: one[1])


def _number(text: str, what: str) -> int:
    if not text.strip().isascii() or not text.strip().isdigit() or len(text.strip()) > 6:
        raise Refusal(f"{what} : il faut un nombre")
    return int(text)


async def _after(page: Page, code: str, work: Any) -> Response[Any]:
    """Do something for the organiser; what is refused is told on top of his page."""
    event = await _event(page, code)
    try:
        await work(event)
    except Refusal as refusal:
        return await _shown(page, event, str(refusal))
    return page.redirect(f"/competition/{event.code}/jarnac/gerer")


@post("/competition/{code:str}/jarnac/ouvrir", status_code=303)
async def open_tournament(
    code: FromPath[str], data: URLEncodedBody[OpenForm], page: ThisPage
) -> Response[Any]:
    """Open the tournament for those who are present."""

    async def work(event: Competition) -> None:
        if data.system not in SYSTEMS:
            raise WebError(400, "Un des réglages n'est pas possible.", code="invalid")
        command = jt.Open(
            system="swiss" if data.system == "swiss" else "round-robin",
            rounds=_number(data.rounds, "les rondes"),
            formula=data.formula,
            minutes=_number(data.minutes, "les minutes"),
        )
        await tournaments(page).ask(event, command)

    return await _after(page, code, work)


@post("/competition/{code:str}/jarnac/ronde", status_code=303)
async def pair_round(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """Pair the next round and open its tables."""

    async def work(event: Competition) -> None:
        await tournaments(page).ask(event, jt.PairRound())

    return await _after(page, code, work)


@post("/competition/{code:str}/jarnac/resultat", status_code=303)
async def type_result(
    code: FromPath[str], data: URLEncodedBody[ResultForm], page: ThisPage
) -> Response[Any]:
    """Type a result, or correct one with a reason."""

    async def work(event: Competition) -> None:
        command = jt.TypeResult(
            round=_number(data.round, "la ronde"),
            table=_number(data.table, "la table"),
            points=(_number(data.points_a, "les points"), _number(data.points_b, "les points")),
            jarnacs=(
                _number(data.jarnacs_a, "les Jarnacs"),
                _number(data.jarnacs_b, "les Jarnacs"),
            ),
            reason=data.reason[:200],
        )
        await tournaments(page).ask(event, command)

    return await _after(page, code, work)


@post("/competition/{code:str}/jarnac/arbitrage", status_code=303)
async def rule(
    code: FromPath[str], data: URLEncodedBody[RulingForm], page: ThisPage
) -> Response[Any]:
    """Settle a contest that the list cannot: the arbiter's word counts for both players."""

    async def work(event: Competition) -> None:
        await settle(page, event, data.name, rules.Answer(valid=bool(data.valid)))

    return await _after(page, code, work)


async def settle(page: Page, event: Competition, name: str, answer: rules.Answer) -> None:
    """Answer at a table of this tournament, and at no other."""
    state = await tables_of(page).get(name)
    if state.opened.competition != event.code:
        raise WebError(404)
    await tables_of(page).do(name, answer)


@post("/competition/{code:str}/jarnac/retard", status_code=303)
async def enter_late(
    code: FromPath[str], data: URLEncodedBody[NumberForm], page: ThisPage
) -> Response[Any]:
    """Somebody comes late: he plays from the next round on."""

    async def work(event: Competition) -> None:
        number = _number(data.number, "le numéro")
        await tournaments(page).ask(event, jt.Enter(number=number))

    return await _after(page, code, work)


@post("/competition/{code:str}/jarnac/abandon", status_code=303)
async def withdraw(
    code: FromPath[str], data: URLEncodedBody[NumberForm], page: ThisPage
) -> Response[Any]:
    """Somebody leaves: he is not paired any more."""

    async def work(event: Competition) -> None:
        number = _number(data.number, "le numéro")
        await tournaments(page).ask(event, jt.Withdraw(number=number))

    return await _after(page, code, work)


@post("/competition/{code:str}/jarnac/clore", status_code=303)
async def close(code: FromPath[str], page: ThisPage) -> Response[Any]:
    """Close the tournament: its ranking is final."""

    async def work(event: Competition) -> None:
        await tournaments(page).ask(event, jt.Close())

    return await _after(page, code, work)


pages = [
    *(manage, open_tournament, pair_round, type_result),
    *(rule, enter_late, withdraw, close),
]
