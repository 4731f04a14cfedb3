"""A game of duplicate in hand, for programs that want to play rather than to host.

>>> from raccord.game import Game
>>> game = Game.open(seed=1).draw()
>>> game.rack, game.tops().points
('UXMAIGU', 28)
>>> game = game.play()
>>> game.turns[0].move.text, game.total
('MAUX', 28)

Whoever hosts a game has its events, its commands and its clock in ``raccord.duplicate``.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from raccord import wordlists
from raccord.board import Board, Move
from raccord.duplicate import (
    Command,
    Event,
    Phase,
    State,
    Tops,
    Turn,
    commands,
    decide,
    evolve,
    fold,
    open_game,
    record,
    tops_of,
)
from raccord.duplicate.files.fair_draws import SECRET_BYTES, secret_of_seed
from raccord.duplicate.rules import formulas
from raccord.lexicon import Lexicon
from raccord.regulation import DEFAULT_EDITION, EditionId


@dataclass(frozen=True)
class Game:
    """Partie de duplicate: a value; every accepted command gives a new one."""

    lexicon: Lexicon
    events: tuple[Event, ...]
    state: State
    secret: str = field(default="", repr=False)

    @classmethod
    def open(
        cls,
        lexicon: Lexicon | None = None,
        *,
        edition: EditionId = DEFAULT_EDITION,
        formula: str = "classic",
        seed: int | None = None,
    ) -> "Game":
        """A new game; the same ``seed`` gives the same draws. Without a lexicon, the free one."""
        words = lexicon or wordlists.load()
        secret = secrets.token_hex(SECRET_BYTES) if seed is None else secret_of_seed(seed)
        wish = commands.Open(
            edition=edition, formula=formulas.parse(formula), secret=secret, seed=seed
        )
        events = open_game(wish, words)
        return cls(words, events, fold(events), secret)

    @classmethod
    def resume(
        cls, events: Iterable[Event], lexicon: Lexicon | None = None, secret: str = ""
    ) -> "Game":
        """A game from its events, as ``raccord.duplicate.record.loads`` reads them."""
        told = tuple(events)
        return cls(lexicon or wordlists.load(), told, fold(told), secret)

    def do(self, command: Command) -> "Game":
        """The game after any command; ``Refusal`` says why there is none."""
        events = decide(self.state, command, self.lexicon)
        state = self.state
        for event in events:
            state = evolve(state, event)
        return replace(self, events=(*self.events, *events), state=state)

    def draw(self, letters: str = "") -> "Game":
        """Tirer: the letters that complete the draw, or what the software draws."""
        if letters:
            return self.do(commands.DrawLetters(letters=letters))
        return self.do(commands.DrawBySoftware(secret=self.secret))

    def tops(self) -> Tops | None:
        """The tops of the draw on the table; None where it has no solution."""
        return tops_of(self.state, self.lexicon)

    def play(self, move: Move | str | None = None) -> "Game":
        """Retenir the top: the default one, or another eligible tie."""
        return self.do(commands.Retain(move=None if move is None else str(move)))

    @property
    def board(self) -> Board:
        """The board as it stands."""
        return self.state.position.board

    @property
    def rack(self) -> str:
        """The draw on the table, empty between two turns."""
        return self.state.rack

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns played."""
        return self.state.turns

    @property
    def total(self) -> int:
        """The points of all tops retained."""
        return self.state.total

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase is Phase.OVER

    def record(self) -> str:
        """The record of the game, in JSON."""
        return record.dumps(self.events)
