"""The treatment of a slip by its faults (undated, 2010, 2017).

The order is the marker's: turn 1 (S5); several solutions (S19); extension; the placement by both
modes (S15, S16), by reference (S11, S9, S10, S7, S8, S6) or by link letters (S12 to S14), the joker
with it (S18); the word at that placement (S2) and as written (S3, S4).
"""

from collections.abc import Iterator

from raccord.board import Reference
from raccord.regulation.marking.findings import null
from raccord.regulation.marking.forms import completions, cut_fits, linked_completions
from raccord.regulation.marking.links import FEWEST_LINKS, physical_fits
from raccord.regulation.marking.listed import solutions_of
from raccord.regulation.marking.matters import SEVERAL_SOLUTIONS
from raccord.regulation.marking.modes import judge_written, linked_fits, referenced_places
from raccord.regulation.marking.places import Place, place_at
from raccord.regulation.marking.practices import PRACTICES
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.treatment import Mode, Treatment
from raccord.regulation.marking.verdict import SEVERITY, Verdict
from raccord.regulation.marking.writing import Written, read
from raccord.regulation.ruling import Sanction
from raccord.regulation.slip import Flag, Slip


def rule(situation: Situation, slip: Slip) -> Verdict:
    """The solutions of a slip, each judged alone, then one of them."""
    found = solutions_of(slip)
    verdicts = [_one(situation, solution) for solution in found]
    if len(verdicts) == 1:
        return verdicts[0]
    return _several(situation, found, verdicts)


@SEVERAL_SOLUTIONS.applied
def _several(situation: Situation, solutions: tuple[Slip, ...], verdicts: list[Verdict]) -> Verdict:
    """S19: the lowest solution, nullity included; in 2017 the claimed score may pick another."""
    chosen, how = min(verdicts, key=lambda v: v.rank), "la plus faible est retenue"
    if PRACTICES[situation.edition].score_picks_solution:
        named = [
            verdict
            for verdict, solution in zip(verdicts, solutions, strict=True)
            if _is_named(verdict, solution.score)
        ]
        if named and len({verdict.points for verdict in named}) == 1:
            chosen, how = named[0], "le score désigne celle qui compte"
    reason = f"{len(verdicts)} solutions sur le bulletin : {how}."
    return chosen.plus(*SEVERAL_SOLUTIONS.found(situation, "S19", Sanction.NONE, reason))


def _is_named(verdict: Verdict, claimed: int | None) -> bool:
    """Whether the claimed score is that of a correct and well determined place."""
    right = SEVERITY[verdict.sanction] <= SEVERITY[Sanction.WARNING]
    return right and verdict.option is not None and verdict.option.points == claimed


def _one(situation: Situation, slip: Slip) -> Verdict:
    if Flag.ILLEGIBLE_WORD in slip.flags:
        return null(situation, "S1", "Mot illisible.")
    written = choose(situation, read(slip))
    if written is None:
        return null(situation, "S1", "Mot illisible.")
    return judge_written(situation, written)


def choose(situation: Situation, readings: tuple[Written, ...]) -> Written | None:
    """The reading of the little grid that can be played, else its longest run."""
    if not situation.is_first:
        for written in readings:
            if len(readings) > 1 and _is_located(situation, written):
                return written
        for written in readings:
            if _lacks_last_letter(situation, written):
                return written.with_flanks()
    for written in readings:
        if written.letters in situation.lexicon:
            return written
    return readings[0] if readings else None


def _is_located(situation: Situation, written: Written) -> bool:
    return bool(referenced_places(situation, written) or linked_fits(situation, written))


def _lacks_last_letter(situation: Situation, written: Written) -> bool:
    """Whether the links show a last letter left out of a word that is placed nowhere as it is."""
    if written.reaching == written.drawings or _is_located(situation, written):
        return False
    found = linked_completions(situation, written.with_flanks())
    return any(completion.is_missing for completion in found)


def words(situation: Situation, slip: Slip) -> tuple[Written, ...]:
    """The word of each solution."""
    chosen = (choose(situation, read(one)) for one in solutions_of(slip))
    return tuple(written for written in chosen if written is not None)


def place(situation: Situation, written: Written, reference: Reference) -> Place:
    """The word at a reference, its joker as the circles leave it."""
    return place_at(situation, reference, written.letters, written.circles)


def places(situation: Situation, written: Written) -> Iterator[tuple[Mode, Place]]:
    """The places of a word beside those of its reference: by links, and written in part."""
    for completion in completions(situation, written, written.readings):
        yield Mode.LAST_LETTER, completion.place
    if not written.referenced or written.is_linked:
        yield from _linked(situation, written)


def _linked(situation: Situation, written: Written) -> Iterator[tuple[Mode, Place]]:
    for reference, links in physical_fits(situation, written, written.directions):
        if links >= FEWEST_LINKS:
            yield Mode.LINKS, place(situation, written, reference)
    each_end = PRACTICES[situation.edition].links_at_each_end
    for fit in cut_fits(situation, written, each_end=each_end):
        yield Mode.EXTENSION, fit.place
    for completion in linked_completions(situation, written):
        yield Mode.LAST_LETTER, completion.place


BY_FAULTS = Treatment(rule, words, place, places)
