"""The faults every edition knows, each with its article.

Rows of the table of slips handled here: S6 score, S7 direction, S13 two link letters, S17 and S18
joker, S20 presentation and conduct, and the wording of nullities (S1, S2, S3, S8, S9, S10, S14).
"""

from collections.abc import Collection, Iterable

from raccord.board import FaultKind
from raccord.regulation.marking.matters import (
    BY_LINKS,
    BY_REFERENCE,
    NULLITY,
    PENALTY,
    SEVERAL_SOLUTIONS,
    WARNING,
)
from raccord.regulation.marking.places import Option, Place, place_at
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.verdict import Verdict
from raccord.regulation.marking.writing import Written
from raccord.regulation.ruling import DISCIPLINE, Finding, Sanction

Findings = tuple[Finding, ...]
DISCIPLINARY = "Avertissement disciplinaire."


@WARNING.applied
def score_fault(situation: Situation, option: Option, claimed: int | None) -> Findings:
    """Without the right score, a warning; the points are those of the word all the same."""
    if claimed == option.points:
        return ()
    said = "Score non indiqué" if claimed is None else f"Score annoncé {claimed}"
    reason = f"{said} ; {option} vaut {option.points}."
    return WARNING.found(situation, "S6", Sanction.WARNING, reason)


@WARNING.applied
def direction_fault(situation: Situation, option: Option) -> Findings:
    """Reference or written direction inverted: a warning, once the word is placed."""
    reason = f"Référence et sens d'écriture ne concordent pas ; le mot est compté en {option}."
    return WARNING.found(situation, "S7", Sanction.WARNING, reason)


@WARNING.applied
def two_links(situation: Situation, links: int) -> Findings:
    """Two link letters instead of three cost a warning, unless the board holds only two."""
    # Reading of S13: on a board of two letters nobody can copy three.
    if links >= 3 or situation.letters_placed == 2:
        return ()
    reason = f"Raccord de {links} lettres au lieu de trois."
    return WARNING.found(situation, "S13", Sanction.WARNING, reason)


@WARNING.applied
def circle_fault(situation: Situation, option: Option, circles: frozenset[int]) -> Findings:
    """A joker not circled, or another letter circled, costs a warning; board jokers are free."""
    used = frozenset(i for i, c in enumerate(option.move.word) if c.islower())
    if used == circles:
        return ()
    squares = option.move.reference.squares(len(option.move.word)) or []
    # Circling a joker that already lies on the board is right, and so is not circling it.
    laid = frozenset(i for i, s in enumerate(squares) if situation.board[s].islower())
    reason = _wrong_circles(option.move.text, used - circles, circles - used - laid)
    return WARNING.found(situation, "S17", Sanction.WARNING, reason) if reason else ()


def _wrong_circles(letters: str, missing: Collection[int], astray: Collection[int]) -> str:
    """What is wrong with the circles, in French; empty when nothing is."""
    jokers, others = (", ".join(letters[i] for i in sorted(places)) for places in (missing, astray))
    if jokers and others:
        return f"Joker mal entouré : {others} au lieu de {jokers}."
    if jokers:
        return f"Le joker ({jokers}) n'est pas entouré."
    return f"Lettre entourée sans être le joker : {others}." if others else ""


@SEVERAL_SOLUTIONS.applied
def joker_settled(
    situation: Situation, place: Place, option: Option, claimed: int | None
) -> Findings:
    """Where the circles leave the joker open the claimed score picks its place, else the lowest."""
    if not place.is_open:
        return ()
    how = "désignée par le score" if claimed == option.points else "la moins avantageuse"
    reason = f"Place du joker incertaine : position {how}, {option}."
    return SEVERAL_SOLUTIONS.found(situation, "S18", Sanction.NONE, reason)


@WARNING.applied
def hard_to_read(situation: Situation) -> Findings:
    """A slip hard to read costs a warning."""
    reason = "Bulletin difficile à lire."
    return WARNING.found(situation, "S20", Sanction.WARNING, reason)


@WARNING.applied
def misconduct(situation: Situation) -> Findings:
    """Minor misconduct costs a disciplinary warning, which may be added to any sanction."""
    return WARNING.found(situation, DISCIPLINE, Sanction.WARNING, DISCIPLINARY)


@NULLITY.applied
def null(situation: Situation, code: str, reason: str) -> Verdict:
    """The slip scores nothing."""
    return Verdict(None, NULLITY.found(situation, code, Sanction.NULLITY, reason))


@PENALTY.applied
def penalised(situation: Situation, code: str, option: Option, reason: str) -> Verdict:
    """The placement counts, less five points."""
    return Verdict(option, PENALTY.found(situation, code, Sanction.PENALTY, reason))


@BY_REFERENCE.applied
@BY_LINKS.applied
def located(situation: Situation, option: Option, *, by_links: bool) -> Findings:
    """Where the word was found, and how."""
    text, how = (BY_LINKS, "le raccord") if by_links else (BY_REFERENCE, "la référence")
    reason = f"Retenu d'après {how} : {option}, {option.points} points."
    return text.found(situation, "S0", Sanction.NONE, reason)


def pick(places: Iterable[Place], claimed: int | None) -> tuple[Place, Option]:
    """The place and option of the claimed score, else the lowest."""
    pairs = [(place, option) for place in places for option in place.options]
    # When the score picks nothing the lowest is given, with the warning of S6 (2017 4.3.3, 5.6).
    named = [pair for pair in pairs if pair[1].points == claimed]
    return named[0] if named else min(pairs, key=lambda pair: pair[1].points)


def settle(
    situation: Situation, place: Place, option: Option, written: Written, circles: frozenset[int]
) -> Findings:
    """The faults judged at the placement found: joker and score."""
    return (
        *circle_fault(situation, option, circles),
        *joker_settled(situation, place, option, written.claimed),
        *score_fault(situation, option, written.claimed),
    )


def refuse(situation: Situation, written: Written, code: str, reason: str) -> Verdict:
    """A nullity, worded by the nearest cause: the word itself before its place."""
    letters = written.letters
    # A word with a gap is no word yet: its fault is S3, not S2.
    if written.is_whole and letters not in situation.lexicon:
        return null(situation, "S2", f"{letters} n'est pas admis.")
    for reference in written.readings:
        place = place_at(situation, reference, letters, written.circles)
        kinds = {fault.kind for fault in place.faults}
        if FaultKind.NOT_WHOLE in kinds:
            detail = "; ".join(fault.french for fault in place.faults)
            return null(situation, "S3", f"En {reference}, {detail} : mot non écrit en entier.")
        if kinds & {FaultKind.NOT_ADMITTED, FaultKind.NOT_IN_RACK, FaultKind.TOO_MANY_TILES}:
            detail = " ; ".join(fault.french for fault in place.faults)
            return null(situation, "S2", f"{letters} en {reference} : {detail}.")
    return null(situation, code, reason)
