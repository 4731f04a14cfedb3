"""Who found the top, and how many each solution."""

import msgspec

from raccord.duplicate import commands as cmd
from raccord.duplicate.slips.found import Finder, FoundSolution, found_by_turn, found_on, reached
from raccord.lexicon import Lexicon
from tests.duplicate.helpers import Hall, ruling


def played(lexicon: Lexicon) -> Hall:
    """A turn of six tables: two at the top, two below, one with nothing, one unread."""
    hall = Hall(lexicon)
    hall.enter(6)
    hall.play()
    top = hall.state.turns[0]
    moves = {1: (str(top.move), top.points), 2: ("H4 AUTRE", 12), 3: ("H4 AUTRE", 12)}
    moves |= {4: (str(top.move), top.points), 5: ("", 0)}
    for table, (move, points) in moves.items():
        given = msgspec.structs.replace(ruling(points), placement=move)
        hall.do(cmd.Rule(turn=1, table=table, ruling=given))
    return hall


def test_the_tables_at_the_top_and_every_solution_are_counted(french: Lexicon) -> None:
    state = played(french).state
    top = state.turns[0]
    found = found_on(state, top)
    assert found.finders == (Finder(1, ("Joueur 1",)), Finder(4, ("Joueur 4",)))
    assert found.solutions == (
        FoundSolution(str(top.move), top.points, 2),
        FoundSolution("H4 AUTRE", 12, 2),
    )
    assert (found.nothing, found.missing) == (1, 1)
    assert reached(state, top) == 2
    assert found_by_turn(state) == (found,)


def test_a_table_that_was_excluded_found_nothing(french: Lexicon) -> None:
    hall = Hall(french, edition="2023")
    hall.enter(2)
    hall.play()
    top = hall.state.turns[0]
    hall.do(cmd.Rule(turn=1, table=1, ruling=ruling(top.points)))
    assert found_on(hall.state, top).finders
    hall.do(cmd.Exclude(table=1, reason="tricherie"))
    assert found_on(hall.state, top).finders == ()
