"""``decide`` turns a command into facts, or refuses it with a reason in French."""

from collections.abc import Callable, Sequence
from typing import Any

from raccord.jarnac import FORMULAS
from raccord.jarnac.outcome import winner
from raccord.quoting import quoted
from raccord.refusal import Refusal
from raccord.tournament.jarnac import commands as cmd
from raccord.tournament.jarnac import events as ev
from raccord.tournament.jarnac.pairing import next_pairs
from raccord.tournament.jarnac.state import JarnacState, RoundTable

MOST_PLAYERS = 200
MOST_ROUNDS = 60
MOST_POINTS = 9_999
MOST_JARNACS = 99


def decide(state: JarnacState | None, command: cmd.Command) -> Sequence[ev.JarnacEvent]:
    """The facts a command brings."""
    if isinstance(command, cmd.Open):
        return _open(state, command)
    if state is None:
        raise Refusal("aucun tournoi de Jarnac n’est ouvert ici")
    if state.is_closed:
        raise Refusal("le tournoi est clos")
    return _DECIDE[type(command)](state, command)


def _open(state: JarnacState | None, command: cmd.Open) -> Sequence[ev.JarnacEvent]:
    if state is not None:
        raise Refusal("le tournoi est déjà ouvert")
    if command.formula not in FORMULAS:
        raise Refusal(f"il n’y a pas de formule {quoted(command.formula)}")
    if not 1 <= command.minutes <= cmd.MOST_MINUTES:
        raise Refusal(f"il faut de 1 à {cmd.MOST_MINUTES} minutes")
    count = len(command.players)
    if not 2 <= count <= MOST_PLAYERS:
        raise Refusal(f"il faut de 2 à {MOST_PLAYERS} joueurs présents")
    all_meet = count - 1 if count % 2 == 0 else count
    rounds = all_meet if command.system == "round-robin" else command.rounds
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refusal(f"il faut de 1 à {MOST_ROUNDS} rondes")
    if rounds > all_meet:
        raise Refusal(f"{count} joueurs ne peuvent pas jouer plus de {all_meet} rondes")
    return (
        ev.Opened(
            at=command.at,
            system=command.system,
            rounds=rounds,
            players=command.players,
            formula=command.formula,
            minutes=command.minutes,
            lexicon=command.lexicon,
        ),
    )


def _enter(state: JarnacState, command: cmd.Enter) -> Sequence[ev.JarnacEvent]:
    if state.player(command.number):
        raise Refusal(f"le joueur n° {command.number} est déjà du tournoi")
    if state.opened.system == "round-robin":
        raise Refusal("chacun rencontre tous les autres : personne n’entre après l’ouverture")
    if len(state.rounds) >= state.opened.rounds:
        raise Refusal("la dernière ronde est appariée")
    if len(state.players) >= MOST_PLAYERS:
        raise Refusal(f"il faut de 2 à {MOST_PLAYERS} joueurs présents")
    player = ev.Player(number=command.number, code=command.code)
    return (ev.Entered(at=command.at, player=player),)


def _pair(state: JarnacState, command: cmd.PairRound) -> Sequence[ev.JarnacEvent]:
    if state.rounds and not state.rounds[-1].is_over:
        raise Refusal("la ronde en cours n’est pas terminée")
    number = len(state.rounds) + 1
    if number > state.opened.rounds:
        raise Refusal(f"les {state.opened.rounds} rondes sont jouées")
    if len(state.active) < 2:
        raise Refusal("il ne reste pas deux joueurs")
    pairs, bye = next_pairs(state)
    made = tuple(
        ev.Pair(table=table, first=first, second=second)
        for table, (first, second) in enumerate(pairs, start=1)
    )
    return (ev.RoundPaired(at=command.at, round=number, pairs=made, bye=bye),)


def _table(state: JarnacState, number: int, table: int) -> RoundTable:
    found = state.round(number)
    there = found.table(table) if found else None
    if there is None:
        raise Refusal(f"il n’y a pas de table {table} à la ronde {number}")
    return there


def _seat(state: JarnacState, command: cmd.SeatTable) -> Sequence[ev.JarnacEvent]:
    if _table(state, command.round, command.table).name:
        raise Refusal("cette table est déjà dressée")
    return (
        ev.TableSeated(at=command.at, round=command.round, table=command.table, name=command.name),
    )


def _note(state: JarnacState, command: cmd.NoteResult) -> Sequence[ev.JarnacEvent]:
    there = _table(state, command.round, command.table)
    if command.source == "game" and there.outcome is not None:
        return ()
    if there.outcome is not None and not command.reason:
        raise Refusal("corriger un résultat demande un motif")
    if command.round != len(state.rounds):
        raise Refusal("la ronde suivante est appariée : ce résultat ne change plus")
    _possible(command.outcome)
    return (
        ev.ResultNoted(
            at=command.at,
            round=command.round,
            table=command.table,
            outcome=command.outcome,
            source=command.source,
            reason=command.reason,
        ),
    )


def _type(state: JarnacState, command: cmd.TypeResult) -> Sequence[ev.JarnacEvent]:
    won, _ = winner(command.points, command.jarnacs)
    return _note(
        state,
        cmd.NoteResult(
            at=command.at,
            round=command.round,
            table=command.table,
            outcome=ev.Outcome(points=command.points, jarnacs=command.jarnacs, winner=won),
            source="typed",
            reason=" ".join(command.reason.split()),
        ),
    )


def _possible(outcome: ev.Outcome) -> None:
    if not all(0 <= points <= MOST_POINTS for points in outcome.points):
        raise Refusal(f"les points vont de 0 à {MOST_POINTS}")
    if not all(0 <= jarnacs <= MOST_JARNACS for jarnacs in outcome.jarnacs):
        raise Refusal(f"les Jarnacs vont de 0 à {MOST_JARNACS}")


def _withdraw(state: JarnacState, command: cmd.Withdraw) -> Sequence[ev.JarnacEvent]:
    if state.player(command.number) is None:
        raise Refusal(f"le joueur n° {command.number} n’est pas du tournoi")
    if command.number in state.withdrawn:
        return ()
    return (ev.Withdrawn(at=command.at, number=command.number),)


def _close(state: JarnacState, command: cmd.Close) -> Sequence[ev.JarnacEvent]:
    if state.rounds and not state.rounds[-1].is_over:
        raise Refusal("la ronde en cours n’est pas terminée")
    return (ev.Closed(at=command.at),)


_DECIDE: dict[type[cmd.Command], Callable[[JarnacState, Any], Sequence[ev.JarnacEvent]]] = {
    cmd.Enter: _enter,
    cmd.PairRound: _pair,
    cmd.SeatTable: _seat,
    cmd.NoteResult: _note,
    cmd.TypeResult: _type,
    cmd.Withdraw: _withdraw,
    cmd.Close: _close,
}
