"""An organiser who writes the record himself, and knows the secret: what he cannot make it tell.

Every forgery here keeps commitment, number and secret as they are, and continues with the draws
that the secret gives after it: only the way to them is false.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from raccord.board import tops
from raccord.documents import proof
from raccord.duplicate import Event, Refusal, evolve, fold, record
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.commitments import software_letters
from raccord.duplicate.deciding.draws import judge_draw
from raccord.duplicate.files import fair_draws
from raccord.duplicate.state import State
from raccord.lexicon import Lexicon
from raccord.regulation import Citation
from tests.duplicate.helpers import SECRET, Hall, fair_game

CITED = Citation(edition="2017", article="3.2")


def told(state: State) -> ev.Drawn | ev.DrawRejected:
    """What the secret gives next, as the rules judge it."""
    return judge_draw(state, software_letters(SECRET, state), "software")


def begun(lexicon: Lexicon) -> Hall:
    game = Hall(lexicon, scheme=fair_draws.MIXED)
    game.do(cmd.GiveNumber(number="482719"))
    return game


def drawn(new: str, turn: int = 1, joker: str = "") -> ev.Drawn:
    return ev.Drawn(turn=turn, leave="", new=new, joker=joker, origin="software", citations=())


def forge(game: Hall, *events: Event) -> None:
    """Write events that nobody decided."""
    for event in events:
        game.events.append(event)
        game.state = evolve(game.state, event)


def ended(game: Hall) -> list[Event]:
    """One turn drawn and played as it should be, then the end."""
    if not game.state.rack:
        game.draw()
    game.do(cmd.Retain(), cmd.Stop(reason="essai"), cmd.Reveal(secret=SECRET))
    return game.events


def rejected(game: Hall) -> None:
    """A valid draw is told as rejected, for the next one suits better."""
    while isinstance(event := told(game.state), ev.DrawRejected):
        forge(game, event)
    forge(
        game,
        ev.DrawRejected(turn=1, leave="", new=event.new, origin="software", citation=CITED),
    )


def declined(game: Hall) -> None:
    """A draw that counts on no Y or joker is told as declined."""
    game.draw()
    while set(game.state.rack) & set("Y?"):
        game.do(cmd.CancelTurn(reason="essai"))
        game.draw()
    forge(game, ev.DrawDeclined(turn=1, citation=CITED))


def corrected(game: Hall) -> None:
    """Letters of the software are put right, as if somebody had typed them."""
    game.draw()
    forge(game, ev.DrawCorrected(turn=1, new="SATINER", reason="mal lu"))


def covered(game: Hall) -> None:
    """A draw takes the place of one that is in play."""
    game.draw()
    state = game.state
    new = fair_draws.draw(
        _key(state), state.draws, state.position.bag, state.position.needed(state.formula)
    )
    forge(game, drawn(new))


def joker(game: Hall) -> None:
    """A joker comes with the draw that no formula serves."""
    while isinstance(event := told(game.state), ev.DrawRejected):
        forge(game, event)
    forge(game, drawn(event.new, joker="?"))


def spared(game: Hall) -> None:
    """A draw that is to be rejected is kept, for it suits."""
    while not suits(game, event := told(game.state)):
        forge(game, event)
        if isinstance(event, ev.Drawn):
            forge(game, ev.TurnCancelled(turn=1, reason="essai", citation=CITED))
    forge(game, drawn(event.new))


def suits(game: Hall, event: ev.Drawn | ev.DrawRejected) -> bool:
    """Whether a draw is to be rejected though something could be played."""
    rejected = isinstance(event, ev.DrawRejected)
    return rejected and bool(tops(game.state.position.board, event.new, game.lexicon))


def other_turn(game: Hall) -> None:
    """A draw is told as that of another turn."""
    while isinstance(event := told(game.state), ev.DrawRejected):
        forge(game, event)
    forge(game, drawn(event.new, turn=2))


def early_secret(game: Hall) -> None:
    """The secret is out before the last draw."""
    forge(game, ev.SecretRevealed(secret=SECRET))
    game.state = replace(game.state, secret="")


def by_hand(game: Hall) -> None:
    """Letters of the organiser's choice, told as drawn from a bag."""
    game.do(cmd.DrawLetters(letters="SATINER", origin="hand"))


def skipped_by_hand(game: Hall) -> None:
    """A draw by hand that the rules reject, so that the software's next is another."""
    game.do(cmd.DrawLetters(letters="AAAAAAE", origin="hand"))


def _key(state: State) -> str:
    assert state.number
    return fair_draws.mix(SECRET, state.opened.commitment, state.number.number)


FORGERIES = (
    *(rejected, declined, corrected, covered, joker, spared, other_turn, early_secret),
    *(by_hand, skipped_by_hand),
)


def forged(lexicon: Lexicon, forgery: Callable[[Hall], None]) -> list[Event]:
    game = begun(lexicon)
    forgery(game)
    return ended(game)


def holds(events: list[Event]) -> bool:
    """Whether a record passes for one that nobody chose the draws of."""
    read = record.loads(record.dumps(events))
    kinds = (ev.Opened, ev.PublicNumberGiven, ev.SecretRevealed)
    state = fold(event for event in events if isinstance(event, kinds))
    return proof(state, read.events).status == "verified"


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.__name__)
def test_a_record_that_leads_to_other_draws_by_a_false_way_is_refused(
    french: Lexicon, forgery: Callable[[Hall], None]
) -> None:
    assert not holds(forged(french, forgery))


def test_what_the_referee_may_do_is_no_forgery(french: Lexicon) -> None:
    game = begun(french)
    for _ in range(40):  # among so many draws some are rejected by the rules
        game.draw()
        game.do(cmd.CancelTurn(reason="bruit"))
    assert any(isinstance(event, ev.DrawRejected) for event in game.events)
    assert holds(ended(game))


@pytest.mark.parametrize("kind", [ev.DrawRejected, ev.TurnCancelled, ev.Drawn])
def test_a_draw_left_out_of_the_record_spoils_all_that_follow(
    french: Lexicon, kind: type[Event]
) -> None:
    game = begun(french)
    while not any(isinstance(event, ev.DrawRejected) for event in game.events):
        game.draw()
        game.do(cmd.CancelTurn(reason="bruit"))
    events = ended(game)
    gone = next(n for n, event in enumerate(events) if isinstance(event, kind))
    spoiled = [*events[:gone], *events[gone + 1 :]]
    assert not holds(spoiled)


def test_two_turns_swapped_are_refused(french: Lexicon) -> None:
    events = fair_game(french, "482719")
    first, second = [n for n, event in enumerate(events) if isinstance(event, ev.Drawn)][:2]
    events[first], events[second] = events[second], events[first]
    assert not holds(events)


@pytest.mark.parametrize("undoing", ["cancelled", "declined"])
def test_no_number_is_given_anew_once_a_draw_was_seen(french: Lexicon, undoing: str) -> None:
    game = Hall(french, scheme=fair_draws.MIXED)
    game.draw()
    if undoing == "declined":
        while not set(game.state.rack) & set("Y?"):
            game.do(cmd.CancelTurn(reason="bruit"))
            game.draw()
        forge(game, ev.DrawDeclined(turn=1, citation=CITED))
    else:
        game.do(cmd.CancelTurn(reason="bruit"))
    with pytest.raises(Refusal, match="avant le premier tirage"):
        game.do(cmd.GiveNumber(number="482719"))
    assert fold(game.events).number is None


def test_a_proof_tells_how_often_a_person_had_a_draw_made_again(french: Lexicon) -> None:
    game = begun(french)
    for _ in range(2):
        game.draw()
        game.do(cmd.CancelTurn(reason="bruit"))
    events = ended(game)
    found = proof(fold(events), events)
    assert found.status == "verified"
    assert found.caveat == "Coups annulés par l'arbitre : 2."


def test_a_proof_tells_draws_by_hand_apart_from_those_of_the_secret(french: Lexicon) -> None:
    events = forged(french, by_hand)
    found = proof(fold(events), events)
    assert found.status == "partial"
    assert "Tirages du logiciel : 0" in found.message
    assert "que rien ne prouve : 1" in found.message
