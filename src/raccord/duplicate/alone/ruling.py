"""What an assisted slip earns: place, joker and score are the screen's, so only the move counts."""

from collections.abc import Sequence

from raccord.board import BoardError, FaultKind, Move, faults, format_word, score
from raccord.duplicate.alone.line import Line
from raccord.duplicate.alone.state import SetShown
from raccord.duplicate.rules import multitops
from raccord.regulation import EditionId, Finding, Ruling, Sanction, Slip
from raccord.regulation.marking.matters import NULLITY

TOO_LATE = "mot proposé hors délai"


def _slip(line: Line, move: Move) -> Slip:
    game = line.state.play
    try:
        points: int | None = score(game.position.board, move, game.formula.rules).total
    except BoardError:
        points = None
    return Slip(
        word=format_word(move.word),
        direction="across" if move.reference.direction.value == "across" else "down",
        reference=str(move.reference),
        score=points,
    )


def written(line: Line, solutions: Sequence[Move]) -> Slip:
    """The slip of one or several solutions, as the screen filled it in."""
    slips = tuple(_slip(line, move) for move in solutions)
    return slips[0] if len(slips) == 1 else Slip(solutions=slips)


def best_of(line: Line, at: int) -> SetShown:
    """Multitops: the solutions that together score most."""
    game = line.state.play
    best = multitops.best_set(game.position, game.rack, game.formula.solutions, line.frame)
    return SetShown(game.turn, tuple((str(played.move), played.points) for played in best), at)


def rule(line: Line, solutions: Sequence[Move], late: bool = False) -> Ruling:
    """What an assisted slip earns: its score, or nothing and every reason why."""
    game = line.state.play
    edition = game.opened.edition
    cited = NULLITY.cite(edition)
    if not solutions:
        reason = TOO_LATE if late else "aucun mot proposé"
        return _nullity(edition, (Finding("no-slip", cited, Sanction.NULLITY, reason),))
    board, rules = game.position.board, game.formula.rules
    legal, findings = [], []
    for move in solutions:
        found = faults(board, move, game.rack, line.lexicon, rules)
        if _is_published(line, move):
            # What was published stands, though our list may lack the word.
            found = tuple(f for f in found if f.kind is not FaultKind.NOT_ADMITTED)
        findings += [Finding(str(f), cited, Sanction.NULLITY, f.french) for f in found]
        if not found:
            legal.append(multitops.Played(move, score(board, move, rules).total))
    if not legal:
        return _nullity(edition, tuple(findings))
    points = sum(multitops.award(board, legal, game.formula.solutions, line.lexicon))
    return Ruling(
        edition=edition,
        points=points,
        base=points,
        sanction=Sanction.NONE,
        findings=tuple(findings),
        placement=str(legal[0].move),
    )


def _is_published(line: Line, move: Move) -> bool:
    step = line.state.step()
    return step is not None and str(move) == str(Move.parse(step.move))


def _nullity(edition: EditionId, findings: tuple[Finding, ...]) -> Ruling:
    return Ruling(edition=edition, points=0, base=0, sanction=Sanction.NULLITY, findings=findings)
