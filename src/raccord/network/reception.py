"""The hub's door for centres: a message comes in, a signed receipt goes out.

A batch is checked, folded and written in one transaction; what was there before is passed over, so
that a message cut, doubled or out of order does no harm. Key n is given to whoever has sent turn
n−1 closed, in his slot, from the laptop that counts.
"""

import hmac
from collections.abc import Iterator, Sequence

from sqlalchemy import Connection

from raccord.network.contest import commands as cmd
from raccord.network.contest.state import Centre, Contest
from raccord.network.errors import MessageError, UnknownInstallError
from raccord.network.hub import Hub
from raccord.network.kinds import (
    DECISIONS,
    SECTION,
    decisions_stream,
    diary_stream,
    section_stream,
)
from raccord.network.messages import (
    JOINING,
    Batch,
    Envelope,
    Given,
    Head,
    Join,
    Key,
    Letter,
    Message,
    Refill,
    Reply,
    Secret,
    Sync,
    batch_of,
    shut,
    signed,
    unpacked,
)
from raccord.network.multiplex import facts_for, followed_streams
from raccord.network.tails import Tail, Tails
from raccord.store.errors import UnavailableError
from raccord.store.merging import DivergedError, Merged, head_of, merge
from raccord.store.records import StoredEvent

_GIVEN_ROWS = 3000


class Reception:
    """Takes in what centres send."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def take(self, data: bytes) -> bytes:
        """Any message of a centre; the answer to it."""
        return self.answer(self.opened(data))

    def opened(self, data: bytes) -> Letter:
        """A message whose signature holds."""
        letter = Letter(data)
        letter.check(self._signer(letter.envelope))
        return letter

    def answer(self, letter: Letter) -> bytes:
        """The answer to a message that was checked."""
        if isinstance(letter.message, Join):
            return self._join(letter.message)
        if isinstance(letter.message, Refill):
            return self._refill(letter.message)
        return self._sync(letter.of(Sync))

    def take_file(self, data: bytes) -> list[bytes]:
        """The messages of a file; the answers to them, to be carried back."""
        return [self.take(message) for message in unpacked(data)]

    def _signer(self, who: Envelope) -> str:
        """The key a message must be signed with."""
        contest = self._contest(who)
        # Signed by the key it brings: nobody pins a key that is not his.
        return who.key if who.message == JOINING else self._public(contest, who)

    def _join(self, message: Join) -> bytes:
        """Pin the key of a laptop at first contact."""
        contest = self._contest(message)
        self._check_token(message, message.token)
        command = cmd.Admit(centre=message.centre, install=message.install, key=message.key)
        contest = self._hub.execute(message.event, command)
        self._note_heard(message)
        return self._reply(contest, message, {})

    def _sync(self, message: Sync) -> bytes:
        contest = self._contest(message)
        self._note_heard(message)
        try:
            merged = self._merge(contest, message)
        except DivergedError as error:
            stream = str(error.value)
            command = cmd.Fork(centre=message.centre, install=message.install, stream=stream)
            contest = self._hub.execute(message.event, command)
            return self._reply(contest, message, {}, forked=(stream,))
        return self._reply(contest, message, merged)

    def _contest(self, message: Message | Envelope) -> Contest:
        contest = self._hub.get(message.event)
        if message.centre not in contest.centres:
            raise MessageError("l'épreuve n'a pas ce centre")
        return contest

    def _public(self, contest: Contest, message: Envelope) -> str:
        found = contest.centres[message.centre].installs.get(message.install)
        if found is None:
            raise UnknownInstallError("ce centre n'est pas encore rattaché")
        return found

    def _check_token(self, message: Message, token: str) -> None:
        wanted = self._hub.token(message.event, message.centre)
        if not hmac.compare_digest(wanted.encode(), token.encode()):
            raise MessageError("ce n'est pas la convocation de ce centre")

    def _note_heard(self, message: Message) -> None:
        ahead = message.at - self._hub.now_ms()
        self._hub.hear(message.event, message.install, ahead)

    def _tails(self, contest: Contest, message: Sync, batch: Batch) -> Tails[object, object]:
        """Where a batch belongs: a laptop writes its own diary and its own games."""
        who = (message.event, message.centre, message.install)
        own: dict[str, Tails[object, object]] = {diary_stream(*who): self._hub.diaries}  # type: ignore[dict-item]
        sections: Tails[object, object] = self._hub.sections  # type: ignore[assignment]
        own |= {section_stream(*who, game): sections for game in contest.games}
        found = own.get(batch.stream)
        if found is None or found.kind.name != batch.kind:
            raise MessageError("ce lot n'est pas de ce centre")
        return found

    def _merge(self, contest: Contest, message: Sync) -> dict[str, Merged]:
        """Write every batch in one transaction, once all of them were understood."""
        pieces = []
        for batch in message.batches:
            tails = self._tails(contest, message, batch)
            events = batch.events()
            pieces.append((tails, batch, events, _foreseen(tails, events)))
        if not pieces:
            return {}

        def write(connection: Connection) -> dict[str, Merged]:
            return {
                batch.stream: merge(connection, batch.kind, batch.title, batch.before, events)
                for _, batch, events, _ in pieces
            }

        merged = self._hub.store.blocking.write(write)
        for tails, batch, _, foreseen in pieces:
            if foreseen is not None and merged[batch.stream].link == foreseen.link:
                tails.keep(batch.stream, foreseen)
        return merged

    def _reply(
        self,
        contest: Contest,
        message: Message,
        merged: dict[str, Merged],
        forked: tuple[str, ...] = (),
    ) -> bytes:
        """The receipt: what the hub has on disk, and what this centre may know now."""
        centre = contest.centres[message.centre]
        asked = message.ask if isinstance(message, Sync) else ()
        known = message.decisions if isinstance(message, Sync) else 0
        heads = self._heads(message, asked) | {
            stream: Head(found.version, found.link) for stream, found in merged.items()
        }
        slots = {number: contest.slot(centre.id, number) for number in contest.games}
        facts = facts_for(self._hub, contest, message) if isinstance(message, Sync) else ()
        secret = Secret(keys=self._keys(contest, centre, message), facts=facts)
        return signed(
            self._hub.pen,
            Reply(
                event=message.event,
                centre=message.centre,
                install=message.install,
                at=self._hub.now_ms(),
                heads=heads,
                counts=centre.counted == message.install,
                forked=forked,
                decisions=self._decisions(message.event, known),
                embargo=contest.embargo,
                slots={number: (slot.opens, slot.closes) for number, slot in slots.items()},
                shut=shut(self._hub.token(message.event, message.centre), secret),
                written=sum(found.written for found in merged.values()),
            ),
        )

    def _heads(self, message: Message, asked: Sequence[str]) -> dict[str, Head]:
        """What the hub has of streams that are this laptop's own."""
        own = f"{message.event}/{message.centre}/{message.install}"
        mine = [s for s in asked if f"{s.partition(':')[2]}/".startswith(f"{own}/")]
        if not mine:
            return {}
        found = self._hub.store.blocking.read(lambda c: {s: head_of(c, s) for s in mine})
        return {stream: Head(head.version, head.link) for stream, head in found.items()}

    def _keys(self, contest: Contest, centre: Centre, message: Message) -> tuple[Key, ...]:
        """The next key of each game this laptop may play now."""
        if centre.counted != message.install:
            return ()
        found = []
        for number, game in contest.games.items():
            if game.live:
                continue
            slot, now = contest.slot(centre.id, number), self._hub.now_ms()
            stream = section_stream(message.event, centre.id, message.install, number)
            state = self._hub.sections.get(stream).state
            begun = state is not None and bool(state.draws)
            # A game begun in its slot is played to its end.
            if now < slot.opens or (not begun and now >= slot.closes) or (state and state.end):
                continue
            turn = len(state.turns) + 1 if state else 1
            found.append(Key(number, turn, self._hub.envelope_key(game.id, turn)))
        return tuple(found)

    def awaits(self, letter: Letter) -> tuple[str, ...]:
        """The streams whose next fact a message waits for; none where it is answered at once."""
        message = letter.message
        if not isinstance(message, Sync) or not message.waits or message.batches:
            return ()
        contest = self._contest(message)
        if facts_for(self._hub, contest, message):
            return ()
        return tuple(stream for _, stream in followed_streams(contest, message))

    def _decisions(self, event: str, known: int) -> Batch | None:
        """What the commission decided since."""
        stream = decisions_stream(event)
        new = self._hub.store.blocking.load(stream, known)
        if not new:
            return None
        before = self._hub.store.blocking.load(stream, known - 1, known) if known > 0 else []
        return batch_of(stream, DECISIONS.name, "", before[0].link if before else "", new)

    def _refill(self, message: Refill) -> bytes:
        """All that the laptop before this one had sent, once the organiser has said so."""
        contest = self._contest(message)
        self._check_token(message, message.token)
        centre = contest.centres[message.centre]
        former = [old for old, new in centre.replaced.items() if new == message.install]
        if not former:
            raise MessageError(
                "l'organisateur n'a pas encore dit que cet ordinateur remplace l'autre"
            )
        batches, keys = self._former(contest, message, former[-1])
        given = Given(
            event=message.event,
            centre=message.centre,
            install=message.install,
            at=self._hub.now_ms(),
            continues=former[-1],
            batches=batches,
            shut=shut(self._hub.token(message.event, message.centre), Secret(keys=keys)),
        )
        return signed(self._hub.pen, given)

    def _former(
        self, contest: Contest, message: Refill, former: str
    ) -> tuple[tuple[Batch, ...], tuple[Key, ...]]:
        """The games of another laptop under this one's name, and the keys of their turns so far."""
        batches: list[Batch] = []
        keys: list[Key] = []
        for number, game in contest.games.items():
            theirs = section_stream(message.event, message.centre, former, number)
            own = section_stream(message.event, message.centre, message.install, number)
            batches += _chunks(own, game.title, self._hub.store.blocking.load(theirs))
            state = self._hub.sections.get(theirs).state
            turns = range(1, len(state.turns) + 2) if state else ()
            keys += [Key(number, turn, self._hub.envelope_key(game.id, turn)) for turn in turns]
        return tuple(batches), tuple(keys)


def _chunks(stream: str, title: str, events: Sequence[StoredEvent]) -> Iterator[Batch]:
    before = ""
    for start in range(0, len(events), _GIVEN_ROWS):
        batch = batch_of(stream, SECTION.name, title, before, events[start : start + _GIVEN_ROWS])
        before = batch.link
        yield batch


def _foreseen(tails: Tails[object, object], events: Sequence[StoredEvent]) -> Tail[object] | None:
    """The stream after a batch; refused where it could not be folded, for everybody's sake."""
    try:
        return tails.foreseen(events[0].stream, events)
    except UnavailableError:
        raise
    except Exception as error:
        # Events in an order nobody wrote them in can fail anywhere in the rules.
        raise MessageError("ce lot ne se rejoue pas") from error
