"""What is chosen before a game, and what a player asks during it, as they come over HTTP."""

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

from raccord import jarnac
from raccord.hall.jarnac.table import Mode
from raccord.hall.jarnac.wishes import Play, Rule
from raccord.jarnac import JarnacError, Seat
from raccord.lexicon import fold
from raccord.quoting import sentence
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
Version = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class BeginBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new table. ``seed`` numbers a game against the computer, so that it can be played again."""

    mode: Mode = "computer"
    level: Annotated[str, msgspec.Meta(max_length=40)] = "amateur"
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
    level: str = "amateur"
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


MoveType = Literal[
    "toss", "draw", "swap", "lay", "pass", "press", "call-jarnac", "contest", "decline",
    "answer", "stop", "resume",
]  # fmt: skip


class MoveBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player does. ``seat`` must be his own.

    ``word`` and ``line`` go with ``lay`` and ``call-jarnac`` (``line`` null: a new line, or the
    loose letters alone), ``letters`` with ``swap``, ``jarnac`` with ``contest``, ``pressed`` with
    ``pass``, ``valid`` with ``answer``. With ``version``, the move is refused if the game has
    moved on since.
    """

    type: MoveType
    seat: Seat
    word: Annotated[str, msgspec.Meta(max_length=40)] = ""
    line: Annotated[int, msgspec.Meta(ge=1, le=8)] | None = None
    letters: Annotated[str, msgspec.Meta(max_length=12)] = ""
    jarnac: bool = False
    pressed: bool = True
    valid: bool = False
    version: Version | None = None


_COMMANDS: dict[str, Callable[[MoveBody, int], jarnac.Command]] = {
    "toss": lambda _, at: jarnac.Toss(at=at),
    "draw": lambda body, at: jarnac.Draw(at=at, seat=body.seat),
    "swap": lambda body, at: jarnac.Swap(at=at, seat=body.seat, letters=_letters(body.letters)),
    "lay": lambda body, at: jarnac.Lay(
        at=at, seat=body.seat, word=_letters(body.word), line=body.line
    ),
    "pass": lambda body, at: jarnac.Pass(at=at, seat=body.seat, pressed=body.pressed),
    "press": lambda body, at: jarnac.Press(at=at, seat=body.seat),
    "call-jarnac": lambda body, at: jarnac.CallJarnac(
        at=at, seat=body.seat, word=_letters(body.word), line=body.line
    ),
    "contest": lambda body, at: jarnac.Contest(at=at, seat=body.seat, jarnac=body.jarnac),
    "decline": lambda body, at: jarnac.Decline(at=at, seat=body.seat),
    "stop": lambda _, at: jarnac.Stop(at=at),
    "resume": lambda _, at: jarnac.Resume(at=at),
}


def _letters(text: str) -> str:
    return fold(text.replace(" ", ""))


def wish_of(body: MoveBody, at: int) -> Play | Rule:
    """What a player asks, as a wish."""
    if body.type == "answer":
        return Rule(body.seat, body.valid, at)
    return Play(lambda instant: _COMMANDS[body.type](body, instant), at, body.version)


def settings_of(body: BeginBody) -> jarnac.Settings:
    """The settings of the engine."""
    try:
        letters = jarnac.parse_distribution(body.letters)
        jarnac.level(body.level)
    except JarnacError as error:
        raise WebError(400, sentence(str(error)), code="invalid") from error
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
    first = body.first.strip() or ("Joueur" if body.mode == "computer" else "Joueur A")
    if body.mode == "computer":
        return first, "Ordinateur"
    return first, body.second.strip() or "Joueur B"
