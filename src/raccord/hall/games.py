"""The games of a server and their companions: two streams a game, read and written together.

Decisions that search the board are taken in a thread, on the game as it is, and written only if
nothing they rest on has changed meanwhile.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from raccord.duplicate import Refusal, State, decide
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.hall.codes import clean_code, is_code
from raccord.hall.companion import COMPANION, Companion, CompanionEvent
from raccord.hall.errors import ChangedError, unknown_game
from raccord.hall.resources import Resources
from raccord.lexicon import Lexicon
from raccord.store.chain import Seal
from raccord.store.games import DUPLICATE
from raccord.store.records import Stream
from raccord.store.repository import Change

_PREFIX = "hall:"
_ATTEMPTS = 20
GameChange = Change[State | None, ev.Event]
CompanionChange = Change[Companion | None, CompanionEvent]


@dataclass(frozen=True, slots=True)
class Game:
    """Partie en salle: its state on disk, its companion and its word list."""

    id: str
    """The code it was created with, which names its streams."""
    version: int
    state: State
    companion: Companion
    noted: int
    """The version of the companion."""
    lexicon: Lexicon
    link: str = ""
    """What seals its events up to this version."""

    @property
    def seal(self) -> Seal:
        """Sceau: what anybody can note down now and hold against the log later."""
        return Seal(self.version, self.link)

    @property
    def code(self) -> str:
        """Code d'accès: what people type by now."""
        beside = self.companion
        return self.id + beside.key if beside.settings.private else self.id

    def opens_with(self, code: str) -> bool:
        """Whether a code opens the game; of one made public again the long code still does."""
        return code == self.code or (
            not self.companion.settings.private and code == self.id + self.companion.key
        )

    @property
    def revision(self) -> int:
        """Grows with all that is written of the game or beside it: of two views the newer."""
        return self.version + self.noted


class MovedError(Exception):
    """The game is no longer where the decision was taken."""


def _ground(state: State) -> tuple[object, ...]:
    """What a referee's decision rests on: all but players, slips and rulings."""
    return (
        state.phase,
        state.turn,
        state.rack,
        state.position,
        state.draws,
        state.interrupted,
        state.ended,
        state.secret,
        state.end,
        len(state.entrants),
    )


class Games:
    """Reads and writes games."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self.repository = DUPLICATE.repository(resources.store)
        self.companions = COMPANION.repository(resources.store)
        self._lexicons: dict[str, Lexicon] = {}

    async def get(self, id_: str) -> Game:
        """A game by the code it was created with."""
        clean = clean_code(id_)
        if not is_code(clean):
            raise unknown_game()
        found = await self.repository.get(stream_of(clean))
        beside = await self.companions.get(companion_of(clean))
        if found.state is None or beside.state is None:
            raise unknown_game()
        lexicon = await self.lexicon(found.state)
        return Game(
            clean, found.version, found.state, beside.state, beside.version, lexicon, found.link
        )

    async def lexicon(self, state: State) -> Lexicon:
        """The word list of a game, which must still be the very same list."""
        name, digest = state.opened.lexicon, state.opened.lexicon_digest
        if digest not in self._lexicons:
            loaded = await asyncio.to_thread(self._resources.lexicon_named, name)
            if loaded.digest != digest:
                message = f"Le lexique {name} a changé depuis le début de cette partie."
                raise ChangedError(message)
            self._lexicons[digest] = loaded
        return self._lexicons[digest]

    async def all(self) -> list[Stream]:
        """Every game, the youngest first."""
        found = await self._resources.store.streams(DUPLICATE.name)
        return [stream for stream in found if stream.id.startswith(_PREFIX)]

    async def events(self, code: str) -> list[ev.Event]:
        """The events of a game, to be told only once it is over."""
        stored = await self._resources.store.load(stream_of(code))
        return [self.repository.codec.decode(event) for event in stored]

    async def open(self, code: str, opening: Sequence[ev.Event], arranged: CompanionEvent) -> None:
        """Begin a game; its companion first, since without one a game cannot be read."""
        title = opening[0].title if isinstance(opening[0], ev.Opened) else ""
        await self.companions.execute(companion_of(code), None, lambda _, __: (arranged,))
        await self.repository.execute(
            stream_of(code), None, lambda _, __: tuple(opening), title=title
        )

    async def think(self, code: str, command: cmd.Command, key: str | None = None) -> GameChange:
        """Carry out a command of the referee, searching in a thread."""

        def decided(game: Game) -> Sequence[ev.Event]:
            return decide(game.state, command, game.lexicon)

        return await self.work(code, decided, key)

    async def work(
        self, code: str, work: Callable[[Game], Sequence[ev.Event]], key: str | None = None
    ) -> GameChange:
        """Write what ``work`` finds in a thread, unless the game moves on: then again."""

        def whole(game: Game) -> Callable[[State], Sequence[ev.Event]]:
            events = work(game)
            return lambda _: events

        return await self.work_out(code, whole, key)

    async def work_out(
        self,
        code: str,
        work: Callable[[Game], Callable[[State], Sequence[ev.Event]]],
        key: str | None = None,
    ) -> GameChange:
        """The same where the very last state has a say: ``work`` gives what to ask it, quickly."""
        for _ in range(_ATTEMPTS):
            game = await self.get(code)
            try:
                found = await asyncio.to_thread(work, game)
            except Refusal as refusal:
                return await self._refused(code, refusal, key)
            try:
                return await self.act(code, _stands(_ground(game.state), found), key)
            except MovedError:
                continue
        raise ChangedError

    async def _refused(self, code: str, refusal: Refusal, key: str | None) -> GameChange:
        """A request sent twice is answered as the first time, else it is refused."""

        def refuse(_: State) -> Sequence[ev.Event]:
            raise refusal

        return await self.act(code, refuse, key)

    async def act(
        self, code: str, act: Callable[[State], Sequence[ev.Event]], key: str | None = None
    ) -> GameChange:
        """Write what ``act`` decides at once, on the very last state; it must be quick."""

        def decided(state: State | None, _: object) -> Sequence[ev.Event]:
            assert state is not None
            return act(state)

        return await self.repository.execute(stream_of(code), None, decided, key=key)

    async def note(
        self, code: str, act: Callable[[Companion], Sequence[CompanionEvent]]
    ) -> CompanionChange:
        """Write to the companion of a game."""

        def decided(companion: Companion | None, _: object) -> Sequence[CompanionEvent]:
            assert companion is not None
            return act(companion)

        return await self.companions.execute(companion_of(code), None, decided)


def _stands(
    ground: tuple[object, ...], found: Callable[[State], Sequence[ev.Event]]
) -> Callable[[State], Sequence[ev.Event]]:
    def check(state: State) -> Sequence[ev.Event]:
        if _ground(state) != ground:
            raise MovedError
        return found(state)

    return check


def stream_of(code: str) -> str:
    """The stream of a game."""
    return f"{_PREFIX}{code}"


def companion_of(code: str) -> str:
    """The stream of its companion."""
    return f"{COMPANION.name}:{code}"


def code_of(stream: str) -> str:
    """The code of the game a stream belongs to."""
    return stream.partition(":")[2]
