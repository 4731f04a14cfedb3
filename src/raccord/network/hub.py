"""The hub of an event with centres: what its organiser does, and what is known of every centre.

Everything blocks, and touches nothing but the log: any number of processes on one PostgreSQL may be
the hub at once. Envelope keys, tokens and telephone codes are derived from the organiser's key and
stored nowhere.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from raccord.duplicate import State
from raccord.duplicate import events as game_ev
from raccord.duplicate.deciding.sections import check_formula
from raccord.hall.codes import clean_code, is_code, new_code
from raccord.hall.games import stream_of
from raccord.network.contest import commands as cmd
from raccord.network.contest import events as ev
from raccord.network.contest.decide import decide
from raccord.network.contest.state import Contest
from raccord.network.decisions import (
    DecisionEvent,
    Decisions,
    Overrule,
    Where,
    overrule,
    restore,
)
from raccord.network.diary import Diary, DiaryEvent
from raccord.network.envelopes import digest, key_of, seal
from raccord.network.errors import Refusal
from raccord.network.gathering import Gathered, gathered
from raccord.network.invitation import invitation_of, token_of, write
from raccord.network.keys import Pen, derived, fingerprint, shared_key
from raccord.network.kinds import (
    CONTEST,
    DECISIONS,
    DIARY,
    SECTION,
    contest_stream,
    decisions_stream,
    diary_stream,
    section_stream,
)
from raccord.network.tails import Tails
from raccord.network.telephone import code_of
from raccord.network.union import Union
from raccord.quoting import one_line
from raccord.store.games import DUPLICATE
from raccord.store.records import Stream
from raccord.store.store import Store

KEY_FILE = "hub.key"
TELL_MS = 10_000
"""Between two words to other processes that a laptop was heard."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the hub has of one laptop: its diary and the games it has sent, each with its seal."""

    diary: Diary | None
    games: dict[int, tuple[int, str, State]]
    """By number: version, link, state."""

    def is_complete(self, game: int) -> bool:
        """Whether the closing event of a game proves that nothing of it is missing."""
        closing = self.diary.complete.get(game) if self.diary else None
        return (
            closing is not None
            and game in self.games
            and (self.games[game][:2] == (closing.version, closing.link))
        )


class Hub:
    """Pôle: the events with centres of a server."""

    def __init__(
        self, store: Store, folder: Path, now_ms: Callable[[], int], secret: bytes = b""
    ) -> None:
        """``secret`` is that of several processes, which so have one key without a file."""
        self.store = store
        self.now_ms = now_ms
        self.since = now_ms()
        self._key = shared_key(folder / KEY_FILE, secret)
        self.pen = Pen(derived(self._key, "hub"))
        self.contests: Tails[Contest, ev.Event] = Tails(store, CONTEST)
        self.sections: Tails[State, game_ev.Event] = Tails(store, SECTION)
        self.diaries: Tails[Diary, DiaryEvent] = Tails(store, DIARY)
        self.decided: Tails[Decisions, DecisionEvent] = Tails(store, DECISIONS)
        self.masters: Tails[State, game_ev.Event] = Tails(store, DUPLICATE)
        """Games of this hall that centres follow live."""
        self.heard: dict[tuple[str, str], tuple[int, int]] = {}
        """By event and laptop: when it was last heard, and by how much its clock was ahead."""
        self.tell_heard: Callable[[str], None] = lambda _: None
        """Tells the other processes; called in any thread."""

    def hear(self, event: str, install: str, clock_ms: int) -> None:
        """A laptop was heard; other processes are told now and then."""
        now = self.now_ms()
        before, _ = self.heard.get((event, install), (0, 0))
        self.heard[event, install] = (now, clock_ms)
        if now - before >= TELL_MS:
            self.tell_heard(f"{event} {install} {now} {clock_ms}")

    def heard_elsewhere(self, told: str) -> None:
        """Another process has heard a laptop."""
        event, install, at, clock_ms = told.split(" ")
        known = self.heard.get((event, install), (0, 0))
        self.heard[event, install] = max(known, (int(at), int(clock_ms)))

    @property
    def fingerprint(self) -> str:
        """What centres compare with their file."""
        return fingerprint(self.pen.public)

    def open(self, command: cmd.Open) -> str:
        """Open an event; its code."""
        while True:
            code = new_code(private=True)
            if self.store.blocking.stream(contest_stream(code)) is None:
                break
        self.execute(code, command)
        return code

    def execute(self, code: str, command: cmd.Command) -> Contest:
        """Carry out a command of the organiser, or of a centre that was known by its key."""
        dated = msgspec.structs.replace(command, at=self.now_ms())
        title = one_line(command.title) if isinstance(command, cmd.Open) else None
        stream = contest_stream(code)
        found = self.contests.execute(stream, lambda state: decide(state, dated), title).state
        assert found is not None
        return found

    def all(self) -> list[Stream]:
        """Every event, the youngest first."""
        return self.store.blocking.streams(CONTEST.name)

    def get(self, code: str) -> Contest:
        """An event by its code."""
        clean = clean_code(code)
        found = self.contests.get(contest_stream(clean)).state if is_code(clean) else None
        if found is None:
            raise Refusal("cette épreuve n'existe pas")
        return found

    def add_game(
        self, code: str, title: str, opens: int, closes: int, script: Sequence[game_ev.Event]
    ) -> Contest:
        """Add a prepared game under a name that no other game ever had."""
        command = cmd.AddGame(
            id=secrets.token_hex(8),
            title=title,
            opens=opens,
            closes=closes,
            script=tuple(script),  # type: ignore[arg-type]
        )
        return self.execute(code, command)

    def add_live(self, code: str, title: str, opens: int, closes: int, game: str) -> Contest:
        """Add a game that centres follow live: one of this hall, which draws and times it."""
        master = clean_code(game)
        state = self.masters.get(stream_of(master)).state if is_code(master) else None
        if state is None:
            raise Refusal("cette partie n'existe pas dans la salle de l'organisateur")
        check_formula(state.formula)
        if state.opened.follows:
            raise Refusal("cette partie est une section : donnez celle qu'elle suit")
        command = cmd.AddGame(
            id=secrets.token_hex(8),
            title=title,
            opens=opens,
            closes=closes,
            script=(state.opened,),
            live=master,
        )
        return self.execute(code, command)

    def is_followed(self, game: str) -> bool:
        """Whether centres follow a game of this hall live: a slip of theirs may be on its way."""
        contests = (self.contests.get(stream.id).state for stream in self.all())
        return any(one.live == game for found in contests if found for one in found.games.values())

    def invitation(self, code: str, centre: str, address: str) -> bytes:
        """The signed file of a centre; takes a second."""
        contest = self.get(code)
        if not contest.games:
            raise Refusal("ajoutez d'abord les parties préparées de l'épreuve")
        return write(invitation_of(self._key, code, contest, centre, address), self.pen)

    def token(self, code: str, centre: str) -> str:
        """The word that the holder of a centre's file knows."""
        return token_of(self._key, code, centre)

    def envelope_key(self, game: str, turn: int) -> bytes:
        """What opens one envelope; who asks has seen to it that it may be told."""
        return key_of(self._key, game, turn)

    def digests(self, code: str) -> dict[int, str]:
        """What is published of the envelopes of each game before anybody plays it."""
        games = self.get(code).games.values()
        return {
            one.game: "" if one.live else digest(seal(self._key, one.id, one.script))
            for one in games
        }

    def tell_code(self, code: str, centre: str, game: int, turn: int, by: str = "") -> str:
        """The telephone code of one turn; that it was told is on record before it is."""
        command = cmd.TellCode(centre=centre, game=game, turn=turn, by=by)
        contest = self.execute(code, command)
        return code_of(self._key, centre, contest.games[game].id, turn)

    def overrule(self, code: str, command: Overrule) -> None:
        """Write a decision of the commission."""
        contest = self.get(code)
        if command.centre not in contest.centres or command.game not in contest.games:
            raise Refusal("cette décision ne concerne ni un centre ni une partie de l'épreuve")
        dated = msgspec.structs.replace(command, at=self.now_ms())
        stream, title = decisions_stream(code), contest.opened.title
        self.decided.execute(stream, lambda state: overrule(state, dated), title)

    def restore(self, code: str, where: Where, reason: str) -> None:
        """Let a ruling of a centre stand again."""
        at = self.now_ms()
        self.decided.execute(
            decisions_stream(code), lambda state: restore(state, where, reason, at)
        )

    def decisions(self, code: str) -> Decisions:
        """What the commission has decided."""
        return self.decided.get(decisions_stream(code)).state or {}

    def known(self, code: str, centre: str, install: str) -> Known:
        """What one laptop has sent."""
        diary = self.diaries.get(diary_stream(code, centre, install)).state
        games = {}
        for number in self.get(code).games:
            tail = self.sections.get(section_stream(code, centre, install, number))
            if tail.state is not None:
                games[number] = (tail.version, tail.link, tail.state)
        return Known(diary, games)

    def unions(self, code: str) -> tuple[Union, ...]:
        """Each game with the tables of every centre."""
        return self.gathered(code).unions

    def gathered(self, code: str) -> Gathered:
        """What the ranking of an event rests on, at one reading."""
        self.get(code)
        return gathered(self, clean_code(code))
