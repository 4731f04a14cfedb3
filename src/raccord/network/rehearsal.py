"""A rehearsal: a dummy game of two turns, and whether list, clock, printer and link are right.

It touches nothing: the game is played in memory, with words and draws that nobody will meet again.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from raccord.documents import ranking, to_pdf
from raccord.duplicate import State, decide, fold, open_game
from raccord.duplicate import commands as cmd
from raccord.duplicate.files.fair_draws import SECRET_BYTES
from raccord.lexicon import Lexicon, LexiconError
from raccord.network.invitation import Invitation

TURNS = 2
CLOCK_MS = 60_000
"""A clock further off than this is told: slots are by the hub's clock, people go by their own."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """Répétition: the turns played, what is wrong, and a sheet to try the printer with."""

    turns: int
    faults: tuple[str, ...]
    sheet: bytes = b""


def rehearse(
    invitation: Invitation, load: Callable[[str], Lexicon], linked: bool, skew_ms: int
) -> Rehearsal:
    """Play and check; takes seconds."""
    faults: list[str] = []
    turns, sheet = 0, b""
    try:
        lexicon = load(invitation.lexicon)
    except LexiconError as error:
        faults.append(f"liste de mots : {error}")
    else:
        if lexicon.digest != invitation.lexicon_digest:
            faults.append(f"liste de mots : {lexicon.name} n'est pas celle de l'épreuve")
        state = dummy_game(invitation, lexicon)
        turns = len(state.turns)
        try:
            sheet = to_pdf(ranking(state))
        except (OSError, RuntimeError) as error:
            faults.append(f"impression : la feuille d'essai ne se compose pas ({error})")
    if not linked:
        faults.append("liaison : l'adresse de l'épreuve ne répond pas")
    elif abs(skew_ms) > CLOCK_MS:
        faults.append(f"horloge : elle {_off(skew_ms)}")
    return Rehearsal(turns, tuple(faults), sheet)


def _off(skew_ms: int) -> str:
    minutes, seconds = divmod(abs(skew_ms) // 1000, 60)
    return f"{'avance' if skew_ms > 0 else 'retarde'} de {minutes} min {seconds} s"


def dummy_game(invitation: Invitation, lexicon: Lexicon) -> State:
    """Two tables, two turns: one table finds every top, the other hands in nothing."""
    secret = secrets.token_hex(SECRET_BYTES)
    opening = cmd.Open(
        edition=invitation.edition,
        formula=invitation.formula,
        title=f"Répétition – {invitation.name}",
        secret=secret,
    )
    events = list(open_game(opening, lexicon))
    tables = (
        cmd.Register(table=1, players=("Table d'essai 1",)),
        cmd.Register(table=2, players=("Table d'essai 2",)),
    )
    steps: list[cmd.Command] = [cmd.RegisterAll(tables=tables)]
    for _ in range(TURNS):
        steps += [
            *(cmd.DrawBySoftware(secret=secret), cmd.Start(), cmd.EndTime()),
            *(cmd.MarkTop(tables=(1,)), cmd.MarkMissing(rest=True), cmd.Retain()),
        ]
    for step in steps:
        state = fold(events)
        if state.end:
            break
        events += decide(state, step, lexicon)
    return fold(events)
