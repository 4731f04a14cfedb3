"""Games in stock: what a browser keeps to play without the server, and what it brings back."""

import asyncio
import gzip
import hashlib
from collections.abc import Callable
from datetime import date, timedelta
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody

from raccord import wordlists
from raccord.duplicate import Refusal
from raccord.duplicate.alone import Answer, Hint, Next, Pass, Pause, Resume, Stop
from raccord.duplicate.rules import formulas
from raccord.hall.alone.contests import daily, today, unranked
from raccord.hall.alone.stock import DAY, KEPT_FOR, Name, StockGame, Told, made, names, replayed
from raccord.hall.alone.views import SoloView
from raccord.web import boards
from raccord.web.alone.choosing import MODES, PRESETS, TIMES, BeginForm, formula_named, games_of
from raccord.web.alone.learner import contests_of, key_of, need_key, take_note
from raccord.web.alone.pages import view_of
from raccord.web.alone.shared import daily_secret
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.quiet import quiet_rack
from raccord.web.services import Services
from raccord.web.words.offline import list_address, zipped_answer
from raccord.web.workshop import Workshop, heavy

FORM = 2
"""How games are written: a browser lets those of another form go that nobody has begun."""
MOST_WISHES = 500
MOST_BODY = 64_000
MOST_INSTANT = 2**53
Instant = Annotated[int, msgspec.Meta(ge=0, le=MOST_INSTANT)]
Written = Annotated[str, msgspec.Meta(max_length=60)]


class Way(msgspec.Struct, frozen=True):
    """Façon de jouer: a formula by its name, and what a browser needs of it."""

    formula: str
    label: str
    seconds: int | None
    signal: int
    topping: bool
    penalty: int
    solutions: int


class StockReply(msgspec.Struct, frozen=True):
    """Which games may be had today, by their rack, and the word list they go with."""

    form: int
    list: str
    games: dict[str, tuple[str, ...]]


class KeptGame(msgspec.Struct, frozen=True):
    """A game, the ways to play it, the rules to count by, the address of its word list."""

    game: StockGame
    ways: dict[str, Way]
    rules: dict[str, Any]
    list: str
    form: int = FORM


class WishBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the player did, and when by his own clock."""

    do: Literal["answer", "pass", "next", "hint", "pause", "resume", "stop"]
    at: Instant
    turn: Annotated[int, msgspec.Meta(ge=0, le=200)] = 0
    move: Written | None = None
    more: Annotated[tuple[Written, ...], msgspec.Meta(max_length=2)] = ()


class PlayedBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game from the stock as it was played; the server counts it again."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    digest: Annotated[str, msgspec.Meta(max_length=64)]
    way: Annotated[str, msgspec.Meta(max_length=40)]
    checks: bool = True
    competition: bool = False
    at: Instant
    wishes: Annotated[tuple[WishBody, ...], msgspec.Meta(max_length=MOST_WISHES)]


_WISHES: dict[str, Callable[[WishBody], Any]] = {
    "answer": lambda wish: Answer(wish.turn, wish.move, wish.at, wish.more),
    "pass": lambda wish: Pass(wish.turn, wish.at),
    "next": lambda wish: Next(wish.at),
    "hint": lambda wish: Hint(wish.turn, wish.at),
    "pause": lambda wish: Pause(wish.turn, wish.at),
    "resume": lambda wish: Resume(wish.at),
    "stop": lambda wish: Stop(wish.at),
}


class Shelf:
    """The games of today and yesterday as they are sent, each made when first asked for."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._lock = asyncio.Lock()
        self._zipped: dict[Name, bytes] = {}

    async def zipped(self, name: Name, day: date) -> bytes:
        """A game, compressed; there are those of today, and of yesterday for who was half-way."""
        yesterday = day - timedelta(days=1)
        if not yesterday <= name.day <= day:
            raise _no_such()
        address = await list_address(self._services)
        async with self._lock:
            if name not in self._zipped:
                # Few, made once, and everybody's: nobody pays for them.
                work = self._services.get(Workshop).for_everybody
                self._zipped = {n: z for n, z in self._zipped.items() if n.day >= yesterday} | {
                    name: await work(_zipped, name, secret_of(self._services, name), address)
                }
            return self._zipped[name]


def secret_of(services: Services, name: Name) -> str:
    """The secret of a game's draws: nobody can tell it without the server's key."""
    if name.kind == DAY:
        return daily_secret(services, daily(name.day))
    return services.signer.digest("stock", str(name).encode()).hex()


def _zipped(name: Name, secret: str, address: str) -> bytes:
    game = made(name, secret, wordlists.load(wordlists.FREE))
    rules = boards.rules_data(formulas.parse(name.rack).rules)
    kept = KeptGame(game, ways(name.kind), rules, address)
    return gzip.compress(msgspec.json.encode(kept), mtime=0)


def ways(kind: str) -> dict[str, Way]:
    """The ways to play a rack, by the choices of the page: ``blitz``, ``topping/60``."""
    if kind == DAY:
        return {"classic": msgspec.structs.replace(_way("classic"), label="La partie du jour")}
    rack, joker = ("classic", "1") if kind == "joker" else (kind, "")
    found = {
        f"{mode}/{time}": formula_named(BeginForm(rack=rack, joker=joker, mode=mode, time=time))
        for mode in MODES
        for time in TIMES
    }
    presets = {preset: preset for preset in PRESETS} if kind == "classic" else {}
    return {key: _way(formula) for key, formula in {**found, **presets}.items()}


def _way(name: str) -> Way:
    formula = formulas.parse(name)
    pace = formula.pace(1)
    return Way(
        formula=name,
        label=formula.label,
        seconds=pace.seconds if formula.timed else None,
        signal=pace.last,
        topping=formula.topping,
        penalty=formula.topping_penalty,
        solutions=formula.solutions,
    )


@get("/solo/stock", tags=["Solo"])
async def stock(page: ThisPage) -> StockReply:
    """The games that may be kept today, to be played without the server."""
    day = today(page.services.now_ms())
    games = names(day)
    if _is_free_daily(page.services) and not await _daily_of(page, day, key_of(page)):
        games[DAY] = (str(Name(day, DAY, 0)),)
    return StockReply(FORM, await list_address(page.services), games)


def _is_free_daily(services: Services) -> bool:
    """Whether the game of the day goes with the list that browsers have."""
    return services.lexicon_named().name == wordlists.FREE


async def _daily_of(page: Page, day: date, key: str) -> bool:
    """Whether somebody plays or has played a day's game, with the network or without."""
    own, contest = contests_of(page), daily(day)
    return bool(await own.mine(contest, key) or await own.mine(unranked(contest), key))


@get("/solo/stock/{name:str}", tags=["Solo"])
async def stock_game(
    name: FromPath[str], page: ThisPage, request: Request[Any, Any, Any]
) -> Response[bytes]:
    """A whole game with its tops, for a browser that keeps it."""
    day = today(page.services.now_ms())
    found = _named(name)
    if found.kind == DAY and not _is_free_daily(page.services):
        raise _no_such()
    data = await page.services.get(Shelf).zipped(found, day)
    return await zipped_answer(request, data, "application/json", "no-store")


@post("/solo/stock", tags=["Solo"], status_code=200, request_max_body_size=MOST_BODY)
async def bring_back(data: JSONBody[PlayedBody], page: ThisPage) -> SoloView:
    """A game played without the server: every answer is ruled on again; sent twice, it is one."""
    told, now = _told(data), page.services.now_ms()
    if not today(now) - KEPT_FOR <= told.name.day <= today(now):
        raise Refusal("cette partie a trop attendu pour être gardée par le serveur")
    key, contest = need_key(page), daily(told.name.day)
    if told.name.kind == DAY and await contests_of(page).mine(contest, key):
        raise Refusal("cette partie du jour est déjà commencée avec le réseau")
    lexicon = page.services.lexicon_named(wordlists.FREE)
    secret = secret_of(page.services, told.name)
    wishes = await heavy(page, replayed, told, secret, lexicon, now)
    name = _name_of(key, told.name)
    state = await games_of(page).bring(name, wishes, lexicon)
    page.session.grant(f"solo:{name}", "player")
    await take_note(page, name, state)
    if told.name.kind == DAY and state.play.turns:
        await contests_of(page).ended(unranked(contest), key, name, state)
    return view_of(page, name, state)


def _named(text: str) -> Name:
    name = Name.parse(text)
    if name is None:
        raise _no_such()
    return name


def _no_such() -> WebError:
    return WebError(404, "Aucune partie en réserve ne porte ce nom.")


def _told(data: PlayedBody) -> Told:
    name = _named(data.game)
    way = ways(name.kind).get(data.way)
    if way is None:
        raise Refusal("cette partie ne se joue pas ainsi")
    wishes = tuple(_WISHES[wish.do](wish) for wish in data.wishes)
    formula = formulas.parse(way.formula)
    competition = data.competition or name.kind == DAY
    return Told(name, data.digest, formula, data.checks, competition, data.at, wishes)


def _name_of(key: str, name: Name) -> str:
    """The same player brings the same game back under the same name."""
    return hashlib.sha256(f"stock\0{key}\0{name}".encode()).hexdigest()[:20]


def _blank() -> dict[str, Any]:
    """A game of nobody, which the page's script fills in from what the browser has."""
    board = {"cells": "." * 225, "last": "", "draw": "", "leave": 0}
    return {"turn": 1, "seconds": None, "signal": 30, "contest": "", **board}


@get("/solo/reserve")
async def stock_page(page: ThisPage) -> Response[str]:
    """The page of a game, for one that is in the browser; it holds nothing of anybody."""
    formula = formulas.parse("classic")
    return page.html("alone/game.html", view=_blank(), formula=formula, stocked=True)


@get("/solo/reserve/bilan")
async def stock_balance(page: ThisPage) -> Response[str]:
    """The balance of such a game, before the server has it."""
    return page.html("alone/stock_balance.html", rules=formulas.parse("classic").rules)


guards = [quiet_rack]
pages = [stock_page, stock_balance]
api = [stock, stock_game, bring_back]
