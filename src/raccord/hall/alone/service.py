"""The solo games of a server: one stream of the log each, known by an unguessable name."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from raccord.duplicate import Formula, NotARecordError, Refusal
from raccord.duplicate.alone import Begin, SoloEvent, SoloState, evolve
from raccord.duplicate.alone import decide as decide_with
from raccord.duplicate.alone.sources import NOTHING, Source
from raccord.duplicate.alone.terms import replayed
from raccord.duplicate.alone.whole import decide_whole, passing
from raccord.duplicate.files.fair_draws import secret_of_seed
from raccord.hall.errors import UnknownError
from raccord.hall.resources import Resources
from raccord.lexicon import Lexicon
from raccord.regulation import DEFAULT_EDITION, EditionId
from raccord.store.codec import Codec
from raccord.store.kinds import Kind

SOLO: Kind[SoloState, SoloEvent] = Kind("solo", Codec(SoloEvent), evolve)


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Réglages: what a player has chosen for a game."""

    formula: Formula = Formula()
    edition: EditionId = DEFAULT_EDITION
    seed: int | None = None
    timed: bool = False
    """Whether the time was chosen, and does not come with the formula."""
    checks: bool = True
    competition: bool = False
    contest: str = ""
    secret: str = ""
    """The secret of draws that several people play; one of its own otherwise."""


class SoloGames:
    """Every solo game of this server."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self.repository = SOLO.repository(resources.store)

    async def begin(self, command: Begin, lexicon: Lexicon) -> str:
        """Start a game; returns its name."""
        if command.script:
            await asyncio.to_thread(_rehearse, command, lexicon)
        name = secrets.token_urlsafe(12)
        await self.repository.deliberate(
            _stream(name), command, decide_with(lexicon), title=command.title
        )
        return name

    async def get(self, name: str) -> SoloState:
        """A game by its name."""
        state = (await self.repository.get(_stream(name))).state
        if state is None or state.game is None:
            raise UnknownError
        return state

    async def do(self, name: str, command: Any, key: str | None = None) -> SoloState:
        """Carry out a wish of the player; the same ``key`` counts once."""
        lexicon = self.lexicon(await self.get(name))
        change = await self.repository.deliberate(
            _stream(name), command, decide_with(lexicon), key=key or None
        )
        assert change.state is not None
        return change.state

    async def bring(self, name: str, wishes: Sequence[Any], lexicon: Lexicon) -> SoloState:
        """Take in a game that was played elsewhere; one that is here already stays as it is."""
        stream = _stream(name)
        known = (await self.repository.get(stream)).state
        if known is not None and known.game is not None:
            return known
        change = await self.repository.deliberate(
            stream, wishes, decide_whole(lexicon), key=name, title=wishes[0].title
        )
        assert change.state is not None
        return change.state

    def lexicon(self, state: SoloState) -> Lexicon:
        """The word list a game is played with."""
        return self._resources.lexicon_named(state.play.opened.lexicon)


def _stream(name: str) -> str:
    return f"solo:{name}"


def command_of(choice: Choice, *, at: int, source: Source = NOTHING) -> Begin:
    """The command that begins a game: a script, a seed, a shared secret, or pure chance."""
    formula = choice.formula
    if source.steps:
        formula = replayed(source.formula, choice.formula, timed=choice.timed)
    return Begin(
        edition=source.edition or choice.edition,
        formula=formula,
        secret="" if source.steps else _secret(choice),
        seed=choice.seed,
        script=source.steps,
        title=f"Solo · {formula.label}",
        checks=choice.checks,
        competition=choice.competition,
        contest=choice.contest,
        at=at,
    )


def _secret(choice: Choice) -> str:
    if choice.secret:
        return choice.secret
    return secret_of_seed(choice.seed) if choice.seed is not None else secrets.token_hex(32)


def _rehearse(command: Begin, lexicon: Lexicon) -> None:
    """Play a script through beforehand, so that a game never stops halfway for a bad file."""
    turn = 1
    try:
        for state in passing(command, lexicon, samples=0):
            turn = state.play.turn
    except Refusal as refusal:
        raise NotARecordError(f"cette partie ne peut être rejouée : coup {turn}, {refusal}") from (
            refusal
        )
