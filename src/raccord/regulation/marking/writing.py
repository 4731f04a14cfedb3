"""What is written on a slip, read without judging it.

Positions are in the axes of the word as written: *along* it from its first letter, and *aside* of
it. So the same drawing serves across and down, and a slip written in the wrong direction is the
same drawing turned.
"""

import re
from dataclasses import dataclass, replace

from raccord.board import Direction, NotAReferenceError, Reference, plain
from raccord.regulation.marking.sketch import GAP, Link, Run, Sketch
from raccord.regulation.slip import Flag, Slip

_GAPS = ".-_… "
_REFERENCE_LIKE = re.compile(r"[A-Z]\d{1,2}|\d{1,2}[A-Z]")


@dataclass(frozen=True, slots=True)
class Written:
    """Ce qui est écrit: the word, its direction, place, score, and the link letters around it.

    ``letters`` is in upper case with ``.`` where something is left unwritten. ``referenced`` is
    true for any reference written, even one outside the grid or one that nobody can read.
    ``drawings`` are the possible readings of the little grid, each the link letters outside the
    word; ``reaching`` the same drawings with the letters that only flank the square after it.
    """

    letters: str
    circles: frozenset[int] = frozenset()
    direction: Direction | None = None
    reference: Reference | None = None
    referenced: bool = False
    is_legible: bool = True
    claimed: int | None = None
    drawings: tuple[tuple[Link, ...], ...] = ((),)
    reaching: tuple[tuple[Link, ...], ...] = ((),)

    @property
    def is_whole(self) -> bool:
        """Whether no gap was left."""
        return GAP not in self.letters

    @property
    def is_linked(self) -> bool:
        """Whether board letters are copied outside the word."""
        return any(self.drawings)

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The direction written; failing that the reference's; failing that both."""
        if self.direction is not None:
            return (self.direction,)
        if self.reference is not None:
            return (self.reference.direction,)
        return tuple(Direction)

    @property
    def readings(self) -> tuple[Reference, ...]:
        """The reference as written, and turned where the word is written the other way."""
        if self.reference is None:
            return ()
        if self.direction in (None, self.reference.direction):
            return (self.reference,)
        return self.reference, self.reference.turned

    @property
    def is_at_odds(self) -> bool:
        """Whether reference and written direction disagree."""
        return len(self.readings) > 1

    def without_reference(self) -> "Written":
        """The same slip located by its link letters alone; the direction written remains."""
        direction = self.direction or (self.reference.direction if self.reference else None)
        return replace(self, reference=None, referenced=False, direction=direction)

    def without_links(self) -> "Written":
        """The same slip located by its reference alone."""
        return replace(self, drawings=((),))

    def with_flanks(self) -> "Written":
        """The same slip, its last letter taken as missing: what flanks that square is a link."""
        return replace(self, drawings=self.reaching)


def parse_written_word(text: str) -> tuple[str, frozenset[int]] | None:
    """The letters and the circled positions; None when something else than letters is there."""
    compact = _joined(plain(text))
    letters, circles, depth = "", set(), 0
    for mark in compact:
        if mark in "()":
            depth += 1 if mark == "(" else -1
            if depth not in (0, 1):
                return None
        elif "A" <= mark <= "Z":
            if depth:
                circles.add(len(letters))
            letters += mark
        elif mark == GAP and not depth:
            letters += mark
        else:
            return None
    return (letters, frozenset(circles)) if letters.replace(GAP, "") and not depth else None


def _joined(text: str) -> str:
    """Letters spaced out are one word; any other blank inside is one gap."""
    parts = text.split()
    if all(len(part.strip("()")) == 1 for part in parts):
        return "".join(parts)
    text = re.sub(f"[{re.escape(_GAPS)}\t\n]+", GAP, text.strip())
    return text.strip(GAP)


def parse_written_reference(text: str | None) -> tuple[Reference | None, bool]:
    """The reference, and whether one is legible at all."""
    compact = "".join((text or "").split()).upper()
    try:
        return Reference.parse(compact), True
    except NotAReferenceError:
        return None, bool(_REFERENCE_LIKE.fullmatch(compact))


def read(slip: Slip) -> tuple[Written, ...]:
    """Everything the writing can be; empty when the word cannot be read.

    One reading where the word is given; where only the little grid is, each run of letters in it
    can be the word.
    """
    reference, legible = parse_written_reference(slip.reference)
    unread = Flag.ILLEGIBLE_REFERENCE in slip.flags
    if unread:
        reference, legible = None, False
    blank = Written(
        letters="",
        direction=Direction(slip.direction) if slip.direction else None,
        reference=reference,
        referenced=legible or unread or bool((slip.reference or "").strip()),
        is_legible=legible,
        claimed=slip.score,
    )
    sketch = Sketch.parse(slip.grid or "")
    if slip.word.strip():
        word = parse_written_word(slip.word)
        return (_with_word(blank, *word, sketch),) if word else ()
    return tuple(_with_run(blank, sketch, run) for run in sketch.runs(blank.direction))


def _with_word(blank: Written, letters: str, circles: frozenset[int], sketch: Sketch) -> Written:
    if not sketch.cells:
        return replace(blank, letters=letters, circles=circles)
    directions = [blank.direction] if blank.direction else []
    directions += [d for d in _preferred(blank) if d not in directions]
    for direction in directions:
        runs = sketch.finding(letters, direction)
        if runs:
            return replace(
                blank,
                letters=runs[0].text,
                circles=circles | runs[0].circles,
                direction=direction,
                drawings=tuple(sketch.links(run) for run in runs),
                reaching=tuple(sketch.links(run, past_end=True) for run in runs),
            )
    for run in sketch.runs(blank.direction):
        if sketch.is_cut(run.text, letters):
            return _with_run(blank, sketch, run)
    return replace(blank, letters=letters, circles=circles)


def _preferred(blank: Written) -> tuple[Direction, ...]:
    first = blank.reference.direction if blank.reference else Direction.ACROSS
    return first, first.other


def _with_run(blank: Written, sketch: Sketch, run: Run) -> Written:
    return replace(
        blank,
        letters=run.text,
        circles=run.circles,
        direction=run.direction,
        drawings=(sketch.links(run),),
        reaching=(sketch.links(run, past_end=True),),
    )
