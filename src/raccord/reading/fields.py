"""Reference and score of a slip: what they may be for a move, and how likely each is."""

from dataclasses import dataclass, field
from functools import cached_property
from math import log
from typing import NamedTuple

from raccord.board import SIZE, Direction, NotAReferenceError, Reference
from raccord.reading import priors
from raccord.reading.strips import Strip

_LAST = SIZE - 1
_REFERENCES = tuple(
    Reference(row, column, way)
    for way in Direction
    for row in range(SIZE)
    for column in range(SIZE)
)
_FEW = 4


class Said(NamedTuple):
    """What may stand in a field, with its log chance: how often times how likely."""

    text: str
    chance: float
    likelihood: float


@dataclass(frozen=True, eq=False)
class References:
    """Référence lue."""

    strip: Strip
    is_first: bool
    _of: dict[Reference, list[Said]] = field(default_factory=dict)

    @cached_property
    def known(self) -> dict[str, float]:
        """The likelihood of every reference, of none, and of what is read freely."""
        texts = [str(reference) for reference in _REFERENCES]
        return self.strip.likelihoods([*texts, "", self.strip.free])

    @cached_property
    def free(self) -> str:
        """What is read without knowing the game: 1 is told from I by where it stands."""
        return max(self.known, key=lambda text: self.known[text] + _form(text))

    @cached_property
    def likeliest(self) -> tuple[str, ...]:
        """The few references most like what is written."""
        written = [text for text in self.known if is_reference(text)]
        return tuple(sorted(written, key=lambda text: -self.known[text])[:_FEW])

    def of(self, reference: Reference) -> list[Said]:
        """What a player whose word lies there may have written; many words lie there."""
        if reference not in self._of:
            self._of[reference] = self._weighed(reference)
        return self._of[reference]

    def _weighed(self, reference: Reference) -> list[Said]:
        missing = priors.UNASKED_REFERENCE if self.is_first else priors.MISSING_REFERENCE
        odds = self._others()
        odds |= {text: priors.NEAR_REFERENCE[lines] for text, lines in _beside(reference).items()}
        odds[str(reference.turned)] = priors.TURNED_REFERENCE
        odds |= {"": missing, str(reference): priors.RIGHT_REFERENCE}
        return _said(odds, self.known)

    def of_any(self) -> list[Said]:
        """What may have been written where the word tells nothing of its place."""
        return _said(self._others() | {"": priors.MISSING_REFERENCE}, self.known)

    def _others(self) -> dict[str, float]:
        odds = dict.fromkeys(self.likeliest, priors.OTHER_REFERENCE)
        return odds | {self.free: _form(self.free) or priors.OTHER_REFERENCE}


def _form(text: str) -> float:
    """The odds of a text for its form alone."""
    return 0.0 if not text or is_reference(text) else priors.NO_REFERENCE_AT_ALL


def is_reference(text: str) -> bool:
    """Whether a text is a reference."""
    try:
        Reference.parse(text)
    except NotAReferenceError:
        return False
    return True


def _beside(reference: Reference) -> dict[str, int]:
    """The references around one, and by how many lines each is off: its row, its column, both."""
    row, column, way = reference.row, reference.column, reference.direction
    around = [(row + a, column + b, abs(a) + abs(b)) for a in (-1, 0, 1) for b in (-1, 0, 1)]
    inside = [one for one in around if one[2] and 0 <= one[0] <= _LAST and 0 <= one[1] <= _LAST]
    return {str(Reference(a, b, way)): lines for a, b, lines in inside}


@dataclass(frozen=True, eq=False)
class Scores:
    """Points lus."""

    strip: Strip

    @cached_property
    def known(self) -> dict[str, float]:
        """The likelihood of every number, and of none."""
        return self.strip.likelihoods(["", *map(str, range(1000)), self.strip.free])

    @property
    def free(self) -> str:
        """What is read without knowing the game."""
        return self.strip.free

    @cached_property
    def likeliest(self) -> tuple[str, ...]:
        """The few numbers most like what is written."""
        return tuple(sorted(self.known, key=lambda text: -self.known[text])[:_FEW])

    def of(self, points: int) -> list[Said]:
        """What a player whose word is worth so much may have written."""
        odds = {text: _miscounted(text, points) for text in self.likeliest}
        odds |= {"": priors.MISSING_SCORE, str(points): priors.RIGHT_SCORE}
        return _said(odds, self.known)

    def of_any(self) -> list[Said]:
        """What may have been written where nobody knows what it is worth."""
        odds = dict.fromkeys(self.likeliest, priors.ANY_SCORE)
        return _said(odds | {"": priors.MISSING_SCORE}, self.known)


def _miscounted(text: str, points: int) -> float:
    """The odds of a wrong score: small slips of the pen are commoner than large ones."""
    apart = abs(int(text) - points) if text.isdecimal() else priors.NEAR + 1
    return priors.OTHER_SCORE if apart > priors.NEAR else priors.NEAR_SCORE - log(4 + apart)


def _said(odds: dict[str, float], known: dict[str, float]) -> list[Said]:
    found = [Said(text, odd + known[text], known[text]) for text, odd in odds.items()]
    return sorted(found, key=lambda said: -said.chance)
