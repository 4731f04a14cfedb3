"""Draws that several play: the game of the day, challenges, and games played in a hall."""

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from raccord.duplicate.alone import sources
from raccord.hall.alone.contests import CHALLENGE, DAILY, daily, today, unranked
from raccord.hall.alone.service import Choice
from raccord.hall.alone.stock import STOCK
from raccord.store.learning import Result
from raccord.web.alone.choosing import begin_solo, games_of
from raccord.web.alone.learner import contests_of, is_shared, key_of, need_key
from raccord.web.alone.pages import my_game
from raccord.web.entrance import entrance
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.quiet import quiet_rack
from raccord.web.services import Services


def daily_secret(services: Services, contest: str) -> str:
    """The secret of a day's draws: without the server's key nobody knows them."""
    return services.signer.digest("daily", contest.encode()).hex()


@get("/solo/jour")
async def daily_page(page: ThisPage) -> Response[str]:
    """The game of the day; its ranking only for who has finished it."""
    day = today(page.services.now_ms())
    return await _shown(page, daily(day), "alone/daily.html", day=day)


@post("/solo/jour", status_code=303)
async def play_daily(page: ThisPage) -> Redirect:
    """Play the game of the day, or go on with it."""
    contest = daily(today(page.services.now_ms()))
    key = need_key(page)
    if mine := await _mine(page, contest, key):
        return _back(page, mine)
    secret = daily_secret(page.services, contest)
    choice = Choice(contest=contest, secret=secret, competition=True)
    return await _begin(page, contest, key, choice)


@get("/solo/defi/{token:str}")
async def challenge_page(token: FromPath[str], page: ThisPage) -> Response[str]:
    """A challenge: its terms, and nothing of its tops before one's own game is over."""
    contest = f"{CHALLENGE}{token}"
    root = await games_of(page).get(await contests_of(page).game_of(contest))
    return await _shown(page, contest, "alone/challenge.html", root=root.play, token=token)


@post("/solo/defi/{token:str}", status_code=303)
async def take_up(token: FromPath[str], page: ThisPage) -> Redirect:
    """Take a challenge up, or go on with it."""
    contest = f"{CHALLENGE}{token}"
    root = await games_of(page).get(await contests_of(page).game_of(contest))
    key = need_key(page)
    if mine := await contests_of(page).mine(contest, key):
        return _back(page, mine)
    choice = Choice(checks=root.checks, competition=root.competition, contest=contest)
    lexicon = root.play.opened.lexicon
    return await _begin(page, contest, key, choice, lexicon, sources.of_game(root))


@post("/solo/{name:str}/defier", status_code=303)
async def challenge(name: FromPath[str], page: ThisPage) -> Redirect:
    """Make a challenge of a game that is over; one's own result is the first of it."""
    state = await my_game(page, name)
    if page.session.role(f"solo:{name}") is None:
        raise WebError(403, "Cette partie se joue sur un autre appareil.")
    if not state.is_over or not state.play.turns:
        raise WebError(409, "Terminez d'abord cette partie.")
    if state.contest.startswith(DAILY):
        raise WebError(409, "La partie du jour est déjà la même pour tous.")
    if state.contest.startswith(STOCK):
        raise WebError(
            409, "Une partie en réserve ne fait pas un défi : son joueur avait ses tops."
        )
    key = need_key(page)
    contest = state.contest if is_shared(state.contest) else ""
    if not contest:
        contest = await contests_of(page).challenge(name)
        await contests_of(page).ended(contest, key, name, state)
    return page.redirect(f"/solo/defi/{contest.removeprefix(CHALLENGE)}")


@post("/solo/partie/{code:str}", status_code=303)
async def play_public(code: FromPath[str], page: ThisPage) -> Redirect:
    """Play alone the draws of a game of the hall, once it is over."""
    game, _ = await entrance(page).enter(page, code)
    if game.state.end is None:
        raise WebError(409, "Cette partie se joue encore : elle se rejoue une fois terminée.")
    source = sources.of_turns(game.state)
    name = await begin_solo(page, Choice(), game.state.opened.lexicon, source)
    return page.redirect(f"/solo/{name}")


async def _begin(
    page: Page, contest: str, key: str, choice: Choice, lexicon: str = "", source: Any = None
) -> Redirect:
    name = await begin_solo(page, choice, lexicon, source or sources.NOTHING)
    if not await contests_of(page).begun(contest, key, name):
        # Two windows at once: the first counts.
        mine = await contests_of(page).mine(contest, key)
        return _back(page, mine) if mine else page.redirect(f"/solo/{name}")
    return page.redirect(f"/solo/{name}")


def _back(page: Page, mine: Result) -> Redirect:
    """To one's own game, wherever one comes from: the key is the player's."""
    page.session.grant(f"solo:{mine.game}", "player")
    return page.redirect(f"/solo/{mine.game}")


async def _shown(page: Page, contest: str, template: str, **more: Any) -> Response[str]:
    key = key_of(page)
    mine = await _mine(page, contest, key)
    apart = mine is not None and mine.contest != contest
    ended = mine is not None and mine.ended > 0
    places = await contests_of(page).ranking(contest, key) if ended else []
    return page.html(template, mine=mine, ended=ended, apart=apart, places=places, **more)


async def _mine(page: Page, contest: str, key: str) -> Result | None:
    """One's own game, also where it was played without the network."""
    own = contests_of(page)
    return await own.mine(contest, key) or await own.mine(unranked(contest), key)


guards = [quiet_rack]
pages = [daily_page, play_daily, challenge_page, take_up, challenge, play_public]
