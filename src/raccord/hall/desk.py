"""The head referee's actions beside the game: its creation, its settings, its doors."""

import asyncio
import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from raccord.duplicate import Refusal, open_game
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.files.fair_draws import MIXED, SECRET_BYTES
from raccord.duplicate.files.scripts import Script, Terms, read_script
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.formula import Formula, Pace
from raccord.duplicate.rules.paces import parse_pace
from raccord.duplicate.rules.solos import SoloRule
from raccord.hall.codes import new_code, new_key
from raccord.hall.companion import (
    Archived,
    Arranged,
    Assigned,
    Companion,
    CompanionEvent,
    EventJoined,
    Followed,
    HallSettings,
    Heritage,
    InvitationRevoked,
    Invited,
    InvitedRole,
    KeyGiven,
    PinsRenewed,
    SettingsChanged,
)
from raccord.hall.games import Game, Games, stream_of
from raccord.hall.resources import Resources
from raccord.lexicon import Lexicon
from raccord.quoting import one_line
from raccord.regulation import DEFAULT_EDITION, EditionId
from raccord.tournament.people import Shown

BY_SOFTWARE = ("software", "mixed")
"""Ways to draw that need the secret committed to before the first turn."""


class NewGame(msgspec.Struct, frozen=True, kw_only=True):
    """Partie à créer. ``record`` is the text of a prepared game: a record or a club's table."""

    title: Annotated[str, msgspec.Meta(max_length=120)] = ""
    edition: EditionId = DEFAULT_EDITION
    formula: Annotated[str, msgspec.Meta(max_length=60)] = "classic"
    time: Annotated[str, msgspec.Meta(max_length=12)] = ""
    lexicon: Annotated[str, msgspec.Meta(max_length=60)] = ""
    settings: HallSettings = HallSettings()
    record: Annotated[str, msgspec.Meta(max_length=2_000_000)] = ""
    solo: SoloRule | None = None
    """The event's own rule for solos, where the edition lets it have one."""
    public_number: bool = False
    """Whether nothing is drawn before the hall has given its number."""


Arrival = Literal["", "phone", "paper"]
"""How somebody who came late hands in his slips; empty where the game leaves no choice."""


def asks_entry(game: Game) -> bool:
    """Whether a late table may hand in by phone or on paper."""
    return bool(game.state.draws) and game.companion.settings.entry != "paper"


def asks_marker(game: Game) -> tuple[Invited, ...]:
    """The markers between whom a late table's slips must be given; none where it is plain."""
    found = game.companion.invitations.values()
    markers = tuple(one for one in found if one.role == "marker" and one.tables)
    return markers if game.state.draws else ()


def inherited(game: Game, tables: Collection[int]) -> Heritage:
    """What the next game in a room takes over; PINs of tables not among ``tables`` change."""
    beside = game.companion
    return Heritage(
        games=(*beside.before, game.id),
        invitations=tuple(beside.invitations.values()),
        pin_rounds=_renewed(beside.pin_rounds, set(game.state.entrants) - set(tables)),
    )


class Desk:
    """What a head referee does beside the game itself."""

    def __init__(self, resources: Resources, games: Games) -> None:
        self._resources = resources
        self._games = games

    async def create(self, wish: NewGame) -> str:
        """Open a game; gives its code."""
        now = self._resources.now_ms()
        lexicon = self._resources.lexicon_named(wish.lexicon)
        edition, formula = wish.edition, _formula(wish)
        script: Script = ()
        if wish.settings.draw == "master":
            raise Refusal("une section s'ouvre depuis le pupitre de la partie qu'elle suit")
        if wish.settings.draw == "prepared":
            terms = Terms(lexicon, edition, formula)
            script = await asyncio.to_thread(read_script, wish.record, terms)
        if script and isinstance(script[0], ev.Opened):
            edition = script[0].edition
            formula = _timed(script[0].formula, wish.time)
        wanted = cmd.Open(
            at=now,
            edition=edition,
            formula=formula,
            title=one_line(wish.title) or "Partie de duplicate",
            needs_number=wish.public_number,
            awaits_publication=True,
            solo=wish.solo,
        )
        arranged = Arranged(at=now, settings=wish.settings, script=script)
        return await self._open(wanted, arranged, lexicon)

    async def _open(self, wanted: cmd.Open, arranged: Arranged, lexicon: Lexicon) -> str:
        code = await self.free_code(private=arranged.settings.private)
        if arranged.settings.draw in BY_SOFTWARE:
            secret = secrets.token_hex(SECRET_BYTES)
            wanted = msgspec.structs.replace(wanted, secret=secret, scheme=MIXED, game=code)
            arranged = msgspec.structs.replace(arranged, secret=secret)
        opening = open_game(wanted, lexicon)
        await self._games.open(code, opening, arranged)
        return code

    async def follow(
        self, game: Game, title: str, tables: Collection[int], wish: NewGame | None = None
    ) -> str:
        """Open the next game in the same room: its settings, PINs and invitations; its code.

        A prepared game is followed by one that the software draws. Of a table that is not among
        ``tables``, where the same people stay, the PIN changes: somebody else sits down there. A
        ``wish`` says what is played instead of the same again.
        """
        opened, beside, now = game.state.opened, game.companion, self._resources.now_ms()
        settings = beside.settings
        if settings.draw in ("prepared", "master"):
            settings = msgspec.structs.replace(settings, draw="software")
        after = inherited(game, tables)
        wanted = cmd.Open(
            at=now,
            edition=wish.edition if wish else opened.edition,
            formula=_formula(wish) if wish else opened.formula,
            title=title,
            needs_number=opened.needs_number,
            awaits_publication=True,
            solo=wish.solo if wish else opened.solo,
        )
        arranged = Arranged(at=now, settings=settings, after=after)
        return await self._open(wanted, arranged, game.lexicon)

    async def join(self, code: str, event: str, shown: Shown = "name") -> None:
        """Make a game one of a competition, which says what the public is shown of people."""
        joined = EventJoined(at=self._resources.now_ms(), competition=event, shown=shown)
        await self._games.note(
            code, lambda c: () if (c.event, c.shown) == (event, shown) else (joined,)
        )

    async def lead_on(self, code: str, following: str) -> None:
        """Tell whoever is in a game which one follows."""
        followed = Followed(at=self._resources.now_ms(), game=following)
        await self._games.note(code, lambda _: (followed,))

    async def archive(self, code: str, *, archived: bool) -> None:
        """Take a game out of the lists, or put it back; nothing of it is lost."""
        event = Archived(at=self._resources.now_ms(), archived=archived)
        await self._games.note(code, lambda c: () if c.archived == archived else (event,))

    async def free_code(self, *, private: bool) -> str:
        """A code that no game has."""
        while True:
            code = new_code(private=private)
            if await self._resources.store.stream(stream_of(code)) is None:
                return code

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

    async def arrive(self, code: str, tables: Sequence[int], entry: Arrival, marker: str) -> None:
        """Tables that came late: how they hand in their slips, and whose slips a marker reads."""
        game = await self._games.get(code)
        settings, invited = game.companion.settings, game.companion.invitations.get(marker)
        paper = set(settings.paper_tables)
        paper = paper | set(tables) if entry == "paper" else paper - set(tables)
        if entry:
            changed = msgspec.structs.replace(settings, paper_tables=tuple(sorted(paper)))
            await self.change_settings(game.id, changed)
        # A marker of no tables in particular reads them all.
        if invited is not None and invited.tables:
            await self.assign(game.id, marker, (*invited.tables, *tables))

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
        await self.vacate(game.id, chosen)

    async def vacate(self, code: str, tables: Sequence[int]) -> None:
        """Shut out whoever was let in at these tables, entered by now or not."""
        event = PinsRenewed(at=self._resources.now_ms(), tables=tuple(tables))
        await self._games.note(code, lambda _: (event,))


def _renewed(rounds: Mapping[int, int], tables: Collection[int]) -> dict[int, int]:
    return {**rounds, **{table: rounds.get(table, 0) + 1 for table in tables}}


def _known(companion: Companion, event: Assigned | InvitationRevoked) -> CompanionEvent:
    if event.id not in companion.invitations:
        raise Refusal("cette invitation n'existe pas ou a été retirée")
    return event


def _formula(wish: NewGame) -> Formula:
    return _timed(formulas.parse(wish.formula), wish.time)


def _timed(formula: Formula, time: str) -> Formula:
    if not time.strip():
        return formula
    pace: Pace = parse_pace(time)
    return msgspec.structs.replace(formula, paces=(pace,))
