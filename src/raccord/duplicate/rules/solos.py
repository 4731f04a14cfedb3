"""What a solo earns: by the regulation, or by the rule of an event where it may have its own.

==================================  ==============================
2023, 2017 3.5 · 2010, undated      ``bonus_of``: 10 points from 16 players
2.6.4
2023 3.5                            ``check_own``: an event may have its own rule
==================================  ==============================
"""

from typing import Annotated

import msgspec

from raccord.duplicate.errors import Refusal
from raccord.regulation import article
from raccord.regulation.editions import Edition


class SoloRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Règle des solos d'une épreuve: the points of a solo, and from how many players."""

    bonus: Annotated[int, msgspec.Meta(ge=0, le=100)]
    players: Annotated[int, msgspec.Meta(ge=2, le=9999)]


@article("3.5", edition="2023")
def check_own(edition: Edition, own: SoloRule | None) -> None:
    """Refuse a rule of one's own where the regulation leaves no room for it."""
    if own is not None and edition.solo_own is None:
        raise Refusal(
            "ce règlement fixe la prime des solos : l'épreuve ne peut avoir sa propre règle",
            edition.cite(edition.solo_bonus),
        )


@article("3.5", edition="2023")
@article("3.5", edition="2017")
@article("2.6.4", edition="2010")
@article("2.6.4", edition="undated")
def bonus_of(edition: Edition, own: SoloRule | None, players: int) -> int:
    """The points a solo earns among so many players."""
    rule = own or SoloRule(bonus=edition.solo_bonus.value, players=edition.solo_players.value)
    return rule.bonus if players >= rule.players else 0
