"""The order of treatment (2023 5.4): immediate zeros, the first turn, the solutions."""

from collections.abc import Iterator
from dataclasses import replace

from raccord.board import Reference
from raccord.regulation.marking.acceptable.circling import circlings
from raccord.regulation.marking.acceptable.linking import FEWEST, everywhere, fits
from raccord.regulation.marking.acceptable.solving import best, lowest, solve
from raccord.regulation.marking.acceptable.visible import (
    Beside,
    Standing,
    beside,
    is_played,
    look,
)
from raccord.regulation.marking.findings import null
from raccord.regulation.marking.first import best_score_and_circle, opening
from raccord.regulation.marking.lines import line_of
from raccord.regulation.marking.links import physical_fits
from raccord.regulation.marking.listed import solutions_of
from raccord.regulation.marking.matters import (
    BOARD_ERROR,
    IMMEDIATE_ZERO,
    LETTER_ERROR,
    NO_SOLUTION,
    PARASITES,
    SEVERAL_SOLUTIONS,
    WORD_BESIDE,
    Matter,
)
from raccord.regulation.marking.places import Place, place_at
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.treatment import Mode, Treatment
from raccord.regulation.marking.verdict import Verdict
from raccord.regulation.marking.writing import Written
from raccord.regulation.marking.wrong_places import unplaced
from raccord.regulation.ruling import Sanction
from raccord.regulation.slip import Flag, Slip


def treat(situation: Situation, slip: Slip) -> Verdict:
    """The solutions of a slip; of several independent ones the lowest, zero included."""
    return _independent(situation, [_one(situation, one) for one in solutions_of(slip)])


def words(situation: Situation, slip: Slip) -> tuple[Written, ...]:
    """Every word of the slip that was weighed."""
    found: list[Written] = []
    for seen in filter(None, (look(situation, one) for one in solutions_of(slip))):
        verdict = None if situation.is_first else solve(situation, seen.proposed)
        others = beside(situation, seen, verdict.option.move) if verdict and verdict.option else ()
        found += [seen.proposed, *(other.written for other in others)]
    return tuple(found)


def _one(situation: Situation, slip: Slip) -> Verdict:
    seen = None if Flag.ILLEGIBLE_WORD in slip.flags else look(situation, slip)
    if seen is None:
        return null(situation, "S1", "Mot illisible.")
    if situation.is_first:
        return _independent(situation, [_first(situation, word) for word in seen.words])
    verdict = solve(situation, seen.proposed)
    if verdict is None:
        return _no_solution(situation, seen.proposed)
    if verdict.option is None:
        return verdict
    return _with_others(situation, verdict, list(beside(situation, seen, verdict.option.move)))


# Words beside the proposed one --------------------------------------------------------------------


def _with_others(situation: Situation, verdict: Verdict, others: list[Beside]) -> Verdict:
    """Words that cross may be the better solution, or void the slip; those apart are rivals."""
    crossing, apart = [verdict], []
    for other in others:
        found = solve(situation, other.written)
        if other.standing is Standing.APART:
            apart.append(found or _no_solution(situation, other.written))
        elif found:
            crossing.append(found)
        elif void := _void_beside(situation, other):
            return void
    return _independent(situation, [best(crossing), *apart])


def _void_beside(situation: Situation, other: Beside) -> Verdict | None:
    """A played word that is no solution voids the slip if it lays two tiles, or is not admitted."""
    word = other.written.letters
    if other.tiles > 1:
        reason = f"{word} est joué aussi, sans solution acceptable."
        return _zero(situation, WORD_BESIDE, "S2", reason)
    if word in situation.lexicon:
        return None
    return _parasites(situation, word)


@PARASITES.applied
def _parasites(situation: Situation, word: str) -> Verdict:
    """Parasite letters that make a played word not admitted void the slip."""
    reason = f"Des lettres parasites forment {word}, qui n'est pas admis."
    noted = PARASITES.found(situation, "S14", Sanction.NULLITY, reason)
    return null(situation, "S14", reason).plus(*noted)


@SEVERAL_SOLUTIONS.applied
def _independent(situation: Situation, verdicts: list[Verdict]) -> Verdict:
    """S19: of independent solutions the lowest counts, zero included."""
    if len(verdicts) == 1:
        return verdicts[0]
    reason = f"{len(verdicts)} solutions sur le bulletin : la plus faible est retenue."
    noted = SEVERAL_SOLUTIONS.found(situation, "S19", Sanction.NONE, reason)
    return lowest(verdicts).plus(*noted)


# Immediate zeros ----------------------------------------------------------------------------------


def _no_solution(situation: Situation, written: Written) -> Verdict:
    """No acceptable solution: the word, its place, its letters or the board are wrong."""
    if not written.is_whole:
        return _zero(situation, NO_SOLUTION, "S3", "Mot non écrit en entier.")
    found = unplaced(situation, written).findings[0]
    return _zero(situation, _cause(situation, written), found.code, found.reason)


def _cause(situation: Situation, written: Written) -> Matter:
    if written.letters not in situation.lexicon or is_played(situation, written.letters):
        return NO_SOLUTION
    located = bool(written.readings) or written.is_linked
    return BOARD_ERROR if located and not _fits(situation, written) else LETTER_ERROR


def _fits(situation: Situation, written: Written) -> bool:
    """Whether the word fits the board where it is located, whatever its letters."""
    at = (line_of(situation, reference) for reference in written.readings)
    if any(line.fits(start, written.letters) for line, start in at):
        return True
    linked = physical_fits(situation, written, written.directions)
    return written.is_linked and any(links >= FEWEST for _, links in linked)


def _first(situation: Situation, written: Written) -> Verdict:
    verdict = best_score_and_circle(situation, written)
    if verdict.sanction is not Sanction.NULLITY:
        return verdict
    found = verdict.findings[0]
    makeable = written.is_whole and opening(situation, written.letters, frozenset()).by_choice
    cause = NO_SOLUTION if makeable else LETTER_ERROR
    return _zero(situation, cause if written.is_whole else NO_SOLUTION, found.code, found.reason)


@IMMEDIATE_ZERO.applied
@NO_SOLUTION.applied
@WORD_BESIDE.applied
@BOARD_ERROR.applied
@LETTER_ERROR.applied
def _zero(situation: Situation, cause: Matter, code: str, reason: str) -> Verdict:
    """The four cases of an immediate zero."""
    return null(situation, code, reason).plus(
        *IMMEDIATE_ZERO.found(situation, code, Sanction.NULLITY, reason),
        *cause.found(situation, code, Sanction.NULLITY, reason),
    )


def place(situation: Situation, written: Written, reference: Reference) -> Place:
    """The word at a reference with every possible circling."""
    found = place_at(situation, reference, written.letters, frozenset())
    possible = circlings(situation, reference, written.letters) if found.options else {}
    return replace(found, options=tuple(possible.values()) or found.options)


def places(situation: Situation, written: Written) -> Iterator[tuple[Mode, Place]]:
    """The places the link letters locate, valid or not."""
    for fit in fits(situation, written, everywhere(situation, written)):
        yield Mode.LINKS, place(situation, written, fit.reference)


BY_SOLUTIONS = Treatment(treat, words, place, places)
