import json
from typing import Any

import pytest

from raccord.duplicate import NotARecordError, autoplay, fold, record
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.files import fair_draws, report
from raccord.duplicate.files.audit import audit, compare
from raccord.duplicate.files.replay import Replay
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.ends import Frame
from raccord.lexicon import Lexicon
from raccord.regulation import Slip
from raccord.regulation.editions import EDITIONS
from tests.duplicate.helpers import SECRET, Hall, ruling


@pytest.fixture(scope="module")
def game(french: Lexicon) -> list[ev.Event]:
    return list(autoplay(french, fair_draws.secret_of_seed(11), seed=11, samples=2))


def audited(text: str, lexicon: Lexicon, *, strict: bool = False) -> Replay:
    read = record.loads(text)
    opened = read.opened
    frame = Frame(lexicon, EDITIONS[opened.edition], opened.formula)
    found = audit(read, frame, strict=strict)
    compare(found, read, json.loads(text))
    return found


def tampered(game: list[ev.Event], index: int, **changes: Any) -> str:
    document = json.loads(record.dumps(game))
    document["events"][index] |= changes
    return json.dumps(document)


def index_of(game: list[ev.Event], kind: type[ev.Event], nth: int = 0) -> int:
    return [i for i, e in enumerate(game) if isinstance(e, kind)][nth]


def test_a_record_reads_back_to_the_same_events(game: list[ev.Event]) -> None:
    read = record.loads(record.dumps(game))
    assert list(read.events) == game
    assert fold(read.events) == fold(game)


def test_slips_rulings_and_players_read_back_too(french: Lexicon) -> None:
    hall = Hall(french)
    hall.enter(2)
    hall.draw()
    hall.do(cmd.HandIn(turn=1, table=1, slip=Slip(word="OS", score=4)), cmd.Start(at=5))
    hall.do(cmd.EndTime(at=9), cmd.Rule(turn=1, table=1, ruling=ruling(4)), cmd.Retain())
    hall.do(cmd.Withdraw(table=2), cmd.Interrupt(at=3), cmd.Resume(at=4))
    read = record.loads(record.dumps(hall.events))
    assert fold(read.events) == hall.state


def test_a_custom_formula_is_whole_in_its_record(french: Lexicon) -> None:
    formula = formulas.custom({"rack_size": 9, "playable": 7, "tiles": {"counts": {"K": 2}}})
    played = list(autoplay(french, SECRET, formula=formula, samples=0))
    assert record.loads(record.dumps(played)).opened.formula == formula


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "ce n'est pas du JSON : à la fin du texte"),
        ("{3}", "ce n'est pas du JSON : octet 1"),
        ("[]", "pas une partie"),
        ('{"schema": "autre"}', "pas une partie"),
        ('{"schema": "raccord.game", "version": 99, "events": []}', "version « 99 »"),
        ('{"schema": "raccord.game", "version": 1}', "events"),
        ('{"schema": "raccord.game", "version": 1, "events": []}', "premier événement"),
        ('{"schema": "raccord.game", "version": 1, "events": [{"event": "x"}]}', "illisible"),
        (
            '{"schema": "raccord.game", "version": 1, "events": [{"event": "interrupted"}]}',
            "premier événement",
        ),
    ],
)
def test_a_document_that_is_no_record_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotARecordError, match=reason):
        record.loads(text)


def test_a_record_cannot_open_twice(game: list[ev.Event]) -> None:
    with pytest.raises(NotARecordError, match="une fois"):
        record.loads(record.dumps([game[0], *game]))


def test_the_secret_gives_every_draw(game: list[ev.Event]) -> None:
    assert record.verify(record.loads(record.dumps(game))) == ()


def test_a_draw_the_secret_does_not_give_is_found(game: list[ev.Event]) -> None:
    index = index_of(game, ev.Drawn)
    drawn = game[index]
    assert isinstance(drawn, ev.Drawn)
    text = tampered(game, index, new=drawn.new[::-1])
    (mismatch,) = record.verify(record.loads(text))
    assert mismatch.expected == drawn.new


def test_another_secret_than_committed_is_found(game: list[ev.Event]) -> None:
    text = tampered(game, -1, secret="0" * 64)
    with pytest.raises(NotARecordError, match="engagement"):
        record.verify(record.loads(text))
    with pytest.raises(NotARecordError, match="pas publié"):
        record.verify(record.loads(record.dumps(game[:-1])))


def test_a_faithful_record_is_reproduced(game: list[ev.Event], french: Lexicon) -> None:
    found = audited(record.dumps(game, report.summary(game)), french)
    assert found.is_faithful
    assert found.total == fold(game).total


def test_false_points_are_found(game: list[ev.Event], french: Lexicon) -> None:
    found = audited(tampered(game, index_of(game, ev.Retained, 2), points=1), french)
    assert [(f.turn, f.kind) for f in found.failures] == [(3, "points")]


def test_a_false_leave_is_found(game: list[ev.Event], french: Lexicon) -> None:
    index = next(i for i, e in enumerate(game) if isinstance(e, ev.Drawn) and e.leave)
    drawn = game[index]
    assert isinstance(drawn, ev.Drawn)
    found = audited(tampered(game, index, leave="Z" * len(drawn.leave)), french)
    assert found.failures[0].kind == "leave"
    assert found.failures[0].turn == drawn.turn


def test_a_move_that_is_no_top_is_found(game: list[ev.Event], french: Lexicon) -> None:
    index = index_of(game, ev.Retained)
    retained = game[index]
    assert isinstance(retained, ev.Retained)
    found = audited(tampered(game, index, move="H8 ZZZZ"), french)
    assert not found.is_faithful
    assert found.failures[0].turn == 1


def test_an_end_that_has_no_reason_is_found(game: list[ev.Event], french: Lexicon) -> None:
    index = index_of(game, ev.GameEnded)
    found = audited(tampered(game, index, reason="nothing-can-be-placed"), french)
    assert [f.kind for f in found.failures] == ["end"]


def test_an_event_that_cannot_follow_is_found(game: list[ev.Event], french: Lexicon) -> None:
    second = index_of(game, ev.Drawn, 1)
    found = audited(record.dumps([*game[:second], game[second], *game[second:]]), french)
    assert found.failures[0].kind == "event"


def test_a_summary_that_disagrees_with_the_events_is_found(
    game: list[ev.Event], french: Lexicon
) -> None:
    told = report.summary(game)
    told["turns"][4]["total"] += 1
    found = audited(record.dumps(game, told), french)
    assert [(f.turn, f.kind) for f in found.failures] == [(5, "total")]


def test_a_record_played_with_another_list_gets_remarks(game: list[ev.Event]) -> None:
    other = Lexicon.of(["OS"], "petite")
    found = audited(record.dumps(game), other)
    assert {r.kind for r in found.remarks} == {"lexicon", "unknown-word"}
    assert found.is_faithful
    assert not audited(record.dumps(game), other, strict=True).is_faithful


def test_the_summary_has_the_keys_other_programs_read(game: list[ev.Event]) -> None:
    told = report.summary(game)
    assert {"edition", "formula", "lexicon", "seed", "turns", "end"} <= set(told)
    keys = {"turn", "draw", "leave", "rejected", "tops", "retained", "points", "total", "articles"}
    for turn in told["turns"]:
        assert keys <= set(turn)
        assert turn["retained"] in turn["tops"]
        assert turn["draw"].startswith(turn["leave"])
        assert {"3.1", "3.2", "3.4"} <= set(turn["articles"])
    assert told["end"]["article"] == "3.6"
