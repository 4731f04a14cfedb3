"""kill -9 at random moments: what was acknowledged is there, once; nothing has a gap.

``RACCORD_KILL_ROUNDS`` asks for more rounds than the few of an ordinary run.
"""

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from raccord.store.checking import check
from raccord.store.store import Store
from tests.store.kinds import kinds
from tests.store.load import STREAMS, stream_of
from tests.store.postgres import PostgresServer

pytestmark = pytest.mark.slow
ROUNDS = int(os.environ.get("RACCORD_KILL_ROUNDS", "4"))
WRITERS = 30
ALL_STREAMS = {stream_of(str(writer)) for writer in range(STREAMS)}
PATIENCE = 60


class Load:
    """The process under load, and everything it has acknowledged over all its lives."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.acknowledged: dict[str, tuple[str, int]] = {}
        self.next = {str(writer): 0 for writer in range(WRITERS)}
        self.repeated = 0
        self.doubled: list[str] = []

    def start(self) -> None:
        # The last acknowledged request is sent again, as by a phone that never saw the answer.
        sent = {writer: max(0, number - 1) for writer, number in self.next.items()}
        self._process = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("load.py"), self.address, json.dumps(sent)],
            stdout=subprocess.PIPE,
            text=True,
        )
        self._first = threading.Event()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as told:
            for line in told:
                if not line.endswith("\n"):
                    break
                stream, key, version = line.split()
                writer, number = key.split("-")
                self.next[writer] = int(number) + 1
                if version == "0":
                    self.repeated += 1
                    self.acknowledged.setdefault(key, (stream, 0))
                else:
                    if key in self.acknowledged:
                        self.doubled.append(key)
                    self.acknowledged[key] = (stream, int(version))
                self._first.set()
        self._first.set()

    def await_acknowledgement(self) -> None:
        self._first.clear()
        assert self._first.wait(PATIENCE)
        assert self._process.poll() is None, "the process under load died by itself"

    def await_until(self, reached: Callable[[], bool], otherwise: str) -> None:
        """Let it work until it has done so much, however busy the machine is."""
        deadline = time.monotonic() + PATIENCE
        while not reached():
            assert time.monotonic() < deadline, otherwise
            self.await_acknowledgement()

    def has_acknowledged(self, count: int) -> bool:
        """Whether so many requests were acknowledged."""
        return len(self.acknowledged) >= count

    def is_complete(self) -> bool:
        """Whether every writer was acknowledged, and some request sent again."""
        return all(self.next.values()) and self.repeated > 0

    def kill(self) -> None:
        assert self._process.poll() is None, "the process under load died by itself"
        self._process.kill()
        self._process.wait()
        self._reader.join()


def verify(load: Load) -> None:
    assert load.doubled == []
    with Store.open(load.address) as store:
        report = store.blocking.read(lambda connection: check(connection, kinds("load")))
        assert report.faults == ()
        streams = {stream.id for stream in store.blocking.streams("load")}
        assert {stream for stream, _ in load.acknowledged.values()} <= streams <= ALL_STREAMS
        assert report.streams == len(streams)
        places: dict[str, tuple[str, int]] = {}
        counted: Counter[str] = Counter()
        for stream in streams:
            for event in store.blocking.load(stream):
                key = json.loads(event.payload)["key"]
                counted[key] += 1
                places[key] = (event.stream, event.version)
    assert not [key for key, times in counted.items() if times > 1]
    for key, (stream_, version) in load.acknowledged.items():
        assert key in places, f"{key} was acknowledged and is lost"
        assert places[key][0] == stream_
        assert version in (0, places[key][1])


def test_nothing_acknowledged_is_lost_or_doubled_when_the_process_is_killed(address: str) -> None:
    chance = random.Random(20240503)
    load = Load(address)
    for remaining in reversed(range(ROUNDS)):
        load.start()
        load.await_acknowledgement()
        if not remaining:
            load.await_until(load.is_complete, "a writer was never heard, or nothing sent again")
        time.sleep(chance.uniform(0.0, 0.5))
        load.kill()
        verify(load)


def test_nothing_acknowledged_is_lost_when_the_server_is_killed_and_the_process_goes_on(
    postgres: PostgresServer,
) -> None:
    load = Load(postgres.new_database())
    load.start()
    load.await_acknowledgement()
    for _ in range(max(1, ROUNDS // 8)):
        time.sleep(0.3)
        postgres.kill()
        enough = len(load.acknowledged) + WRITERS
        postgres.start()
        load.await_until(
            partial(load.has_acknowledged, enough), "the process did not find the server again"
        )
    load.kill()
    verify(load)


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_crash_around_the_commit_either_keeps_or_drops_the_whole_append(
    address: str, moment: str
) -> None:
    """The process kills itself just before or just after the commit statement."""
    script = (
        "import os, sys\n"
        "from sqlalchemy import event\n"
        "from raccord.store.records import NewEvent\n"
        "from raccord.store.store import Store\n"
        "store = Store.open(sys.argv[1])\n"
        "die = lambda *_: os.kill(os.getpid(), 9)\n"
        "if sys.argv[2] == 'before':\n"
        "    event.listen(store.engine, 'commit', die)\n"
        "else:\n"
        "    store.subscribe(die)\n"
        "store.blocking.append('s', 0, [NewEvent('x', '1')] * 3, kind='k', key='k')\n"
    )
    done = subprocess.run([sys.executable, "-c", script, address, moment])
    assert done.returncode == -9
    with Store.open(address) as store:
        events = store.blocking.load("s")
        assert len(events) == (0 if moment == "before" else 3)
        assert store.blocking.read(lambda c: check(c, kinds("k"))).faults == ()
