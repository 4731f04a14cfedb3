"""Games of a competition: scheduled in the hall, typed in, missed, dropped, and cuts after them."""

from collections.abc import Sequence

from raccord.tournament import commands as cmd
from raccord.tournament import events as ev
from raccord.tournament.columns import plain
from raccord.tournament.deciding.entries import Events, enter, need
from raccord.tournament.errors import Refusal
from raccord.tournament.evolve import fold
from raccord.tournament.seating import Halls, named, stranger
from raccord.tournament.standing import standing
from raccord.tournament.state import EventGame, State
from raccord.tournament.summary import summarise
from raccord.tournament.tally import Tally, TallyLine


def schedule(state: State, command: cmd.Schedule, _: Halls) -> Events:
    """Add a game of the hall."""
    if any(game.code == command.code for game in state.games):
        raise Refusal("cette partie est déjà dans la compétition")
    for number in command.seats.values():
        need(state, number)
    if len(set(command.seats.values())) < len(command.seats):
        raise Refusal("un engagé ne s'assied qu'à une table")
    return (
        ev.GameScheduled(
            at=command.at,
            game=state.scheduled + 1,
            title=" ".join(command.title.split()) or f"Partie {state.scheduled + 1}",
            code=command.code,
            seats=command.seats,
        ),
    )


def type_result(state: State, command: cmd.TypeResult, _: Halls) -> Events:
    """Add or put right the result of a game played elsewhere, by numbers."""
    known = None if command.game is None else _game(state, command.game)
    if known is not None and known.code:
        raise Refusal("le résultat d'une partie de la salle se lit dans la salle")
    number = known.number if known else state.scheduled + 1
    numbers = [line.number for line in command.tally.lines]
    for entry in numbers:
        need(state, entry)
    if len(set(numbers)) < len(numbers):
        raise Refusal("un engagé n'a qu'un résultat par partie")
    if command.tally.top < 0:
        raise Refusal("le total des tops n'est pas négatif")
    title = " ".join(command.title.split()) or f"Partie {number}"
    return (ev.ResultTyped(at=command.at, game=number, title=title, tally=command.tally),)


def report(state: State, command: cmd.Report, _: Halls) -> Events:
    """Add the result of a game played elsewhere, by names."""
    found: list[ev.Event] = []
    numbers: list[int] = []
    for line in command.lines:
        players = tuple(name.strip() for name in line.player.split(" / "))
        number = named(state, players, set())
        if number is None:
            entry = stranger(state, state.free_number, players)
            wanted = cmd.Enter(at=command.at, people=entry.people, number=entry.number)
            entered = enter(state, wanted, {})
            found += entered
            state, number = fold(entered, state), entry.number
        if number in numbers:
            raise Refusal(f"{line.player} a deux résultats")
        numbers.append(number)
    return (*found, *_reported(state, command, numbers))


def _reported(state: State, command: cmd.Report, numbers: Sequence[int]) -> Events:
    told = list(zip(numbers, command.lines, strict=True))
    lines = tuple(_tallied(number, line) for number, line in told if line.total is not None)
    typed = type_result(
        state,
        cmd.TypeResult(
            at=command.at, title=command.title, tally=Tally(top=command.top, lines=lines)
        ),
        {},
    )
    game = state.scheduled + 1
    refereed = [number for number, line in told if line.total is None]
    missed = (ev.Missed(at=command.at, game=game, number=n, why="referee") for n in refereed)
    return (*typed, *missed)


def _tallied(number: int, line: cmd.ReportLine) -> TallyLine:
    told = {name: getattr(line, name) for name in line.__struct_fields__ if name != "player"}
    return TallyLine(number=number, **told)


def miss(state: State, command: cmd.Miss, _: Halls) -> Events:
    """Say why somebody did not play a game."""
    game = _game(state, command.game)
    need(state, command.number)
    if command.number in game.numbers:
        raise Refusal(f"il a joué la partie {game.number}")
    if game.missed.get(command.number) == command.why:
        return ()
    return (ev.Missed(at=command.at, game=game.number, number=command.number, why=command.why),)


def drop(state: State, command: cmd.Drop, _: Halls) -> Events:
    """A game no longer counts."""
    game = _game(state, command.game)
    if any(cut.after >= game.number for cut in state.cuts):
        raise Refusal("une coupe repose sur cette partie")
    return (ev.GameDropped(at=command.at, game=game.number, reason=command.reason),)


def cut(state: State, command: cmd.Cut, halls: Halls) -> Events:
    """The first, and the first of each category named, go on; equals at the limit with them."""
    found = summarise(state, halls)
    if not found.games:
        raise Refusal("une coupe se fait après une partie")
    after = found.games[-1].number
    if any(cut.after >= after for cut in state.cuts):
        raise Refusal("la coupe est déjà faite : jouez d'abord une partie")
    if len(found.games) < len(state.games):
        raise Refusal("une partie est en cours : la coupe se fait quand elle est terminée")
    going = set(state.cuts[-1].kept) if state.cuts else {line.number for line in standing(found)}
    lines = [line for line in standing(found) if line.number in going]
    kept = [line.number for line in lines if line.place <= command.first]
    for category, first in command.categories.items():
        named = [line for line in lines if plain(line.category) == plain(category)]
        kept += [line.number for line in named[:first]]
    if not kept:
        raise Refusal("la coupe ne garderait personne")
    return (ev.CutMade(at=command.at, after=after, kept=tuple(dict.fromkeys(kept))),)


def _game(state: State, number: int) -> EventGame:
    game = state.game(number)
    if game is None:
        raise Refusal(f"il n'y a pas de partie {number}")
    return game
