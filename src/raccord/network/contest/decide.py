"""``decide`` turns what is asked of an event with centres into facts, or refuses it."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

from raccord.network.contest import commands as cmd
from raccord.network.contest import events as ev
from raccord.network.contest.state import Centre, Contest
from raccord.network.errors import Refusal
from raccord.quoting import one_line
from raccord.regulation import EditionId

MOST_CENTRES = 2000
MOST_GAMES = 40
MOST_MEMBERS = 400
"""Of a commission: one for each centre of a large event, and more at some."""
MOST_INSTALLS = 20
"""Laptops opened for one centre: whoever has its file could otherwise fill the log."""
Facts = Sequence[ev.Event]


def open_contest(command: cmd.Open) -> Facts:
    """Open an event."""
    title = one_line(command.title).strip()
    if not title:
        raise Refusal("une épreuve a un nom")
    if command.formula.ranking != "points":
        raise Refusal(
            "le classement général additionne des points : la formule "
            f"« {command.formula.label} » ne se joue pas en épreuve à plusieurs centres"
        )
    return (
        ev.Opened(
            at=command.at,
            title=title,
            edition=command.edition,
            formula=command.formula,
            lexicon=command.lexicon,
            lexicon_digest=command.lexicon_digest,
            embargo=command.embargo,
            solo=command.solo,
        ),
    )


def decide(state: Contest | None, command: cmd.Command) -> Facts:
    """The facts a command leads to; ``Refusal`` says why there are none."""
    if isinstance(command, cmd.Open):
        if state is not None:
            raise Refusal("cette épreuve est déjà ouverte")
        return open_contest(command)
    if state is None:
        raise Refusal("cette épreuve n'existe pas")
    return _DECIDE[type(command)](state, command)


def _add_centre(state: Contest, command: cmd.AddCentre) -> Facts:
    name = one_line(command.name).strip()
    if not name:
        raise Refusal("un centre a un nom")
    if len(state.centres) >= MOST_CENTRES:
        raise Refusal(f"une épreuve a {MOST_CENTRES} centres au plus")
    return (
        ev.CentreAdded(
            at=command.at,
            centre=command.centre or _free_name(name, state),
            name=name,
            contact=one_line(command.contact),
            latitude=command.latitude,
            longitude=command.longitude,
        ),
    )


def _free_name(name: str, state: Contest) -> str:
    """A short name that no other centre has, for addresses and file names."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    short = "-".join("".join(c if c.isalnum() else " " for c in plain).split())[:24] or "centre"
    short = short.strip("-")
    number = 2
    free = short
    while free in state.centres:
        free, number = f"{short}-{number}", number + 1
    return free


def _add_game(state: Contest, command: cmd.AddGame) -> Facts:
    if len(state.games) >= MOST_GAMES:
        raise Refusal(f"une épreuve a {MOST_GAMES} parties au plus")
    if any(centre.installs for centre in state.centres.values()):
        raise Refusal("un centre a déjà son fichier : les parties ne changent plus")
    if command.closes <= command.opens:
        raise Refusal("un créneau finit après son début")
    opened = command.script[0] if command.script else None
    if getattr(opened, "lexicon_digest", "") != state.opened.lexicon_digest:
        raise Refusal("cette partie n'a pas été préparée avec le lexique de l'épreuve")
    if getattr(opened, "formula", None) != state.opened.formula:
        raise Refusal("cette partie n'a pas été préparée dans la formule de l'épreuve")
    _check_edition(getattr(opened, "edition", state.opened.edition), state.opened.edition)
    number = len(state.games) + 1
    return (
        ev.GameAdded(
            at=command.at,
            game=number,
            id=command.id,
            title=one_line(command.title) or f"Partie {number}",
            opens=command.opens,
            closes=command.closes,
            script=command.script,
            live=command.live,
        ),
    )


def _check_edition(prepared: EditionId, wanted: EditionId) -> None:
    """Another edition may refuse its draws or its tops, and a centre would stand still there."""
    if prepared != wanted:
        raise Refusal(
            f"cette partie est de l'édition {prepared} du règlement, et l'épreuve de l'édition "
            f"{wanted} : préparez-la avec --edition {wanted}"
        )


def _set_slot(state: Contest, command: cmd.SetSlot) -> Facts:
    _known(state, command.centre)
    if command.game not in state.games:
        raise Refusal(f"l'épreuve n'a pas de partie {command.game}")
    if command.closes <= command.opens:
        raise Refusal("un créneau finit après son début")
    return (
        ev.SlotSet(
            at=command.at,
            centre=command.centre,
            game=command.game,
            opens=command.opens,
            closes=command.closes,
        ),
    )


def _admit(state: Contest, command: cmd.Admit) -> Facts:
    centre = _known(state, command.centre)
    known = centre.installs.get(command.install)
    if known == command.key:
        return ()
    if known is not None:
        raise Refusal("cette installation est connue sous une autre clé")
    if len(centre.installs) >= MOST_INSTALLS:
        raise Refusal("trop d'ordinateurs ont été ouverts pour ce centre")
    return (
        ev.Admitted(at=command.at, centre=command.centre, install=command.install, key=command.key),
    )


def _choose(state: Contest, command: cmd.Choose) -> Facts:
    _installed(state, command.centre, command.install)
    return (
        ev.Chosen(at=command.at, centre=command.centre, install=command.install, by=command.by),
    )


def _refill(state: Contest, command: cmd.Refill) -> Facts:
    centre = _installed(state, command.centre, command.install)
    _installed(state, command.centre, command.continues)
    if centre.replaced.get(command.continues) == command.install:
        return ()
    if command.continues == command.install:
        raise Refusal("un ordinateur ne se remplace pas lui-même")
    return (
        ev.Refilled(
            at=command.at,
            centre=command.centre,
            install=command.install,
            continues=command.continues,
        ),
    )


def _fork(state: Contest, command: cmd.Fork) -> Facts:
    centre = _installed(state, command.centre, command.install)
    if any((f.install, f.stream) == (command.install, command.stream) for f in centre.forks):
        return ()
    return (
        ev.Forked(
            at=command.at, centre=command.centre, install=command.install, stream=command.stream
        ),
    )


def _tell_code(state: Contest, command: cmd.TellCode) -> Facts:
    _known(state, command.centre)
    if command.game not in state.games:
        raise Refusal(f"l'épreuve n'a pas de partie {command.game}")
    if state.games[command.game].live:
        raise Refusal("une partie en direct n'a pas d'enveloppes : ses tirages viennent en jeu")
    if command.turn < 1:
        raise Refusal("les coups se comptent à partir de 1")
    # Before the slot a code would tell what nobody may know yet.
    if command.at < state.slot(command.centre, command.game).opens:
        raise Refusal("le créneau de cette partie n'est pas commencé dans ce centre")
    return (
        ev.CodeTold(
            at=command.at,
            centre=command.centre,
            game=command.game,
            turn=command.turn,
            by=command.by,
        ),
    )


def _set_embargo(state: Contest, command: cmd.SetEmbargo) -> Facts:
    if state.is_public(command.at):
        raise Refusal("l'embargo est levé : ce qui est public le reste")
    return (ev.EmbargoSet(at=command.at, until=command.until),)


def _name_commission(state: Contest, command: cmd.NameCommission) -> Facts:
    if len(command.members) > MOST_MEMBERS:
        raise Refusal(f"une commission a {MOST_MEMBERS} membres au plus")
    for member in command.members:
        if not member.name.strip():
            raise Refusal("un membre de la commission a un nom")
        if member.centre:
            _known(state, member.centre)
    if command.members == state.members:
        return ()
    return (ev.CommissionNamed(at=command.at, members=command.members),)


def _known(state: Contest, centre: str) -> Centre:
    found = state.centres.get(centre)
    if found is None:
        raise Refusal(f"l'épreuve n'a pas de centre « {centre} »")
    return found


def _installed(state: Contest, centre: str, install: str) -> Centre:
    found = _known(state, centre)
    if install not in found.installs:
        raise Refusal("cet ordinateur n'est pas connu dans ce centre")
    return found


_DECIDE: dict[type[cmd.Command], Callable[[Contest, Any], Facts]] = {
    cmd.AddCentre: _add_centre,
    cmd.AddGame: _add_game,
    cmd.SetSlot: _set_slot,
    cmd.Admit: _admit,
    cmd.Choose: _choose,
    cmd.Refill: _refill,
    cmd.Fork: _fork,
    cmd.TellCode: _tell_code,
    cmd.NameCommission: _name_commission,
    cmd.SetEmbargo: _set_embargo,
}
