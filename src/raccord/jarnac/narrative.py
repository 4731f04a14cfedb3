"""The facts of a game told in French, one sentence each, for a log or a replay."""

from collections.abc import Callable
from typing import Any

from raccord.jarnac import events as ev
from raccord.jarnac.letters import unusual
from raccord.jarnac.outcome import explain
from raccord.jarnac.settings import Seat, other

Names = dict[Seat, str]
NAMES: Names = {"A": "A", "B": "B"}
_FORMULAS = {
    "libre": "libre",
    "sans-conjugaisons": "sans conjugaisons",
    "sans-enchainements": "sans enchaînements",
    "competition": "compétition",
}


_FORCED = {
    "": "",
    "flag": " (hors temps)",
    "out": " (hors temps)",
    "time": " (temps du coup écoulé)",
}


def tell(event: ev.Event, names: Names = NAMES) -> str:
    """One fact as a sentence."""
    return _TOLD[type(event)](event, names)


def _opened(event: ev.Opened, _: Names) -> str:
    formula = _FORMULAS[event.settings.formula_name]
    told = f"Partie ouverte : formule {formula}, lexique {event.lexicon}."
    note = unusual(event.settings.letters)
    return f"{told} {note}." if note else told


def _tossed(event: ev.Tossed, names: Names) -> str:
    drawn = f"Toss : {names['A']} tire {event.letters[0]}, {names['B']} tire {event.letters[1]}"
    return f"{drawn} ; {names[event.first]} commence." if event.first else f"{drawn} ; à refaire."


def _drawn(event: ev.LettersDrawn, names: Names) -> str:
    return f"{names[event.seat]} pioche {_letters(event.letters)}."


def _swapped(event: ev.LettersSwapped, names: Names) -> str:
    given, taken = _letters(event.returned), _letters(event.letters)
    return f"{names[event.seat]} change {given} contre {taken}."


def _laid(event: ev.WordLaid, names: Names) -> str:
    where = "ouvre une ligne avec" if event.line is None else f"transforme sa ligne {event.line} en"
    return f"{names[event.seat]} {where} {event.word}."


def _called(event: ev.JarnacCalled, names: Names) -> str:
    where = "du reliquat" if event.line is None else f"de la ligne {event.line}"
    untaken = "" if event.taken else " (hors temps, sans le prendre)"
    return f"{names[event.seat]} dit Jarnac ! {event.word}, {where}{untaken}."


def _said(event: ev.JarnacSaid, names: Names) -> str:
    return f"{names[event.seat]} dit Jarnac ! et va nommer le mot."


def _held(event: ev.DrawHeld, names: Names) -> str:
    return f"{names[event.seat]} va piocher ; {names[other(event.seat)]} peut encore contester."


def _agreed(event: ev.Agreed, names: Names) -> str:
    return f"{names[event.seat]} est d’accord."


def _contested(event: ev.Contested, names: Names) -> str:
    return f"{names[event.seat]} conteste{' et dit Jarnac' if event.jarnac else ''}."


def _asked(event: ev.ArbiterAsked, _: Names) -> str:
    return f"L’arbitre est appelé : {event.reason}."


def _judged(event: ev.Judged, _: Names) -> str:
    return f"{event.word} est {'bon' if event.valid else 'mauvais'} : {event.reason}."


def _penalty(event: ev.PenaltyGiven, names: Names) -> str:
    return f"{event.points} points de plus pour {names[other(event.seat)]}."


def _passed(event: ev.BagPassed, names: Names) -> str:
    why = _FORCED[event.forced]
    forgot = "" if event.pressed else " sans appuyer sur la pendule"
    return f"{names[event.seat]} passe{forgot}{why}."


def _pressed(event: ev.ClockPressed, names: Names) -> str:
    return f"{names[event.seat]} appuie enfin sur la pendule."


def _fell(event: ev.FlagFell, names: Names) -> str:
    return f"Le drapeau tombe : {names[event.seat]}."


def _stopped(_event: ev.PlayStopped, _: Names) -> str:
    return "Arrêt de jeu."


def _resumed(_event: ev.PlayResumed, _: Names) -> str:
    return "Le jeu reprend."


def _ended(event: ev.GameEnded, _: Names) -> str:
    return f"Fin de partie, {event.points[0]} à {event.points[1]} : {explain(event)}."


def _letters(letters: str) -> str:
    return " ".join(letters) or "dans un sac vide"


_TOLD: dict[type, Callable[[Any, Names], str]] = {
    ev.Opened: _opened,
    ev.Tossed: _tossed,
    ev.LettersDrawn: _drawn,
    ev.LettersSwapped: _swapped,
    ev.WordLaid: _laid,
    ev.JarnacCalled: _called,
    ev.JarnacSaid: _said,
    ev.DrawHeld: _held,
    ev.Agreed: _agreed,
    ev.Contested: _contested,
    ev.ArbiterAsked: _asked,
    ev.Judged: _judged,
    ev.PenaltyGiven: _penalty,
    ev.BagPassed: _passed,
    ev.ClockPressed: _pressed,
    ev.FlagFell: _fell,
    ev.PlayStopped: _stopped,
    ev.PlayResumed: _resumed,
    ev.GameEnded: _ended,
}
