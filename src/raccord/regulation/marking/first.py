"""Turn 1 (S5): the word counts at its best place, whatever reference is written."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from raccord.board import CENTRE_SQUARE, SIZE, Direction, Move, Reference, score
from raccord.regulation.marking.findings import Findings, circle_fault, null, refuse
from raccord.regulation.marking.matters import FIRST_TURN, SEVERAL_SOLUTIONS, WARNING
from raccord.regulation.marking.places import Option, joker_choices, place_at, with_jokers
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.verdict import Verdict
from raccord.regulation.marking.writing import Written
from raccord.regulation.ruling import Sanction

Choice = frozenset[int]


@dataclass(frozen=True, slots=True)
class Opening:
    """The first word: for each place of its jokers, the options on the grid."""

    by_choice: Mapping[Choice, tuple[Option, ...]]

    def best(self, choice: Choice) -> Option:
        """The best placement with the jokers there."""
        return max(self.by_choice[choice], key=lambda option: option.points)

    def scores(self, choice: Choice) -> set[int]:
        """Every score possible with the jokers there."""
        return {option.points for option in self.by_choice[choice]}


def starts(length: int) -> Iterable[Reference]:
    """The references across from which a word of that length covers the centre."""
    row, centre = CENTRE_SQUARE.row, CENTRE_SQUARE.column
    first, last = max(0, centre - length + 1), min(centre, SIZE - length)
    return [Reference(row, column, Direction.ACROSS) for column in range(first, last + 1)]


def opening(situation: Situation, letters: str, circles: frozenset[int]) -> Opening:
    """Every placement of a first word that can be played; the joker as the circles leave it."""
    key = ("opening", letters, circles)
    if key not in situation.memory:
        choices = joker_choices(letters, list(range(len(letters))), situation.draw, circles)
        situation.memory[key] = Opening(
            {c: tuple(_options(situation, with_jokers(letters, c))) for c in choices}
        )
    found: Opening = situation.memory[key]
    return found


def _options(situation: Situation, word: str) -> Iterable[Option]:
    for reference in starts(len(word)):
        move = Move(reference, word)
        yield Option(move, score(situation.board, move, situation.rules).total)


def first_word_refused(situation: Situation, written: Written) -> Verdict | None:
    """The first word must be written whole, be admitted and come from the draw."""
    if not written.is_whole:
        return null(situation, "S3", "Mot non écrit en entier.")
    if len(written.letters) > SIZE:
        return null(situation, "S2", "Le mot sort de la grille.")
    at = next(iter(starts(len(written.letters))))
    place = place_at(situation, at, written.letters, written.circles)
    if place.is_legal:
        return None
    detail = " ; ".join(fault.french for fault in place.faults)
    return refuse(situation, written, "S2", f"{written.letters} : {detail}.")


@WARNING.applied
def placed_best(situation: Situation, option: Option, claimed: int | None, ok: bool) -> Findings:
    """The best placement is given; whether the claimed score is a fault depends on the edition."""
    given = f"Premier coup : meilleur placement, {option.points} points"
    if ok:
        return WARNING.found(situation, "S5", Sanction.NONE, f"{given}.")
    said = "aucun score indiqué" if claimed is None else f"score annoncé {claimed}"
    return WARNING.found(situation, "S5", Sanction.WARNING, f"{given} ; {said}.")


@SEVERAL_SOLUTIONS.applied
def joker_at_first(situation: Situation, option: Option, how: str) -> Findings:
    """How the joker of the first word was placed."""
    reason = f"Joker du premier coup : position {how}, {option}."
    return SEVERAL_SOLUTIONS.found(situation, "S18", Sanction.NONE, reason)


def any_possible_score(situation: Situation, written: Written) -> Verdict:
    """2010, undated: the claimed score need only be possible; an open joker counts least."""
    if refused := first_word_refused(situation, written):
        return refused
    claimed = written.claimed
    table = opening(situation, written.letters, written.circles)
    named = [c for c in table.by_choice if claimed in table.scores(c)]
    choice = min(named or table.by_choice, key=lambda c: table.best(c).points)
    option = _preferred(table.by_choice[choice], written)
    findings = placed_best(situation, option, claimed, claimed in table.scores(choice))
    findings += circle_fault(situation, option, written.circles)
    if len({table.best(c).points for c in table.by_choice}) > 1:
        how = "désignée par le score" if len(named) == 1 else "la moins avantageuse"
        findings += joker_at_first(situation, option, how)
    return Verdict(option, findings)


def best_score_only(situation: Situation, written: Written) -> Verdict:
    """2017: best placement and best joker position; any other score costs a warning."""
    if refused := first_word_refused(situation, written):
        return refused
    option, findings = _best(situation, written, frozenset())
    read_as = next(iter(opening(situation, written.letters, written.circles).by_choice.values()))
    return Verdict(option, findings + circle_fault(situation, read_as[0], written.circles))


@FIRST_TURN.applied
def best_score_and_circle(situation: Situation, written: Written) -> Verdict:
    """2023: the same, and circles that are not the best score's cost a warning too."""
    if refused := first_word_refused(situation, written):
        return refused
    option, findings = _best(situation, written, written.circles)
    reason = f"Premier coup : {option} est le maximum du mot."
    findings += FIRST_TURN.found(situation, "S5", Sanction.NONE, reason)
    return Verdict(option, findings + circle_fault(situation, option, written.circles))


def _best(situation: Situation, written: Written, circles: Choice) -> tuple[Option, Findings]:
    """The best placement, with the jokers as circled if that is as good."""
    table = opening(situation, written.letters, frozenset())
    choice = max(table.by_choice, key=lambda c: (table.best(c).points, c == circles))
    option = _preferred(table.by_choice[choice], written)
    findings = placed_best(situation, option, written.claimed, written.claimed == option.points)
    if choice:
        findings += joker_at_first(situation, option, "la plus avantageuse")
    return option, findings


def _preferred(options: tuple[Option, ...], written: Written) -> Option:
    """Among the best placements the one written, else the leftmost."""
    most = max(option.points for option in options)
    best = [option for option in options if option.points == most]
    written_there = [o for o in best if o.move.reference == written.reference]
    return (written_there or best)[0]
