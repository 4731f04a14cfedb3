"""Rankings do not depend on the order of entry, of results or of equals; events read back."""

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from raccord.tournament import (
    RULES,
    TRAITS,
    WAYS,
    PlayedGame,
    Summary,
    Tally,
    TallyLine,
    Terms,
    Weight,
    record,
    standing,
    teams,
)
from raccord.tournament.summary import Cut
from tests.tournament.simulated import event, teamed


def decided(summary: Summary, kept: int, played: int) -> Summary:
    """The event with a cut after its first game and a sudden death among some."""
    numbers = [entry.number for entry in summary.entries]
    game = PlayedGame(
        number=50,
        title="Mort subite",
        tally=Tally(
            top=9,
            lines=tuple(
                TallyLine(number=n, total=0, place=place, lasted=place)
                for place, n in enumerate(numbers[:played], 1)
            ),
        ),
    )
    cuts = (Cut(1, tuple(numbers[:kept])),) if kept else ()
    return msgspec.structs.replace(summary, cuts=cuts, deciders=(game,) if played else ())


SIMULATED = st.builds(event, st.integers(2, 9), st.integers(1, 3), st.integers(0, 999))
EVENTS = st.builds(decided, SIMULATED, st.integers(0, 5), st.integers(0, 4))
TERMS = st.builds(
    Terms,
    by=st.sampled_from(list(WAYS)),
    ties=st.lists(st.sampled_from(RULES), unique=True).map(tuple),
    teams=st.sampled_from((None, teamed())),
    handicap=st.sampled_from(((), (Weight(trait="series", value="3", number=4),))),
)


def shuffled(summary: Summary, random: Any) -> Summary:
    """The same people and results, told in another order."""

    def mixed(found: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(random.sample(found, len(found)))

    games = tuple(
        msgspec.structs.replace(
            game, tally=msgspec.structs.replace(game.tally, lines=mixed(game.tally.lines))
        )
        for game in summary.games
    )
    kept = tuple(Cut(cut.after, mixed(cut.kept)) for cut in summary.cuts)
    return msgspec.structs.replace(summary, entries=mixed(summary.entries), games=games, cuts=kept)


@given(EVENTS, TERMS, st.randoms(use_true_random=False))
def test_the_order_of_entry_and_of_results_changes_nothing(
    summary: Summary, terms: Terms, random: Any
) -> None:
    whole = msgspec.structs.replace(summary, terms=terms)
    other = shuffled(whole, random)
    assert standing(whole) == standing(other)
    for trait in TRAITS:
        assert standing(whole, trait) == standing(other, trait)
    assert teams(whole) == teams(other)


@given(EVENTS, TERMS, st.randoms(use_true_random=False))
def test_the_order_of_games_changes_nothing_but_what_looks_at_the_last(
    summary: Summary, terms: Terms, random: Any
) -> None:
    ties = tuple(rule for rule in terms.ties if rule not in ("last-game", "last-turn"))
    chosen = msgspec.structs.replace(terms, ties=ties)
    # A cut stands between games: their order is part of it.
    whole = msgspec.structs.replace(summary, terms=chosen, cuts=())
    games = tuple(random.sample(whole.games, len(whole.games)))
    other = msgspec.structs.replace(whole, games=games)
    told = [(line.place, line.number, line.value, line.ties) for line in standing(whole)]
    assert told == [(line.place, line.number, line.value, line.ties) for line in standing(other)]


@given(EVENTS, TERMS)
@settings(max_examples=40)
def test_an_event_reads_back_as_the_same_event(summary: Summary, terms: Terms) -> None:
    whole = msgspec.structs.replace(summary, terms=terms)
    again = record.loads(record.dumps(whole))
    assert again == whole
    assert standing(again) == standing(whole)
    assert teams(again) == teams(whole)
