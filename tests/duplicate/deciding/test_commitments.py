"""Draws nobody can have chosen: a secret fixed first, a public number told after it."""

import json
from collections.abc import Sequence
from itertools import count

import pytest

from raccord.board import FRENCH
from raccord.duplicate import Event, NotARecordError, Refusal, decide, fold, open_game, record
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.commitments import commitment_to, parameters
from raccord.duplicate.files import fair_draws
from raccord.duplicate.files.fair_draws import ALONE, MIXED, Scheme
from raccord.lexicon import Lexicon
from tests.duplicate.helpers import SECRET, fair_game

BAG = FRENCH.letters()


def suits(draw: str) -> bool:
    """Both jokers at once: what an organiser might wish for."""
    return draw.count("?") == 2


def ground_secret() -> str:
    """What an organiser finds who makes secrets until the first draw suits him."""
    secrets = map(fair_draws.secret_of_seed, count())
    return next(s for s in secrets if suits(fair_draws.draw(s, 0, BAG, 7)))


def opened(
    lexicon: Lexicon, secret: str = SECRET, scheme: Scheme = MIXED, *, needs_number: bool = False
) -> list[Event]:
    wish = cmd.Open(
        at=1000,
        title="Partie du vendredi",
        secret=secret,
        scheme=scheme,
        game="K7QX",
        needs_number=needs_number,
    )
    return list(open_game(wish, lexicon))


def after(events: list[Event], command: cmd.Command, lexicon: Lexicon) -> list[Event]:
    return [*events, *decide(fold(events), command, lexicon, 0)]


def first_draw(events: list[Event], secret: str, lexicon: Lexicon) -> str:
    drawn = after(events, cmd.DrawBySoftware(secret=secret), lexicon)
    return next(e.new for e in drawn if isinstance(e, ev.Drawn | ev.DrawRejected))


def test_the_old_scheme_lets_an_organiser_grind_the_first_draw(french: Lexicon) -> None:
    secret = ground_secret()
    assert suits(first_draw(opened(french, secret, ALONE), secret, french))


def test_with_a_public_number_a_ground_secret_is_worth_no_more_than_another(
    french: Lexicon,
) -> None:
    secret = ground_secret()
    game = opened(french, secret)
    numbers = (str(n) for n in range(100_000, 100_200))
    draws = [
        first_draw(after(game, cmd.GiveNumber(number=number), french), secret, french)
        for number in numbers
    ]
    # 0.4 % of first draws hold both jokers, whatever was ground.
    assert sum(map(suits, draws)) <= 5
    assert len(set(draws)) == len(draws)


def test_another_public_number_changes_every_draw() -> None:
    commitment = fair_draws.commit(SECRET, "a", MIXED)
    keys = [fair_draws.mix(SECRET, commitment, number) for number in ("482719", "482718", "")]
    for n in range(40):
        assert len({fair_draws.draw(key, n, BAG, 7) for key in keys}) == 3


@pytest.mark.parametrize(
    "change", [{"game": "K7QY"}, {"title": "Partie du samedi"}, {"at": 1001}, {"edition": "2010"}]
)
def test_the_commitment_binds_the_game_its_title_and_its_instant(
    french: Lexicon, change: dict[str, object]
) -> None:
    game = fair_game(french, "482719")
    assert not record.verify(record.loads(record.dumps(game)))
    document = json.loads(record.dumps(game))
    document["events"][0] |= change
    with pytest.raises(NotARecordError, match="engagement"):
        record.verify(record.loads(json.dumps(document)))


COMMITMENT = "a92b7e87b4b1e989136be70e16e61d1b0cfe7e32c2d37e33692b81902571216f"
DRAWS = ["EKSANNT", "BTANTIE", "HUFKOSA"]


def test_the_draws_of_a_known_secret_and_number_never_change() -> None:
    # Written down so that a record of today can be checked years from now.
    commitment = fair_draws.commit(SECRET, "2017\n{}\nabc\nK7QX\n1000\nPartie", MIXED)
    assert commitment == COMMITMENT
    key = fair_draws.mix(SECRET, commitment, "482719")
    assert [fair_draws.draw(key, n, BAG, 7) for n in range(3)] == DRAWS


@pytest.mark.parametrize(
    ("typed", "counts"),
    [
        ("482719", "482719"),
        (" 48 27-19 ", "482719"),
        ("４８２７１９", "482719"),
        ("AB12 cd34", "ab12cd34"),
        ("f" * 128, "f" * 128),
        ("12345", ""),
        ("quarante-deux, dix", ""),
        ("f" * 257, ""),
        ("", ""),
    ],
)
def test_a_public_number_is_read_as_people_type_it(typed: str, counts: str) -> None:
    assert fair_draws.public_number(typed) == counts


def test_the_public_number_is_given_once_and_before_the_first_draw(french: Lexicon) -> None:
    game = opened(french)
    given = after(game, cmd.GiveNumber(number="482 719", source="dit par la salle"), french)
    assert given[-1] == ev.PublicNumberGiven(number="482719", source="dit par la salle")
    with pytest.raises(Refusal, match="déjà donné"):
        after(given, cmd.GiveNumber(number="482720"), french)
    drawn = after(game, cmd.DrawBySoftware(secret=SECRET), french)
    with pytest.raises(Refusal, match="avant le premier tirage"):
        after(drawn, cmd.GiveNumber(number="482719"), french)
    with pytest.raises(Refusal, match="de 6 à 256"):
        after(game, cmd.GiveNumber(number="7"), french)


def test_a_game_that_asks_for_a_number_draws_nothing_before_it(french: Lexicon) -> None:
    game = opened(french, needs_number=True)
    with pytest.raises(Refusal, match="attend son nombre public"):
        after(game, cmd.DrawBySoftware(secret=SECRET), french)
    given = after(game, cmd.GiveNumber(number="482719"), french)
    assert isinstance(after(given, cmd.DrawBySoftware(secret=SECRET), french)[-1], ev.Drawn)


def test_a_game_drawn_otherwise_takes_no_public_number(french: Lexicon) -> None:
    with pytest.raises(Refusal, match="ne viennent pas d'un nombre public"):
        after(opened(french, scheme=ALONE), cmd.GiveNumber(number="482719"), french)
    with pytest.raises(Refusal, match="ne viennent pas d'un nombre public"):
        opened(french, scheme=ALONE, needs_number=True)
    with pytest.raises(Refusal, match="il ne tire pas ici"):
        open_game(cmd.Open(needs_number=True), french)


def test_a_game_opened_before_schemes_had_names_draws_from_its_secret_alone() -> None:
    old = '{"event":"opened","edition":"2017","formula":{},"lexicon":"x","lexicon_digest":"y"}'
    document = f'{{"schema":"raccord.game","version":1,"events":[{old}]}}'
    read = record.loads(document).opened
    assert parameters(read) == "2017\n{}\ny"
    assert commitment_to(SECRET, read) == fair_draws.commit(SECRET, "2017\n{}\ny", ALONE)


@pytest.mark.parametrize("number", ["482719", None])
def test_a_record_verifies_with_and_without_a_number(french: Lexicon, number: str | None) -> None:
    assert record.verify(record.loads(record.dumps(fair_game(french, number)))) == ()


def altered(game: Sequence[Event], number: Sequence[Event], at: int) -> record.Record:
    """The record with other numbers, put in at a place."""
    kept = [event for event in game if not isinstance(event, ev.PublicNumberGiven)]
    return record.loads(record.dumps([*kept[:at], *number, *kept[at:]]))


def test_a_number_changed_moved_doubled_or_taken_away_is_told(french: Lexicon) -> None:
    game = fair_game(french, "482719")
    given = next(e for e in game if isinstance(e, ev.PublicNumberGiven))
    assert record.verify(altered(game, [ev.PublicNumberGiven(number="482718")], 1))
    assert record.verify(altered(game, [], 1))
    for numbers, at in (([given, given], 1), ([given], 3)):
        with pytest.raises(NotARecordError, match="une fois, avant tout tirage"):
            record.verify(altered(game, numbers, at))
    with pytest.raises(NotARecordError, match="ne peut pas en être un"):
        record.verify(altered(game, [ev.PublicNumberGiven(number="48 2719")], 1))


def test_a_number_added_after_a_game_without_one_is_told(french: Lexicon) -> None:
    game = fair_game(french, None)
    late = [ev.PublicNumberGiven(number="482719")]
    with pytest.raises(NotARecordError, match="une fois, avant tout tirage"):
        record.verify(altered(game, late, len(game) - 1))


def test_a_move_that_its_draw_cannot_give_is_told(french: Lexicon) -> None:
    document = json.loads(record.dumps(fair_game(french, "482719")))
    top = next(e for e in document["events"] if e["event"] == "retained")
    top["move"] = "H8 WWWW"
    with pytest.raises(NotARecordError, match="ne se suivent pas"):
        record.verify(record.loads(json.dumps(document)))
