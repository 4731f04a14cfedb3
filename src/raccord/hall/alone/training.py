"""The training of this server's players: what each has played, and what he has to revise.

A player is whoever has a key that only his browser knows; here only its digest is.
"""

import asyncio
import hashlib
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection

from raccord.duplicate.alone import SoloState
from raccord.duplicate.alone.progress import (
    GameLine,
    Progress,
    line_of,
    never_found,
    progress_of,
)
from raccord.hall.alone.revision import Card, Review, hook_cards, missed_cards, reviewed, word_cards
from raccord.hall.resources import Resources
from raccord.lexicon import STUDY_LISTS, Lexicon
from raccord.store import learning
from raccord.store.learning import Kept

T = TypeVar("T")
GAME, CARD = "game", "card"
MOST_GAMES, MOST_CARDS = learning.MOST_ROWS[GAME], learning.MOST_ROWS[CARD]
SESSION = 30
"""Cards of one revision: enough for half an hour, and for a train without network."""
MOST_INSTANT = 2**53
NEVER, HOOKS = "jamais", "rajouts"
_HOOKED = "..."


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """Progression: everything of a player, as he takes it away."""

    schema: str = "raccord.training"
    version: int = 1
    games: tuple[GameLine, ...] = ()
    cards: tuple[Card, ...] = ()


class Revision(msgspec.Struct, frozen=True):
    """Révision du jour: the cards that are due, and how many there are."""

    due: int
    known: int
    cards: tuple[Card, ...]


def digest(key: str) -> str:
    """Under which name a player's key is kept."""
    return hashlib.sha256(f"training\0{key}".encode()).hexdigest()


class Training:
    """Every player's games and cards."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._store = resources.store

    async def note(self, key: str, name: str, state: SoloState, lexicon: Lexicon) -> None:
        """Keep a finished game, and the turns to see again."""
        if not state.play.turns:
            return
        owner, now = digest(key), self._resources.now_ms()
        at = state.play.turns[-1].retained_at
        line = line_of(name, state, at)
        cards = await asyncio.to_thread(missed_cards, name, state, lexicon, now)

        def write(connection: Connection) -> None:
            if not learning.found(connection, owner, GAME, [name]):
                learning.put(connection, owner, GAME, [_game_row(line)])
                learning.put(connection, owner, CARD, map(_card_row, cards))

        await self._store.write(write)

    async def games(self, key: str) -> tuple[GameLine, ...]:
        """A player's games, the youngest first."""
        owner = digest(key)
        kept = await self._store.read(lambda c: learning.rows(c, owner, GAME, MOST_GAMES))
        return await asyncio.to_thread(lambda: tuple(_read(row, GameLine) for row in kept))

    async def history(self, key: str) -> tuple[GameLine, ...]:
        """The same without their turns: one line a game."""
        games = await self.games(key)
        return await asyncio.to_thread(lambda: tuple(replace(game, lines=()) for game in games))

    async def progress(self, key: str) -> Progress:
        """A player's figures."""
        games = await self.games(key)
        return await asyncio.to_thread(progress_of, games)

    async def revision(self, key: str) -> Revision:
        """What a player has to revise now."""
        owner, now = digest(key), self._resources.now_ms()

        def read(connection: Connection) -> Revision:
            due = learning.rows(connection, owner, CARD, SESSION, now)
            return Revision(
                learning.count(connection, owner, CARD, now),
                learning.count(connection, owner, CARD),
                tuple(_read(row, Card) for row in due),
            )

        return await self._store.read(read)

    async def review(self, key: str, reviews: Sequence[Review]) -> int:
        """Take note of what was remembered; tells how many cards are still due."""
        owner, now = digest(key), self._resources.now_ms()

        def write(connection: Connection) -> int:
            kept = learning.found(connection, owner, CARD, [r.key for r in reviews])
            cards = [_read(row, Card) for row in kept]
            after = [reviewed(c, [r for r in reviews if r.key == c.key], now) for c in cards]
            learning.put(connection, owner, CARD, map(_card_row, after))
            return learning.count(connection, owner, CARD, now)

        return await self._store.write(write)

    async def add(self, key: str, deck: str, lexicon: Lexicon, count: int) -> int:
        """Begin to learn more words of a list; tells how many were added."""
        owner, now = digest(key), self._resources.now_ms()
        games = await self.games(key) if deck == NEVER else ()
        there = await self._store.read(lambda c: learning.rows(c, owner, CARD, MOST_CARDS))
        known = {row.key for row in there}

        def make() -> list[Card]:
            # One by one: the words of a long list are not all looked up for ten of them.
            return list(islice(_deck(deck, games, lexicon, now, known), count))

        cards = await asyncio.to_thread(make)
        rows = [_card_row(card) for card in cards]
        return await self._store.write(lambda c: learning.put(c, owner, CARD, rows))

    async def document(self, key: str) -> Document:
        """Everything of a player."""
        owner = digest(key)
        games = await self.games(key)
        kept = await self._store.read(lambda c: learning.rows(c, owner, CARD, MOST_CARDS))
        cards = await asyncio.to_thread(lambda: tuple(_read(row, Card) for row in kept))
        return Document(games=games, cards=cards)

    async def absorb(self, key: str, document: Document) -> None:
        """Add what a player brings along; what is known here stays as it is."""
        owner = digest(key)

        def write(connection: Connection) -> None:
            _bring(connection, owner, GAME, map(_game_row, document.games))
            _bring(connection, owner, CARD, map(_card_row, document.cards))

        await self._store.write(write)

    async def join(self, key: str, into: str) -> None:
        """Bring the games of a browser to those of another."""
        if key != into:
            await self._store.write(lambda c: learning.merge(c, digest(key), digest(into)))

    async def erase(self, key: str) -> None:
        """Forget a player."""
        await self._store.write(lambda c: learning.erase(c, digest(key)))


def _bring(connection: Connection, owner: str, kind: str, brought: Iterable[Kept]) -> None:
    most = learning.MOST_ROWS[kind]
    known = {row.key for row in learning.rows(connection, owner, kind, most)}
    new = [row for row in islice(brought, most) if row.key not in known and _holds(row)]
    learning.put(connection, owner, kind, new)


def _holds(row: Kept) -> bool:
    """Whether a row brought along can be kept: its instant is one."""
    return 0 <= row.at < MOST_INSTANT


def _deck(
    deck: str, games: Sequence[GameLine], lexicon: Lexicon, at: int, known: Container[str]
) -> Iterator[Card]:
    if deck == NEVER:
        return word_cards(never_found(games), deck, lexicon, at, known)
    if deck == HOOKS:
        return hook_cards(_mixed(lexicon.matching(_HOOKED)), deck, lexicon, at, known)
    words = _mixed(STUDY_LISTS[deck].words(lexicon))
    return word_cards(words, deck, lexicon, at, known)


def _mixed(words: Sequence[str]) -> list[str]:
    """Always in the same order, and not the dictionary's: neighbours there tell each other."""
    return sorted(words, key=lambda word: hashlib.sha256(word.encode()).digest())


def _game_row(line: GameLine) -> Kept:
    return Kept(line.game[:80], line.at, msgspec.json.encode(line).decode())


def _card_row(card: Card) -> Kept:
    return Kept(card.key[:80], card.due, msgspec.json.encode(card).decode())


def _read(row: Kept, kind: type[T]) -> T:
    return msgspec.json.decode(row.payload, type=kind)
