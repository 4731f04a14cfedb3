"""Envelopes, telephone codes, the organiser's file, messages: what they tell, and to whom."""

import base64
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from raccord.duplicate import events as ev
from raccord.network.contest import commands as cmd
from raccord.network.contest.decide import decide
from raccord.network.contest.state import Contest, evolve
from raccord.network.envelopes import digest, key_of, seal, unseal
from raccord.network.errors import EnvelopeError, InvitationError, MessageError, Refusal
from raccord.network.invitation import invitation_of, read, write
from raccord.network.keys import Pen, fingerprint, load_key, shared_key
from raccord.network.messages import (
    Batch,
    Key,
    Letter,
    Row,
    Secret,
    Sync,
    batch_of,
    packed,
    reopened,
    shut,
    signed,
    unpacked,
)
from raccord.network.telephone import ALPHABET, code_of, parse_code, unwrap, wrapped
from raccord.store.records import StoredEvent, from_micros
from tests.network.world import HOUR, START, script

SEED = bytes(range(32))


def contest() -> Contest:
    opened = script(1)[0]
    assert isinstance(opened, ev.Opened)
    state: Contest | None = None
    commands: tuple[cmd.Command, ...] = (
        cmd.Open(
            title="Simultané",
            lexicon=opened.lexicon,
            lexicon_digest=opened.lexicon_digest,
            edition="2017",
            embargo=START + HOUR,
        ),
        cmd.AddCentre(name="Lyon"),
        cmd.AddCentre(name="Lyon"),
        cmd.AddGame(id="g1", title="", opens=START, closes=START + HOUR, script=script(1)),  # type: ignore[arg-type]
    )
    for command in commands:
        for event in decide(state, command):
            state = evolve(state, event)
    assert state is not None
    return state


def test_each_key_opens_its_own_turn_and_no_other() -> None:
    boxes = seal(SEED, "g1", script(1))
    for turn in (1, 2, 3):
        told = unseal(key_of(SEED, "g1", turn), "g1", turn, boxes[turn - 1])
        assert {getattr(event, "turn", 0) for event in told} == {turn}
        assert [e for e in script(1)[1:] if getattr(e, "turn", 0) == turn] == list(told)
    assert unseal(key_of(SEED, "g1", 4), "g1", 4, boxes[3]) == ()
    with pytest.raises(EnvelopeError):
        unseal(key_of(SEED, "g1", 2), "g1", 1, boxes[0])
    with pytest.raises(EnvelopeError):
        unseal(key_of(SEED, "g1", 1), "g2", 1, boxes[0])


def test_envelopes_have_one_size_and_do_not_tell_how_long_the_game_is() -> None:
    short, longer = seal(SEED, "g1", script(1)), seal(SEED, "g2", script(2, 5))
    assert len(short) == len(longer) == 8
    assert len({len(box) for box in short}) == 1
    assert digest(short) != digest(longer)


def test_a_code_is_heard_right_or_told_wrong() -> None:
    code = code_of(SEED, "lyon", "g1", 2)
    box = wrapped(SEED, "lyon", "g1", 2)
    heard = code.lower().replace("-", " ")
    assert unwrap(heard, "lyon", "g1", 2, box) == key_of(SEED, "g1", 2)
    chance = random.Random(1)
    for _ in range(200):
        signs = list(code.replace("-", ""))
        place = chance.randrange(len(signs))
        signs[place] = chance.choice([sign for sign in ALPHABET if sign != signs[place]])
        with pytest.raises(EnvelopeError, match="mal entendu"):
            parse_code("".join(signs))
    with pytest.raises(EnvelopeError, match="ce n'est pas un code"):
        parse_code("K7QX")


def test_a_code_of_another_turn_or_another_centre_opens_nothing() -> None:
    box = wrapped(SEED, "lyon", "g1", 2)
    for centre, turn in (("lyon", 3), ("dakar", 2)):
        with pytest.raises(EnvelopeError, match="n'est pas celui"):
            unwrap(code_of(SEED, centre, "g1", turn), "lyon", "g1", 2, box)


def test_the_file_of_a_centre_is_signed_and_tells_no_draw() -> None:
    pen = Pen(SEED)
    made = invitation_of(SEED, "E", contest(), "lyon", "https://example.org/")
    content = write(made, pen)
    opened = read(content)
    assert opened.invitation == made
    assert opened.fingerprint == fingerprint(pen.public)
    drawn = [event.new for event in script(1) if isinstance(event, ev.Drawn)]
    moves = [event.move for event in script(1) if isinstance(event, ev.Retained)]
    body = msgspec.json.decode(content)["body"]
    plain = base64.b64decode(body).decode()
    assert not any(f'"{letters}"' in plain for letters in (*drawn, *moves))
    other = invitation_of(SEED, "E", contest(), "lyon-2", "https://example.org/")
    assert other.games[0].digest == made.games[0].digest
    assert other.token != made.token
    assert other.games[0].phone != made.games[0].phone


def test_a_file_that_was_touched_is_refused() -> None:
    content = write(invitation_of(SEED, "E", contest(), "lyon", "https://a/"), Pen(SEED))
    head = msgspec.json.decode(content)
    for changed in (
        b"",
        b"[]",
        b"{}",
        b"\xff\xfe",
        msgspec.json.encode({**head, "version": 2}),
        msgspec.json.encode({**head, "body": head["body"][:-8] + "AAAAAAA="}),
        msgspec.json.encode({**head, "key": Pen(bytes(32)).public}),
    ):
        with pytest.raises(InvitationError):
            read(changed)


def test_games_are_fixed_once_a_centre_has_joined() -> None:
    state = contest()
    for event in decide(state, cmd.Admit(centre="lyon", install="a", key="k")):
        state = evolve(state, event)
    again = cmd.AddGame(id="g2", title="", opens=0, closes=1, script=script(1))  # type: ignore[arg-type]
    with pytest.raises(Refusal, match="ne changent plus"):
        decide(state, again)


def batch() -> Batch:
    events = [
        StoredEvent("hall:X", n, f"id{n}", "opened", from_micros(n), "{}") for n in range(1, 4)
    ]
    return batch_of("section:E/lyon/a/1", "section", "", "", events)


def test_a_message_is_known_by_its_signature_and_its_chain() -> None:
    pen = Pen(SEED)
    sync = Sync(event="E", centre="lyon", install="a", at=1, batches=(batch(),))
    data = signed(pen, sync)
    letter = Letter(data)
    letter.check(pen.public)
    assert letter.of(Sync) == sync
    with pytest.raises(MessageError, match="signature"):
        letter.check(Pen(bytes(32)).public)
    for broken in (data[:-1], data[:50], b"RCC1" + data, data[:80] + b"x" + data[81:], b""):
        with pytest.raises(MessageError):
            Letter(broken).check(pen.public)
    rows = (*batch().rows[:1], Row("id9", "opened", 2, "{}"), *batch().rows[2:])
    with pytest.raises(MessageError, match="scellé"):
        msgspec.structs.replace(batch(), rows=rows).events()


def test_a_message_that_unpacks_to_too_much_is_refused() -> None:
    rows = tuple(Row(f"{n}", "x", n, " " * 2000) for n in range(4000))
    huge = msgspec.structs.replace(batch(), rows=rows)
    data = signed(Pen(SEED), Sync(event="E", centre="c", install="a", at=1, batches=(huge,)))
    assert len(data) < 200_000
    with pytest.raises(MessageError, match="trop long"):
        Letter(data)


def test_only_the_holder_of_the_token_reads_the_keys_of_a_reply() -> None:
    box = shut("token", Secret(keys=(Key(1, 2, b"k" * 32),)))
    assert reopened("token", box).keys[0].turn == 2
    with pytest.raises(MessageError):
        reopened("another", box)


def test_a_file_that_was_cut_is_told() -> None:
    whole = packed([b"one", b"two"])
    assert list(unpacked(whole)) == [b"one", b"two"]
    with pytest.raises(MessageError, match="coupé"):
        list(unpacked(whole[:-1]))


def test_processes_that_ask_for_a_key_at_once_get_the_same(tmp_path: Path) -> None:
    for number in range(40):
        path = tmp_path / f"{number}.key"
        ready = threading.Barrier(8)

        def ask(path: Path = path, ready: threading.Barrier = ready) -> bytes:
            ready.wait()
            return load_key(path)

        with ThreadPoolExecutor(8) as pool:
            found = {asked.result() for asked in [pool.submit(ask) for _ in range(8)]}
        assert found == {path.read_bytes()}


def test_processes_on_several_machines_have_the_key_of_their_common_secret(tmp_path: Path) -> None:
    one, two = tmp_path / "one.key", tmp_path / "two.key"
    assert shared_key(one, b"s" * 32) == shared_key(two, b"s" * 32) != shared_key(two, b"t" * 32)
    assert not one.exists()
    # An installation that had a file before keeps what its envelopes rest on.
    kept = load_key(one)
    assert shared_key(one, b"s" * 32) == kept
