"""The formulas by name: the parts as data, and how names and descriptions become a formula."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from raccord.board import ALPHABET, FRENCH, plain
from raccord.decoding import in_french
from raccord.duplicate.errors import NotAFormulaError
from raccord.duplicate.rules.formula import Formula, Pace
from raccord.duplicate.rules.paces import pace_of
from raccord.quoting import quoted
from raccord.regulation import article

MOST_JOKERS = 2
"""Jokers a draw may hold: the solver takes no more."""

_EIGHT = {"undated": "annex 3", "2017": "7.2", "2023": "3.8.2"}
_TWO_MINUTES = {"paces": (Pace(120, 30),)}


@dataclass(frozen=True, slots=True)
class Part:
    """One named ingredient: what it sets, what it suggests, and the articles that describe it."""

    name: str
    label: str
    sets: Mapping[str, Any] = field(default_factory=dict)
    suggests: Mapping[str, Any] = field(default_factory=dict)
    articles: Mapping[str, str] = field(default_factory=dict)


PARTS: dict[str, Part] = {
    part.name: part
    for part in (
        Part("classic", "Partie classique"),
        Part(
            "blitz",
            "Blitz",
            sets={"paces": (Pace(60, 20),), "blitz": True},
            articles={"undated": "annex 2", "2010": "2.3", "2017": "3.3", "2023": "1.3"},
        ),
        Part(
            "semi-rapide",
            "Semi-rapide",
            sets={"paces": (Pace(120, 30),)},
            articles={"undated": "annex 2", "2010": "2.3", "2017": "3.3", "2023": "1.3"},
        ),
        Part(
            "joker",
            "Joker",
            sets={"joker": True, "original": True},
            suggests=_TWO_MINUTES,
            articles={"undated": "annex 1", "2017": "7.1", "2023": "3.8.1"},
        ),
        Part(
            "7sur8",
            "7 sur 8",
            sets={"rack_size": 8, "playable": 7, "bonuses": ((7, 50),), "original": True},
            suggests=_TWO_MINUTES,
            articles=_EIGHT,
        ),
        Part(
            "7et8",
            "7 et 8",
            sets={"rack_size": 8, "playable": 8, "bonuses": ((7, 50), (8, 75)), "original": True},
            suggests=_TWO_MINUTES,
            articles=_EIGHT,
        ),
        Part(
            "7-8-9",
            "7, 8 et 9",
            sets={
                "rack_size": 9,
                "playable": 9,
                "bonuses": ((7, 50), (8, 75), (9, 100)),
                "original": True,
            },
            suggests=_TWO_MINUTES,
            articles={"2017": "7.2", "2023": "3.8.2"},
        ),
        Part(
            "mort-subite",
            "Mort subite",
            sets={
                "knockout": True,
                "original": True,
                # 2017 7.3: 1:00+20 s for three turns, 40+20 for three, then 20+20; totals here.
                "paces": (Pace(80, 20, 3), Pace(60, 20, 3), Pace(40, 20)),
                "ranking": "survival",
            },
            articles={"2017": "7.3", "2023": "3.8.3"},
        ),
        Part(
            "topping",
            "Topping",
            sets={"topping": True, "original": True, "ranking": "time"},
            suggests={"paces": (Pace(60, 20),)},
            articles={"2017": "7.4", "2023": "3.8.4"},
        ),
        Part(
            "multitops",
            "Multitops",
            sets={"solutions": 2, "original": True},
            articles={"undated": "annex 4"},
        ),
        Part(
            "multitops3",
            "Multitops à trois solutions",
            sets={"solutions": 3, "original": True},
            articles={"undated": "annex 4"},
        ),
        Part(
            "au-top",
            "Au top",
            sets={"ranking": "au-top", "original": True},
            articles={"undated": "annex 5"},
        ),
        Part(
            "solitaire",
            "Solitaire",
            sets={"timed": False},
            articles={"undated": "introduction", "2010": "introduction", "2017": "introduction"},
        ),
        Part(
            "replay",
            "Partie rejouée",
            sets={"prepared": True},
            articles={"undated": "introduction", "2010": "introduction", "2017": "introduction"},
        ),
    )
}

_ALIASES = {
    "classique": "classic",
    "normale": "classic",
    "semirapide": "semi-rapide",
    "7s8": "7sur8",
    "7e8": "7et8",
    "8": "7et8",
    "7et8et9": "7-8-9",
    "789": "7-8-9",
    "7,8et9": "7-8-9",
    "9": "7-8-9",
    "mortsubite": "mort-subite",
    "multitops2": "multitops",
    "multitop": "multitops",
    "multitop3": "multitops3",
    "autop": "au-top",
    "rejouee": "replay",
}
_TIME = re.compile(r"(?:(\d{1,2}):)?(\d{1,3})")


def names() -> tuple[str, ...]:
    """The names of all parts."""
    return tuple(PARTS)


def parse(text: str) -> Formula:
    """Read a name such as ``classic``, ``7et8+joker`` or ``blitz+7sur8@1:30``."""
    body, _, time = text.partition("@")
    parts = [_part(name, text) for name in body.split("+")]
    # « classic+joker » and « joker+joker » are the joker game, and have its name.
    parts = list({p.name: p for p in parts if p.name != "classic"}.values())
    formula = compose(parts)
    return _with_time(formula, time, text) if "@" in text else formula


@article("3.8", edition="2023")
@article("7", edition="2017")
@article("annex", edition="undated")
def compose(parts: list[Part]) -> Formula:
    """One formula of several parts; two parts that set the same thing differently conflict."""
    if not parts:
        return Formula()
    settings: dict[str, Any] = {}
    for part in parts:
        for key, value in part.sets.items():
            if settings.setdefault(key, value) != value:
                others = " et ".join(p.label for p in parts)
                raise NotAFormulaError(f"formules incompatibles : {others}")
    for part in parts:
        for key, value in part.suggests.items():
            settings.setdefault(key, value)
    return Formula(
        name="+".join(p.name for p in parts),
        label=" + ".join(p.label for p in parts),
        sources=tuple(tuple(sorted(p.articles.items())) for p in parts),
        **settings,
    )


def custom(description: Mapping[str, Any]) -> Formula:
    """A formula from a description; ``base`` names the formula it starts from.

    ``time`` may be written ``2:30``, ``bonuses`` as a mapping of tiles to points, and ``tiles``
    as letters with their ``counts`` and ``values``.
    """
    settings = dict(description)
    base = parse(str(settings.pop("base", "classic")))
    try:
        time = settings.pop("time", None)
        settings |= {key: read(settings[key]) for key, read in _READERS.items() if key in settings}
        if "rack_size" in settings:
            # Who enlarges the rack means to play it; « 7 sur 8 » has to be said.
            settings.setdefault("playable", settings["rack_size"])
        built = msgspec.to_builtins(base) | {"name": "custom", "label": "Formule libre"} | settings
        formula = msgspec.convert(built, Formula)
        # Built for its checks: what the board refuses is refused here, in French.
        _ = formula.rules
    except (msgspec.ValidationError, ValueError, TypeError, AttributeError) as error:
        raise NotAFormulaError(f"formule libre refusée : {in_french(error)}") from error
    if formula.tiles.jokers > MOST_JOKERS:
        raise NotAFormulaError(f"formule libre refusée : {MOST_JOKERS} jokers au plus")
    return formula if time is None else _with_time(formula, str(time), str(time))


def _bonuses(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    wrong = [tiles for tiles in value if not str(tiles).isdecimal()]
    if wrong:
        raise ValueError(f"bonuses : {quoted(wrong[0])} n'est pas un nombre de lettres")
    return sorted((int(tiles), points) for tiles, points in value.items())


def _tiles(value: Any) -> Any:
    """A tile set given by letters: those left out keep the French number or value."""
    if not isinstance(value, Mapping):
        return value
    found = {"name": "libre", "jokers": FRENCH.jokers} | dict(value)
    for key, usual in (("counts", FRENCH.counts), ("values", FRENCH.values)):
        given = found.get(key, {})
        if isinstance(given, Mapping):
            unknown = ", ".join(sorted(set(given) - set(ALPHABET)))
            if unknown:
                raise ValueError(f"lettres inconnues : {unknown}")
            found[key] = [given.get(c, n) for c, n in zip(ALPHABET, usual, strict=True)]
    return found


_READERS = {"bonuses": _bonuses, "tiles": _tiles}


def _part(name: str, text: str) -> Part:
    key = plain("".join(name.split())).lower().replace("_", "-")
    key = _ALIASES.get(key, _ALIASES.get(key.replace("-", ""), key))
    if key not in PARTS:
        known = ", ".join(PARTS)
        raise NotAFormulaError(
            f"formule inconnue : {quoted(text)} (attendu : {known}, reliées par +)"
        )
    return PARTS[key]


def _with_time(formula: Formula, time: str, text: str) -> Formula:
    found = _TIME.fullmatch(time.strip())
    seconds = int(found[1] or 0) * 60 + int(found[2]) if found else 0
    if not 1 <= seconds <= 3600:
        raise NotAFormulaError(f"temps illisible dans {quoted(text)} (attendu : @2:30 ou @45)")
    name = f"{formula.name}@{seconds // 60}:{seconds % 60:02d}"
    return msgspec.structs.replace(formula, name=name, paces=(pace_of(seconds),))
