"""What the centre's one screen shows: its games, its link, and what is still to be sent."""

import asyncio
from dataclasses import dataclass, replace

from raccord.network.centre import Centre, awaited
from raccord.network.decisions import Overruled
from raccord.network.diary import Diary, Rehearsed
from raccord.network.outbox import Outbox


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A game of the event as the centre's screen shows it."""

    game: int
    title: str
    opens: int
    closes: int
    digest: str
    code: str = ""
    turn: int = 0
    tables: int = 0
    over: bool = False
    published: bool = False
    awaits: int = 0
    """The turn whose envelope is awaited; 0 where none is."""
    may_open: bool = False
    live: bool = False
    """Whether its draws come live, without envelopes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreView:
    """The centre's one screen."""

    name: str
    title: str
    centre: str
    fingerprint: str
    install: str
    linked: bool
    """Whether the hub has answered the last time it was asked."""
    known: bool
    """Whether it ever has."""
    counts: bool
    pending: int
    skew: int
    embargo: int
    now: int
    fault: str
    rehearsed: Rehearsed | None
    games: tuple[GameView, ...]
    decisions: tuple[Overruled, ...]
    complete: bool


async def centre_view(centre: Centre, name: str) -> CentreView:
    """All that the centre's screen shows."""
    outbox = await asyncio.to_thread(centre.get, name)
    membership, invitation = outbox.membership, outbox.membership.invitation
    diary = await asyncio.to_thread(lambda: outbox.diary)
    receipt = membership.receipt
    games = [await _game_view(centre, outbox, diary, one.game) for one in invitation.games]
    decided = await asyncio.to_thread(lambda: outbox.decisions)
    return CentreView(
        name=name,
        title=invitation.title,
        centre=invitation.name,
        fingerprint=membership.opened.fingerprint,
        install=membership.install,
        linked=name not in centre.faults and receipt.at > 0,
        known=receipt.at > 0,
        counts=receipt.counts,
        pending=await asyncio.to_thread(outbox.pending),
        skew=receipt.skew,
        embargo=receipt.embargo or invitation.embargo,
        now=centre.hall.resources.now_ms(),
        fault=centre.faults.get(name, ""),
        rehearsed=diary.rehearsed if diary else None,
        games=tuple(games),
        decisions=tuple(d for d in decided.values() if d.centre == invitation.centre),
        complete=bool(games)
        and all(one.published for one in games)
        and not await asyncio.to_thread(outbox.lacking),
    )


async def _game_view(centre: Centre, outbox: Outbox, diary: Diary | None, number: int) -> GameView:
    sealed = outbox.membership.invitation.game(number)
    opens, closes = outbox.membership.slot(number)
    now = centre.hall.resources.now_ms() - outbox.membership.receipt.skew
    shown = GameView(
        game=number,
        title=sealed.title,
        opens=opens,
        closes=closes,
        digest=sealed.digest,
        live=sealed.live,
        may_open=opens <= now < closes,
    )
    if diary is None or number not in diary.games:
        return shown
    game = await centre.hall.get(diary.games[number].code)
    state = game.state
    return replace(
        shown,
        code=game.code,
        turn=state.turn,
        tables=len(state.entrants),
        over=state.end is not None,
        published=state.published is not None,
        awaits=awaited(game),
        may_open=False,
    )
