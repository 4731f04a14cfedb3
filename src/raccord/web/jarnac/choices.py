"""What is chosen before a game, as it comes over HTTP."""

from typing import Annotated, Literal

import msgspec

from raccord import jarnac
from raccord.hall.jarnac.table import Mode
from raccord.quoting import one_line
from raccord.web.errors import WebError

MODES: dict[Mode, str] = {
    "computer": "Contre l'ordinateur",
    "screen": "À deux sur cet écran",
    "phones": "À deux téléphones",
}
FORMULAS = {
    "libre": ("Libre", "tous les mots du lexique"),
    "competition": ("Compétition", "sans conjugaisons ni enchaînements"),
    "sans-conjugaisons": ("Sans conjugaisons", "infinitifs et participes seulement"),
    "sans-enchainements": ("Sans enchaînements", "LAC ne devient pas LACS"),
}
TIMINGS = {
    "none": ("Sans limite", ""),
    "move": ("30 s par coup", "sans pendule"),
    "clock": ("Pendule", "un temps par joueur, puis le drapeau tombe"),
}
LETTERS = {"2012": "144 lettres (document)", "inventeur": "144 lettres (boîte de l'inventeur)"}
PACES = {"1": "Posé", "0.4": "Vif", "0": "Sans attendre"}
NAME_LENGTH = 24

Name = Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]


class BeginBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new table. ``seed`` numbers a game against the computer, so that it can be played again."""

    mode: Mode = "computer"
    level: Annotated[str, msgspec.Meta(max_length=40)] = jarnac.DEFAULT_LEVEL
    pace: Annotated[float, msgspec.Meta(ge=0, le=3)] = 1.0
    formula: Literal["libre", "competition", "sans-conjugaisons", "sans-enchainements"] = "libre"
    timing: Literal["none", "move", "clock"] = "none"
    minutes: Annotated[int, msgspec.Meta(ge=1, le=60)] = 20
    letters: Annotated[str, msgspec.Meta(max_length=400)] = "2012"
    checked: bool = False
    jarnacs: Literal[1, 2] = 1
    lexicon: Annotated[str, msgspec.Meta(max_length=60)] = ""
    first: Name = ""
    second: Name = ""
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None


class BeginForm(msgspec.Struct, frozen=True, kw_only=True):
    """The same from the page."""

    mode: str = "computer"
    level: str = jarnac.DEFAULT_LEVEL
    pace: str = "1"
    formula: str = "libre"
    timing: str = "none"
    minutes: str = "20"
    letters: str = "2012"
    spread: str = ""
    checked: str = ""
    jarnacs: str = ""
    lexicon: str = ""
    first: str = ""
    second: str = ""


class SitBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits down."""

    name: Name = ""


class SitForm(msgspec.Struct, frozen=True):
    """Who sits down, from the page."""

    name: str = ""


def settings_of(body: BeginBody) -> jarnac.Settings:
    """The settings of the engine."""
    letters = jarnac.parse_distribution(body.letters)
    jarnac.level(body.level)
    timing = {
        "none": jarnac.Timing(),
        "move": jarnac.Timing.per_move(),
        "clock": jarnac.Timing.clock(body.minutes * 60_000),
    }[body.timing]
    return jarnac.Settings(
        formula=jarnac.FORMULAS[body.formula],
        letters=letters,
        timing=timing,
        checked=body.checked,
        jarnacs=body.jarnacs,
        # On one screen the other player sees the hand move; the computer contests at once.
        contest_time=jarnac.CONTEST_TIME if body.mode == "phones" else 0,
    )


def body_of(form: BeginForm) -> BeginBody:
    """The choices of the page, checked like a program's."""
    wanted = {
        "mode": form.mode,
        "level": form.level,
        "pace": _number(form.pace),
        "formula": form.formula,
        "timing": form.timing,
        "minutes": _number(form.minutes),
        "letters": form.spread.strip() or form.letters,
        "checked": bool(form.checked),
        "jarnacs": 2 if form.jarnacs else 1,
        "lexicon": form.lexicon,
        "first": form.first.strip()[:NAME_LENGTH],
        "second": form.second.strip()[:NAME_LENGTH],
    }
    try:
        return msgspec.convert(wanted, BeginBody)
    except msgspec.ValidationError as error:
        message = "Un des réglages n'est pas possible."
        raise WebError(400, message, code="invalid", expected=str(error)) from error


def _number(text: str) -> float | int | str:
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        return text


def names_of(body: BeginBody) -> tuple[str, str]:
    """The names of the two players, where none was given too."""
    first = one_line(body.first) or ("Joueur" if body.mode == "computer" else "Joueur A")
    if body.mode == "computer":
        return first, "Ordinateur"
    return first, one_line(body.second) or "Joueur B"
