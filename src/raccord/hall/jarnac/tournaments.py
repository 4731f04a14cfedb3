"""Tournaments of Jarnac on this server: rounds, their tables, and results as games end.

A tournament belongs to a competition, whose people and check-in it uses, and has a stream of its
own, ``jarnac-tournament:CODE``. A table of a round is an ordinary table that names the competition.
"""

import asyncio
import secrets
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from raccord import jarnac
from raccord.hall.competitions import Competition
from raccord.hall.jarnac.service import CODE_LETTERS, JarnacTables, TableChange, topic
from raccord.hall.jarnac.table import TableState
from raccord.hall.resources import Resources
from raccord.refusal import Refusal
from raccord.store.codec import Codec
from raccord.store.kinds import Kind
from raccord.tournament import jarnac as jt

JARNAC_TOURNAMENT: Kind[jt.JarnacState, jt.JarnacEvent] = Kind(
    "jarnac-tournament",
    Codec(jt.AnyJarnacEvent),
    jt.evolve,  # type: ignore[arg-type]
)
PLAYER_CODE = 6


def tournament_topic(code: str) -> str:
    """Where the changes of a tournament are told."""
    return f"jarnac-tournament:{code}"


def names_of(event: Competition, *, public: bool) -> dict[int, str]:
    """The people of a competition by their numbers, as much as a page may tell."""
    how = event.state.terms.shown if public else "name"
    return {number: entry.shown(how) for number, entry in event.whole.entries.items()}


class JarnacTournaments:
    """Every tournament of Jarnac of this server."""

    def __init__(self, resources: Resources, tables: JarnacTables) -> None:
        self._resources = resources
        self._tables = tables
        self._repository = JARNAC_TOURNAMENT.repository(resources.store)
        self._errands: set[asyncio.Task[None]] = set()
        tables.repository.subscribe(self._on_table)

    async def get(self, code: str) -> jt.JarnacState | None:
        """The tournament of a competition, if it has one, with the results of games that ended."""
        state = (await self._repository.get(_stream(code))).state
        if state is not None and state.rounds and not state.is_closed:
            for table in state.rounds[-1].tables:
                if table.name and table.outcome is None:
                    await self._note(code, await self._tables.get(table.name), table.name)
            state = (await self._repository.get(_stream(code))).state
        return state

    async def execute(self, code: str, command: jt.Command) -> jt.JarnacState:
        """Carry out a command at the server's time."""
        asked = replace(command, at=self._resources.now_ms())

        def decided(state: jt.JarnacState | None, _: object) -> Sequence[jt.JarnacEvent]:
            return jt.decide(state, asked)

        # A Swiss round of two hundred takes its time: never on the loop.
        change = await self._repository.deliberate(_stream(code), None, decided)
        assert change.state is not None
        self._resources.hub.publish(tournament_topic(code), "tournament", len(change.events))
        return change.state

    async def ask(self, event: Competition, command: jt.Command) -> jt.JarnacState:
        """Carry out what the organiser asks; a round that is paired has its tables opened."""
        if isinstance(command, jt.Open):
            lexicon = self._resources.lexicon.name
            command = replace(command, players=_present(event), lexicon=lexicon)
        elif isinstance(command, jt.Enter):
            if command.number not in event.whole.entries or command.number in event.excluded:
                raise Refusal(f"le n° {command.number} n’est pas engagé dans cette compétition")
            command = replace(command, code=new_code())
        state = await self.execute(event.code, command)
        return await self.dress(event, state) if isinstance(command, jt.PairRound) else state

    async def dress(self, event: Competition, state: jt.JarnacState) -> jt.JarnacState:
        """Open the games of the tables that have none yet."""
        names = names_of(event, public=True)
        last = state.rounds[-1]
        for table in last.tables:
            if not table.name:
                pair = (names[table.pair.first], names[table.pair.second])
                name = await self._table(event.code, state, pair)
                seat = jt.SeatTable(round=last.number, table=table.pair.table, name=name)
                state = await self.execute(event.code, seat)
        return state

    async def _table(self, code: str, state: jt.JarnacState, names: tuple[str, str]) -> str:
        opened = state.opened
        settings = jarnac.Settings(
            formula=jarnac.FORMULAS[opened.formula],
            timing=jarnac.Timing.clock(opened.minutes * 60_000),
            contest_time=jarnac.CONTEST_TIME,
        )
        return await self._tables.begin(
            "phones", settings, names, lexicon=opened.lexicon, competition=code
        )

    async def views(self, state: jt.JarnacState) -> Mapping[str, object]:
        """The tables of the last round as they stand, by their names."""
        if not state.rounds:
            return {}
        names = [table.name for table in state.rounds[-1].tables if table.name]
        return {name: await self._tables.look(name) for name in names}

    def topics(self, code: str, state: jt.JarnacState) -> list[str]:
        """What to listen to in order to follow the last round."""
        tables = state.rounds[-1].tables if state.rounds else ()
        return [tournament_topic(code), *(topic(table.name) for table in tables if table.name)]

    async def player_of(self, code: str, secret: str) -> jt.Player | None:
        """The player whose code this is."""
        state = (await self._repository.get(_stream(code))).state
        players = state.players if state else ()
        wanted = "".join(c for c in secret.upper() if c.isascii() and c.isalnum())
        return next((p for p in players if secrets.compare_digest(p.code, wanted)), None)

    def _on_table(self, change: TableChange) -> None:
        state = change.state
        if state is None or not state.opened.competition or not state.is_over:
            return
        name = change.stream.removeprefix("jarnac:")
        task = asyncio.get_running_loop().create_task(
            self._note(state.opened.competition, state, name)
        )
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _note(self, code: str, table: TableState, name: str) -> None:
        """Note what a finished game says, once."""
        state = (await self._repository.get(_stream(code))).state
        if state is None or not table.is_over or not state.rounds:
            return
        played, last = table.play, state.rounds[-1]
        place = next((one for one in last.tables if one.name == name), None)
        if place is None or place.outcome is not None or played.ended is None:
            return
        outcome = jt.Outcome(
            points=played.ended.points,
            jarnacs=(played.side("A").jarnacs, played.side("B").jarnacs),
            winner=played.ended.winner,
        )
        command = jt.NoteResult(
            round=last.number, table=place.pair.table, outcome=outcome, source="game"
        )
        try:
            await self.execute(code, command)
        except Refusal:
            # Typed meanwhile, or the tournament is closed: what is there stands.
            return

    async def close(self) -> None:
        """Let results under way be written."""
        if self._errands:
            await asyncio.wait(self._errands, timeout=5)


def _present(event: Competition) -> tuple[jt.Player, ...]:
    """Those who are present, or all where nobody was checked in."""
    entries, presence = event.whole.entries, event.whole.presence
    here = [n for n in sorted(entries) if presence.get(n) != "absent"]
    if any(told == "present" for told in presence.values()):
        here = [n for n in here if presence.get(n) == "present"]
    return tuple(jt.Player(number=n, code=new_code()) for n in here if n not in event.excluded)


def new_code() -> str:
    """The code of a player's phone."""
    letters = CODE_LETTERS.replace("O", "").replace("I", "")
    return "".join(secrets.choice(letters) for _ in range(PLAYER_CODE))


def _stream(code: str) -> str:
    return f"jarnac-tournament:{code}"
