"""Tournaments of Jarnac: who meets whom, what is refused, who is ahead and why."""

from itertools import combinations

import pytest

from raccord.refusal import Refusal
from raccord.tournament import jarnac as jt
from raccord.tournament.jarnac.pairing import circle


def opened(count: int, system: jt.System = "swiss", rounds: int = 3) -> jt.JarnacState:
    players = tuple(jt.Player(number=n, code=f"CODE{n:02d}") for n in range(1, count + 1))
    command = jt.Open(
        system=system, rounds=rounds, players=players, formula="libre", minutes=10, lexicon="x"
    )
    return folded(None, jt.decide(None, command))


def folded(state: jt.JarnacState | None, events: object) -> jt.JarnacState:
    for event in events:  # type: ignore[attr-defined]
        state = jt.evolve(state, event)
    assert state is not None
    return state


def done(state: jt.JarnacState, command: jt.Command) -> jt.JarnacState:
    return folded(state, jt.decide(state, command))


def outcome(a: int, b: int, jarnacs: tuple[int, int] = (0, 0)) -> jt.Outcome:
    winner = "A" if a > b else "B" if b > a else None
    return jt.Outcome(points=(a, b), jarnacs=jarnacs, winner=winner)  # type: ignore[arg-type]


def played(state: jt.JarnacState, results: dict[int, jt.Outcome] | None = None) -> jt.JarnacState:
    """Pair a round and note every result: the lower number wins 200 to 100 unless told."""
    state = done(state, jt.PairRound())
    for table in state.rounds[-1].tables:
        pair = table.pair
        usual = outcome(200, 100) if pair.first < pair.second else outcome(100, 200)
        found = (results or {}).get(pair.table, usual)
        state = done(
            state,
            jt.NoteResult(round=len(state.rounds), table=pair.table, outcome=found, source="typed"),
        )
    return state


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 9])
def test_all_against_all_meet_once(count: int) -> None:
    state = opened(count, "round-robin")
    for _ in range(state.opened.rounds):
        state = played(state)
    met = [frozenset((t.pair.first, t.pair.second)) for r in state.rounds for t in r.tables]
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(range(1, count + 1), 2)))
    byes = [r.bye for r in state.rounds]
    assert sorted(b for b in byes if b) == (list(range(1, count + 1)) if count % 2 else [])
    with pytest.raises(Refusal, match="rondes sont jouées"):
        done(state, jt.PairRound())


def test_somebody_who_left_gives_his_opponent_the_round() -> None:
    pairs, bye = circle([1, 2, 3, 4], 0, frozenset({4}))
    assert (len(pairs), bye) == (1, 1)


@pytest.mark.parametrize("count", [4, 7, 16])
def test_swiss_rounds_never_pair_the_same_two_twice_nor_free_one_twice(count: int) -> None:
    state = opened(count, "swiss", 3)
    for _ in range(3):
        state = played(state)
    met = [frozenset((t.pair.first, t.pair.second)) for r in state.rounds for t in r.tables]
    assert len(met) == len(set(met))
    byes = [r.bye for r in state.rounds if r.bye]
    assert len(byes) == len(set(byes)) == (3 if count % 2 else 0)
    winners = {t.pair.first for t in state.rounds[0].tables}
    assert winners <= set(range(1, count + 1))


def test_swiss_pairs_winners_with_winners() -> None:
    state = done(played(opened(8)), jt.PairRound())
    score = {line.number: line.score for line in jt.ranking(state, {})}
    assert all(score[t.pair.first] == score[t.pair.second] for t in state.rounds[-1].tables)


def test_who_left_is_not_paired_any_more() -> None:
    state = done(played(opened(6)), jt.Withdraw(number=2))
    state = done(state, jt.PairRound())
    last = state.rounds[-1]
    assert 2 not in {n for t in last.tables for n in (t.pair.first, t.pair.second)}
    assert last.bye is not None


def test_what_cannot_be_is_refused() -> None:
    state = opened(4)
    with pytest.raises(Refusal, match="déjà ouvert"):
        jt.decide(
            state,
            jt.Open(system="swiss", rounds=1, players=(), formula="libre", minutes=1, lexicon="x"),
        )
    with pytest.raises(Refusal, match="plus de 3 rondes"):
        opened(4, rounds=4)
    with pytest.raises(Refusal, match="de 2 à"):
        opened(1)
    state = done(state, jt.PairRound())
    with pytest.raises(Refusal, match="n’est pas terminée"):
        done(state, jt.PairRound())
    with pytest.raises(Refusal, match="pas de table 9"):
        done(state, jt.NoteResult(round=1, table=9, outcome=outcome(1, 0), source="typed"))
    note = jt.NoteResult(round=1, table=1, outcome=outcome(90, 0), source="typed")
    state = done(state, note)
    with pytest.raises(Refusal, match="motif"):
        done(state, note)
    late = jt.NoteResult(round=1, table=1, outcome=outcome(0, 5), source="game")
    assert jt.decide(state, late) == (), "what was typed stands against the game"


def test_equals_are_parted_in_the_order_that_is_told() -> None:
    state = played(opened(4), {1: outcome(200, 90, (0, 1)), 2: outcome(200, 90, (2, 1))})
    lines = jt.ranking(state, {1: "Anne"})
    assert [line.score for line in lines] == [2, 2, 0, 0]
    assert [line.parted for line in lines] == ["", "jarnacs", "", "tied"]
    assert [line.place for line in lines] == [1, 2, 3, 3]
    assert {line.name for line in lines} >= {"Anne", "n° 2"}


def test_a_bye_counts_a_win_and_a_draw_half_of_one() -> None:
    state = played(opened(3), {1: outcome(100, 100)})
    scores = {line.number: (line.score, line.wins, line.draws) for line in jt.ranking(state, {})}
    assert scores[state.rounds[0].bye or 0] == (2, 1, 0)
    assert sorted(scores.values()) == [(1, 0, 1), (1, 0, 1), (2, 1, 0)]
