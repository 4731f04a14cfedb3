"""A centre: the events this laptop takes part in, played as games of its own hall.

It goes on whatever its link does. Envelopes are opened by the hub's keys as they come, or by a code
told on the telephone, which is noted before anything is drawn.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

from raccord.duplicate import Refusal as GameRefusal
from raccord.hall.games import Game, stream_of
from raccord.hall.sealed import SealedGame, SealedGames
from raccord.hall.service import Hall
from raccord.network.diary import Diary, EnvelopeOpened, Opener
from raccord.network.envelopes import unseal
from raccord.network.errors import (
    LinkError,
    MessageError,
    Refusal,
)
from raccord.network.exchange import exchange
from raccord.network.link import Post
from raccord.network.membership import Membership, join, memberships
from raccord.network.messages import Key, Secret
from raccord.network.multiplex import followed_here, name_of, repeat
from raccord.network.outbox import Outbox
from raccord.network.rehearsal import Rehearsal, rehearse
from raccord.network.telephone import unwrap
from raccord.store.games import DUPLICATE
from raccord.store.records import StoredEvent


class Centre:
    """Centre: what a laptop does for the events it was invited to."""

    def __init__(self, hall: Hall, folder: Path, post: Post) -> None:
        self.hall = hall
        self._folder = folder
        self._post = post
        self._sealed = SealedGames(hall)
        self._outboxes: dict[str, Outbox] = {}
        self.faults: dict[str, str] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._keys: dict[tuple[str, int], Key] = {}
        """Keys of games that nobody has opened in the hall yet."""
        self.sheets: dict[str, bytes] = {}
        """The sheet of the last rehearsal, to be printed."""

    def all(self) -> Iterator[Outbox]:
        """Every event this laptop takes part in, the newest first; reads files."""
        for found in memberships(self._folder):
            known = self._outboxes.get(found.name)
            if known is None or known.membership.opened != found.opened:
                store = self.hall.resources.store
                known = Outbox(store, found, self.hall.resources.now_ms)
                self._outboxes[found.name] = known
            yield known

    def get(self, name: str) -> Outbox:
        """One of them by its name."""
        for found in self.all():
            if found.membership.name == name:
                return found
        raise Refusal("cet ordinateur n'est rattaché à aucune épreuve de ce nom")

    async def join(self, content: bytes) -> str:
        """Take part in an event, by the organiser's file; the hub is told if it can be reached."""
        name = await asyncio.to_thread(self._join, content)
        await self.sync(name)
        return name

    def _join(self, content: bytes) -> str:
        membership: Membership = join(self._folder, content)
        self.get(membership.name).begin()
        return membership.name

    async def rehearse(self, name: str) -> Rehearsal:
        """Play a dummy game and look at list, clock, printer and link; the hub is told."""
        outbox = await asyncio.to_thread(self.get, name)
        linked = await self.sync(name)
        membership = outbox.membership
        found = await asyncio.to_thread(
            rehearse,
            membership.invitation,
            self.hall.resources.lexicon_named,
            linked,
            membership.receipt.skew,
        )
        self.sheets[name] = found.sheet
        await asyncio.to_thread(outbox.rehearsed, found.turns, found.faults)
        await self.sync(name)
        return found

    async def open(self, name: str, number: int) -> str:
        """Open a game of the event in the hall; its code. Asked twice, it opens one game."""
        outbox = await asyncio.to_thread(self.get, name)
        async with self._lock(f"{name} open"):
            diary = await asyncio.to_thread(lambda: outbox.diary)
            if diary and number in diary.games:
                return diary.games[number].code
            self._check_slot(outbox.membership, number)
            before = await self._before(diary)
            code = await self._sealed.open(_wish(outbox.membership, number), before)
            await asyncio.to_thread(outbox.opened_game, number, code)
        await self._use(outbox, self._keys.pop((name, number), None))
        await self.sync(name)
        return code

    def _check_slot(self, membership: Membership, number: int) -> None:
        """Slots are by the hub's clock, as far as it is known."""
        opens, closes = membership.slot(number)
        now = self.hall.resources.now_ms() - membership.receipt.skew
        if now < opens:
            raise Refusal("le créneau de cette partie n'est pas commencé")
        if now >= closes:
            raise Refusal("le créneau de cette partie est passé : appelez l'organisateur")

    async def _before(self, diary: Diary | None) -> Game | None:
        """The last game played here, whose tables stay."""
        played = [one.code for _, one in sorted((diary.games if diary else {}).items())]
        if not played:
            return None
        game = await self.hall.get(played[-1])
        if game.state.end is None:
            raise Refusal("la partie d'avant n'est pas terminée")
        return game

    async def telephone(self, name: str, number: int, typed: str, who: str = "") -> int:
        """Open the next envelope by a code told on the telephone; the turn it opened."""
        outbox = await asyncio.to_thread(self.get, name)
        game = await self._game(outbox, number)
        turn = awaited(game)
        if not turn:
            raise Refusal("aucune enveloppe n'est à ouvrir maintenant")
        invitation = outbox.membership.invitation
        sealed = invitation.game(number)
        box = sealed.phone[turn - 1]
        key = await asyncio.to_thread(unwrap, typed, invitation.centre, sealed.id, turn, box)
        await self._unseal(outbox, Key(number, turn, key), "telephone", who)
        await self.sync(name)
        return turn

    async def _game(self, outbox: Outbox, number: int) -> Game:
        diary = await asyncio.to_thread(lambda: outbox.diary)
        if diary is None or number not in diary.games:
            raise Refusal("cette partie n'est pas ouverte dans la salle")
        return await self.hall.get(diary.games[number].code)

    async def _use(self, outbox: Outbox, key: Key | None) -> None:
        """Open an envelope with a key of the hub, if it is the one that is awaited."""
        if key is None:
            return
        try:
            game = await self._game(outbox, key.game)
        except Refusal:
            self._keys[outbox.membership.name, key.game] = key
            return
        if awaited(game) == key.turn:
            await self._unseal(outbox, key, "hub")

    async def _unseal(self, outbox: Outbox, key: Key, by: Opener, who: str = "") -> None:
        sealed = outbox.membership.invitation.game(key.game)
        if not 0 < key.turn <= len(sealed.boxes):
            return
        script = unseal(key.key, sealed.id, key.turn, sealed.boxes[key.turn - 1])
        at = self.hall.resources.now_ms()
        event = EnvelopeOpened(at=at, game=key.game, turn=key.turn, by=by, who=who)
        game = await self._game(outbox, key.game)
        # Noted first: no envelope is ever open that nobody was told of.
        await asyncio.to_thread(outbox.opened_envelope, event)
        await self._sealed.unseal(game.id, key.turn, script)

    async def sync(self, name: str) -> bool:
        """One exchange with the hub; whether it answered. What fails is tried again later."""
        outbox = await asyncio.to_thread(self.get, name)
        async with self._lock(name):
            await self._close_games(outbox)
            outbox.follows = await followed_here(self.hall, outbox)
            try:
                await self._believe(outbox, await asyncio.to_thread(exchange, outbox, self._post))
            except (LinkError, MessageError) as error:
                self.faults[name] = str(error)
                return False
            self.faults.pop(name, None)
            await self._follow_embargo(outbox)
        return True

    async def listen(self, name: str) -> bool:
        """Wait with the hub for the next fact of the games followed live; whether it answered."""
        outbox = await asyncio.to_thread(self.get, name)
        outbox.follows = await followed_here(self.hall, outbox)
        message = await asyncio.to_thread(outbox.listening)
        try:
            answer = await asyncio.to_thread(self._post, outbox.membership.invitation.hub, message)
            async with self._lock(name):
                await self._believe(outbox, await asyncio.to_thread(outbox.take, answer))
        except (LinkError, MessageError) as error:
            self.faults[name] = str(error)
            return False
        self.faults.pop(name, None)
        return True

    async def _believe(self, outbox: Outbox, told: Secret) -> None:
        """Open envelopes and repeat facts, as far as the hub has told them."""
        for key in told.keys:
            await self._use(outbox, key)
        for fact in told.facts:
            game = await self._game(outbox, fact.game)
            try:
                await repeat(self.hall, game.id, fact, outbox.membership.receipt.skew)
            except GameRefusal as refusal:
                raise MessageError(str(refusal)) from refusal

    async def is_live(self, name: str) -> bool:
        """Whether a game of an event is being followed live: the hub is listened to all along."""
        outbox = await asyncio.to_thread(self.get, name)
        return bool(await followed_here(self.hall, outbox))

    async def take(self, name: str, answer: bytes) -> None:
        """Believe an answer of the hub that came as a file."""
        outbox = await asyncio.to_thread(self.get, name)
        async with self._lock(name):
            await self._believe(outbox, await asyncio.to_thread(outbox.take, answer))

    async def _close_games(self, outbox: Outbox) -> None:
        """Say of each game that is published how many facts it has."""
        diary = await asyncio.to_thread(lambda: outbox.diary)
        for number, opened in diary.games.items() if diary else ():
            game = await self.hall.get(opened.code)
            if game.state.published is not None:
                await asyncio.to_thread(outbox.close, number)

    async def _follow_embargo(self, outbox: Outbox) -> None:
        diary = await asyncio.to_thread(lambda: outbox.diary)
        until = outbox.membership.receipt.embargo
        for opened in diary.games.values() if diary else ():
            game = await self.hall.get(opened.code)
            if until and game.companion.embargo != until:
                await self._sealed.set_embargo(opened.code, until)

    async def refill(self, name: str) -> int:
        """Take over from a laptop that is lost: its games go on here; how many."""
        outbox = await asyncio.to_thread(self.get, name)
        async with self._lock(name):
            hub, ask = outbox.membership.invitation.hub, outbox.refilling()
            answer = await asyncio.to_thread(self._post, hub, ask)
            games, keys = await asyncio.to_thread(outbox.take_given, answer)
            for number, events in sorted(games.items()):
                await self._restore(outbox, number, events)
            for key in keys:
                game = await self._game(outbox, key.game)
                if key.turn == game.companion.unsealed + 1:
                    await self._unseal(outbox, key, "hub")
        await self.sync(name)
        return len(games)

    async def _restore(self, outbox: Outbox, number: int, events: list[StoredEvent]) -> None:
        diary = await asyncio.to_thread(lambda: outbox.diary)
        if diary and number in diary.games:
            return
        decoded = [DUPLICATE.codec.decode(event) for event in events]
        code = await self._sealed.restore(_wish(outbox.membership, number), decoded)
        title = outbox.membership.invitation.game(number).title
        await asyncio.to_thread(outbox.refilled, stream_of(code), title, events)
        await asyncio.to_thread(outbox.opened_game, number, code)

    def _lock(self, name: str) -> asyncio.Lock:
        return self._locks.setdefault(name, asyncio.Lock())

    async def under_way(self, name: str) -> bool:
        """Whether a game of an event is being played: the hub is asked more often then."""
        outbox = await asyncio.to_thread(self.get, name)
        diary = await asyncio.to_thread(lambda: outbox.diary)
        games = [await self.hall.get(one.code) for one in (diary.games if diary else {}).values()]
        return any(game.state.end is None for game in games)


def awaited(game: Game) -> int:
    """The turn whose envelope is to be opened: the one before it is closed."""
    state, opened = game.state, game.companion.unsealed
    if state.opened.follows:
        return 0
    if state.end is not None or opened != len(state.turns):
        return 0
    return opened + 1


def _wish(membership: Membership, number: int) -> SealedGame:
    invitation = membership.invitation
    is_live = invitation.game(number).live
    return SealedGame(
        title=f"{invitation.title} – {invitation.game(number).title}",
        edition=invitation.edition,
        formula=invitation.formula,
        lexicon=invitation.lexicon,
        lexicon_digest=invitation.lexicon_digest,
        embargo=membership.receipt.embargo or invitation.embargo,
        solo=invitation.solo,
        follows=name_of(invitation.event, number) if is_live else "",
    )
