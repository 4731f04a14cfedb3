"""Players, slips and rulings: the commands of the entry desk and of the markers."""

import msgspec

from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.context import Context, Events
from raccord.duplicate.errors import Refusal
from raccord.duplicate.slips.situation import check_plays
from raccord.duplicate.state import Entrant, Phase, State
from raccord.regulation import article

MOST_TABLES = 9999


@article("6.2", edition="2023")
@article("6.1", edition="2017")
@article("5.1", edition="2010")
@article("5.1", edition="undated")
def register(state: State, command: cmd.Register) -> ev.Registered:
    """Enter a table; one that comes late plays from this turn, the others being worth nothing."""
    players = tuple(" ".join(name.split()) for name in command.players)
    if command.table < 1:
        raise Refusal(f"numéro de table impossible : {command.table} (attendu : 1 ou plus)")
    entered = state.entrants.get(command.table)
    if entered and not command.replaces:
        raise Refusal(f"la table {command.table} est déjà inscrite")
    if not 1 <= len(players) <= 2 or not all(players):
        raise Refusal("une table compte un joueur ou une paire, avec leurs noms")
    if state.phase is Phase.OVER and not entered:
        raise Refusal("la partie est terminée : plus d'inscription")
    first = entered.first_turn if entered else state.turn + (state.phase is Phase.TIME_UP)
    return ev.Registered(
        at=command.at,
        table=command.table,
        players=players,
        first_turn=first,
        citation=state.edition.cite(state.edition.late) if first > 1 else None,
    )


def register_all(context: Context, command: cmd.RegisterAll) -> Events:
    """Enter tables together: if one is refused none is entered."""
    found: dict[int, ev.Event] = {}
    for entry in command.tables:
        if entry.table in found:
            raise Refusal(f"la table {entry.table} est déjà inscrite")
        asked = msgspec.structs.replace(entry, at=command.at)
        found[entry.table] = register(context.state, asked)
    return tuple(found.values())


def renumber(state: State, command: cmd.Renumber) -> ev.Renumbered:
    """A table changes its number while nothing is drawn: slips and sheets bear it afterwards."""
    _entrant(state, command.table)
    if not 1 <= command.to <= MOST_TABLES:
        raise Refusal(f"numéro de table impossible : {command.to} (attendu : 1 ou plus)")
    if command.to in state.entrants:
        raise Refusal(f"la table {command.to} est déjà inscrite")
    _check_undrawn(state)
    return ev.Renumbered(at=command.at, table=command.table, to=command.to)


def unregister(state: State, command: cmd.Unregister) -> ev.Unregistered:
    """An entry is taken back while nothing is drawn; afterwards a table withdraws."""
    _entrant(state, command.table)
    _check_undrawn(state)
    return ev.Unregistered(at=command.at, table=command.table)


def merge(state: State, command: cmd.MergeTables) -> ev.TablesMerged:
    """Two tables that are one, as long as they have not both handed in on the same turn."""
    _entrant(state, command.table)
    _entrant(state, command.into)
    if command.table == command.into:
        raise Refusal("une table ne se réunit pas à elle-même")
    both = {command.table, command.into}
    if shared := sorted(turn for turn, row in state.marks.items() if both <= row.keys()):
        raise Refusal(f"les deux tables ont un bulletin au coup {shared[0]} : elles sont deux")
    if any(proposal.table == command.table for proposal in state.proposals):
        raise Refusal(f"la table {command.table} a fait des propositions : elle reste")
    return ev.TablesMerged(at=command.at, table=command.table, into=command.into)


def _check_undrawn(state: State) -> None:
    if state.draws:
        raise Refusal("la partie a commencé : une inscription ne s'efface plus, elle abandonne")


def withdraw(state: State, command: cmd.Withdraw) -> ev.Withdrawn:
    """A table gives up; the turn under way still counts if its slip is in."""
    entrant = _entrant(state, command.table)
    if entrant.last_turn is not None:
        raise Refusal(f"la table {command.table} a déjà abandonné")
    played = state.mark(state.turn, command.table).slip is not None
    return ev.Withdrawn(
        at=command.at,
        table=command.table,
        last_turn=state.turn if played else state.turn - 1,
        reason=command.reason,
    )


def take_back(state: State, command: cmd.TakeBack) -> ev.Registered:
    """A table plays on: it is entered as it was."""
    entrant = _entrant(state, command.table)
    if entrant.last_turn is None and not entrant.is_excluded:
        raise Refusal(f"la table {command.table} joue : il n'y a rien à annuler")
    again = cmd.Register(at=command.at, table=command.table, players=entrant.players, replaces=True)
    return register(state, again)


@article("6.1", edition="2023")
def exclude(state: State, command: cmd.Exclude) -> ev.Excluded:
    """Proven cheating voids every score of a table, past and to come, where the edition says so."""
    edition, entrant = state.edition, _entrant(state, command.table)
    if edition.cheating is None:
        raise Refusal("ce règlement n'exclut pas pour tricherie : enregistrez un abandon")
    if not command.reason.strip():
        raise Refusal("une exclusion ne se prononce qu'avec son motif")
    if entrant.is_excluded:
        raise Refusal(f"la table {command.table} est déjà exclue")
    return ev.Excluded(
        at=command.at,
        table=command.table,
        reason=command.reason,
        citation=edition.cite(edition.cheating),
    )


def hand_in(state: State, command: cmd.HandIn) -> ev.SlipHandedIn:
    """Take a slip for a turn that has been drawn."""
    check_plays(state, command.turn, command.table)
    if state.mark(command.turn, command.table).slip:
        raise Refusal(
            f"la table {command.table} a déjà remis un bulletin au coup {command.turn} ; "
            "un bulletin remis ne peut être échangé"
        )
    return ev.SlipHandedIn(at=command.at, turn=command.turn, table=command.table, slip=command.slip)


def rule(state: State, command: cmd.Rule) -> ev.Ruled:
    """Record a ruling; to change one, say why."""
    check_plays(state, command.turn, command.table)
    standing = state.mark(command.turn, command.table).ruling
    if standing == command.ruling:
        raise Refusal("cette décision est déjà enregistrée")
    if standing and not command.reason.strip():
        raise Refusal("une décision rendue ne se rectifie qu'avec son motif")
    return ev.Ruled(
        at=command.at,
        turn=command.turn,
        table=command.table,
        ruling=command.ruling,
        by=command.by,
        reason=command.reason,
    )


def _entrant(state: State, table: int) -> Entrant:
    if table not in state.entrants:
        raise Refusal(f"la table {table} n'est pas inscrite")
    return state.entrants[table]
