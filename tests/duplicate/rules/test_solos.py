"""The bonus of a solo: the regulation's, or the event's where it may have its own."""

import msgspec
import pytest

from raccord.duplicate import Refusal, fold, open_game
from raccord.duplicate import commands as cmd
from raccord.duplicate.rules.solos import SoloRule
from raccord.duplicate.slips.scores import score_table
from raccord.lexicon import Lexicon
from raccord.regulation import EditionId
from tests.duplicate.helpers import SECRET, Hall

OWN = SoloRule(bonus=3, players=2)


def _solo_bonus(french: Lexicon, own: SoloRule | None, tables: int) -> int:
    hall = Hall(french, "2023")
    hall.events = list(open_game(cmd.Open(edition="2023", secret=SECRET, solo=own), french))
    hall.state = fold(hall.events)
    hall.enter(tables)
    hall.play()
    hall.award(1, [20, *(10 for _ in range(tables - 1))])
    return score_table(hall.state)[0].bonus


@pytest.mark.parametrize(
    ("own", "tables", "bonus"),
    [
        *((None, 15, 0), (None, 16, 10), (OWN, 2, 3), (OWN, 16, 3)),
        (SoloRule(bonus=5, players=20), 19, 0),
        (SoloRule(bonus=0, players=2), 16, 0),
    ],
)
def test_the_event_s_own_rule_is_the_one_that_counts(
    french: Lexicon, own: SoloRule | None, tables: int, bonus: int
) -> None:
    assert _solo_bonus(french, own, tables) == bonus


@pytest.mark.parametrize("edition", ["2017", "2010", "undated"])
def test_the_other_editions_leave_no_room_for_a_rule_of_ones_own(
    french: Lexicon, edition: EditionId
) -> None:
    with pytest.raises(Refusal, match="fixe la prime") as refused:
        open_game(cmd.Open(edition=edition, solo=OWN), french)
    assert refused.value.citation is not None


def test_a_game_recorded_before_follows_its_edition(french: Lexicon) -> None:
    opened = msgspec.to_builtins(open_game(cmd.Open(edition="2023"), french)[0])
    assert "solo" not in opened
