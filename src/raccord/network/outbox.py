"""What a centre has to send, and what it does with the answer. Everything blocks.

The facts of a game lie in the hall's own stream; they are sealed anew under the section's name when
they are sent, from the first one on, so that a hub that says something else was told so by somebody
else.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec

from raccord.hall.games import stream_of
from raccord.network.decisions import DecisionEvent, Decisions
from raccord.network.diary import (
    Complete,
    Diary,
    DiaryEvent,
    EnvelopeOpened,
    GameOpened,
    Joined,
    Rehearsed,
)
from raccord.network.errors import ForkedError, MessageError
from raccord.network.kinds import DECISIONS, DIARY, SECTION, decisions_stream
from raccord.network.membership import Membership, Receipt
from raccord.network.messages import (
    MOST_GIVEN,
    Batch,
    Given,
    Head,
    Join,
    Key,
    Letter,
    Refill,
    Reply,
    Secret,
    Sync,
    packed,
    reopened,
    signed,
)
from raccord.network.outgoing import ROWS, Outgoing, batches_after, outgoing
from raccord.network.tails import Tails
from raccord.store.games import DUPLICATE
from raccord.store.merging import DivergedError, merge
from raccord.store.records import StoredEvent
from raccord.store.store import Store

SLIPS = ("slip", "ruled")


class _Spot(msgspec.Struct, frozen=True):
    """Whose slip a fact is about."""

    turn: int
    table: int


_SPOT = msgspec.json.Decoder(_Spot)


class Outbox:
    """What one membership has to send."""

    def __init__(self, store: Store, membership: Membership, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now = now_ms
        self.membership = membership
        self.diaries: Tails[Diary, DiaryEvent] = Tails(store, DIARY)
        self.decided: Tails[Decisions, DecisionEvent] = Tails(store, DECISIONS)
        self.follows: dict[int, int] = {}
        """Games that are followed live here, and how far they are."""

    @property
    def diary(self) -> Diary | None:
        """What was noted here."""
        return self.diaries.get(self.membership.diary).state

    def note(self, act: Callable[[Diary | None], Sequence[DiaryEvent]]) -> None:
        """Write in the diary."""
        title = self.membership.invitation.title
        self.diaries.execute(self.membership.diary, act, title)

    def begin(self) -> None:
        """Open the diary."""
        invitation = self.membership.invitation
        joined = Joined(at=self._now(), title=invitation.title, name=invitation.name)
        self.note(lambda diary: () if diary else (joined,))

    def rehearsed(self, turns: int, faults: Sequence[str]) -> None:
        """Note how a rehearsal went; the hub is told with the next message."""
        skew = self.membership.receipt.skew
        event = Rehearsed(at=self._now(), turns=turns, clock_ms=skew, faults=tuple(faults))
        self.note(lambda _: (event,))

    def opened_game(self, game: int, code: str) -> None:
        """Note the hall game that a game of the event is played as."""
        section = self.membership.section(game)
        event = GameOpened(at=self._now(), game=game, code=code, section=section)
        self.note(lambda diary: () if diary and game in diary.games else (event,))

    def opened_envelope(self, event: EnvelopeOpened) -> None:
        """Note by whom an envelope was opened; everybody responsible sees it."""
        known = (event.game, event.turn)
        self.note(lambda diary: () if diary and known in diary.opened else (event,))

    def close(self, game: int) -> None:
        """The closing event: so many facts, sealed so."""
        found = self._section(game)
        if found is None or not found.events:
            return
        version = len(found.events)
        event = Complete(at=self._now(), game=game, version=version, link=found.link(version))

        def act(diary: Diary | None) -> Sequence[DiaryEvent]:
            known = diary.complete.get(game) if diary else None
            same = known and (known.version, known.link) == (event.version, event.link)
            return () if same else (event,)

        self.note(act)

    def _section(self, game: int) -> Outgoing | None:
        diary = self.diary
        opened = diary.games.get(game) if diary else None
        if opened is None:
            return None
        events = self._store.blocking.load(stream_of(opened.code))
        title = self.membership.invitation.game(game).title
        return outgoing(self.membership.section(game), SECTION.name, title, events)

    def streams(self) -> Iterator[Outgoing]:
        """Everything that is the hub's business; the diary last, since it closes the games."""
        diary = self.diary
        for game in sorted(diary.games) if diary else ():
            found = self._section(game)
            if found is not None and found.events:
                yield found
        own = self._store.blocking.load(self.membership.diary)
        if own:
            title = self.membership.invitation.title
            yield outgoing(self.membership.diary, DIARY.name, title, own)

    def pending(self) -> int:
        """Of how many slips the hub has not acknowledged all that is known of them."""
        heads = self.membership.receipt.heads
        return sum(
            len({_SPOT.decode(event.payload) for event in events if event.type in SLIPS})
            for stream in self.streams()
            for events in (stream.events[heads.get(stream.name, Head()).version :],)
        )

    def lacking(self) -> bool:
        """Whether the hub has said that it lacks something we have."""
        heads = self.membership.receipt.heads
        return any(
            heads.get(stream.name, Head()).version < len(stream.events) for stream in self.streams()
        )

    def refilled(self, stream: str, title: str, events: Sequence[StoredEvent]) -> None:
        """Write the facts of a game begun on another laptop as those of a game of this hall."""
        found = outgoing(stream, DUPLICATE.name, title, events)
        own = [
            replace(event, stream=stream, link=sealed)
            for event, sealed in zip(events, found.links, strict=True)
        ]
        self._store.blocking.write(lambda c: merge(c, DUPLICATE.name, title, "", own))

    def joining(self) -> bytes:
        """The message that pins this laptop's key."""
        pen = self.membership.pen
        token = self.membership.invitation.token
        return signed(pen, Join(**self._who(), token=token, key=pen.public))

    def refilling(self) -> bytes:
        """The message that asks for what the laptop before this one had sent."""
        token = self.membership.invitation.token
        return signed(self.membership.pen, Refill(**self._who(), token=token))

    def _who(self) -> dict[str, Any]:
        invitation = self.membership.invitation
        return {
            "event": invitation.event,
            "centre": invitation.centre,
            "install": self.membership.install,
            "at": self._now(),
        }

    def messages(self, *, everything: bool = False) -> list[bytes]:
        """What the hub may not have yet, in messages of a bounded size; one at least."""
        heads = {} if everything else self.membership.receipt.heads
        found: list[bytes] = []
        batches: list[Batch] = []
        rows, names = 0, []
        for stream in self.streams():
            names.append(stream.name)
            for batch in batches_after(stream, heads.get(stream.name, Head())):
                if batches and rows + len(batch.rows) > ROWS:
                    found.append(self._sync(batches, ()))
                    batches, rows = [], 0
                batches.append(batch)
                rows += len(batch.rows)
        found.append(self._sync(batches, names))
        return found

    def _sync(self, batches: Sequence[Batch], ask: Sequence[str], *, waits: bool = False) -> bytes:
        known = self.decided.get(decisions_stream(self.membership.invitation.event)).version
        sync = Sync(
            **self._who(),
            batches=tuple(batches),
            decisions=known,
            ask=tuple(ask),
            follows=self.follows,
            waits=waits,
        )
        return signed(self.membership.pen, sync)

    def listening(self) -> bytes:
        """The message that asks for the next fact of the games that are followed live."""
        return self._sync((), (), waits=True)

    def export(self) -> bytes:
        """The same bytes as a file, from the first event on."""
        return packed([self.joining(), *self.messages(everything=True)])

    def take(self, data: bytes) -> Secret:
        """Believe a receipt of the hub; what it tells this centre alone.

        ``ForkedError`` where another laptop writes under this one's name: this one has another
        name by then, and everything is sent again under it.
        """
        letter = self._read(data)
        reply = letter.of(Reply)
        if reply.install != self.membership.install:
            raise MessageError("cette réponse est destinée à un autre ordinateur")
        known = {stream.name: stream for stream in self.streams()}
        strange = [
            name
            for name, head in reply.heads.items()
            if name in known and not known[name].agrees(head)
        ]
        if reply.forked or strange:
            self._renew()
            raise ForkedError("un autre ordinateur écrit sous le nom de celui-ci")
        before, now = self.membership.receipt, self._now()
        self.membership.receipt = Receipt(
            at=now,
            skew=now - reply.at,
            heads={**before.heads, **reply.heads},
            counts=reply.counts,
            embargo=reply.embargo,
            slots=reply.slots,
        )
        if reply.decisions is not None:
            self._decide(reply.decisions)
        return reopened(self.membership.invitation.token, reply.shut)

    def _read(self, data: bytes) -> Letter:
        letter = Letter(data, MOST_GIVEN)
        letter.check(self.membership.opened.key)
        invitation = self.membership.invitation
        if (letter.message.event, letter.message.centre) != (invitation.event, invitation.centre):
            raise MessageError("cette réponse est destinée à un autre centre")
        return letter

    def _decide(self, batch: Batch) -> None:
        """Keep what the commission of the event decided."""
        if batch.stream != decisions_stream(self.membership.invitation.event):
            return
        events = batch.events()
        with suppress(DivergedError):
            self._store.blocking.write(
                lambda c: merge(c, DECISIONS.name, batch.title, batch.before, events)
            )

    def _renew(self) -> None:
        """Take another name and note under it all that was noted under the old one."""
        notes = [DIARY.codec.decode(e) for e in self._store.blocking.load(self.membership.diary)]
        self.membership.renew()
        section = self.membership.section
        renamed = [
            msgspec.structs.replace(note, section=section(note.game))
            if isinstance(note, GameOpened)
            else note
            for note in notes
            # Sealed under the old name: the games are closed anew.
            if not isinstance(note, Complete)
        ]
        self.note(lambda diary: () if diary else renamed)

    def take_given(self, data: bytes) -> tuple[dict[int, list[StoredEvent]], tuple[Key, ...]]:
        """What the laptop before this one had sent, by game, and the keys of its turns."""
        given = self._read(data).of(Given)
        names = {
            self.membership.section(one.game): one.game for one in self.membership.invitation.games
        }
        games: dict[int, list[StoredEvent]] = {}
        for batch in given.batches:
            if batch.stream in names:
                games.setdefault(names[batch.stream], []).extend(batch.events())
        return games, reopened(self.membership.invitation.token, given.shut).keys

    @property
    def decisions(self) -> Decisions:
        """What the commission of the event decided, as far as this centre knows."""
        return self.decided.get(decisions_stream(self.membership.invitation.event)).state or {}
