"""What the strongest level would have done, decision by decision, of a finished game.

It sees what the player saw: both mats and what is left in the bag, never its order.
"""

from collections.abc import Iterator

import msgspec

from raccord import jarnac
from raccord.hall.jarnac.review import states, turn_numbers
from raccord.hall.jarnac.table import TableState
from raccord.jarnac import LEVELS, Computer, Phase, Seat
from raccord.jarnac import events as ev
from raccord.lexicon import Lexicon

MOST = 60
"""Decisions of one player looked at, the first ones: a longer game is a strange one."""


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """Conseil: a decision where the strongest level did something else."""

    step: int
    number: int
    seat: Seat
    played: str
    better: str


def strongest() -> jarnac.Level:
    """The level whose advice is given."""
    return list(LEVELS.values())[-1]


def advice(state: TableState, lexicon: Lexicon, seat: Seat) -> tuple[Advice, ...]:
    """Where the strongest level would have played otherwise in this seat; takes seconds."""
    adviser = Computer(seat, strongest(), lexicon, "advice")
    turns = turn_numbers(state.facts)
    found = []
    for step, game in list(_decisions(state, seat))[:MOST]:
        done = _done(state.facts[step])
        wanted = _wanted(adviser.command(game, game.now))
        if wanted and wanted != done:
            found.append(
                Advice(step=step, number=turns[step], seat=seat, played=done, better=wanted)
            )
    return tuple(found)


def _decisions(state: TableState, seat: Seat) -> Iterator[tuple[int, jarnac.State]]:
    """Each choice of a player, and the state in which he made it."""
    before: jarnac.State | None = None
    for step, game in enumerate(states(state.facts)):
        fact = state.facts[step]
        if before is not None and getattr(fact, "seat", None) == seat and _is_choice(before, fact):
            yield step, before
        before = game


def _is_choice(before: jarnac.State, fact: jarnac.Event) -> bool:
    if isinstance(fact, ev.WordLaid):
        return True
    if isinstance(fact, ev.BagPassed):
        return not fact.forced and before.phase is Phase.PLAY
    is_draw = isinstance(fact, ev.LettersDrawn | ev.LettersSwapped)
    # A first draw, or one after a word, leaves no choice.
    return (
        is_draw
        and before.phase in (Phase.BAG, Phase.TAKEN)
        and "swap" in jarnac.offers(before, before.turn)
    )


def _done(fact: jarnac.Event) -> str:
    if isinstance(fact, ev.WordLaid):
        return _laid(fact.word, fact.line)
    if isinstance(fact, ev.LettersSwapped):
        return _swapped(fact.returned)
    return "passer" if isinstance(fact, ev.BagPassed) else "piocher"


def _wanted(command: jarnac.Command | None) -> str:
    if isinstance(command, jarnac.Lay):
        return _laid(command.word, command.line)
    if isinstance(command, jarnac.Swap):
        return _swapped(command.letters)
    if isinstance(command, jarnac.Pass):
        return "passer"
    # A Jarnac not called is told with the missed ones.
    return "piocher" if isinstance(command, jarnac.Draw) else ""


def _laid(word: str, line: int | None) -> str:
    return f"{word} en ligne nouvelle" if line is None else f"{word} en ligne {line}"


def _swapped(letters: str) -> str:
    return f"changer {' '.join(sorted(letters))}"
