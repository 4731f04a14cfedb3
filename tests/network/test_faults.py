"""Batches cut, doubled and out of order; a hub from an old backup; two laptops; a lost disk."""

import random
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from simulated_centres import SimulatedCentre, played

from raccord.duplicate import events as ev
from raccord.hall.kinds import KINDS
from raccord.network.contest import commands as cmd
from raccord.network.decisions import Overrule
from raccord.network.envelopes import key_of
from raccord.network.errors import LinkError, MessageError, NetworkError, UnknownInstallError
from raccord.network.hub import Hub
from raccord.network.hub_views import centre_lines
from raccord.network.keys import load_key
from raccord.network.messages import Head, Join, Key, Letter, Reply, Sync, reopened, signed
from raccord.network.outgoing import batches_after
from raccord.network.reception import Reception
from raccord.store.checking import check
from raccord.store.store import Store
from tests.network.world import EMBARGO, HOUR, START, script

TURNS = 5


class Place:
    """A hub on disk and its event, with a clock that is told."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder = folder
        self.now = START
        self._database = database or str(folder / "hub" / "raccord.sqlite")
        self.store = Store.open(self._database)
        self.hub = Hub(self.store, folder / "hub", lambda: self.now)
        self.reception = Reception(self.hub)
        self.came: list[bytes] = []
        self.opened: list[SimulatedCentre] = []
        opened = script(1, TURNS)[0]
        assert isinstance(opened, ev.Opened)
        opening = cmd.Open(
            title="Simultané",
            lexicon=opened.lexicon,
            lexicon_digest=opened.lexicon_digest,
            edition="2017",
            embargo=EMBARGO,
        )
        self.code = self.hub.open(opening)
        for name in ("Lyon", "Dakar", "Québec"):
            self.hub.execute(self.code, cmd.AddCentre(name=name))
        self.hub.add_game(self.code, "P1", START - HOUR, START + HOUR, script(1, TURNS))

    def restart(self) -> None:
        """Another process on the same files."""
        self.store.close()
        self.store = Store.open(self._database)
        self.hub = Hub(self.store, self.folder / "hub", lambda: self.now)
        self.reception = Reception(self.hub)

    def post(self, _: str, message: bytes) -> bytes:
        answer = self.reception.take(message)
        self.came.append(answer)
        return answer

    def invitation(self, centre: str) -> bytes:
        return self.hub.invitation(self.code, centre, "http://localhost/")

    def laptop(self, name: str, centre: str, ahead: int = 0) -> SimulatedCentre:
        content = self.invitation(centre)
        made = SimulatedCentre(self.folder / name, content, lambda: self.now + ahead)
        self.opened.append(made)
        return made


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    yield made
    for laptop in made.opened:
        laptop.close()
    made.store.close()


def whole(seed: int = 1, tables: int = 4) -> list[list[ev.Event]]:
    """A game under way, turn by turn."""
    return list(played(script(1, TURNS), tables, random.Random(seed), f"J{seed}"))[:-1]


def events_at(place: Place, centre: str) -> int:
    counted = place.hub.get(place.code).centres[centre].counted
    known = place.hub.known(place.code, centre, counted)
    return known.games[1][0] if 1 in known.games else 0


def totals(place: Place) -> list[tuple[str, int, int]]:
    (union,) = place.hub.unions(place.code)
    return sorted((*union.places[line.table], line.total) for line in union.lines)


def test_a_key_comes_only_when_the_hub_has_the_turn_before(place: Place) -> None:
    lyon = place.laptop("lyon", "lyon")
    (key,) = lyon.send(place.post)
    assert (key.game, key.turn) == (1, 1)
    for number, turn in enumerate(whole()):
        lyon.append(1, turn)
        (key,) = lyon.send(place.post)
        assert key.turn == number + 1
        again: tuple[Key, ...] = lyon.send(place.post)
        assert again == (key,)


def test_no_byte_sent_to_a_centre_opens_a_turn_before_the_one_before_is_closed(
    place: Place,
) -> None:

    seed = load_key(place.folder / "hub" / "hub.key")
    (game,) = place.hub.get(place.code).games.values()
    secrets = [key_of(seed, game.id, turn) for turn in range(1, TURNS + 2)]
    lyon = place.laptop("lyon", "lyon")
    token = lyon.outbox.membership.invitation.token

    for number, turn in enumerate([[], *whole()]):
        if turn:
            lyon.append(1, turn)
        place.came.clear()
        lyon.send(place.post)
        told = b"".join(place.came)
        for answer in place.came:
            reply = Letter(answer).of(Reply)
            told += b"".join(key.key for key in reopened(token, reply.shut).keys)
        closed = max(0, number - 1)
        for later in secrets[closed + 1 :]:
            assert later not in told, number
    assert secrets[TURNS] in told


def test_nothing_is_given_before_the_slot_nor_begun_after_it(place: Place) -> None:
    place.now = START - 2 * HOUR
    lyon, dakar = place.laptop("lyon", "lyon"), place.laptop("dakar", "dakar")
    assert lyon.send(place.post) == ()
    place.now = START
    turns = whole()
    lyon.send(place.post)
    lyon.append(1, [*turns[0], *turns[1]])
    assert lyon.send(place.post)[0].turn == 2
    place.now = START + 2 * HOUR
    assert lyon.send(place.post)[0].turn == 2, "a game begun in its slot goes on"
    assert dakar.send(place.post) == ()


class BadWire:
    """Cuts before or after the hub has heard, and sends old messages once more."""

    def __init__(self, place: Place, chance: random.Random) -> None:
        self._place, self._chance = place, chance
        self.kept: list[bytes] = []

    def __call__(self, _: str, message: bytes) -> bytes:
        self.kept.append(message)
        fate = self._chance.random()
        if fate < 0.2:
            raise LinkError("coupé avant")
        answer = self._place.post("", message)
        if fate < 0.4:
            raise LinkError("coupé après")
        if fate < 0.6:
            self._place.post("", self._chance.choice(self.kept))
        return answer


@pytest.mark.parametrize("seed", range(3))
def test_a_wire_that_cuts_doubles_and_reorders_loses_nothing_and_doubles_nothing(
    place: Place, seed: int
) -> None:
    chance = random.Random(seed)
    wire = BadWire(place, chance)
    laptops = [place.laptop(name, name) for name in ("lyon", "dakar")]
    turns = [whole(seed=n) for n, _ in enumerate(laptops)]
    for laptop in laptops:
        laptop.send(place.post)
    for n in range(TURNS + 1):
        for laptop, told in zip(laptops, turns, strict=True):
            laptop.append(1, told[n])
            for _ in range(chance.randint(0, 2)):
                with suppress(LinkError):
                    laptop.send(wire)
    for message in chance.sample(wire.kept, len(wire.kept)):
        place.post("", message)
    for laptop in laptops:
        laptop.send(place.post)
        assert laptop.outbox.pending() == 0
    expected = sum(map(len, turns[0]))
    assert events_at(place, "lyon") == events_at(place, "dakar") == expected
    report = place.store.blocking.read(lambda c: check(c, KINDS))
    assert report.faults == ()


def test_what_is_sent_again_writes_no_row(place: Place) -> None:

    lyon = place.laptop("lyon", "lyon")
    lyon.send(place.post)
    for turn in whole():
        lyon.append(1, turn)
    lyon.send(place.post)
    written = [
        Letter(place.post("", m)).of(Reply).written for m in lyon.outbox.messages(everything=True)
    ]
    assert written == [0] * len(written)


def test_a_hub_restored_from_an_old_backup_is_sent_what_it_has_lost(place: Place) -> None:
    lyon, dakar = place.laptop("lyon", "lyon"), place.laptop("dakar", "dakar")
    turns = whole()
    lyon.send(place.post)
    for turn in turns[:3]:
        lyon.append(1, turn)
    lyon.send(place.post)
    place.store.close()
    shutil.copytree(place.folder / "hub", place.folder / "backup")
    place.restart()
    dakar.send(place.post)
    for turn in turns[3:]:
        lyon.append(1, turn)
    dakar.append(1, [one for turn in whole(2) for one in turn])
    lyon.send(place.post)
    dakar.send(place.post)
    before = totals(place)
    place.store.close()
    shutil.rmtree(place.folder / "hub")
    shutil.copytree(place.folder / "backup", place.folder / "hub")
    place.restart()
    assert totals(place) != before
    with pytest.raises(UnknownInstallError):
        place.post("", dakar.outbox.messages()[0])
    lyon.send(place.post)
    dakar.send(place.post)
    assert totals(place) == before


def test_two_laptops_for_one_centre_are_two_streams_and_a_question(place: Place) -> None:
    first, second = place.laptop("one", "lyon"), place.laptop("two", "lyon")
    assert first.send(place.post)
    assert second.send(place.post) == (), "no key before the organiser has answered"
    for laptop, seed in ((first, 1), (second, 2)):
        for turn in whole(seed):
            laptop.append(1, turn)
        laptop.send(place.post)
    line = next(line for line in centre_lines(place.hub, place.code) if line.centre == "lyon")
    assert line.standing == "question"
    assert not second.outbox.membership.receipt.counts
    counted = totals(place)
    install = second.outbox.membership.install
    kept = place.hub.known(place.code, "lyon", install).games[1][2]
    assert len(kept.turns) == TURNS, "nothing of the other is lost"
    place.hub.execute(place.code, cmd.Choose(centre="lyon", install=install))
    assert totals(place) != counted
    line = next(line for line in centre_lines(place.hub, place.code) if line.centre == "lyon")
    assert line.standing != "question"


def test_a_copied_folder_takes_another_name_and_loses_nothing(place: Place) -> None:
    lyon = place.laptop("lyon", "lyon")
    lyon.send(place.post)
    turns = whole()
    lyon.append(1, turns[0])
    lyon.send(place.post)
    lyon.store.close()
    shutil.copytree(place.folder / "lyon", place.folder / "copy")
    content = place.invitation("lyon")
    one = SimulatedCentre(place.folder / "lyon", content, lambda: place.now)
    two = SimulatedCentre(place.folder / "copy", content, lambda: place.now)
    place.opened[:] = [one, two]
    for laptop, seed in ((one, 3), (two, 4)):
        laptop._versions[1] = len(turns[0])
        laptop.append(1, whole(seed)[1])
        laptop.send(place.post)
    names = {laptop.outbox.membership.install for laptop in (one, two)}
    assert len(names) == 2
    centre = place.hub.get(place.code).centres["lyon"]
    assert set(centre.installs) == names
    assert centre.in_question
    for laptop in (one, two):
        known = place.hub.known(place.code, "lyon", laptop.outbox.membership.install)
        assert len(known.games[1][2].turns) == 1
        assert laptop.outbox.pending() == 0


def test_laptops_that_join_at_the_same_moment_all_get_in(place: Place) -> None:
    for number in range(40):
        place.hub.execute(place.code, cmd.AddCentre(name=f"C{number}", centre=f"c{number}"))
    laptops = [place.laptop(f"c{number}", f"c{number}") for number in range(40)]
    with ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(lambda one: one.send(place.post), laptops))
    assert all(keys and keys[0].turn == 1 for keys in answers)
    joined = [c for c in place.hub.get(place.code).centres.values() if c.installs]
    assert len(joined) == 40


def test_a_clock_five_minutes_off_changes_no_slot_and_is_told(place: Place) -> None:
    lyon = place.laptop("lyon", "lyon", ahead=300_000)
    assert lyon.send(place.post)[0].turn == 1
    assert lyon.outbox.membership.receipt.skew == 300_000
    line = next(line for line in centre_lines(place.hub, place.code) if line.centre == "lyon")
    assert line.clock_ms == 300_000
    place.now = START - HOUR - 60_000
    assert lyon.send(place.post) == (), "by the hub's clock the slot has not begun"


def test_a_game_travels_as_a_file_and_its_answer_too(place: Place) -> None:
    lyon = place.laptop("lyon", "lyon")
    lyon.append(1, [one for turn in whole() for one in turn])
    lyon.outbox.close(1)
    content = lyon.outbox.export()
    with pytest.raises(MessageError, match="coupé"):
        place.reception.take_file(content[:-10])
    answers = place.reception.take_file(content)
    for answer in answers:
        lyon.outbox.take(answer)
    assert lyon.outbox.pending() == 0
    counted = place.hub.get(place.code).centres["lyon"].counted
    assert place.hub.known(place.code, "lyon", counted).is_complete(1)


def test_a_closing_event_proves_that_something_is_missing(place: Place) -> None:
    lyon = place.laptop("lyon", "lyon")
    lyon.send(place.post)
    turns = whole()
    for turn in turns[:-1]:
        lyon.append(1, turn)
    lyon.send(place.post)
    lyon.append(1, turns[-1])
    lyon.outbox.close(1)
    *_, last = list(lyon.outbox.streams())
    assert last.kind == "centre"

    head = lyon.outbox.membership.receipt.heads[last.name]
    only_the_diary = tuple(batches_after(last, Head(head.version, head.link)))
    place.post("", lyon.outbox._sync(only_the_diary, ()))
    counted = place.hub.get(place.code).centres["lyon"].counted
    assert not place.hub.known(place.code, "lyon", counted).is_complete(1)
    lyon.send(place.post)
    assert place.hub.known(place.code, "lyon", counted).is_complete(1)


def test_a_stranger_writes_nothing_and_learns_nothing(place: Place) -> None:
    lyon, dakar = place.laptop("lyon", "lyon"), place.laptop("dakar", "dakar")
    lyon.send(place.post)
    invitation = lyon.outbox.membership.invitation

    pen = dakar.outbox.membership.pen
    who: dict[str, Any] = {"event": place.code, "centre": "lyon", "at": place.now}
    forged = (
        Join(**who, install="x", token="0" * 40, key=pen.public),
        Join(**who, install="x", token=invitation.token, key=lyon.outbox.membership.pen.public),
        Sync(**who, install=lyon.outbox.membership.install),
        Sync(event="NOWHERE", centre="lyon", install="x", at=0),
    )
    for message in forged:
        with pytest.raises(NetworkError):
            place.post("", signed(pen, message))
    # A laptop writes its own streams and no others.
    dakar.send(place.post)
    dakar.append(1, whole()[0])
    (stream, _) = list(dakar.outbox.streams())

    (own,) = batches_after(stream, Head())
    for name in (stream.name.replace("dakar", "lyon"), "hall:ABCD", f"event:{place.code}"):
        foreign = msgspec.structs.replace(own, stream=name)
        with pytest.raises(MessageError):
            place.post("", dakar.outbox._sync((foreign,), ()))


def test_events_that_cannot_be_replayed_are_refused_whole(place: Place) -> None:
    lyon = place.laptop("lyon", "lyon")
    lyon.send(place.post)
    turns = whole()
    lyon.append(1, [turns[1][0], *turns[0]])
    with pytest.raises(MessageError, match="ne se rejoue pas"):
        lyon.send(place.post)
    assert events_at(place, "lyon") == 0


def test_decisions_of_the_commission_reach_the_centre(place: Place) -> None:

    lyon = place.laptop("lyon", "lyon")
    lyon.send(place.post)
    for n in (1, 2):
        asked = Overrule(centre="lyon", game=1, turn=n, table=1, points=9, reason=f"motif {n}")
        place.hub.overrule(place.code, asked)
        lyon.send(place.post)
        lyon.send(place.post)
    assert [one.reason for one in lyon.outbox.decisions.values()] == ["motif 1", "motif 2"]
    report = lyon.store.blocking.read(lambda c: check(c, KINDS))
    assert report.faults == ()
