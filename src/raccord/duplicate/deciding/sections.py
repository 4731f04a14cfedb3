"""A game in sections: one master draws, times and retains; sections repeat it for their tables.

A section repeats the facts of its master's log in their order, each once: ``after`` names the one
before, so that nothing is left out, and what was repeated already changes nothing. The instants
are the master's. Only a retained top brings more than itself: the slips of the section's own tables
are ruled on first, as they are in any game.
"""

import msgspec

from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.context import Context, Events
from raccord.duplicate.deciding.retaining import closed
from raccord.duplicate.errors import Refusal
from raccord.duplicate.rules.formula import Formula
from raccord.duplicate.state import State
from raccord.quoting import one_line

MOST_SECTIONS = 500
MOST_NAME = 60


def check_formula(formula: Formula) -> None:
    """Refuse a formula in which who still plays depends on the slips of every other section."""
    if formula.knockout:
        raise Refusal(
            f"la formule « {formula.label} » ne se joue pas en sections : qui reste en jeu dépend "
            "des bulletins de toutes les salles ; ouvrez-la en une seule partie, où chaque table "
            "entre par son téléphone"
        )


def add(context: Context, command: cmd.AddSection) -> Events:
    """A section more; one that comes late repeats what was played before it."""
    state = context.state
    check_formula(state.formula)
    if state.end is not None:
        raise Refusal("la partie est terminée")
    if len(state.sections) >= MOST_SECTIONS:
        raise Refusal(f"une partie a au plus {MOST_SECTIONS} sections")
    name = one_line(command.name)[:MOST_NAME]
    if not name:
        raise Refusal("une section a le nom de sa salle ou de son club")
    if any(section.name.casefold() == name.casefold() for section in state.sections):
        raise Refusal(f"une autre section s'appelle déjà {name}")
    tables = tuple(sorted(set(command.tables)))
    _check_moving(state, tables)
    return (ev.SectionAdded(at=command.at, game=command.game, name=name, tables=tables),)


def _check_moving(state: State, tables: tuple[int, ...]) -> None:
    """Refuse to move tables that are not here any more, or after the first draw."""
    if unknown := [t for t in tables if t not in state.entrants or t in state.moving]:
        raise Refusal(f"la table {unknown[0]} n'est pas de cette salle")
    if tables and state.draws:
        raise Refusal("après le premier tirage une table ne change plus de section")


def follow(context: Context, command: cmd.FollowMaster) -> Events:
    """The next fact of the master's log."""
    state = context.state
    if not state.opened.follows:
        raise Refusal("cette partie n'est pas une section")
    if command.version <= state.followed:
        return ()
    if command.after != state.followed:
        raise Refusal(
            f"il manque des faits : la section suit jusqu'à {state.followed}, non {command.after}"
        )
    fact = msgspec.structs.replace(command.fact, master=command.version)
    if isinstance(fact, ev.Retained):
        return closed(context, (fact,), fact.at)
    return (fact,)
