"""The union of sections is one game with all their tables."""

import random
from collections.abc import Sequence
from dataclasses import replace

import msgspec
import pytest

from raccord.duplicate import State, fold
from raccord.duplicate import events as ev
from raccord.duplicate.rules.ends import EndReason
from raccord.duplicate.slips.ranking import ranking, solo_lines
from raccord.network.contest.events import GameAdded
from raccord.network.decisions import (
    Decisions,
    Overrule,
    evolve_decisions,
    overrule,
    restore,
)
from raccord.network.errors import Refusal
from raccord.network.union import Section, Union, united, world
from tests.network.sections import facts, oracle, section
from tests.network.world import script


def together(
    states: Sequence[State], centres: int = 0, decisions: Decisions | None = None, game: int = 1
) -> Union:
    told = GameAdded(game=game, id="g", title="P", opens=0, closes=1, script=script(game, 5))  # type: ignore[arg-type]
    sections = tuple(Section(f"c{n}", f"Centre {n}", state) for n, state in enumerate(states))
    return united(told, sections, centres or len(states), decisions or {})


def ended(state: State) -> State:
    return replace(state, end=ev.GameEnded(reason=EndReason.STOPPED))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("over", [False, True])
def test_the_ranking_of_the_union_is_that_of_a_slow_oracle(seed: int, over: bool) -> None:
    chance = random.Random(seed)
    states = [section(chance, chance.randint(1, 8), chance.randint(1, 5)) for _ in range(5)]
    if over:
        states = [ended(state) for state in states]
    union = together(states)
    found = [(line.place, line.total, *union.places[line.table]) for line in union.lines]
    assert sorted((p, total, int(c[1:]), t) for p, total, c, t in found) == oracle(states)


@pytest.mark.parametrize("seed", range(6))
def test_the_union_is_what_one_process_makes_of_all_events_in_one_game(seed: int) -> None:
    chance = random.Random(seed)
    told = [facts(chance, chance.randint(2, 6), 4) for _ in range(4)]
    end = ev.GameEnded(reason=EndReason.STOPPED)
    states = [fold([*events, end]) for events in told]
    union = together(states)
    numbers = {where: number for number, where in union.places.items()}
    merged: list[ev.Event] = [told[0][0]]
    rest: list[ev.Event] = []
    for n, events in enumerate(told):
        for event in events:
            if isinstance(event, ev.Registered | ev.Ruled | ev.Withdrawn):
                moved = msgspec.structs.replace(event, table=numbers[f"c{n}", event.table])
                (merged if isinstance(event, ev.Registered) else rest).append(moved)
    draws = [e for e in told[0] if isinstance(e, ev.Drawn | ev.DrawRejected | ev.Retained)]
    # Rulings first: within a turn their order says nothing.
    for turn in range(1, 5):
        mine = [e for e in draws if getattr(e, "turn", 0) == turn]
        merged += mine[:-1]
        merged += [e for e in rest if isinstance(e, ev.Ruled) and e.turn == turn]
        merged += mine[-1:]
    merged += [e for e in rest if isinstance(e, ev.Withdrawn)]
    one = fold([*merged, end])
    assert union.lines == ranking(one)
    seen = [(s.turn, s.players, s.points, s.bonus) for s in union.solo_lines]
    assert seen == [(s.turn, s.players, s.points, s.bonus) for s in solo_lines(one)]
    assert seen


def test_nothing_is_final_before_every_centre_has_closed_the_turn() -> None:
    chance = random.Random(3)
    states = [section(chance, 4, 5), section(chance, 4, 2)]
    union = together(states, centres=3)
    assert union.is_provisional
    assert [union.closed(turn) for turn in (2, 3)] == [2, 1]
    assert all(solo.is_provisional for solo in union.solo_lines)
    assert not together([ended(one) for one in states]).is_provisional


def test_a_centre_that_played_something_else_is_told_and_changes_nobody_s_game() -> None:
    chance = random.Random(4)
    right = section(chance, 3, 4)
    other = facts(chance, 3, 4, game=2)
    union = together([right, fold(other)])
    assert union.astray == {"c1": 1}
    assert [t.draw for t in union.state.turns] == [t.draw for t in right.turns]


def test_decisions_are_folded_over_the_rulings_and_can_be_taken_back() -> None:
    chance = random.Random(5)
    states = [section(chance, 3, 3), section(chance, 3, 3)]
    decisions: Decisions = {}
    asked = Overrule(centre="c1", game=1, turn=2, table=3, points=500, reason="mot admis")
    for event in overrule(decisions, asked):
        decisions = evolve_decisions(decisions, event)
    before, after = together(states), together(states, decisions=decisions)
    gained = {
        after.places[new.table]: new.total - old.total
        for old in before.lines
        for new in after.lines
        if old.table == new.table and new.total != old.total
    }
    assert set(gained) == {("c1", 3)}
    assert states[1].mark(2, 3).ruling != after.state.mark(2, 6).ruling
    assert overrule(decisions, asked) == ()
    for event in restore(decisions, ("c1", 1, 2, 3), "erreur", 0):
        decisions = evolve_decisions(decisions, event)
    assert together(states, decisions=decisions).lines == before.lines
    with pytest.raises(Refusal, match="motif"):
        overrule({}, msgspec.structs.replace(asked, reason=" "))


def test_the_world_ranking_adds_up_games_by_person_and_centre() -> None:
    chance = random.Random(6)
    first = [ended(section(chance, 4, 5)) for _ in range(3)]
    second = [ended(section(chance, 3, 5, game=2)) for _ in range(3)]
    unions = (together(first), together(second, game=2))
    lines = world(unions)
    assert len(lines) == 12
    for line in lines:
        own = [
            score.total
            for union in unions
            for score in union.lines
            if (union.places[score.table][0], score.players) == (line.centre, line.players)
        ]
        assert line.total == sum(own)
        assert [points for points in line.games if points is not None] == own
    assert [line.place for line in lines] == sorted(line.place for line in lines)
