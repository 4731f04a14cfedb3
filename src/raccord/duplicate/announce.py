"""Announcements: what the referee says, in French, as segments for subtitles and as one text.

========================  =====================================  =====================
2017 3 · 2010 2           the kind of game, beforehand           ``announce_format``
2017 3.1 · 2010, undated  the draw (blitz of 2017: the whole     ``announce_draw``
2.1                       draw by letters alone)
2017 3.3 · 2010, undated  start, last seconds, end               ``announce_signal``
2.3
2017 3.4 · 2010, undated  the top                                ``announce_top``
2.4
2017 3.5 · 2010, undated  the solos, at the end of the game      ``announce_solos``
2.6.4
========================  =====================================  =====================

Readings: the whole draw keeps the order of speech, each letter joining its first like; a country
stays invariable (« deux Égypte »), a joker does not (« deux jokers »).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from raccord.board import ALPHABET, JOKER, Direction, Move, Reference, Score, alphabetical
from raccord.board.errors import NotARackError
from raccord.duplicate.rules.clock import Signal
from raccord.duplicate.rules.formula import Formula, Pace
from raccord.duplicate.rules.paces import french_pace
from raccord.duplicate.slips.ranking import SoloLine
from raccord.regulation import article
from raccord.regulation.editions import Edition, Wording

_TABLE = (
    "Algérie Belgique Canada Danemark Égypte France Grèce Hongrie Italie Jordanie Kenya "
    "Luxembourg Maroc Norvège Océanie Portugal Québec Roumanie Suisse Tunisie Uruguay "
    "Venezuela Wallonie Xénophon Yougoslavie Zambie"
)
COUNTRIES = dict(zip(ALPHABET, _TABLE.split(), strict=True))
"""The spelling table (2017 3.1)."""

_NUMBERS = "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze"
_WORDS = _NUMBERS.split()


class Part(StrEnum):
    """What a segment says."""

    FORMAT = "format"
    COUNT = "count"
    LEAVE = "leave"
    NEW = "new"
    DRAW = "draw"
    SIGNAL = "signal"
    POINTS = "points"
    DIRECTION = "direction"
    PLACE = "place"
    WORD = "word"
    SPELLING = "spelling"
    FORMED = "formed"
    RECAP = "recap"
    CANCELLED = "cancelled"
    END = "end"
    SOLO = "solo"


@dataclass(frozen=True, slots=True)
class Segment:
    """Segment: a piece of speech short enough for one subtitle."""

    part: Part
    text: str


@dataclass(frozen=True, slots=True)
class Announcement:
    """Annonce: what is said, piece by piece."""

    segments: tuple[Segment, ...]

    @property
    def text(self) -> str:
        """All of it, to be read aloud."""
        return " ".join(segment.text for segment in self.segments)

    def __str__(self) -> str:
        return self.text

    def __add__(self, other: "Announcement") -> "Announcement":
        return Announcement(self.segments + other.segments)


def country(letter: str) -> str:
    """The word that stands for a letter in the spelling table."""
    return "joker" if letter == JOKER else COUNTRIES[letter.upper()]


def country_letter(letter: str, joker: str = "joker") -> str:
    """« Pays-Lettre »; a joker has no letter."""
    return joker if letter == JOKER else f"{COUNTRIES[letter]}-{letter}"


@article("3", edition="2023")
@article("3", edition="2017")
@article("2", edition="2010")
def is_format_told(edition: Edition, formula: Formula) -> bool:
    """Whether players must be told the kind of game: since 2017 if time or formula is special."""
    special = formula.original or formula.pace(1).seconds < edition.time.value
    return edition.format_told.value == "always" or (
        edition.format_told.value == "special" and special
    )


@article("3", edition="2023")
@article("3", edition="2017")
@article("2", edition="2010")
def announce_format(name: str, pace: Pace) -> Announcement:
    """The kind of game and its time, told before the first draw."""
    told = f"{_sentence_case(name)}, {french_pace(pace)} par coup."
    return Announcement((Segment(Part.FORMAT, told),))


@article("3.1", edition="2023")
@article("3.1", edition="2017")
@article("2.1", edition="2010")
@article("2.1", edition="undated")
def announce_draw(
    new: str,
    leave: str = "",
    *,
    rejected: int = 0,
    letters_only: bool = False,
    joker: str = "joker",
) -> Announcement:
    """The count of the leave or of the rejection, the leave, the new letters, the whole draw.

    ``rejected`` is the number of letters of the draw just put back; ``letters_only`` is the
    blitz since 2017; ``joker`` what is said of one just drawn.
    """
    if not set(new + leave.upper()) <= {*COUNTRIES, JOKER}:
        raise NotARackError(new + leave)
    segments = []
    if rejected:
        segments.append(Segment(Part.COUNT, f"Rejet, {letters(rejected)}."))
    kept = alphabetical(leave)
    if kept:
        segments.append(Segment(Part.COUNT, f"Reliquat, {letters(len(kept))} :"))
        segments.append(_listed(Part.LEAVE, map(country, kept)))
    if new:
        segments.append(_listed(Part.NEW, (country_letter(c, joker) for c in new)))
    if kept or new:
        segments.append(_listed(Part.DRAW, grouped(kept + new, letters_only=letters_only)))
    return Announcement(tuple(segments))


def grouped(draw: str, *, letters_only: bool = False) -> list[str]:
    """A draw with like letters grouped: « Algérie », « deux Égypte », « joker »."""
    return [_group(letter, n, letters_only) for letter, n in Counter(draw).items()]


def _group(letter: str, count: int, letters_only: bool) -> str:
    name = letter if letters_only and letter != JOKER else country(letter)
    if count == 1:
        return name
    plural = "s" if letter == JOKER else ""
    return f"{number(count)} {name}{plural}"


_SIGNALS: dict[Wording, dict[Signal, str]] = {
    "short": {
        Signal.START: "Chrono !",
        Signal.LAST: "{} secondes.",
        Signal.END: "Terminé !",
    },
    "long": {
        Signal.START: "Début du temps de jeu.",
        Signal.LAST: "{} dernières secondes.",
        Signal.END: "Fin du temps de jeu.",
    },
}
_TENS = {10: "Dix", 20: "Vingt", 30: "Trente", 40: "Quarante", 50: "Cinquante"}


@article("3.3", edition="2023")
@article("3.3", edition="2017")
@article("2.3", edition="2010")
@article("2.3", edition="undated")
def announce_signal(signal: Signal, pace: Pace, edition: Edition) -> Announcement:
    """The start, the last seconds or the end of the thinking time, in few words."""
    seconds = _TENS.get(pace.last, str(pace.last))
    said = _SIGNALS[edition.signals.value][signal].format(seconds)
    return Announcement((Segment(Part.SIGNAL, said),))


@article("3.4", edition="2023")
@article("3.4", edition="2017")
@article("2.4", edition="2010")
@article("2.4", edition="undated")
def announce_top(move: Move, score: Score) -> Announcement:
    """The points, the direction, the place, the word, its spelling, the other words, a recap."""
    place, word = str(move.reference), move.text
    segments = [
        Segment(Part.POINTS, f"{_sentence_case(points(score.total))},"),
        Segment(Part.DIRECTION, f"{direction(move.reference)},"),
        Segment(Part.PLACE, f"en {place} :"),
        Segment(Part.WORD, f"{word}."),
        _listed(Part.SPELLING, map(_spelled, move.word)),
    ]
    formed = [w.word for w in score.words if w.reference != move.reference]
    if formed:
        label = "Mot formé" if len(formed) == 1 else "Mots formés"
        segments.append(Segment(Part.FORMED, f"{label} : {_and(formed)}."))
    recap = f"Je répète : {word}, {place}, {points(score.total)}."
    return Announcement((*segments, Segment(Part.RECAP, recap)))


def _spelled(letter: str) -> str:
    return f"joker {country(letter)}" if letter.islower() else letter


@article("3.5", edition="2023")
@article("3.5", edition="2017")
@article("2.6.4", edition="2010")
@article("2.6.4", edition="undated")
def announce_solos(solos: Sequence[SoloLine]) -> Announcement:
    """The solos of the game, told at its end, and what each has earned."""
    if not solos:
        return Announcement((Segment(Part.SOLO, "Aucun solo dans cette partie."),))
    count = "Un solo" if len(solos) == 1 else f"{_sentence_case(number(len(solos)))} solos"
    each = " chacun" if len(solos) > 1 else ""
    prize = f", {points(solos[0].bonus)} de prime{each}" if solos[0].bonus else ""
    head = Segment(Part.SOLO, f"{count} dans cette partie{prize}.")
    return Announcement((head, *map(_solo, solos)))


def _solo(solo: SoloLine) -> Segment:
    move = Move.parse(solo.move) if solo.move else None
    played = f", {move.text} en {move.reference}" if move else ""
    told = f"Coup {solo.turn} : {_and(solo.players)}{played}, {points(solo.points)}."
    return Segment(Part.SOLO, told)


def announce_cancelled(turn: int, reason: str) -> Announcement:
    """That a turn is cancelled and why, and that it is drawn again."""
    why = reason.strip().rstrip(".")
    told = f"Coup {turn} annulé : {why[:1].lower()}{why[1:]}."
    again = "Ses points ne comptent pas. Toutes les lettres retournent au sac."
    return Announcement((Segment(Part.CANCELLED, told), Segment(Part.CANCELLED, again)))


def announce_end(reason: str) -> Announcement:
    """That the game is over, and why."""
    return Announcement((Segment(Part.END, f"Fin de la partie : {reason}."),))


def points(count: int) -> str:
    """« 1 point », « 74 points »; French keeps the singular below two."""
    return f"{count} point" if -2 < count < 2 else f"{count} points"


def letters(count: int) -> str:
    """« une lettre », « trois lettres »."""
    return "une lettre" if count == 1 else f"{number(count)} lettres"


def number(count: int) -> str:
    """A small number in words, a large one in figures."""
    return _WORDS[count] if 0 <= count < len(_WORDS) else str(count)


def direction(reference: Reference) -> str:
    """« à l'horizontale » or « à la verticale »."""
    across = reference.direction is Direction.ACROSS
    return "à l'horizontale" if across else "à la verticale"


def _listed(part: Part, items: Iterable[str]) -> Segment:
    return Segment(part, f"{_sentence_case(', '.join(items))}.")


def _and(words: Sequence[str]) -> str:
    *head, last = words
    return f"{', '.join(head)} et {last}" if head else last


def _sentence_case(text: str) -> str:
    return text[:1].upper() + text[1:]
