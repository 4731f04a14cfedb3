"""The solo games of a server: one stream of the log each, known by an unguessable name."""

import asyncio
import secrets
from typing import Any

from raccord.duplicate import NotARecordError, Phase, Refusal
from raccord.duplicate.alone import Answer, Begin, Next, SoloEvent, SoloState, Step, evolve
from raccord.duplicate.alone import decide as decide_with
from raccord.duplicate.files.fair_draws import secret_of_seed
from raccord.duplicate.rules import formulas
from raccord.hall.errors import UnknownError
from raccord.hall.resources import Resources
from raccord.lexicon import Lexicon
from raccord.regulation import EditionId
from raccord.store.codec import Codec
from raccord.store.kinds import Kind

SOLO: Kind[SoloState, SoloEvent] = Kind("solo", Codec(SoloEvent), evolve)


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

    def lexicon(self, state: SoloState) -> Lexicon:
        """The word list a game is played with."""
        return self._resources.lexicon_named(state.play.opened.lexicon)


def _stream(name: str) -> str:
    return f"solo:{name}"


def command_of(
    edition: EditionId,
    formula: str,
    *,
    at: int,
    seed: int | None = None,
    script: tuple[Step, ...] = (),
) -> Begin:
    """The command that begins a game: a script, a seed, or draws of pure chance."""
    parts = formula + ("+replay" if script and "replay" not in formula else "")
    body, mark, time = parts.partition("@")
    if mark and "+" in time:
        time, _, rest = time.partition("+")
        parts = f"{body}+{rest}@{time}"
    found = formulas.parse(parts)
    secret = "" if script else secret_of_seed(seed) if seed is not None else secrets.token_hex(32)
    return Begin(
        edition=edition,
        formula=found,
        secret=secret,
        seed=seed,
        script=script,
        title=f"Solo · {found.label}",
        at=at,
    )


def _rehearse(command: Begin, lexicon: Lexicon) -> None:
    """Play a script through beforehand, so that a game never stops halfway for a bad file."""
    decided = decide_with(lexicon, samples=0)
    state: SoloState | None = None
    try:
        wish: Any = command
        while state is None or not state.is_over:
            for event in decided(state, wish):
                state = evolve(state, event)
            assert state is not None
            wish = _rehearsed_wish(state, command.at)
    except Refusal as refusal:
        turn = state.play.turn if state else 1
        raise NotARecordError(f"cette partie ne peut être rejouée : coup {turn}, {refusal}") from (
            refusal
        )


def _rehearsed_wish(state: SoloState, at: int) -> Answer | Next:
    step = state.step()
    if state.play.phase is Phase.DRAWING:
        return Next(at)
    return Answer(state.play.turn, step.move if step else None, at)
