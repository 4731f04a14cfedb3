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
from functools import partial

from raccord.board import ALPHABET, JOKER, Direction, Move, Reference, Score, alphabetical
from raccord.duplicate.rules.clock import Signal
from raccord.duplicate.rules.formula import Formula, Pace
from raccord.duplicate.rules.paces import THREE_MINUTES, french_pace
from raccord.regulation import DEFAULT_EDITION, EditionId, article
from raccord.regulation.editions import EDITIONS, Wording

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


def country(letter: str) -> str:
    """The word that stands for a letter in the spelling table."""
    return "joker" if letter == JOKER else COUNTRIES[letter.upper()]


def country_letter(letter: str, joker: str = "joker") -> str:
    """« Pays-Lettre »; a joker has no letter, and is called as the edition says."""
    return joker if letter == JOKER else f"{COUNTRIES[letter]}-{letter}"


@article("3", edition="2023")
@article("3", edition="2017")
@article("2", edition="2010")
def is_format_told(edition: EditionId, formula: Formula) -> bool:
    """Whether players must be told the kind of game: since 2017 if time or formula is special."""
    special = formula.original or formula.pace(1).seconds < THREE_MINUTES.seconds
    told = EDITIONS[edition].format_told.value
    return told == "always" or (told == "special" and special)


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
    blitz: bool = False,
    edition: EditionId = DEFAULT_EDITION,
) -> Announcement:
    """The count of the leave or of the rejection, the leave, the new letters, the whole draw.

    ``rejected`` is the number of letters of the draw just put back. Since 2017 a blitz repeats the
    whole draw by letters alone.
    """
    text = EDITIONS[edition]
    called = partial(country_letter, joker=text.joker_called.value)
    letters_only = blitz and text.blitz_letters.value
    segments = []
    if rejected:
        segments.append(Segment(Part.COUNT, f"Rejet, {letters(rejected)}."))
    kept = alphabetical(leave)
    if kept:
        segments.append(Segment(Part.COUNT, f"Reliquat, {letters(len(kept))} :"))
        segments.append(_listed(Part.LEAVE, map(country, kept)))
    if new:
        segments.append(_listed(Part.NEW, map(called, new)))
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


_SIGNALS = {
    Signal.START: "Chrono !",
    Signal.LAST: "{} secondes.",
    Signal.END: "Terminé !",
}
_OLD_SIGNALS = {
    Signal.START: "Début du temps de jeu.",
    Signal.LAST: "{} dernières secondes.",
    Signal.END: "Fin du temps de jeu.",
}
_SAID: dict[Wording, dict[Signal, str]] = {"short": _SIGNALS, "long": _OLD_SIGNALS}
_TENS = {10: "Dix", 20: "Vingt", 30: "Trente", 40: "Quarante", 50: "Cinquante"}


@article("3.3", edition="2023")
@article("3.3", edition="2017")
@article("2.3", edition="2010")
@article("2.3", edition="undated")
def announce_signal(
    signal: Signal, pace: Pace, edition: EditionId = DEFAULT_EDITION
) -> Announcement:
    """The start, the last seconds or the end of the thinking time, in few words."""
    seconds = _TENS.get(pace.last, str(pace.last))
    said = _SAID[EDITIONS[edition].signals.value][signal].format(seconds)
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


@dataclass(frozen=True, slots=True)
class Solo:
    """Solo: who had the best score of a turn alone, and with what."""

    turn: int
    player: str
    points: int
    move: Move | None = None


@article("3.5", edition="2023")
@article("3.5", edition="2017")
@article("2.6.4", edition="2010")
@article("2.6.4", edition="undated")
def announce_solos(solos: Sequence[Solo], bonus: int = 0) -> Announcement:
    """The solos of the game, told at its end; ``bonus`` is what each has earned."""
    if not solos:
        return Announcement((Segment(Part.SOLO, "Aucun solo dans cette partie."),))
    count = "Un solo" if len(solos) == 1 else f"{_sentence_case(number(len(solos)))} solos"
    each = " chacun" if len(solos) > 1 else ""
    prize = f", {points(bonus)} de prime{each}" if bonus else ""
    head = Segment(Part.SOLO, f"{count} dans cette partie{prize}.")
    return Announcement((head, *map(_solo, sorted(solos, key=lambda s: (s.turn, s.player)))))


def _solo(solo: Solo) -> Segment:
    played = f", {solo.move.text} en {solo.move.reference}" if solo.move else ""
    told = f"Coup {solo.turn} : {solo.player}{played}, {points(solo.points)}."
    return Segment(Part.SOLO, told)


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
