"""Révision: missed tops and words come back when they are about to be forgotten.

The instants are FSRS's; a card is looked up by its key, and what it asks stands in it whole, so
that it can be revised without the server.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from fsrs import Card as Memory
from fsrs import Rating, Scheduler, State

from raccord.board import alphabetical, format_word, moves
from raccord.duplicate import Turn
from raccord.duplicate.alone import SoloState
from raccord.duplicate.alone.progress import points_of, reference_of
from raccord.lexicon import Lexicon

MOST_SOLUTIONS = 40
# No chance in the intervals: the same reviews give the same dates.
_SCHEDULER = Scheduler(enable_fuzzing=False)


class Remembered(msgspec.Struct, frozen=True, omit_defaults=True):
    """Mémoire: what FSRS knows of a card; instants in ms."""

    state: int = State.Learning.value
    step: int | None = 0
    stability: float | None = None
    difficulty: float | None = None
    last: int | None = None
    reviews: int = 0
    lapses: int = 0


class Card(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Fiche: a position as it was, or letters whose words are asked for.

    ``answers`` are the moves or the words that are right, ``others`` what else there was.
    """

    key: str
    kind: str
    due: int
    lexicon: str
    cells: str = ""
    draw: str = ""
    leave: int = 0
    formula: str = "classic"
    letters: str = ""
    points: int = 0
    answers: tuple[str, ...] = ()
    others: tuple[tuple[str, int], ...] = ()
    memory: Remembered = Remembered()


class Review(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Réponse: 1 not found, 2 at the second try, 3 found, 4 at once; ``at`` by the browser."""

    key: Annotated[str, msgspec.Meta(max_length=80)]
    rating: Annotated[int, msgspec.Meta(ge=1, le=4)]
    at: Annotated[int, msgspec.Meta(ge=0, le=2**53)]


def missed_cards(name: str, state: SoloState, lexicon: Lexicon, at: int) -> list[Card]:
    """The positions of a game whose top was missed; the solver works, so in a thread."""
    if state.play.formula.name == "custom":
        # Told by no name, its rules cannot be brought back.
        return []
    missed = [t for t in state.play.turns if points_of(state.play, t) < reference_of(state, t)]
    return [_of_turn(name, state, turn, lexicon, at) for turn in missed]


def _of_turn(name: str, state: SoloState, turn: Turn, lexicon: Lexicon, at: int) -> Card:
    formula = state.play.formula
    found = moves(turn.before.board, turn.draw, lexicon, formula.rules)[:MOST_SOLUTIONS]
    solutions = [
        (f"{s.move.reference} {format_word(s.move.word)}", s.score)
        for s in found
        if s.score < turn.points
    ]
    tops = [str(tie.move) for tie in turn.ties] or [str(turn.move)]
    return Card(
        key=f"{name}:{turn.number}",
        kind="turn",
        due=at,
        lexicon=state.play.opened.lexicon,
        cells=turn.before.board.cells,
        draw=turn.draw,
        leave=len(turn.leave),
        formula=formula.name,
        points=turn.points,
        answers=tuple(tops[:MOST_SOLUTIONS]),
        others=tuple(solutions),
    )


def word_cards(
    words: Iterable[str], deck: str, lexicon: Lexicon, at: int, known: Container[str]
) -> Iterator[Card]:
    """One card for each set of letters that is not known: all its words are asked for."""
    for letters in dict.fromkeys(alphabetical(word) for word in words):
        key = _key(deck, lexicon, letters)
        if key not in known:
            card = Card(key=key, kind="word", due=at, lexicon=lexicon.name, letters=letters)
            yield msgspec.structs.replace(card, answers=lexicon.anagrams(letters))


def hook_cards(
    words: Iterable[str], deck: str, lexicon: Lexicon, at: int, known: Container[str]
) -> Iterator[Card]:
    """One card a word: the letters that lengthen it, in front or behind."""
    for word in words:
        key = _key(deck, lexicon, word)
        if key in known:
            continue
        longer = lexicon.matching(f".{word}") + lexicon.matching(f"{word}.")
        if longer:
            card = Card(key=key, kind="hook", due=at, lexicon=lexicon.name, letters=word)
            yield msgspec.structs.replace(card, answers=tuple(dict.fromkeys(longer)))


def _key(deck: str, lexicon: Lexicon, letters: str) -> str:
    return f"{deck}:{lexicon.name[:40]}:{letters}"


def reviewed(card: Card, reviews: Sequence[Review], now: int) -> Card:
    """The card after these reviews; one heard before, or from the future, counts once or now."""
    for review in sorted(reviews, key=lambda r: r.at):
        at = min(review.at, now)
        if card.memory.last is not None and at <= card.memory.last:
            continue
        card = _after(card, review.rating, at)
    return card


def _after(card: Card, rating: int, at: int) -> Card:
    known = card.memory
    memory = Memory(
        card_id=1,
        state=State(known.state),
        step=known.step,
        stability=known.stability,
        difficulty=known.difficulty,
        due=_moment(card.due),
        last_review=None if known.last is None else _moment(known.last),
    )
    memory, _ = _SCHEDULER.review_card(memory, Rating(rating), _moment(at))
    return msgspec.structs.replace(
        card,
        due=round(memory.due.timestamp() * 1000),
        memory=Remembered(
            state=memory.state.value,
            step=memory.step,
            stability=memory.stability,
            difficulty=memory.difficulty,
            last=at,
            reviews=known.reviews + 1,
            lapses=known.lapses + (rating == Rating.Again.value),
        ),
    )


def _moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)
