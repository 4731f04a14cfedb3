"""Live updates: who receives what, and what happens to those who miss some."""

import asyncio
import json

from raccord.hall import hub as live
from raccord.hall.hub import Hub


async def take(hub: Hub, subscription: live.Subscription, count: int) -> list[str]:
    """The first events; several may come in one piece."""
    found: list[str] = []
    async for wire in hub.stream(subscription):
        found += [f"{event}\n\n" for event in wire.decode().split("\n\n") if event]
        if len(found) > count:
            break
    return found[1:]


def ids(events: list[str]) -> list[str]:
    return [line[4:] for event in events for line in event.splitlines() if line.startswith("id: ")]


def test_an_event_reaches_those_who_listen_to_its_topic_only() -> None:
    async def scenario() -> None:
        hub = Hub()
        public = hub.listen(["game:A:public"])
        referee = hub.listen(["game:A:public", "game:A:referee"])
        assert hub.publish("game:A:referee", "tops", {"word": "LUSTRE"}) == 1
        assert hub.publish("game:A:public", "turn", {"n": 7}) == 2
        assert public.queue.qsize() == 1
        events = await take(hub, referee, 2)
        assert "event: tops" in events[0]
        assert json.loads(events[1].split("data: ")[1]) == {"n": 7}

    asyncio.run(scenario())


def test_an_event_is_rendered_once_for_everybody() -> None:
    async def scenario() -> None:
        hub = Hub()
        listeners = [hub.listen(["t"]) for _ in range(50)]
        hub.publish("t", "e", {"a": 1})
        wires = {id(listener.queue.get_nowait()) for listener in listeners}
        assert len(wires) == 1

    asyncio.run(scenario())


def test_a_client_that_comes_back_receives_what_it_missed() -> None:
    async def scenario() -> None:
        hub = Hub()
        first = hub.listen(["a", "b"])
        hub.publish("a", "e", 1)
        seen = ids(await take(hub, first, 1))[-1]
        hub.publish("b", "e", 2)
        hub.publish("c", "e", 3)
        hub.publish("a", "e", 4)
        events = await take(hub, hub.listen(["a", "b"], seen), 2)
        assert [event.split("data: ")[1].strip() for event in events] == ["2", "4"]

    asyncio.run(scenario())


def test_a_client_too_far_behind_is_told_to_read_again() -> None:
    async def scenario() -> None:
        hub = Hub()
        hub.publish("a", "e", 0)
        for number in range(live.KEPT + 5):
            hub.publish("a", "e", number)
        for last in (f"{hub.epoch}-1", "another-12", "nonsense", f"{hub.epoch}-x"):
            events = await take(hub, hub.listen(["a"], last), 1)
            assert "event: reset" in events[0]

    asyncio.run(scenario())


def test_a_client_too_slow_is_let_go_and_harms_nobody() -> None:
    async def scenario() -> None:
        hub = Hub()
        slow = hub.listen(["a"])
        for number in range(live.QUEUE + 1):
            hub.publish("a", "e", number)
        assert hub.count("a") == 0
        events = b"".join([wire async for wire in hub.stream(slow)])
        assert events.count(b"event: e") == live.QUEUE
        quick = hub.listen(["a"])
        assert hub.publish("a", "e", "on") == 1
        assert quick.queue.qsize() == 1

    asyncio.run(scenario())


def test_text_of_several_lines_stays_one_event() -> None:
    async def scenario() -> None:
        hub = Hub()
        listener = hub.listen(["a"])
        hub.publish("a", "html", "<p>\nH4\n</p>")
        (event,) = await take(hub, listener, 1)
        assert event.endswith("data: <p>\ndata: H4\ndata: </p>\n\n")

    asyncio.run(scenario())


def test_a_quiet_stream_beats_so_that_it_is_not_cut(monkeypatch: object) -> None:
    async def scenario() -> None:
        hub = Hub()
        before, live.HEARTBEAT = live.HEARTBEAT, 0.01
        try:
            assert await take(hub, hub.listen(["a"]), 1) == [": \n\n"]
        finally:
            live.HEARTBEAT = before

    asyncio.run(scenario())


def test_closing_ends_every_stream() -> None:
    async def scenario() -> None:
        hub = Hub()
        listener = hub.listen(["a", "b"])
        hub.close()
        assert len([wire async for wire in hub.stream(listener)]) == 1
        assert hub.count("a") == hub.count("b") == 0

    asyncio.run(scenario())


def test_a_separator_inside_a_text_does_not_break_the_event() -> None:
    async def scenario() -> None:
        hub = Hub()
        listener = hub.listen(["t"])
        written = {"word": "A\u2028B\x85C\x0b\x1eD\r\nE"}
        hub.publish("t", "e", written)
        (event,) = await take(hub, listener, 1)
        lines = [line[6:] for line in event.split("\n") if line.startswith("data: ")]
        assert json.loads("\n".join(lines)) == written

    asyncio.run(scenario())
