"""Games whose draws come sealed: opened in the hall like any other, and told turn by turn.

Until the embargo is over the public is told nothing of them: officials and seats come in, nobody
else.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from raccord.duplicate import Refusal, open_game
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.beside import DrawMode
from raccord.duplicate.rules.formula import Formula
from raccord.duplicate.rules.solos import SoloRule
from raccord.hall.companion import (
    Arranged,
    Companion,
    CompanionEvent,
    Embargoed,
    HallSettings,
    Heritage,
    Unsealed,
)
from raccord.hall.games import Game
from raccord.hall.service import Hall
from raccord.lexicon import Lexicon
from raccord.regulation import EditionId


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedGame:
    """Partie sous enveloppes: what is known of it before its first turn."""

    title: str
    edition: EditionId
    formula: Formula
    lexicon: str
    lexicon_digest: str
    embargo: int
    solo: SoloRule | None = None
    follows: str = ""
    """Of a game that is followed live: what it follows; it then has no envelopes."""

    @property
    def draw(self) -> DrawMode:
        """Where its draws come from."""
        return "master" if self.follows else "prepared"


class SealedGames:
    """Opens games under seal in a hall, and their envelopes."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def open(self, wish: SealedGame, after: Game | None = None) -> str:
        """Open a game; the tables of the one ``after`` which it comes stay where they are."""
        wanted, lexicon = await self._wanted(wish)
        settings = HallSettings(draw=wish.draw, private=True, entry="paper")
        heritage = None
        if after is not None:
            kept = after.companion.settings
            settings = HallSettings(draw=wish.draw, private=True, entry=kept.entry)
            heritage = Heritage(
                games=(*after.companion.before, after.id),
                invitations=tuple(after.companion.invitations.values()),
                pin_rounds=dict(after.companion.pin_rounds),
            )
        code = await self._opened(wanted, lexicon, settings, heritage)
        await self.set_embargo(code, wish.embargo)
        if after is not None and after.state.entrants:
            await self._seat(code, after)
        return code

    async def _wanted(self, wish: SealedGame) -> tuple[cmd.Open, Lexicon]:
        lexicon = await asyncio.to_thread(self._hall.resources.lexicon_named, wish.lexicon)
        if lexicon.digest != wish.lexicon_digest:
            raise Refusal(f"le lexique {wish.lexicon} n'est pas ici la liste de l'épreuve")
        wanted = cmd.Open(
            at=self._hall.resources.now_ms(),
            edition=wish.edition,
            formula=wish.formula,
            title=wish.title,
            awaits_publication=True,
            solo=wish.solo,
            follows=wish.follows,
        )
        return wanted, lexicon

    async def _opened(
        self,
        wanted: cmd.Open,
        lexicon: Lexicon,
        settings: HallSettings,
        heritage: Heritage | None,
    ) -> str:
        opening = await asyncio.to_thread(open_game, wanted, lexicon)
        first = opening[0]
        assert isinstance(first, ev.Opened)
        arranged = Arranged(
            at=wanted.at,
            settings=settings,
            script=() if wanted.follows else (first,),
            after=heritage,
            sealed=not wanted.follows,
        )
        code = await self._hall.desk.free_code(private=True)
        await self._hall.games.open(code, opening, arranged)
        return code

    async def restore(self, wish: SealedGame, events: Sequence[ev.Event]) -> str:
        """Open a game that was begun on another laptop; its facts are written by the caller."""
        wanted, lexicon = await self._wanted(wish)
        opening = await asyncio.to_thread(open_game, wanted, lexicon)
        first = events[0] if events else opening[0]
        assert isinstance(first, ev.Opened)
        settings = HallSettings(draw=wish.draw, private=True, entry="paper")
        script = () if wish.follows else (first,)
        sealed = not wish.follows
        arranged = Arranged(at=wanted.at, settings=settings, script=script, sealed=sealed)
        code = await self._hall.desk.free_code(private=True)
        await self._hall.games.arrange(code, arranged)
        await self.set_embargo(code, wish.embargo)
        return code

    async def _seat(self, code: str, after: Game) -> None:
        tables = tuple(
            cmd.Register(table=one.table, players=one.players)
            for _, one in sorted(after.state.entrants.items())
            if one.last_turn is None and not one.is_excluded
        )
        if tables:
            await self._hall.execute(code, cmd.RegisterAll(tables=tables))

    async def unseal(self, code: str, turn: int, script: Sequence[ev.Event]) -> bool:
        """Put what an envelope held beside the game; False where it was opened before."""
        event = Unsealed(at=self._hall.resources.now_ms(), turn=turn, script=tuple(script))  # type: ignore[arg-type]
        opened = False

        def act(companion: Companion) -> Sequence[CompanionEvent]:
            nonlocal opened
            opened = turn == companion.unsealed + 1
            return (event,) if opened else ()

        await self._hall.games.note(code, act)
        return opened

    async def set_embargo(self, code: str, until: int) -> None:
        """Tell the public nothing of a game until then."""
        event = Embargoed(at=self._hall.resources.now_ms(), until=until)
        await self._hall.games.note(code, lambda c: () if c.embargo == until else (event,))
