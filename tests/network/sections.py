"""Sections made without playing: the facts of many tables on a prepared game, and a slow oracle."""

import random
from collections.abc import Sequence

from raccord.duplicate import State, fold
from raccord.duplicate import events as ev
from raccord.regulation import Ruling, Sanction
from tests.network.world import script


def ruled(points: int, warning: bool = False) -> Ruling:
    sanction = Sanction.WARNING if warning else Sanction.NONE
    return Ruling(edition="2017", points=points, base=points, sanction=sanction)


def facts(chance: random.Random, tables: int, turns: int, game: int = 1) -> list[ev.Event]:
    """The facts of one section, up to a turn; some tables come late or leave."""
    told = script(game, 5)
    found: list[ev.Event] = [told[0]]
    found += [ev.Registered(table=n, players=(f"J{n}",)) for n in range(1, tables + 1)]
    for event in told[1:]:
        turn = getattr(event, "turn", 0)
        if turn > turns:
            break
        if isinstance(event, ev.Retained):
            for table in range(1, tables + 1):
                points = chance.choice((0, *[chance.randint(0, event.points)] * 3))
                ruling = ruled(points, chance.random() < 0.3)
                found.append(ev.Ruled(turn=turn, table=table, ruling=ruling))
        found.append(event)
        if turn == 2 and isinstance(event, ev.Retained) and tables > 2:
            found.append(ev.Withdrawn(table=2, last_turn=2))
    return found


def section(chance: random.Random, tables: int, turns: int, game: int = 1) -> State:
    return fold(facts(chance, tables, turns, game))


def oracle(states: Sequence[State]) -> list[tuple[int, int, int, int]]:
    """Place, total, section and table, worked out the long way from the rulings alone."""
    rows = []
    count = sum(len(state.entrants) for state in states)
    everyone = [(i, t) for i, state in enumerate(states) for t in state.entrants]
    solos: dict[tuple[int, int], int] = dict.fromkeys(everyone, 0)
    over = all(state.end for state in states)
    for turn in range(1, max(len(state.turns) for state in states) + 1):
        scores = {}
        for i, t in everyone:
            one = states[i].entrants[t]
            if one.last_turn is None or turn <= one.last_turn:
                ruling = states[i].mark(turn, t).ruling
                scores[i, t] = ruling.base if ruling else 0
        best = max(scores.values())
        winners = [who for who, value in scores.items() if value == best]
        if best > 0 and len(winners) == 1 and over:
            solos[winners[0]] += 10 if count >= 16 else 0
    for i, t in everyone:
        one, total, warnings = states[i].entrants[t], 0, 0
        for turn in range(1, len(states[i].turns) + 1):
            ruling = states[i].mark(turn, t).ruling
            if ruling and (one.last_turn is None or turn <= one.last_turn):
                total += ruling.points
                warnings += ruling.warnings
        rows.append((total + solos[i, t] - 5 * max(0, warnings - 3), i, t))
    placed = []
    for total, i, t in rows:
        placed.append((1 + sum(other > total for other, _, _ in rows), total, i, t))
    return sorted(placed)
