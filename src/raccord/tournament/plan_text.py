"""The plan of a competition as a form shows it: one line a game, one line a cut.

``formule;temps;titre;règlement;solo;bulletins`` is a game, of which only the formula must be told;
``solo`` is ``10/16``: the points of a solo, and from how many players; ``bulletins`` are on paper,
``assistés`` or ``stricts``. ``coupe;20;vermeil 5;jeunes 2`` ends a round.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from raccord.duplicate.errors import DuplicateError
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.paces import parse_pace
from raccord.duplicate.rules.solos import SoloRule
from raccord.regulation import DEFAULT_EDITION
from raccord.tournament.columns import plain, rows_of
from raccord.tournament.errors import PeopleError
from raccord.tournament.plan import PlannedCut, PlannedGame, Round

_CUT = "coupe"
_CATEGORY = re.compile(r"(.+?)\s*[:=]?\s*(\d{1,4})")
_SLIPS: dict[str, Literal["paper", "assisted", "strict"]] = {
    "papier": "paper",
    "assistes": "assisted",
    "stricts": "strict",
}
_WRITTEN = {"paper": "", "assisted": "assistés", "strict": "stricts"}
_SOLO = re.compile(r"(\d{1,3})\s*/\s*(\d{1,4})")


def read_plan(text: str) -> tuple[Round, ...]:
    """The rounds of a text; ``PeopleError`` tells every line that cannot be read."""
    rounds: list[Round] = []
    games: list[PlannedGame] = []
    faults: list[str] = []
    for line, cells in rows_of(f"{text};"):
        try:
            if plain(cells[0]) == _CUT:
                rounds.append(_round(games, _cut(cells[1:])))
                games = []
            else:
                games.append(_game(cells))
        except (ValueError, msgspec.ValidationError) as error:
            faults.append(f"Ligne {line} : {error}.")
    if faults:
        raise PeopleError(faults)
    return tuple([*rounds, Round(games=tuple(games))] if games else rounds)


def _round(games: Sequence[PlannedGame], cut: PlannedCut) -> Round:
    if not games:
        raise ValueError("une coupe vient après une partie")
    return Round(games=tuple(games), cut=cut)


def _cut(cells: Sequence[str]) -> PlannedCut:
    first, *others = [cell for cell in cells if cell] or [""]
    if not first.isascii() or not first.isdigit() or int(first) > 9999:
        raise ValueError("une coupe dit combien de premiers continuent, p. ex. coupe;20")
    return PlannedCut(first=int(first), categories=dict(map(_category, others)))


def _category(text: str) -> tuple[str, int]:
    found = _CATEGORY.fullmatch(text)
    if not found or int(found[2]) < 1:
        raise ValueError(f"catégorie illisible : « {text[:40]} » (p. ex. vermeil 5)")
    return found[1], int(found[2])


def _game(cells: Sequence[str]) -> PlannedGame:
    formula, time, title, edition, solo, slips = (*cells, *[""] * 6)[:6]
    try:
        formulas.parse(formula)
        if time:
            parse_pace(time)
    except DuplicateError as error:
        raise ValueError(str(error)) from error
    told = {
        "formula": formula,
        "time": time,
        "title": title,
        "edition": edition or DEFAULT_EDITION,
        "solo": _solo(solo),
        "entry": _slips(slips),
    }
    try:
        return msgspec.convert(told, PlannedGame)
    except msgspec.ValidationError:
        raise ValueError("règlement inconnu, ou nom trop long") from None


def _solo(text: str) -> SoloRule | None:
    if not text:
        return None
    found = _SOLO.fullmatch(text)
    if not found or not (0 <= int(found[1]) <= 100 and 2 <= int(found[2]) <= 9999):
        raise ValueError("la prime des solos s'écrit 10/16 : les points, et à partir de combien")
    return SoloRule(bonus=int(found[1]), players=int(found[2]))


def _slips(text: str) -> Literal["paper", "assisted", "strict"]:
    found = _SLIPS.get(plain(text) or "papier")
    if found is None:
        raise ValueError(f"bulletins « {text[:20]} » inconnus (papier, assistés ou stricts)")
    return found


def written_plan(plan: Sequence[Round]) -> str:
    """The plan as ``read_plan`` reads it."""
    return "\n".join(line for part in plan for line in _lines(part))


def _lines(part: Round) -> Iterator[str]:
    for game in part.games:
        solo = f"{game.solo.bonus}/{game.solo.players}" if game.solo else ""
        edition = "" if game.edition == DEFAULT_EDITION else game.edition
        told = (game.formula, game.time, game.title, edition, solo, _WRITTEN[game.entry])
        yield ";".join(told).rstrip(";")
    if part.cut:
        named = (f"{name} {first}" for name, first in part.cut.categories.items())
        yield ";".join((_CUT, str(part.cut.first), *named))
