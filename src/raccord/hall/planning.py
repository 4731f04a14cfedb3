"""What a competition plans for its next game: formula, title, places, the cut before it."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from raccord import duplicate
from raccord.hall.companion import HallSettings
from raccord.hall.desk import NewGame
from raccord.hall.games import Game
from raccord.tournament import Refusal, State, playing, seats_of, standing, summarise, tied
from raccord.tournament.plan import PlannedCut, PlannedGame, cut_due, planned

if TYPE_CHECKING:
    from raccord.hall.competitions import Competition

Halls = Mapping[str, duplicate.State]


def next_planned(state: State) -> PlannedGame | None:
    """The game the plan has next."""
    return planned(state.terms.plan, len(state.counted))


def due_cut(state: State) -> PlannedCut | None:
    """The cut that comes before the next game, once the games of its round are there."""
    return cut_due(state.terms.plan, len(state.counted), len(state.cuts))


def check_cut(state: State) -> None:
    """Refuse the next game while the cut before it is not made."""
    if due_cut(state) is not None:
        raise Refusal("la coupe prévue n'est pas faite : faites-la sur la page de la compétition")


def wish_of(state: State) -> NewGame | None:
    """The game planned next, as the desk is asked for it."""
    game = next_planned(state)
    if game is None:
        return None
    return NewGame(
        title=f"{state.title} – {game.title}" if game.title else "",
        edition=game.edition,
        formula=game.formula,
        time=game.time,
        solo=game.solo,
        settings=HallSettings(entry=game.entry),
    )


def usual_title(state: State) -> str:
    """What the next game is called where nothing else is said."""
    return f"{state.title} – partie {len(state.counted) + 1}"


def tie_wish(state: State, last: Game | None) -> NewGame:
    """A sudden death under the regulation and with the slips of the last game of the hall.

    Where every game was played elsewhere, those of the plan.
    """
    if last is not None:
        edition, entry = last.state.opened.edition, last.companion.settings.entry
    else:
        game = planned(state.terms.plan, max(0, len(state.counted) - 1)) or PlannedGame()
        edition, entry = game.edition, game.entry
    return NewGame(edition=edition, formula="mort-subite", settings=HallSettings(entry=entry))


def under_way(competition: "Competition", numbers: Collection[int]) -> str:
    """The sudden death already open among these, if one is."""
    for game in competition.state.games:
        hall = competition.halls.get(game.code)
        if game.decides and hall and hall.end is None and game.numbers == frozenset(numbers):
            return game.code
    return ""


def check_tied(state: State, numbers: Collection[int], halls: Halls) -> None:
    """Refuse a sudden death but among those who share a place."""
    if len(set(numbers)) < 2:
        raise Refusal("une mort subite départage deux joueurs au moins")
    groups = tied(standing(summarise(state, halls)))
    if not any(set(numbers) <= {line.number for line in group} for group in groups):
        raise Refusal("ces joueurs ne partagent pas une place")


def is_to_place(state: State) -> bool:
    """Whether places are to be arranged for the next game: the first one, or at every game."""
    seating = state.terms.seating
    usual = seating.by == "number" and not seating.redraw and seating.apart is None
    return state.drawn is None and not usual and (seating.redraw or not state.counted)


def first_seats(state: State, absent: Collection[int] = ()) -> dict[int, int]:
    """The entry at each table of a game that follows none: as arranged, else by number."""
    going = playing(state, absent)
    if state.drawn is None and state.terms.seating.by == "number":
        return {number: number for number in sorted(going)}
    return {table: number for table, number in seats_of(state).items() if number in going}


def staying(state: State, code: str, seats: Mapping[int, int]) -> frozenset[int]:
    """The tables where the same people sit as in a game before: their phones stay."""
    before = next((game.seats for game in state.games if game.code == code), {})
    return frozenset(table for table, number in seats.items() if before.get(table) == number)
