"""What ranks thousands of tables is what their turns add up to."""

import random
from dataclasses import replace

import pytest

from raccord.duplicate import events as ev
from raccord.duplicate.rules.ends import EndReason
from raccord.duplicate.slips.scores import score_table, total_table
from raccord.duplicate.state import State
from tests.network.sections import section


def a_state(chance: random.Random) -> State:
    """A game under way or over, with late tables, tables gone, tables put out, and conduct."""
    found = section(chance, chance.randint(1, 20), chance.randint(0, 5))
    entrants = dict(found.entrants)
    for table in chance.sample(sorted(entrants), len(entrants) // 3):
        late, out = chance.randint(1, 3), chance.random() < 0.3
        entrants[table] = replace(entrants[table], first_turn=late, is_excluded=out)
    conduct = tuple((1, chance.choice(sorted(entrants))) for _ in range(chance.randint(0, 6)))
    end = ev.GameEnded(reason=EndReason.STOPPED) if chance.random() < 0.5 else None
    marks = {turn: dict(row) for turn, row in found.marks.items()}
    for row in marks.values():
        row.pop(chance.choice(sorted(entrants)), None)
    return replace(found, entrants=entrants, conduct=conduct, end=end, marks=marks)


@pytest.mark.parametrize("seed", range(40))
def test_totals_are_the_scores_without_their_turns(seed: int) -> None:
    state = a_state(random.Random(seed))
    assert total_table(state) == tuple(replace(s, turns=()) for s in score_table(state))


def test_the_states_tried_have_solos_warnings_and_tables_that_leave() -> None:
    scores = [s for seed in range(40) for s in score_table(a_state(random.Random(seed)))]
    assert any(score.solos for score in scores)
    assert any(score.warning_cost for score in scores)
    assert any(turn.absent for score in scores for turn in score.turns)
