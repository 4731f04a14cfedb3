"""``evolve``: the competition after one more fact. It takes events as they are, never refuses."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import msgspec

from raccord.tournament import events as ev
from raccord.tournament.evolving import DOCKET
from raccord.tournament.state import EventGame, State, begin
from raccord.tournament.tally import Tally


def evolve(state: State, event: ev.Event) -> State:
    """The state after one more fact."""
    return _EVOLVE[type(event)](state, event)


def fold(events: Iterable[ev.Event], state: State | None = None) -> State:
    """The state that a list of events tells, after those already told."""
    for event in events:
        state = begin(event) if isinstance(event, ev.Opened) else evolve(_known(state), event)
    return _known(state)


def _known(state: State | None) -> State:
    if state is None:
        raise ValueError("the first event of a competition is Opened")
    return state


def _opened(_: State, event: ev.Opened) -> State:
    return begin(event)


def _terms(state: State, event: ev.TermsChanged) -> State:
    return replace(state, title=event.title, terms=event.terms)


def _entered(state: State, event: ev.Entered) -> State:
    return replace(state, entries={**state.entries, event.entry.number: event.entry})


def _removed(state: State, event: ev.Removed) -> State:
    return _without(state, event.number)


def _merged(state: State, event: ev.Merged) -> State:
    games = tuple(_given(game, event.number, event.into) for game in state.games)
    return replace(_without(state, event.number), games=games)


def _without(state: State, number: int) -> State:
    left = {found: entry for found, entry in state.entries.items() if found != number}
    here = {found: presence for found, presence in state.presence.items() if found != number}
    drawn = state.drawn and {t: n for t, n in state.drawn.items() if n != number}
    return replace(state, entries=left, presence=here, drawn=drawn)


def _given(game: EventGame, number: int, into: int) -> EventGame:
    """The game with everything of one entry given to another."""

    def renamed(found: int) -> int:
        return into if found == number else found

    tally = game.tally
    return replace(
        game,
        seats={table: renamed(found) for table, found in game.seats.items()},
        missed={renamed(found): why for found, why in game.missed.items()},
        tally=None if tally is None else _renumbered(tally, renamed),
    )


def _renumbered(tally: Tally, renamed: Callable[[int], int]) -> Tally:
    lines = (msgspec.structs.replace(line, number=renamed(line.number)) for line in tally.lines)
    return msgspec.structs.replace(tally, lines=tuple(lines))


def _checked_in(state: State, event: ev.CheckedIn) -> State:
    return replace(state, presence={**state.presence, event.number: event.presence})


def _scheduled(state: State, event: ev.GameScheduled) -> State:
    known = state.game(event.game) or EventGame(event.game, event.title)
    game = replace(
        known,
        title=event.title,
        code=event.code,
        seats=event.seats,
        decides=event.decides,
        after=event.after,
    )
    # A game that uses the places arranged uses them up; one that decides leaves them.
    drawn = state.drawn if event.decides or event.game <= state.scheduled else None
    return _with(replace(state, drawn=drawn), game)


def _drawn(state: State, event: ev.SeatsDrawn) -> State:
    return replace(state, drawn=event.seats)


def _typed(state: State, event: ev.ResultTyped) -> State:
    known = state.game(event.game) or EventGame(event.game, event.title)
    typed = replace(known, title=event.title, tally=event.tally, decides=event.decides)
    return _with(state, typed)


def _with(state: State, game: EventGame) -> State:
    others = tuple(found for found in state.games if found.number != game.number)
    games = tuple(sorted((*others, game), key=lambda found: found.number))
    return replace(state, games=games, scheduled=max(state.scheduled, game.number))


def _missed(state: State, event: ev.Missed) -> State:
    game = state.game(event.game)
    if game is None:
        return state
    return _with(state, replace(game, missed={**game.missed, event.number: event.why}))


def _dropped(state: State, event: ev.GameDropped) -> State:
    return replace(state, games=tuple(g for g in state.games if g.number != event.game))


def _cut(state: State, event: ev.CutMade) -> State:
    return replace(state, cuts=(*state.cuts, event))


def _excluded(state: State, event: ev.Excluded) -> State:
    return replace(state, excluded={**state.excluded, event.number: event.reason})


def _readmitted(state: State, event: ev.Readmitted) -> State:
    left = {n: reason for n, reason in state.excluded.items() if n != event.number}
    return replace(state, excluded=left)


def _closed(state: State, _: ev.Closed) -> State:
    return replace(state, is_closed=True)


def _reopened(state: State, _: ev.Reopened) -> State:
    return replace(state, is_closed=False)


_EVOLVE: dict[type[ev.Event], Callable[[State, Any], State]] = {
    ev.Opened: _opened,
    ev.TermsChanged: _terms,
    ev.Entered: _entered,
    ev.Merged: _merged,
    ev.Removed: _removed,
    ev.CheckedIn: _checked_in,
    ev.GameScheduled: _scheduled,
    ev.SeatsDrawn: _drawn,
    ev.ResultTyped: _typed,
    ev.Missed: _missed,
    ev.GameDropped: _dropped,
    ev.CutMade: _cut,
    ev.Excluded: _excluded,
    ev.Readmitted: _readmitted,
    **DOCKET,
    ev.Closed: _closed,
    ev.Reopened: _reopened,
}
