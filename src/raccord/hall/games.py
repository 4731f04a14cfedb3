"""The games of a server and their companions: two streams a game, read and written together.

Decisions that search the board are taken in a thread, on the game as it is, and written only if
nothing they rest on has changed meanwhile.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from raccord.duplicate import SAMPLES, Refusal, State, decide
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.beside import Beside, Found
from raccord.hall.codes import clean_code, is_code
from raccord.hall.companion import COMPANION, Companion, CompanionEvent
from raccord.hall.errors import ChangedError, unknown_game
from raccord.hall.resources import Resources
from raccord.hall.veil import shown_players
from raccord.lexicon import Lexicon
from raccord.store.chain import Seal
from raccord.store.errors import ConflictError
from raccord.store.games import DUPLICATE
from raccord.store.records import Stream
from raccord.store.repository import Change

_PREFIX = "hall:"
_ATTEMPTS = 20
MANY = 40
"""Events of one command from which on they are folded in a thread."""
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
    def veiled(self) -> "Game":
        """The game as the public is shown its people: by name, by initials, or by table."""
        how, state = self.companion.shown, self.state
        if how == "name":
            return self
        entrants = {
            table: replace(one, players=shown_players(one.players, table, how))
            for table, one in state.entrants.items()
        }
        return replace(self, state=replace(state, entrants=entrants))

    @property
    def revision(self) -> int:
        """Grows with all that is written of the game or beside it: of two views the newer."""
        return self.version + self.noted

    @property
    def told(self) -> int:
        """Grows with what everybody sees of the game, and with nothing else."""
        return self.state.told + self.companion.opened


class MovedError(Exception):
    """The game is no longer where the decision was taken."""


Finder = Callable[[Game], Awaitable[Found]]
Decider = Callable[[State, cmd.Command, Lexicon, int, Beside], Sequence[ev.Event]]
AT_ONCE = (
    cmd.SendSlip,
    cmd.Register,
    cmd.RegisterAll,
    cmd.Renumber,
    cmd.Unregister,
    cmd.MergeTables,
    cmd.Withdraw,
    cmd.Exclude,
    cmd.Warn,
    cmd.GiveNumber,
    cmd.RejectDraw,
    cmd.Start,
    cmd.EndTime,
    cmd.Interrupt,
    cmd.Stop,
    cmd.Reveal,
    cmd.Publish,
    cmd.AddSection,
)
"""Commands that take no search."""


def closes_turn(command: cmd.Command) -> bool:
    """Whether a command puts a top on the board: this game's, or that of the game it follows."""
    if isinstance(command, cmd.FollowMaster):
        return isinstance(command.fact, ev.Retained)
    return isinstance(command, cmd.Retain)


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
        state.number,
        state.end,
        state.followed,
        len(state.entrants),
    )


_OF_SLIPS = (ev.SlipHandedIn, ev.Ruled)
_TYPES_OF_SLIPS = tuple(str(each.__struct_config__.tag) for each in _OF_SLIPS)


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
        stream, second = stream_of(clean), companion_of(clean)
        found = await self.repository.get(stream)
        beside = await self.companions.get(second)
        if found.state is None or beside.state is None:
            raise unknown_game()
        lexicon = await self.lexicon(found.state)
        # Both at one instant: something may have been written while one of them was waited for.
        found = self.repository.known(stream) or found
        beside = self.companions.known(second) or beside
        assert found.state is not None
        assert beside.state is not None
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

    def history(self, code: str, turn: int, table: int) -> list[ev.Event]:
        """Every slip and ruling of a table on a turn, the oldest first; for a thread."""
        stored = self._resources.store.blocking.load(stream_of(code))
        # Thousands are other tables': they are told apart before they are decoded.
        its = (one for one in stored if f'"table":{table}' in one.payload)
        return [
            event
            for event in map(self.repository.codec.decode, its)
            if isinstance(event, _OF_SLIPS) and (event.turn, event.table) == (turn, table)
        ]

    def draws(self, game: Game) -> list[ev.Event]:
        """The events of a game as it is but for its slips and rulings; for a thread.

        Whoever asks for them pays for it: a large game has thousands to read past.
        """
        load = self._resources.store.blocking.load
        stored = load(stream_of(game.id), to_version=game.version, but=_TYPES_OF_SLIPS)
        return list(map(self.repository.codec.decode, stored))

    async def open(self, code: str, opening: Sequence[ev.Event], arranged: CompanionEvent) -> None:
        """Begin a game; its companion first, since without one a game cannot be read.

        One that two processes open at the same instant, or that was begun before, is opened once.
        """
        title = opening[0].title if isinstance(opening[0], ev.Opened) else ""
        await self.arrange(code, arranged)
        await self.repository.execute(
            stream_of(code),
            None,
            lambda known, _: () if known else tuple(opening),
            title=title,
        )

    async def arrange(self, code: str, arranged: CompanionEvent) -> None:
        """Begin the companion of a game whose events are written next."""
        await self.companions.execute(
            companion_of(code), None, lambda known, _: () if known else (arranged,)
        )

    async def execute(
        self, game: Game, command: cmd.Command, key: str | None, find: Finder
    ) -> GameChange:
        """Decide a command and write its events.

        What takes no search is decided on the very last state. The rest is decided in a thread,
        on the game as it is, and again if what it rests on has changed meanwhile.
        """
        if isinstance(command, cmd.RegisterAll):
            return await self._write_many(game, command, decide, key)
        if isinstance(command, AT_ONCE):
            return await self._write(game, command, decide, key)
        for _ in range(_ATTEMPTS):
            try:
                events = await self._think(game, command, find)
            except Refusal as refusal:
                decided, write = _refusing(game.state, refusal), self._write
            else:
                decided = _standing(game.state, events)
                write = self._write_many if len(events) > MANY else self._write
            try:
                return await write(game, command, decided, key)
            except MovedError:
                game = await self.get(game.id)
        raise ChangedError

    async def _think(self, game: Game, command: cmd.Command, find: Finder) -> Sequence[ev.Event]:
        beside = game.companion.beside
        if rests_on_tops(game.state, command):
            beside = replace(beside, found=await find(game))
        return await asyncio.to_thread(decide, game.state, command, game.lexicon, beside=beside)

    async def _write(
        self, game: Game, command: cmd.Command, act: Decider, key: str | None
    ) -> GameChange:
        """Write what is decided at once; a request sent twice is answered as before."""
        decided = _on(game, act)
        return await self.repository.execute(stream_of(game.id), command, decided, key=key)

    async def _write_many(
        self, game: Game, command: cmd.Command, act: Decider, key: str | None
    ) -> GameChange:
        """The same of events by the hundred: to fold them into the state takes a thread its time.

        Where slips come so fast that it never gets the last state, the loop does it after all.
        """
        decided = _on(game, act)
        try:
            return await self.repository.deliberate(stream_of(game.id), command, decided, key=key)
        except ConflictError:
            return await self._write(game, command, act, key)

    async def note(
        self, code: str, act: Callable[[Companion], Sequence[CompanionEvent]]
    ) -> CompanionChange:
        """Write to the companion of a game."""

        def decided(companion: Companion | None, _: object) -> Sequence[CompanionEvent]:
            assert companion is not None
            return act(companion)

        return await self.companions.execute(companion_of(code), None, decided)


def rests_on_tops(state: State, command: cmd.Command) -> bool:
    """Whether a decision needs the tops of the draw on the table, searched beforehand."""
    if not state.rack:
        return False
    if isinstance(command, cmd.Mark | cmd.MarkMany | cmd.Correct):
        return command.turn is None or command.turn == state.turn
    return closes_turn(command) or isinstance(command, cmd.Collect | cmd.Propose)


def _on(game: Game, act: Decider) -> Callable[[State | None, cmd.Command], Sequence[ev.Event]]:
    """What is decided on a state of a game, with what stands beside it."""
    lexicon, beside = game.lexicon, game.companion.beside

    def decided(state: State | None, asked: cmd.Command) -> Sequence[ev.Event]:
        assert state is not None
        return act(state, asked, lexicon, SAMPLES, beside)

    return decided


def _refusing(before: State, refusal: Refusal) -> Decider:
    """The refusal, unless what it rests on has changed."""

    def refuse(state: State, *_: object) -> Sequence[ev.Event]:
        if _ground(before) != _ground(state):
            raise MovedError
        raise refusal

    return refuse


def _standing(before: State, events: Sequence[ev.Event]) -> Decider:
    """The events, unless what they rest on has changed."""

    def check(state: State, command: cmd.Command, *_: object) -> Sequence[ev.Event]:
        if state is not before and not _stands(before, state, command, events):
            raise MovedError
        return events

    return check


def _stands(before: State, now: State, command: cmd.Command, events: Sequence[ev.Event]) -> bool:
    if _ground(before) != _ground(now):
        return False
    if closes_turn(command):
        return before.marks.get(before.turn) == now.marks.get(now.turn)
    slips = (event for event in events if isinstance(event, ev.SlipHandedIn | ev.Ruled))
    return all(before.mark(e.turn, e.table) == now.mark(e.turn, e.table) for e in slips)


def stream_of(code: str) -> str:
    """The stream of a game."""
    return f"{_PREFIX}{code}"


def companion_of(code: str) -> str:
    """The stream of its companion."""
    return f"{COMPANION.name}:{code}"


def code_of(stream: str) -> str:
    """The code of the game a stream belongs to."""
    return stream.partition(":")[2]
