"""The plan of a competition: its rounds, their games, the cut after each, and what is due next.

« 4 games, then the first 20 and the first 5 of two categories play 2 more » is two rounds, the
first of them with a cut.
"""

from typing import Annotated, Literal

import msgspec

from raccord.duplicate.rules.solos import SoloRule
from raccord.regulation import DEFAULT_EDITION, EditionId
from raccord.tournament.people import Trait

Text = Annotated[str, msgspec.Meta(max_length=60)]
Entries = Annotated[int, msgspec.Meta(ge=0, le=9999)]
MOST_GAMES = 60


class PlannedGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Partie prévue: what the game of the hall will be; an empty time is that of the formula."""

    title: Text = ""
    formula: Text = "classic"
    time: Annotated[str, msgspec.Meta(max_length=12)] = ""
    edition: EditionId = DEFAULT_EDITION
    solo: SoloRule | None = None
    entry: Literal["paper", "assisted", "strict"] = "paper"


class PlannedCut(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Coupe prévue: how many of all, and of each category named, go on."""

    first: Entries
    categories: dict[str, Annotated[int, msgspec.Meta(ge=1, le=9999)]] = {}


class Round(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Phase: its games, and the cut that ends it."""

    games: Annotated[tuple[PlannedGame, ...], msgspec.Meta(min_length=1, max_length=MOST_GAMES)]
    cut: PlannedCut | None = None


class Seating(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Placement: who sits where, kept from game to game or redrawn, and who sits not beside whom.

    ``apart`` keeps people of one team, club… from neighbouring tables as far as that can be.
    """

    by: Literal["number", "series", "draw"] = "number"
    redraw: bool = False
    apart: Trait | None = None


Plan = Annotated[tuple[Round, ...], msgspec.Meta(max_length=20)]


def planned(plan: tuple[Round, ...], played: int) -> PlannedGame | None:
    """The game planned after so many."""
    games = [game for part in plan for game in part.games]
    return games[played] if played < len(games) else None


def cut_due(plan: tuple[Round, ...], played: int, cuts: int) -> PlannedCut | None:
    """The cut to be made after so many games played and cuts made."""
    ends = 0
    for part in plan:
        ends += len(part.games)
        if part.cut is None:
            continue
        if cuts == 0:
            return part.cut if ends == played else None
        cuts -= 1
    return None
