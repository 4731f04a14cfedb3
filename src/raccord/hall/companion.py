"""What goes with a game but is not the game: a stream of its own beside the game's events.

The secret of the draws and a prepared game stand here, so that the record of the game can be read
at any time without telling what is to come.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

import msgspec

from raccord.duplicate import AnyEvent, State
from raccord.duplicate import events as ev
from raccord.duplicate.beside import Beside, DrawMode, Entry
from raccord.duplicate.slips.situation import drawn_at
from raccord.regulation import Ruling, Slip
from raccord.store.codec import Codec
from raccord.store.kinds import Kind
from raccord.tournament.people import Shown

InvitedRole = Literal["referee", "marker", "second"]


class HallSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Réglages d'une partie en salle; all but ``draw`` may change during the game.

    ``grace_ms`` is how long after the end a slip sent in time may still arrive: it covers the
    road to the server, and no page shows it. ``paper_tables`` hand in on paper whatever ``entry``
    says: their missing slips are left to the markers. A ``private`` game is listed nowhere: who
    has its code or a link comes in.
    """

    entry: Entry = "assisted"
    draw: DrawMode = "software"
    show_ranking: bool = False
    grace_ms: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 1000
    paper_tables: tuple[int, ...] = ()
    private: bool = False
    show_found: bool = False
    """Whether everybody sees after each turn who found the top, and so the solos."""
    machine_reads: bool = False
    """Whether plain slips read from a photograph are recorded before anybody confirms them."""
    photo_days: Annotated[int, msgspec.Meta(ge=0, le=3650)] = 30
    """How long photographs of slips are kept."""
    keep_hands: bool = False
    """Whether confirmed cells are kept for learning the club's hands."""


class CompanionEvent(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"
):
    """Base of what happens beside a game."""

    at: int = 0


class Heritage(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Ce qu'une partie reçoit de la précédente: its doors stay open to whoever came in before.

    ``games`` are the games before it in the same room, the first one first.
    """

    games: tuple[str, ...]
    invitations: tuple["Invited", ...] = ()
    pin_rounds: dict[int, int] = {}


class Arranged(CompanionEvent, frozen=True, tag="arranged"):
    """Partie préparée: its settings, the secret of its draws, or the game it replays."""

    settings: HallSettings
    secret: str = ""
    script: tuple[AnyEvent, ...] = ()
    after: Heritage | None = None
    sealed: bool = False
    """Whether the rest of the prepared game comes in envelopes, turn by turn."""


class SettingsChanged(CompanionEvent, frozen=True, tag="settings-changed"):
    """Réglages modifiés."""

    settings: HallSettings


class Invited(CompanionEvent, frozen=True, tag="invited"):
    """Invitation: a link that opens a role; no ``tables`` means all of them."""

    id: str
    role: InvitedRole
    label: str = ""
    tables: tuple[int, ...] = ()


class Assigned(CompanionEvent, frozen=True, tag="assigned"):
    """Tables confiées à un arbitre-correcteur."""

    id: str
    tables: tuple[int, ...]


class InvitationRevoked(CompanionEvent, frozen=True, tag="invitation-revoked"):
    """Invitation retirée."""

    id: str


class KeyGiven(CompanionEvent, frozen=True, tag="key-given"):
    """Nouveau code: the game was made private, and opens with this key behind its old code."""

    key: str


class PinsRenewed(CompanionEvent, frozen=True, tag="pins-renewed"):
    """Codes des tables renouvelés: the old ones open nothing any more."""

    tables: tuple[int, ...]


class NoteDelivered(CompanionEvent, frozen=True, tag="note-delivered"):
    """Billet de correction remis."""

    turn: int
    table: int
    by: str = ""


class SecondMarked(CompanionEvent, frozen=True, tag="second-marked"):
    """Double arbitrage: the same slip read by the second marker; a change has its ``reason``."""

    turn: int
    table: int
    slip: Slip
    ruling: Ruling
    by: str = ""
    reason: str = ""


class EventJoined(CompanionEvent, frozen=True, tag="event-joined"):
    """Partie d'une compétition, and what it shows the public of people."""

    competition: str
    shown: Shown = "name"


class Followed(CompanionEvent, frozen=True, tag="followed"):
    """Partie suivante, in the same room."""

    game: str


class Unsealed(CompanionEvent, frozen=True, tag="unsealed"):
    """Enveloppe ouverte: what the prepared game draws and retains on one more turn."""

    turn: int
    script: tuple[AnyEvent, ...]


class Embargoed(CompanionEvent, frozen=True, tag="embargoed"):
    """Embargo: until then the public is told nothing of the game."""

    until: int


class Archived(CompanionEvent, frozen=True, tag="archived"):
    """Archivage: the game is in no list any more, or again in all of them; it stays as it is."""

    archived: bool = True


AnyCompanionEvent = (
    Arranged
    | SettingsChanged
    | Invited
    | Assigned
    | InvitationRevoked
    | KeyGiven
    | PinsRenewed
    | NoteDelivered
    | SecondMarked
    | EventJoined
    | Followed
    | Unsealed
    | Embargoed
    | Archived
)


@dataclass(frozen=True, slots=True)
class Companion:
    """Dossier de la partie: ``secret`` and ``script`` never leave the server."""

    settings: HallSettings = field(default_factory=HallSettings)
    secret: str = field(default="", repr=False)
    script: tuple[ev.Event, ...] = field(default=(), repr=False)
    created: int = 0
    invitations: Mapping[str, Invited] = field(default_factory=dict)
    pin_rounds: Mapping[int, int] = field(default_factory=dict)
    """How often the PIN of a table was renewed."""
    notes: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """When the note of a turn and table was delivered."""
    second: Mapping[tuple[int, int], tuple[SecondMarked, ...]] = field(default_factory=dict)
    """Second markings, by turn and table, the oldest first."""
    key: str = field(default="", repr=False)
    """What stands behind the old code of a game that was made private."""
    opened: int = 0
    """How often something changed here that the public sees: its privacy, what follows."""
    before: tuple[str, ...] = ()
    """The games before it in the same room, whose PINs and seats are good here too."""
    event: str = ""
    """The competition it belongs to."""
    shown: Shown = "name"
    """What the public is shown of its people."""
    next: str = ""
    """The game that follows in the same room."""
    archived: bool = False
    """Whether it is kept out of the lists: a trial, or long past."""
    sealed: bool = False
    """Whether its draws come in envelopes."""
    unsealed: int = 0
    """The last turn whose envelope was opened."""
    embargo: int = 0
    """Until when the public is told nothing of it; 0 for an ordinary game."""
    beside: Beside = field(init=False, repr=False, compare=False)
    """What decisions may know of it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "beside", _beside(self))

    def readings(self, state: State, turn: int, table: int) -> tuple[SecondMarked, ...]:
        """The second readings of a slip that stand; a cancelled turn has taken its own along."""
        since = drawn_at(state, turn)
        return tuple(one for one in self.second.get((turn, table), ()) if one.at >= since)

    def is_told(self, state: State, turn: int, table: int) -> bool:
        """Whether the correction note of a turn was handed out, since it was drawn as it stands."""
        at = self.notes.get((turn, table))
        return at is not None and at >= drawn_at(state, turn)

    def hands_in_on_paper(self, table: int) -> bool:
        """Whether the slips of a table come on paper."""
        return self.beside.on_paper(table)


def _beside(companion: Companion) -> Beside:
    settings = companion.settings
    invited = companion.invitations.values()
    return Beside(
        entry=settings.entry,
        paper_tables=frozenset(settings.paper_tables),
        grace=settings.grace_ms,
        notes=companion.notes,
        markers=tuple(one.tables for one in invited if one.role == "marker"),
        draw=settings.draw,
        secret=companion.secret,
        script=companion.script,
        sealed=companion.sealed,
    )


def evolve(companion: Companion | None, event: CompanionEvent) -> Companion:
    """The companion after one more fact, its first included."""
    return _EVOLVE[type(event)](companion or Companion(), event)


def _arranged(_: Companion, event: Arranged) -> Companion:
    bare = Companion(event.settings, event.secret, event.script, event.at, sealed=event.sealed)
    if event.after is None:
        return bare
    invited = {one.id: one for one in event.after.invitations}
    rounds, before = event.after.pin_rounds, event.after.games
    return replace(bare, invitations=invited, pin_rounds=rounds, before=before)


def _settings(companion: Companion, event: SettingsChanged) -> Companion:
    old, new = companion.settings, event.settings
    turned = (old.private, old.show_found) != (new.private, new.show_found)
    return replace(companion, settings=event.settings, opened=companion.opened + turned)


def _invited(companion: Companion, event: Invited) -> Companion:
    return replace(companion, invitations={**companion.invitations, event.id: event})


def _assigned(companion: Companion, event: Assigned) -> Companion:
    changed = msgspec.structs.replace(companion.invitations[event.id], tables=event.tables)
    return replace(companion, invitations={**companion.invitations, event.id: changed})


def _revoked(companion: Companion, event: InvitationRevoked) -> Companion:
    left = {id_: found for id_, found in companion.invitations.items() if id_ != event.id}
    return replace(companion, invitations=left)


def _key(companion: Companion, event: KeyGiven) -> Companion:
    return replace(companion, key=event.key)


def _pins(companion: Companion, event: PinsRenewed) -> Companion:
    rounds = dict(companion.pin_rounds)
    for table in event.tables:
        rounds[table] = rounds.get(table, 0) + 1
    return replace(companion, pin_rounds=rounds)


def _note(companion: Companion, event: NoteDelivered) -> Companion:
    return replace(companion, notes={**companion.notes, (event.turn, event.table): event.at})


def _second(companion: Companion, event: SecondMarked) -> Companion:
    where = (event.turn, event.table)
    readings = (*companion.second.get(where, ()), event)
    return replace(companion, second={**companion.second, where: readings})


def _joined(companion: Companion, event: EventJoined) -> Companion:
    joined = replace(companion, event=event.competition, shown=event.shown)
    return replace(joined, opened=companion.opened + 1)


def _archived(companion: Companion, event: Archived) -> Companion:
    return replace(companion, archived=event.archived)


def _unsealed(companion: Companion, event: Unsealed) -> Companion:
    script = (*companion.script, *event.script)
    return replace(companion, script=script, unsealed=event.turn)


def _embargoed(companion: Companion, event: Embargoed) -> Companion:
    return replace(companion, embargo=event.until, opened=companion.opened + 1)


def _followed(companion: Companion, event: Followed) -> Companion:
    return replace(companion, next=event.game, opened=companion.opened + 1)


_EVOLVE: dict[type[CompanionEvent], Callable[[Companion, Any], Companion]] = {
    Arranged: _arranged,
    SettingsChanged: _settings,
    Invited: _invited,
    Assigned: _assigned,
    InvitationRevoked: _revoked,
    KeyGiven: _key,
    PinsRenewed: _pins,
    NoteDelivered: _note,
    SecondMarked: _second,
    EventJoined: _joined,
    Followed: _followed,
    Unsealed: _unsealed,
    Embargoed: _embargoed,
    Archived: _archived,
}

COMPANION: Kind[Companion, CompanionEvent] = Kind(
    "hall-companion", Codec(AnyCompanionEvent), evolve
)
