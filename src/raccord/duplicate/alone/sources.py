"""Where the draws of a prepared or replayed game come from: a file, or a game already played."""

from dataclasses import dataclass
from itertools import zip_longest

from raccord.duplicate.alone.state import SoloState, Step
from raccord.duplicate.errors import NotARecordError
from raccord.duplicate.files import reading, told
from raccord.duplicate.files.seeing import replay_seen
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.formula import Formula
from raccord.duplicate.state import State
from raccord.lexicon import Lexicon
from raccord.regulation import EditionId
from raccord.regulation.editions import edition as edition_named

MAX_STEPS = 120


@dataclass(frozen=True, slots=True)
class Source:
    """Origine des tirages: the steps, and the terms under which they were played."""

    steps: tuple[Step, ...] = ()
    formula: Formula | None = None
    """None where nothing says it: the player's choice."""
    edition: EditionId | None = None


NOTHING = Source()


def read(text: str, lexicon: Lexicon, edition: EditionId) -> Source:
    """The game of a file: a record or a summary in JSON, GCG, or a club's table."""
    found = told.read(text)
    if found.record is not None:
        return of_turns(told.state_of(found.record))
    named = reading.noted(edition_named, found.notes.get("edition")) or edition_named(edition)
    asked = reading.noted(formulas.parse, found.notes.get("formula"))
    formula, seen = replay_seen(found.rows, lexicon, named, told=asked)
    pairs = zip_longest(found.rows, seen.moves)
    steps = [Step(row.letters, str(move or row.move)) for row, move in pairs if row.word]
    return Source(_checked(tuple(steps)), formula, named.id)


def of_game(state: SoloState) -> Source:
    """A game already played here."""
    return of_turns(state.play)


def of_turns(game: State) -> Source:
    """A game by its turns."""
    steps = tuple(Step(turn.draw, str(turn.move)) for turn in game.turns)
    return Source(_checked(steps), game.formula, game.opened.edition)


def _checked(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    if not steps or len(steps) > MAX_STEPS:
        raise NotARecordError(
            f"cette partie ne contient aucun coup à rejouer (ou plus de {MAX_STEPS})"
        )
    return steps
