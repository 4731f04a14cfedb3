"""The sheet of a finished game, as a document."""

from collections.abc import Iterator

from raccord.documents.french import day
from raccord.documents.jarnac import JarnacMat, JarnacSheet, JarnacTurn
from raccord.hall.jarnac.review import states, turn_numbers
from raccord.hall.jarnac.table import TableState
from raccord.hall.jarnac.views import lines, result
from raccord.jarnac import SEATS, Seat

FORMULAS = {
    "libre": "libre",
    "sans-conjugaisons": "sans conjugaisons",
    "sans-enchainements": "sans enchaînements",
    "competition": "compétition",
}


def game_sheet(state: TableState) -> JarnacSheet:
    """The sheet of a finished game."""
    outcome = result(state)
    assert outcome is not None
    play = state.play
    first, second = (_mat(state, seat) for seat in SEATS)
    return JarnacSheet(
        title=" – ".join(state.names),
        date=day(state.opened.started) if state.opened.started else "",
        formula=FORMULAS[play.settings.formula_name],
        lexicon=play.lexicon,
        headline=outcome.headline,
        cause=outcome.cause,
        basis=outcome.basis,
        mats=(first, second),
        turns=tuple(_turns(state)),
    )


def _mat(state: TableState, seat: Seat) -> JarnacMat:
    side = state.play.side(seat)
    return JarnacMat(
        name=state.names[SEATS.index(seat)],
        lines=side.mat.lines,
        loose=side.mat.loose,
        points=state.play.points(seat),
        jarnacs=side.jarnacs,
    )


def _turns(state: TableState) -> Iterator[JarnacTurn]:
    """The story by turns; what came before the first letters is turn 0."""
    numbers, games = turn_numbers(state.facts), list(states(state.facts))
    told = [line.text for line in lines(state)]
    for number in sorted(set(numbers)):
        steps = [step for step, of in enumerate(numbers) if of == number]
        holder = games[steps[0] - 1 if number > 1 else steps[0]].turn
        yield JarnacTurn(
            number=number,
            name=state.names[SEATS.index(holder)] if number else "",
            told=tuple(told[step] for step in steps),
            points=(games[steps[-1]].points("A"), games[steps[-1]].points("B")),
        )
