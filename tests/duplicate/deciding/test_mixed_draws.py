"""A game whose letters come from the bag or from the software, turn by turn."""

import pytest

from raccord.duplicate import Refusal
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.beside import Beside
from raccord.duplicate.record import dumps, loads, verify
from raccord.lexicon import Lexicon
from tests.duplicate.helpers import SECRET, Hall

MIXED = Beside(draw="mixed", secret=SECRET)


def _from_the_bag(hall: Hall) -> str:
    """Letters that a hand may draw: at even steps of the alphabet."""
    bag, needed = hall.state.position.bag, hall.state.position.needed(hall.state.formula)
    return "".join(bag[i * len(bag) // needed] for i in range(needed))


def test_each_turn_is_drawn_as_the_referee_wishes(french: Lexicon) -> None:
    hall = Hall(french, beside=MIXED)
    hall.do(cmd.Draw(), cmd.Retain())
    hall.do(cmd.Draw(letters=_from_the_bag(hall)), cmd.Retain())
    hall.do(cmd.Draw(), cmd.Retain())
    origins = [event.origin for event in hall.events if isinstance(event, ev.Drawn)]
    assert origins == ["software", "hand", "software"]


def test_what_the_software_drew_can_still_be_checked(french: Lexicon) -> None:
    hall = Hall(french, beside=MIXED)
    hall.do(cmd.Draw(letters="AEINRST"), cmd.Retain(), cmd.Draw(), cmd.Retain())
    hall.do(cmd.Stop(reason="essai"), cmd.Reveal(secret=SECRET))
    assert verify(loads(dumps(hall.events))) == ()


def test_a_game_promised_to_the_software_takes_no_letters(french: Lexicon) -> None:
    hall = Hall(french, beside=Beside(draw="software", secret=SECRET))
    with pytest.raises(Refusal, match="lui-même"):
        hall.do(cmd.Draw(letters="AEINRST"))
