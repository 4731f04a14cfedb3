"""Games of a competition: scheduled in the hall, typed in, missed, dropped, and cuts after them."""

from collections.abc import Sequence

from raccord.duplicate.slips.ranking import ranked
from raccord.quoting import one_line
from raccord.tournament import commands as cmd
from raccord.tournament import events as ev
from raccord.tournament.columns import plain
from raccord.tournament.deciding.entries import Events, enter, need
from raccord.tournament.errors import Refusal
from raccord.tournament.evolve import fold
from raccord.tournament.placing import places
from raccord.tournament.seating import Halls, named, playing, stranger
from raccord.tournament.standing import standing
from raccord.tournament.state import EventGame, State
from raccord.tournament.summary import summarise
from raccord.tournament.tally import Tally, TallyLine


def schedule(state: State, command: cmd.Schedule, _: Halls) -> Events:
    """Add a game of the hall."""
    if any(game.code == command.code for game in state.games):
        raise Refusal("cette partie est déjà dans la compétition")
    if command.after and any(game.after == command.after for game in state.games):
        raise Refusal("la partie suivante est déjà ouverte")
    for number in command.seats.values():
        need(state, number)
    if len(set(command.seats.values())) < len(command.seats):
        raise Refusal("un engagé ne s'assied qu'à une table")
    return (
        ev.GameScheduled(
            at=command.at,
            game=state.scheduled + 1,
            title=_named(command, state),
            code=command.code,
            seats=command.seats,
            decides=command.decides,
            after=command.after,
        ),
    )


def _named(command: cmd.Schedule, state: State) -> str:
    usual = "Mort subite" if command.decides else f"Partie {len(state.counted) + 1}"
    return one_line(command.title) or usual


def place(state: State, command: cmd.Place, _: Halls) -> Events:
    """Arrange who sits where in the next game, out of lots drawn for it."""
    numbers = sorted(playing(state))
    if not numbers:
        raise Refusal("il n'y a personne à placer")
    seats = places(state, numbers, command.lots)
    return () if seats == state.drawn else (ev.SeatsDrawn(at=command.at, seats=seats),)


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
    usual = "Mort subite" if command.decides else f"Partie {number}"
    title = one_line(command.title) or usual
    typed = ev.ResultTyped(
        at=command.at, game=number, title=title, tally=command.tally, decides=command.decides
    )
    return (typed,)


def report(state: State, command: cmd.Report, _: Halls) -> Events:
    """Add the result of a game played elsewhere, by names.

    Of a pair whose two players are entered each for himself, both have its result.
    """
    found: list[ev.Event] = []
    told: list[tuple[int, cmd.ReportLine]] = []
    for line in command.lines:
        players = tuple(name.strip() for name in line.player.split(" / "))
        numbers = _entered(state, players)
        if not numbers:
            entry = stranger(state, state.free_number, players)
            wanted = cmd.Enter(at=command.at, people=entry.people, number=entry.number)
            entered = enter(state, wanted, {})
            found += entered
            state, numbers = fold(entered, state), (entry.number,)
        if {number for number, _ in told} & set(numbers):
            raise Refusal(f"{line.player} a deux résultats")
        told += ((number, line) for number in numbers)
    return (*found, *_reported(state, command, told))


def _entered(state: State, players: tuple[str, ...]) -> tuple[int, ...]:
    """The entry of these players, or those of each of a pair; nothing where one is missing."""
    whole = named(state, players)
    if whole is not None:
        return (whole,)
    each = [named(state, (player,)) for player in players]
    known = tuple(number for number in each if number is not None)
    return known if len(known) == len(players) else ()


def _reported(
    state: State, command: cmd.Report, told: Sequence[tuple[int, cmd.ReportLine]]
) -> Events:
    lines = tuple(_tallied(number, line) for number, line in told if line.total is not None)
    typed = type_result(
        state,
        cmd.TypeResult(
            at=command.at, title=one_line(command.title), tally=Tally(top=command.top, lines=lines)
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
    if len(found.games) < len(state.counted):
        raise Refusal("une partie est en cours : la coupe se fait quand elle est terminée")
    going = set(state.cuts[-1].kept) if state.cuts else {line.number for line in standing(found)}
    lines = [line for line in standing(found) if line.number in going]
    kept = [line.number for line in lines if line.place <= command.first]
    for category, first in command.categories.items():
        named = [line for line in lines if plain(line.category) == plain(category)]
        placed = ranked(named, key=lambda line: line.place)
        kept += [line.number for place, line in placed if place <= first]
    if not kept:
        raise Refusal("la coupe ne garderait personne")
    return (ev.CutMade(at=command.at, after=after, kept=tuple(dict.fromkeys(kept))),)


def _game(state: State, number: int) -> EventGame:
    game = state.game(number)
    if game is None:
        raise Refusal(f"il n'y a pas de partie {number}")
    return game
