"""Rulings on the slips of a game: by the software, or by a referee in its place."""

from collections.abc import Iterable
from typing import cast

import msgspec

from raccord.duplicate.commands import Correct
from raccord.duplicate.errors import Refusal, Unlikely
from raccord.duplicate.slips.recourse import objection, overturned
from raccord.duplicate.slips.situation import check_plays
from raccord.duplicate.slips.solutions import judge_slip
from raccord.duplicate.state import State
from raccord.lexicon import Lexicon
from raccord.regulation import EditionId, Flag, Outcome, Ruling, Sanction, Slip
from raccord.regulation.marking import Situation, disciplined

AUTOMATIC = "logiciel"
"""Who signs the rulings of the software."""
NO_SLIP = Slip(flags=(Flag.NONE,))


def decision(situation: Situation, slip: Slip, asked: int) -> Ruling:
    """The ruling on a slip in a game that asks for so many solutions a turn, judged once."""
    key = (situation.edition, asked, situation.retained, situation.top, slip)
    if key not in situation.memory:
        lexicon = cast(Lexicon, situation.lexicon)
        situation.memory[key] = judge_slip(situation, slip, asked, lexicon)
    ruling: Ruling = situation.memory[key]
    return ruling


def judged(
    situation: Situation, slips: Iterable[tuple[int, Slip]], asked: int
) -> tuple[tuple[int, Slip, Ruling], ...]:
    """The rulings of several tables' slips."""
    return tuple((table, slip, decision(situation, slip, asked)) for table, slip in slips)


def overridden(
    standing: Ruling | None, edition: EditionId, wish: Correct, most: int | None
) -> Ruling:
    """A decision in place of the standing one; a referee may send any slip to the commission.

    ``most`` is what a slip of the turn can earn, where that is known.
    """
    points, sanction = wish.points, wish.sanction
    doubt = None if wish.insist else objection(edition, points, sanction, most)
    if doubt:
        raise Unlikely(f"{doubt} : insistez si la décision est bien celle-là")
    given = standing or Ruling(edition=edition, points=0, base=0, sanction=Sanction.NONE)
    ruling = overturned(given, edition, points, sanction, wish.reason, appeal=wish.appeal)
    if sanction is not Sanction.COMMISSION:
        return ruling
    outcomes = (Outcome(points, Sanction.PENALTY), Outcome(0, Sanction.NULLITY))
    return msgspec.structs.replace(ruling, outcomes=outcomes)


def warned(state: State, turn: int, table: int) -> Ruling:
    """The ruling of a table with a disciplinary warning beside it."""
    check_plays(state, turn, table)
    standing = state.mark(turn, table).ruling
    if standing is None:
        raise Refusal(f"la table {table} n'a pas encore de décision au coup {turn}")
    if standing.disciplinary:
        raise Refusal(f"la table {table} a déjà un avertissement disciplinaire au coup {turn}")
    return disciplined(standing, state.edition.id)
