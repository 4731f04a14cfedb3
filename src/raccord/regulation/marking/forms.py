"""Words not written whole: extensions written in part, and the missing last letter."""

from collections.abc import Iterator
from dataclasses import dataclass

from raccord.board import Direction, Reference
from raccord.regulation.marking.links import FEWEST_LINKS, Fit, agrees
from raccord.regulation.marking.places import Place, moved, nearly_physical_places, place_at
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.sketch import GAP
from raccord.regulation.marking.writing import Written

SHORTEST_CUT = 3
"""A board word must have three letters to be left partly unwritten, in every edition."""


@dataclass(frozen=True, slots=True)
class Completion:
    """The whole word a slip means, once its last letter is read from the board."""

    place: Place
    is_missing: bool


def completions(
    situation: Situation, written: Written, references: tuple[Reference, ...]
) -> list[Completion]:
    """At these references, legal words that end in the board letter left out, or changed."""
    return [c for c in _completions(situation, written) if c.place.reference in references]


def linked_completions(situation: Situation, written: Written) -> list[Completion]:
    """The same, located by link letters."""
    return [
        completion
        for completion in _completions(situation, written)
        if completion.place.reference.direction in written.directions
        and any(
            agrees(situation, completion.place.reference, drawing)
            # The missing letter is on the board but not on the slip, so it is no link letter.
            and len(drawing) + completion.place.inside - completion.is_missing >= FEWEST_LINKS
            for drawing in written.drawings
        )
    ]


def _completions(situation: Situation, written: Written) -> list[Completion]:
    # A hall writes the same few words: the search over the board is done once for each.
    key = ("completions", written.letters, written.circles)
    if key not in situation.memory:
        found = [
            Completion(place_at(situation, r, whole, _within(written, whole)), missing)
            for direction in Direction
            for r, whole, missing in nearly_physical_places(situation, written.letters, direction)
            if whole in situation.lexicon
        ]
        situation.memory[key] = [c for c in found if c.place.is_legal]
    completions: list[Completion] = situation.memory[key]
    return completions


def _within(written: Written, word: str) -> frozenset[int]:
    return frozenset(i for i in written.circles if i < len(word))


def cut_fits(situation: Situation, written: Written, *, each_end: bool) -> list[Fit]:
    """Extensions of a board word of three letters or more, its middle left unwritten."""
    found = []
    for start, word in _board_words(situation):
        if len(word) >= SHORTEST_CUT and start.direction in written.directions:
            for head, tail in _cuts(written.letters, word.upper()):
                fit = _cut_fit(situation, written, start, word.upper(), head, tail, each_end)
                if fit:
                    found.append(fit)
    return found


def _board_words(situation: Situation) -> list[tuple[Reference, str]]:
    if "words" not in situation.memory:
        situation.memory["words"] = situation.board.words()
    words: list[tuple[Reference, str]] = situation.memory["words"]
    return words


def _cuts(text: str, word: str) -> Iterator[tuple[int, int]]:
    """How many letters of the board word are written at its head and at its tail.

    ``(0, n)`` is an extension behind, ``(n, 0)`` one in front.
    """
    before, gap, after = text.partition(GAP)
    after = after.strip(GAP)
    sizes = range(len(word))
    for head in sizes:
        for tail in sizes:
            # All of the board word written is no cut; a gap is needed exactly where both ends are.
            if not 1 <= head + tail < len(word) or bool(gap) != bool(head and tail):
                continue
            front, back = (before, after) if gap else (text, text)
            fits_head = not head or (front.endswith(word[:head]))
            fits_tail = not tail or back.startswith(word[-tail:])
            if fits_head and fits_tail and len(text.replace(GAP, "")) > head + tail:
                yield head, tail


def _cut_fit(
    situation: Situation,
    written: Written,
    start: Reference,
    word: str,
    head: int,
    tail: int,
    each_end: bool,
) -> Fit | None:
    before, _, after = written.letters.partition(GAP)
    after = after.strip(GAP)
    front, back = (before, after) if after else (written.letters, written.letters)
    prefix = front[: len(front) - head] if head else ""
    suffix = back[tail:] if tail else ""
    reference = moved(start, -len(prefix), 0)
    if reference is None or not prefix + suffix:
        return None
    whole = prefix + word + suffix
    gap_at = len(prefix) + head
    hidden = len(word) - head - tail
    circles = frozenset(_spread(written, i, gap_at, hidden) for i in written.circles)
    place = place_at(situation, reference, whole, circles)
    # Links are drawn from the first letter written, which may stand after the part left out.
    first = moved(reference, 0 if head else hidden, 0) or reference
    drawing = next((d for d in written.drawings if agrees(situation, first, d)), None)
    if not place.is_legal or drawing is None or (prefix and not head) or (suffix and not tail):
        return None
    total = head + tail + len(drawing)
    ends = [n for n, added in ((head, prefix), (tail, suffix)) if added]
    # Reading of undated 3.3.2: three link letters at each extended end, not in all.
    links = min(ends) if each_end and len(ends) > 1 else total
    return Fit(place, links, circles, is_cut=True) if links >= FEWEST_LINKS else None


def _spread(written: Written, index: int, gap_at: int, hidden: int) -> int:
    """Where a letter written falls in the whole word."""
    if index < gap_at:
        return index
    skipped = written.letters[:index].count(GAP)
    return index - skipped + hidden
