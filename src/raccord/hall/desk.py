"""The head referee's actions: from the creation of a game to the publication of its secret."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Annotated

import msgspec

from raccord.duplicate import Phase, Refusal, State, decide, evolve, open_game
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.files import prepared
from raccord.duplicate.files.fair_draws import SECRET_BYTES
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.formula import Formula, Pace
from raccord.duplicate.rules.paces import parse_pace
from raccord.hall.codes import new_code, new_key
from raccord.hall.companion import (
    Arranged,
    Assigned,
    Companion,
    CompanionEvent,
    HallSettings,
    InvitationRevoked,
    Invited,
    InvitedRole,
    KeyGiven,
    PinsRenewed,
    SettingsChanged,
)
from raccord.hall.games import Game, GameChange, Games, stream_of
from raccord.hall.marks import Marks
from raccord.hall.players import Entry, parse_players
from raccord.hall.resources import Resources
from raccord.hall.retaining import retention
from raccord.hall.scripts import Script, Terms, read_script, untold_rejection
from raccord.hall.studies import Studies
from raccord.quoting import one_line
from raccord.regulation import DEFAULT_EDITION, EditionId


class NewGame(msgspec.Struct, frozen=True, kw_only=True):
    """Partie à créer. ``record`` is the text of a prepared game: a record or a club's table."""

    title: Annotated[str, msgspec.Meta(max_length=120)] = ""
    edition: EditionId = DEFAULT_EDITION
    formula: Annotated[str, msgspec.Meta(max_length=60)] = "classic"
    time: Annotated[str, msgspec.Meta(max_length=12)] = ""
    lexicon: Annotated[str, msgspec.Meta(max_length=60)] = ""
    settings: HallSettings = HallSettings()
    record: Annotated[str, msgspec.Meta(max_length=2_000_000)] = ""


class Desk:
    """What a head referee does."""

    def __init__(self, resources: Resources, games: Games, marks: Marks, studies: Studies) -> None:
        self._resources = resources
        self._games = games
        self._marks = marks
        self._studies = studies

    async def create(self, wish: NewGame) -> str:
        """Open a game; gives its code."""
        now = self._resources.now_ms()
        lexicon = self._resources.lexicon_named(wish.lexicon)
        edition, formula = wish.edition, _formula(wish)
        script: Script = ()
        if wish.settings.draw == "prepared":
            terms = Terms(lexicon, edition, formula)
            script = await asyncio.to_thread(read_script, wish.record, terms)
        if script and isinstance(script[0], ev.Opened):
            edition = script[0].edition
            formula = _timed(script[0].formula, wish.time)
        secret = secrets.token_hex(SECRET_BYTES) if wish.settings.draw == "software" else ""
        title = one_line(wish.title) or "Partie de duplicate"
        opening = open_game(
            cmd.Open(at=now, edition=edition, formula=formula, title=title, secret=secret),
            lexicon,
        )
        code = await self._free_code(private=wish.settings.private)
        arranged = Arranged(at=now, settings=wish.settings, secret=secret, script=script)
        await self._games.open(code, opening, arranged)
        return code

    async def _free_code(self, *, private: bool) -> str:
        while True:
            code = new_code(private=private)
            if await self._resources.store.stream(stream_of(code)) is None:
                return code

    async def enter_players(self, code: str, text: str) -> tuple[Entry, ...]:
        """Enter tables from a text; once turns are played they arrive late."""
        game = await self._games.get(code)
        entries = parse_players(text, game.state.entrants.keys())
        at = self._resources.now_ms()

        def act(state: State) -> Sequence[ev.Event]:
            found: list[ev.Event] = []
            for entry in entries:
                command = cmd.Register(at=at, table=entry.table, players=entry.players)
                found += decide(state, command, game.lexicon)
            return found

        await self._games.act(game.id, act)
        return entries

    async def withdraw(self, code: str, table: int, reason: str = "") -> GameChange:
        """A table gives up."""
        command = cmd.Withdraw(at=self._resources.now_ms(), table=table, reason=reason)
        return await self._games.think(code, command)

    async def exclude(self, code: str, table: int, reason: str) -> GameChange:
        """A table cheated: its scores are void."""
        command = cmd.Exclude(at=self._resources.now_ms(), table=table, reason=reason)
        return await self._games.think(code, command)

    async def draw(self, code: str, letters: str = "", key: str | None = None) -> GameChange:
        """Draw: by the software, from the prepared game, or the letters given."""
        at = self._resources.now_ms()

        def decided(game: Game) -> Sequence[ev.Event]:
            if game.companion.settings.draw == "prepared" and not letters.strip():
                return _as_prepared(game, at)
            return decide(game.state, _drawing(game, letters, at), game.lexicon)

        return await self._games.work(code, decided, key)

    async def correct_draw(self, code: str, letters: str, reason: str) -> GameChange:
        """Put right letters typed wrongly."""
        at = self._resources.now_ms()
        return await self._games.think(code, cmd.CorrectDraw(at=at, letters=letters, reason=reason))

    async def start(self, code: str, key: str | None = None) -> GameChange:
        """Start the clock."""
        return await self._games.think(code, cmd.Start(at=self._resources.now_ms()), key)

    async def end_time(
        self, code: str, key: str | None = None, at: int | None = None
    ) -> GameChange:
        """Call the end of the time."""
        now = self._resources.now_ms() if at is None else at
        return await self._games.think(code, cmd.EndTime(at=now), key)

    async def retain(
        self, code: str, move: str | None = None, key: str | None = None
    ) -> GameChange:
        """Validate the top: slips still waiting are ruled on first, missing ones score nothing."""
        at = self._resources.now_ms()
        await self._marks.collect(code, at, missing=True)
        game = await self._games.get(code)
        if game.state.phase is Phase.TIME_UP:
            await self._marks.averages.settle(code, game.state.turn, at, closing=True)
        study = await self._studies.of(game) if game.state.rack else None
        if move is None and study:
            move = study.prepared or None
        command = cmd.Retain(at=at, move=move)
        return await self._games.work_out(code, lambda game: retention(game, command), key)

    async def declare_no_solution(self, code: str, key: str | None = None) -> GameChange:
        """The draw cannot be played."""
        command = cmd.DeclareNoSolution(at=self._resources.now_ms())
        return await self._games.think(code, command, key)

    async def cancel_turn(self, code: str, reason: str, key: str | None = None) -> GameChange:
        """Void the turn under way, or the last one."""
        command = cmd.CancelTurn(at=self._resources.now_ms(), reason=reason)
        return await self._games.think(code, command, key)

    async def interrupt(self, code: str, key: str | None = None) -> GameChange:
        """Stop play and clock."""
        return await self._games.think(code, cmd.Interrupt(at=self._resources.now_ms()), key)

    async def resume(self, code: str, key: str | None = None) -> GameChange:
        """Go on with the time that was left."""
        return await self._games.think(code, cmd.Resume(at=self._resources.now_ms()), key)

    async def stop(self, code: str, reason: str, key: str | None = None) -> GameChange:
        """Stop the game for good."""
        command = cmd.Stop(at=self._resources.now_ms(), reason=reason)
        return await self._games.think(code, command, key)

    async def reveal(self, code: str) -> GameChange:
        """Publish the secret of the draws, once the game is over."""
        game = await self._games.get(code)
        command = cmd.Reveal(at=self._resources.now_ms(), secret=game.companion.secret)
        return await self._games.think(code, command)

    async def change_settings(self, code: str, settings: HallSettings) -> None:
        """Change the settings; how letters are drawn stays as it was.

        A game made private gets a new code: the old one was public, or short enough to be tried.
        """
        at, key = self._resources.now_ms(), new_key()

        def act(companion: Companion) -> Sequence[CompanionEvent]:
            kept = msgspec.structs.replace(settings, draw=companion.settings.draw)
            if kept == companion.settings:
                return ()
            changed = SettingsChanged(at=at, settings=kept)
            if kept.private and not companion.settings.private:
                return (changed, KeyGiven(at=at, key=key))
            return (changed,)

        await self._games.note(code, act)

    async def invite(
        self, code: str, role: InvitedRole, label: str = "", tables: Sequence[int] = ()
    ) -> Invited:
        """A new invitation."""
        game = await self._games.get(code)
        event = Invited(
            at=self._resources.now_ms(),
            id=secrets.token_hex(6),
            role=role,
            label=one_line(label)[:80],
            tables=tuple(sorted(set(tables))),
        )
        await self._games.note(game.id, lambda _: (event,))
        return event

    async def assign(self, code: str, invitation: str, tables: Sequence[int]) -> None:
        """Give a marker these tables; none means all."""
        at = self._resources.now_ms()
        event = Assigned(at=at, id=invitation, tables=tuple(sorted(set(tables))))
        await self._games.note(code, lambda c: (_known(c, event),))

    async def revoke(self, code: str, invitation: str) -> None:
        """Close an invitation and whoever came in by it."""
        event = InvitationRevoked(at=self._resources.now_ms(), id=invitation)
        await self._games.note(code, lambda c: (_known(c, event),))

    async def renew_pins(self, code: str, tables: Sequence[int] = ()) -> None:
        """New PINs for these tables, or for all."""
        game = await self._games.get(code)
        chosen = tuple(tables) or tuple(sorted(game.state.entrants))
        if unknown := [t for t in chosen if t not in game.state.entrants]:
            raise Refusal(f"la table {unknown[0]} n'est pas inscrite")
        event = PinsRenewed(at=self._resources.now_ms(), tables=chosen)
        await self._games.note(game.id, lambda _: (event,))


def _known(companion: Companion, event: Assigned | InvitationRevoked) -> CompanionEvent:
    if event.id not in companion.invitations:
        raise Refusal("cette invitation n'existe pas ou a été retirée")
    return event


def _drawing(game: Game, letters: str, at: int) -> cmd.Command:
    mode = game.companion.settings.draw
    if mode == "software":
        if letters.strip():
            raise Refusal("dans cette partie le logiciel tire les lettres lui-même")
        return cmd.DrawBySoftware(at=at, secret=game.companion.secret)
    return cmd.DrawLetters(at=at, letters=letters, origin="hand")


def _as_prepared(game: Game, at: int) -> Sequence[ev.Event]:
    """The draw of the prepared game, after the draws that were rejected there."""
    found: list[ev.Event] = []
    state = game.state
    while not found or isinstance(found[-1], ev.DrawRejected):
        command = prepared.prepared_draw(game.companion.script, state)
        if command is None:
            raise Refusal(
                "la partie préparée n'a pas de tirage pour cette position : saisissez les lettres"
            )
        drawn: Sequence[ev.Event] = [untold_rejection(state, at)]
        if command.letters:
            drawn = decide(state, msgspec.structs.replace(command, at=at), game.lexicon)
        for event in drawn:
            found.append(event)
            state = evolve(state, event)
    return found


def _formula(wish: NewGame) -> Formula:
    return _timed(formulas.parse(wish.formula), wish.time)


def _timed(formula: Formula, time: str) -> Formula:
    if not time.strip():
        return formula
    pace: Pace = parse_pace(time)
    return msgspec.structs.replace(formula, paces=(pace,))
